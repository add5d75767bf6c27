/** A heap page as plain sentences, for readers who cannot see the drawing: the page itself, and everything about a version. */
import '../../base/messages/en/heap.ts';
import '../../base/messages/en/heap-text.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { HeapModel, HeapRow, HeapVersion } from './heap.ts';
import { byOf, captionOf, ctidText, pointerName, pointerWords, whoLong } from './heap-words.ts';

type T = Messages;

const sentence = (text: string, { t }: T): string =>
  text === '' ? '' : t('ui.ended', { text: `${text[0]?.toUpperCase()}${text.slice(1)}` });

/** Everything about one version, as plain sentences. */
export function versionText(version: HeapVersion, m: Messages): string {
  const { t } = m;
  const { ctid, cells, xmin, xmax, next, eyes, tuple } = version;
  const seen = (sees: boolean) => eyes.filter((eye) => eye.sees === sees).map(({ session }) => whoLong(session, m));
  const all = [
    t('heap.text.values', { ctid, values: cells }),
    t('heap.text.xids', {
      xmin: xmin.xid,
      writer: byOf(xmin, m, whoLong),
      writerFill: xmin.fill,
      xmax: tuple.xmax,
      xmaxWords: xmax.kind === 'none' ? (xmax.xid === 0 ? '' : t('heap.text.xmaxVoid')) : xmaxShort(version, m),
    }),
    sentence(captionOf(version, m, whoLong), m),
    ...(next === null ? [] : [t('heap.text.next', { to: ctidText(next.to), hot: next.hot })]),
    t('heap.text.seen', { by: seen(true), notBy: seen(false) }),
  ].filter((part) => part !== '');
  return t('ui.sentences', { all });
}

/** The transactions in xmax, each with its state. */
function xmaxShort({ xmax }: HeapVersion, m: T): string {
  if (xmax.kind === 'none') return '';
  const all = xmax.kind === 'lock' ? xmax.holders : [xmax.by, ...xmax.holders];
  const words = all.map((holder) => {
    const strength = holder.strength === null ? [] : [holder.strength];
    return m.t('ui.items', { all: [byOf(holder, m, whoLong), ...strength, m.t('heap.fill', holder)] });
  });
  const said = m.t('ui.clauses', { all: words });
  return xmax.kind === 'lock' ? m.t('heap.text.xmaxLock', { locks: said }) : said;
}

export const rowText = (row: HeapRow, block: number, m: Messages): string =>
  row.kind === 'version'
    ? versionText(row, m)
    : m.t('heap.text.pointer', { ctid: pointerName(row, block, m), what: pointerWords(row, block, m) });

/** The page as plain sentences, one per line: the page itself, then each row. */
export function heapText(model: HeapModel, m: Messages): string {
  const { table, block, rows, counts, space } = model;
  if (table === null) return m.t(model.tornDown ? 'heap.tornDown' : 'heap.noTable');
  if (counts.pointers === 0) return m.t('heap.empty', { table });
  const free = space.upper - space.lower;
  const page = m.t('heap.text.page', { table, block, ...counts, free });
  const failed = model.failed.map((session) => whoLong(session, m));
  const first = failed.length === 0 ? page : `${page} ${m.t('heap.text.failed', { who: failed })}`;
  return [first, ...rows.map((row) => rowText(row, block, m))].join('\n');
}
