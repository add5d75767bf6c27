/** A version's header in words, field by field, for readers who want details: separate from the page's own text. */
import '../../base/messages/en/heap-explain.ts';
import '../../base/messages/en/heap.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { HeapVersion } from './heap.ts';
import { isFrozen, natts, xmaxHint, xminHint } from './heap-bits.ts';
import { hex, locksOf, whoLong } from './heap-words.ts';

type T = Messages;

export interface HeaderWord {
  readonly field: string;
  readonly words: string;
}
/** The header of one version, field by field. */
export function headerWords(version: HeapVersion, m: Messages): readonly HeaderWord[] {
  const { t } = m;
  const { tuple, xmin, bits, heapOnly } = version;
  const combo = bits.infomask.includes('HEAP_COMBOCID');
  const changed = version.xmax.kind === 'change' || (version.xmax.kind === 'none' && version.xmax.undone);
  return [
    {
      field: 't_xmin',
      words: t('heap.detail.xmin', {
        xid: xmin.xid,
        who: whoLong(xmin.owner, m),
        fill: xmin.fill,
        frozen: isFrozen(tuple),
        hint: xminHint(tuple),
      }),
    },
    { field: 't_xmax', words: xmaxWords(version, m) },
    {
      field: 't_cid',
      words: t('heap.detail.cid', { cid: tuple.cid, cmin: tuple.cmin, cmax: tuple.cmax, combo, changed }),
    },
    { field: 't_ctid', words: nextWords(version, m) },
    {
      field: 't_infomask2',
      words: t('heap.detail.bits2', { hex: hex(tuple.infomask2), natts: natts(tuple), names: bits.infomask2 }),
    },
    { field: 't_infomask', words: t('heap.detail.bits', { hex: hex(tuple.infomask), names: bits.infomask }) },
    {
      field: t('heap.detail.bytes'),
      words: t('ui.clauses', {
        all: [
          t('heap.detail.place', { at: tuple.at, length: tuple.length, hoff: tuple.hoff }),
          ...(heapOnly ? [t('heap.detail.heapOnly')] : []),
        ],
      }),
    },
  ];
}

/** The values in full, even if the drawing cut them. */
export const valuesWords = ({ cells }: HeapVersion, { t }: Messages): readonly HeaderWord[] =>
  cells.map(({ name, text }) => ({ field: name, words: text ?? t('heap.null') }));

function xmaxWords({ xmax, tuple, fact }: HeapVersion, m: T): string {
  const { t } = m;
  if (xmax.kind === 'none')
    return xmax.xid === 0
      ? t('heap.detail.xmaxNone')
      : t('heap.detail.xmaxVoid', { xid: xmax.xid, undone: xmax.undone });
  const locks = locksOf(xmax.holders, m, whoLong);
  if (xmax.kind === 'lock') return t('heap.detail.xmaxLock', { xid: xmax.xid, multi: xmax.multi, locks });
  const how = 'how' in fact ? fact.how : tuple.next === tuple.ctid ? 'deleted' : 'replaced';
  const change = t('heap.detail.xmaxChange', {
    xid: xmax.xid,
    multi: xmax.multi,
    by: xmax.by.xid,
    who: whoLong(xmax.by.owner, m),
    how,
    fill: xmax.by.fill,
    hinted: xmaxHint(tuple) === 'committed',
  });
  return xmax.holders.length === 0 ? change : t('ui.clauses', { all: [change, t('heap.detail.members', { locks })] });
}

function nextWords({ tuple, next }: HeapVersion, { t }: T): string {
  if (next !== null) return t('heap.detail.ctidNext', { ctid: tuple.next, hot: next.hot });
  return tuple.next === tuple.ctid
    ? t('heap.detail.ctidSelf', { ctid: tuple.next })
    : t('heap.detail.ctidVoid', { ctid: tuple.next });
}
