/**
 * A heap page as lines of text that are the same for every server: xids relative to a base, a multixact by its members,
 * no LSN. The same code reads pages of servers and of the engine.
 *
 * Source: src/include/storage/bufpage.h, itemid.h, src/include/access/htup_details.h.
 */

/** Xids count from the first one that the schedule may take: `+0`, `+1`; the set-up's xid is `-1`. */
export function relativeXid(xid: number, base: number): string {
  if (xid === 0) return '-';
  if (xid < 3) return `special${xid}`;
  const from = (xid - base) | 0;
  return from < 0 ? String(from) : `+${from}`;
}

const LP = ['UNUSED', 'NORMAL', 'REDIRECT', 'DEAD'] as const;

/** HEAP_XMAX_IS_MULTI. */
const IS_MULTI = 0x1000;
/** HEAP_XMAX_INVALID: the value of xmax has no meaning any more. */
const XMAX_INVALID = 0x0800;

const MASK: readonly (readonly [number, string])[] = [
  [0x0001, 'HASNULL'],
  [0x0002, 'HASVARWIDTH'],
  [0x0010, 'KEYSHR_LOCK'],
  [0x0020, 'COMBOCID'],
  [0x0040, 'EXCL_LOCK'],
  [0x0080, 'LOCK_ONLY'],
  [0x0100, 'XMIN_COMMITTED'],
  [0x0200, 'XMIN_INVALID'],
  [0x0400, 'XMAX_COMMITTED'],
  [0x0800, 'XMAX_INVALID'],
  [0x1000, 'XMAX_IS_MULTI'],
  [0x2000, 'UPDATED'],
];
const MASK2: readonly (readonly [number, string])[] = [
  [0x2000, 'KEYS_UPDATED'],
  [0x4000, 'HOT_UPDATED'],
  [0x8000, 'ONLY_TUPLE'],
];

const bits = (value: number, names: typeof MASK): string[] =>
  names.flatMap(([bit, name]) => (value & bit ? [name] : []));

/** Gives the members of a multixact as text that is the same on all servers. Undefined: not known yet. */
export type MembersOf = (multi: number) => string | undefined;

/** The multixacts on a page. */
export function multixactsOn(page: Uint8Array): number[] {
  const found: number[] = [];
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  for (const { at } of tuplesOn(view)) {
    const mask = view.getUint16(at + 20, true);
    if (mask & IS_MULTI && !(mask & XMAX_INVALID)) found.push(view.getUint32(at + 4, true));
  }
  return found;
}

function* tuplesOn(view: DataView): Generator<{ offset: number; at: number; length: number }> {
  const count = (view.getUint16(12, true) - 24) >> 2;
  for (let i = 0; i < count; i++) {
    const item = view.getUint32(24 + 4 * i, true);
    if (((item >>> 15) & 3) === 1) yield { offset: i + 1, at: item & 0x7fff, length: item >>> 17 };
  }
}

/** One line for the page's header and one for every line pointer. */
export function pageLines(page: Uint8Array, block: number, base: number, membersOf: MembersOf): string[] {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const lower = view.getUint16(12, true);
  const upper = view.getUint16(14, true);
  if (upper === 0) return [`page ${block}: new`];
  const flags = view.getUint16(10, true);
  const prune = relativeXid(view.getUint32(20, true), base);
  const lines = [`page ${block}: items ${(lower - 24) >> 2}, free ${upper - lower}, prune ${prune}, flags ${flags}`];
  for (let i = 0; i < (lower - 24) >> 2; i++) {
    const item = view.getUint32(24 + 4 * i, true);
    const flag = (item >>> 15) & 3;
    const where = `tuple (${block},${i + 1}): ${LP[flag]}`;
    if (flag === 1) lines.push(`${where} ${tupleText(view, item & 0x7fff, item >>> 17, base, membersOf)}`);
    else lines.push(flag === 2 ? `${where} to ${item & 0x7fff}` : where);
  }
  return lines;
}

/** SpecTokenOffsetNumber: a speculative insertion that an error ended. */
const SPEC_TOKEN = 0xfffe;

function tupleText(view: DataView, at: number, length: number, base: number, membersOf: MembersOf): string {
  const xmax = view.getUint32(at + 4, true);
  const mask2 = view.getUint16(at + 18, true);
  const mask = view.getUint16(at + 20, true);
  const hoff = view.getUint8(at + 22);
  const offset = view.getUint16(at + 16, true);
  // A server's process counts tokens over all schedules.
  const block = offset === SPEC_TOKEN ? 'token' : view.getUint16(at + 12, true) * 65536 + view.getUint16(at + 14, true);
  const ctid = `(${block},${offset})`;
  const names = [...bits(mask, MASK), ...bits(mask2, MASK2)].join(' ');
  const xmaxText =
    mask & IS_MULTI ? (mask & XMAX_INVALID ? 'multi' : `multi{${membersOf(xmax) ?? '?'}}`) : relativeXid(xmax, base);
  const data = new Uint8Array(view.buffer, view.byteOffset + at + hoff, length - hoff);
  return [
    `xmin ${relativeXid(view.getUint32(at, true), base)}`,
    `xmax ${xmaxText}`,
    `cid ${view.getUint32(at + 8, true)}`,
    `ctid ${ctid}`,
    `[${names}]`,
    `natts ${mask2 & 0x07ff}`,
    `data ${dataText(data)}`,
  ].join(' ');
}

/** The first bytes, which hold the numbers, and the length. */
const dataText = (data: Uint8Array): string => `${Buffer.from(data.subarray(0, 16)).toString('hex')}/${data.length}`;
