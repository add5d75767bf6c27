import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownBytes, type PagedCopy, pagedCopy, wholeOf } from './paged-copy.ts';

const write = fc.record({ at: fc.nat(9_999), value: fc.integer({ min: 0, max: 255 }) });
const history = fc.array(
  fc.record({
    size: fc.integer({ min: 0, max: 10_000 }),
    offset: fc.nat(3),
    writes: fc.array(write, { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 8 },
);

test('each copy gives back its memory, whatever was written and however it grew or shrank since', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const memory = new Uint8Array(10_003);
      const taken: { readonly was: Uint8Array; readonly copy: PagedCopy }[] = [];
      for (const { size, offset, writes } of steps) {
        for (const { at, value } of writes) memory[at] = value;
        const now = memory.subarray(offset, offset + size);
        taken.push({ was: now.slice(), copy: pagedCopy(now, taken.at(-1)?.copy) });
      }
      for (const { was, copy } of taken) expect(Buffer.compare(wholeOf(copy), was)).toBe(0);
    }),
  );
});

test('what has not changed is shared: a copy costs the pages that were written to', () => {
  const memory = new Uint8Array(100_000);
  const first = pagedCopy(memory, undefined);
  expect(ownBytes(first, undefined)).toBe(100_000);
  expect(ownBytes(pagedCopy(memory, first), first)).toBe(0);
  memory[50_000] = 1;
  const second = pagedCopy(memory, first);
  expect(ownBytes(second, first)).toBe(2048);
  expect(first.pages[24]?.[50_000 - 24 * 2048]).toBe(0);
});
