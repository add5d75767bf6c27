/** The few words next to a bracket: only those that help with the present choice. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import type { AxisRow } from '../../viewmodel/stage/xid-axis.ts';
import { topmostXid, type Verdict } from '../../viewmodel/stage/xid-axis-question.ts';

type T = Messages['t'];

/** The same in full and in short; the first text that fits is used. */
export type Wording = readonly string[];
export interface RowWords {
  /** The words for the xids before the bracket. */
  readonly left: Wording;
  readonly right: Wording;
}
const NOTHING: Wording = [];

/** @param letter the session's letter or number */
export function rowWords(state: StageState, row: AxisRow, asked: number | null, letter: string, t: T): RowWords {
  if (asked !== null && row.verdict !== null && (row.bracket !== null || row.isSelected)) {
    // Where a notch would be, the words say that there is none.
    if (row.verdict === 'own' && row.ownInside.includes(asked))
      return { left: NOTHING, right: ownWords([asked], letter, t) };
    const words = [
      verdictWords(row.verdict, asked, state, row, letter, t),
      t('axis.word.short', { verdict: row.verdict }),
    ];
    if (row.verdict === 'older') return { left: words, right: NOTHING };
    return { left: row.isSelected ? [t('axis.word.older')] : NOTHING, right: words };
  }
  const notable = notableWords(row, letter, t);
  if (!row.isSelected || row.bracket === null) return { left: NOTHING, right: notable };
  return {
    left: [t('axis.word.older')],
    right: notable.length > 0 ? notable : [t('axis.word.newer'), t('axis.word.newer.short')],
  };
}

const ownWords = (xids: readonly number[], session: string, t: T): Wording => [
  t('axis.word.own', { xids, session }),
  t('axis.word.own.short'),
];

function notableWords({ bracket, wouldBe, ownInside }: AxisRow, letter: string, t: T): Wording {
  if (bracket === null) return [t('axis.word.none')];
  if (ownInside.length > 0 && ownInside.length <= 2) return ownWords(ownInside, letter, t);
  if (bracket.snapshot.suboverflowed) return [t('axis.word.overflowed'), t('axis.word.overflowed.short')];
  if (wouldBe !== null) return [t('axis.word.over'), t('axis.word.over.short')];
  return bracket.x0 === bracket.x1 ? [t('axis.word.empty')] : NOTHING;
}

function verdictWords(
  verdict: Verdict,
  xid: number,
  state: StageState,
  { use }: AxisRow,
  session: string,
  t: T,
): string {
  // A kept snapshot was taken once; one that would be taken now is taken now.
  const then = use === 'kept' || use === 'statement';
  switch (verdict) {
    case 'own':
      return t('axis.word.isOwn', { xid, session });
    case 'older':
      return t('axis.word.xidOlder', { xid });
    case 'newer':
      return t('axis.word.xidNewer', { xid, session, then });
    case 'notch':
      return t('axis.word.xidNotch', { xid, then });
    case 'ended':
      return t('axis.word.xidEnded', { xid, then });
    case 'parentNotch':
      return t('axis.word.parentNotch', { xid, parent: topmostXid(state, xid) });
    case 'parentEnded':
      return t('axis.word.parentEnded', { xid, parent: topmostXid(state, xid) });
  }
}
