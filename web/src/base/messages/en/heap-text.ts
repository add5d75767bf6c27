/** Texts of the heap page for readers who cannot see it, and of what can be chosen on it. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';
import { bytes, FILL, type Fill } from './words/heap.ts';

export const heapText = addTexts({
  'heap.eye': (p: { who: string; sees: boolean; failed: boolean; ctid: string }) =>
    p.failed
      ? `${p.who} can look at nothing: its transaction has failed; ${p.ctid}`
      : `${p.who} ${p.sees ? 'sees' : 'does not see'} ${p.ctid}`,
  'heap.choose.xid': (p: { field: string; xid: number; ctid: string }) =>
    `${p.field} of ${p.ctid}: choose xid ${p.xid}`,
  'heap.grid': (p: { table: string; block: number }, f: Format) =>
    `Versions on page ${f.integer(p.block)} of ${p.table}`,

  'heap.text.page': (
    p: { table: string; block: number; versions: number; dead: number; pointers: number; free: number },
    f: Format,
  ) =>
    `Heap page ${f.integer(p.block)} of ${p.table}: ${f.integer(p.versions)} ${f.plural(p.versions, 'version', 'versions')}${p.dead === 0 ? '' : `, ${f.integer(p.dead)} of them dead`}, ${f.integer(p.pointers)} ${f.plural(p.pointers, 'line pointer', 'line pointers')}, ${bytes(p.free, f)} free.`,
  'heap.text.values': (p: {
    ctid: string;
    values: readonly { readonly name: string; readonly text: string | null }[];
  }) => `${p.ctid}: ${p.values.map(({ name, text }) => `${name} ${text ?? 'null'}`).join(', ')}.`,
  'heap.text.xids': (p: { xmin: number; writer: string; writerFill: Fill; xmax: number; xmaxWords: string }) =>
    `xmin ${p.xmin} (${p.writer}, ${FILL[p.writerFill]}), xmax ${p.xmax}${p.xmaxWords === '' ? '' : ` (${p.xmaxWords})`}.`,
  'heap.text.xmaxLock': (p: { locks: string }) => `only a lock: ${p.locks}`,
  'heap.text.xmaxVoid': 'void',
  'heap.text.next': (p: { to: string; hot: boolean }) => `Its next version is ${p.to}${p.hot ? ', HOT' : ''}.`,
  'heap.text.seen': (p: { by: readonly string[]; notBy: readonly string[] }, f: Format) => {
    if (p.by.length === 0) return p.notBy.length === 0 ? '' : 'Nobody sees it.';
    if (p.notBy.length === 0)
      return p.by.length === 1 ? `Seen by ${f.list(p.by)}.` : `Seen by everybody: ${f.list(p.by)}.`;
    return `Seen by ${f.list(p.by)}, not by ${f.list(p.notBy)}.`;
  },
  'heap.text.failed': (p: { who: readonly string[] }, f: Format) =>
    `${f.list(p.who)} can run no query, and so ${p.who.length === 1 ? 'sees' : 'see'} nothing: ${p.who.length === 1 ? 'its transaction has' : 'their transactions have'} failed.`,
  'heap.text.pointer': (p: { ctid: string; what: string }) => `${p.ctid}: ${p.what}.`,
} as const satisfies Area<'heap'>);
