/**
 * Successive copies of one memory that share unchanged data: a page equal to the one in the previous copy is that
 * copy's page. So a copy every few ticks costs only what those ticks wrote, not the whole memory again.
 */

/**
 * Bytes of a page: small enough that a tick's writes touch few of the bytes, large enough that there are few pages to
 * compare.
 */
const PAGE = 2048;

export interface PagedCopy {
  readonly length: number;
  /** The last page may be shorter. Nobody writes to them. */
  readonly pages: readonly Uint8Array[];
}

/** @param memory read only; the copy does not keep it. @param before any earlier copy, or none */
export function pagedCopy(memory: Uint8Array, before: PagedCopy | undefined): PagedCopy {
  const pages: Uint8Array[] = [];
  for (let from = 0; from < memory.length; from += PAGE) {
    const now = memory.subarray(from, from + PAGE);
    const was = before?.pages[pages.length];
    pages.push(was !== undefined && same(now, was) ? was : now.slice());
  }
  return { length: memory.length, pages };
}

/** The memory as it was, in a separate buffer. */
export function wholeOf({ length, pages }: PagedCopy): Uint8Array {
  const memory = new Uint8Array(length);
  pages.forEach((page, i) => {
    memory.set(page, i * PAGE);
  });
  return memory;
}

/** Bytes of a copy that it does not share with the one before it. */
export function ownBytes(copy: PagedCopy, before: PagedCopy | undefined): number {
  return copy.pages.reduce((sum, page, i) => (page === before?.pages[i] ? sum : sum + page.length), 0);
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // Four bytes at a time when both are aligned to a word.
  if ((a.byteOffset | b.byteOffset | a.length) % 4 === 0) {
    const [one, other] = [wordsOf(a), wordsOf(b)];
    for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
    return true;
  }
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const wordsOf = ({ buffer, byteOffset, length }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, length / 4);
