/** Texts of the path that decides who sees a version, and of what the page says about a chosen one. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';
import { answer, bytes, FILL, type Fill, type How, NOUN, own } from './words/heap.ts';

export const heapExplain = addTexts({
  'heap.detail.hint': 'Choose a version to read its header in words.',
  'heap.detail.title': (p: { ctid: string }) => `Version ${p.ctid} in words`,
  'heap.detail.xmin': (p: {
    xid: number;
    who: string;
    fill: Fill;
    frozen: boolean;
    hint: 'committed' | 'aborted' | null;
  }) =>
    `${p.xid}, ${own(p.who)}: ${p.frozen ? 'frozen, so everybody counts it as committed' : `${FILL[p.fill]}; ${p.hint === null ? 'no hint bit yet' : `hint bit: ${p.hint}`}`}`,
  'heap.detail.xmaxNone': '0: nobody has deleted or locked it',
  'heap.detail.xmaxVoid': (p: { xid: number; undone: boolean }) =>
    p.undone ? `${p.xid}: void, its transaction rolled back` : `${p.xid}: void, a lock that is over or a change undone`,
  'heap.detail.xmaxLock': (p: { xid: number; multi: boolean; locks: string }) =>
    p.multi ? `${p.xid} is a multixact: locked ${p.locks}` : `${p.xid} only locks it: ${p.locks}`,
  'heap.detail.xmaxChange': (p: {
    xid: number;
    multi: boolean;
    by: number;
    who: string;
    how: How;
    fill: Fill;
    hinted: boolean;
  }) =>
    `${p.multi ? `${p.xid} is a multixact; ${p.by} in it is the transaction that ${p.how} it` : p.xid}, ${own(p.who)}: ${FILL[p.fill]}${p.hinted ? '; hint bit: committed' : ''}`,
  'heap.detail.members': (p: { locks: string }) => `also locked ${p.locks}`,
  'heap.detail.cid': (p: { cid: number; cmin: number; cmax: number; combo: boolean; changed: boolean }) =>
    p.combo
      ? `${p.cid}, a combo of commands ${p.cmin} and ${p.cmax}`
      : `${p.cid}: the command that ${p.changed ? 'set xmax' : 'inserted it'}`,
  'heap.detail.ctidSelf': (p: { ctid: string }) => `${p.ctid}, itself: there is no newer version`,
  'heap.detail.ctidNext': (p: { ctid: string; hot: boolean }) =>
    p.hot
      ? `${p.ctid}, its next version; HOT: no new index entry`
      : `${p.ctid}, its next version, with its own index entries`,
  'heap.detail.ctidVoid': (p: { ctid: string }) => `${p.ctid}, where an undone update put a version: not followed`,
  'heap.detail.bits': (p: { hex: string; names: readonly string[] }) =>
    p.names.length === 0 ? `${p.hex}: no bit set` : `${p.hex}: ${p.names.join(', ')}`,
  'heap.detail.bits2': (p: { hex: string; natts: number; names: readonly string[] }, f: Format) =>
    [`${p.hex}: ${f.integer(p.natts)} ${f.plural(p.natts, 'column', 'columns')}`, ...p.names].join(', '),
  'heap.detail.place': (p: { at: number; length: number; hoff: number }, f: Format) =>
    `${bytes(p.length, f)} from byte ${f.integer(p.at)} of the page on, ${f.integer(p.hoff)} of them header`,
  'heap.detail.heapOnly': 'heap-only: no index entry leads here',
  'heap.detail.bytes': 'place',
  'heap.explain.title': (p: { who: string; sees: boolean; ctid: string }) =>
    p.sees ? `Why does ${p.who} see ${p.ctid}?` : `Why does ${p.who} not see ${p.ctid}?`,
  'heap.explain.titleFailed': (p: { who: string; ctid: string }) => `Will ${own(p.who)} next query see ${p.ctid}?`,
  'heap.explain.emptyTitle': 'Why does one session see it, and another not?',
  'heap.explain.emptyHint': 'Choose an eye next to a version: the path of that decision appears here.',
  'heap.explain.needSession': (p: { ctid: string }) =>
    `${p.ctid} is chosen. Choose an eye next to it: whose path do you want to see?`,
  'heap.explain.needTuple': (p: { who: string }) => `${p.who} is chosen. Choose an eye next to a version.`,
  'heap.explain.part.page': 'The page',
  'heap.explain.part.insertion': 'Its insertion',
  'heap.explain.part.deletion': 'Its deletion',
  'heap.explain.part.settled': (p: { xid: number | null; who: string }) =>
    `Its insertion${p.xid === null ? '' : ` by ${p.xid}`} counts for ${p.who}`,
  'heap.explain.steps': (p: { from: number; to: number }) =>
    p.from === p.to ? `step ${p.from}` : `steps ${p.from}–${p.to}`,
  'heap.explain.stepsNo': (p: { from: number; to: number }) =>
    p.from === p.to ? `step ${p.from}: no` : `steps ${p.from}–${p.to}: no`,
  'heap.explain.xid': (p: { xid: number; fill: Fill }) => `${p.xid}, ${FILL[p.fill]}`,
  'heap.explain.answer': (p: { yes: boolean }) => answer(p.yes),
  'heap.explain.onNotch': 'yes, on a notch',
  'heap.explain.means.running': 'true = treat as running',
  'heap.explain.means.took': 'so it took place',
  'heap.explain.means.undone': 'so it never was',
  'heap.explain.means.nothing': 'nobody has deleted it',
  'heap.explain.means.later': 'later than the snapshot',
  'heap.explain.means.earlier': 'before the snapshot',
  'heap.explain.means.all': 'no further question',

  'heap.ask.page-all-visible': 'Is the whole page marked as visible to all?',
  'heap.ask.xmin-hint-committed': (p: { a: number }) => `Is xmin ${p.a} hinted committed?`,
  'heap.ask.xmin-hint-invalid': (p: { a: number }) => `Is xmin ${p.a} hinted aborted?`,
  'heap.ask.xmin-frozen': (p: { a: number }) => `Is xmin ${p.a} frozen?`,
  'heap.ask.mine': (p: { a: number; who: string; own: readonly number[] }) =>
    `Is ${p.a} ${own(p.who)} own? ${
      p.own.length === 0
        ? `${p.who} has no xid.`
        : p.own.length > 3
          ? `${p.who} has ${p.own.length}, from ${p.own[0]} on.`
          : `${p.who} is ${p.own.join(', ')}.`
    }`,
  'heap.ask.inserted-later': (p: { a: number; b: number }) =>
    `Inserted by command ${p.a}, at or after the snapshot’s ${p.b}?`,
  'heap.ask.deleted-later': (p: { a: number; b: number; how: How }) =>
    `${p.how === 'replaced' ? 'Replaced' : 'Deleted'} by command ${p.a}, at or after the snapshot’s ${p.b}?`,
  'heap.ask.below-xmin': (p: { a: number; b: number }) => `${p.a} before snapshot xmin ${p.b}?`,
  'heap.ask.from-xmax-on': (p: { a: number; b: number }) => `${p.a} at or after snapshot xmax ${p.b}?`,
  'heap.ask.suboverflowed': 'Are subtransactions missing in the snapshot?',
  'heap.ask.topmost': (p: { a: number }) => `Whose subtransaction is ${p.a}?`,
  'heap.ask.in-snapshot': (p: { xid: number; of: number | null; list: readonly number[]; more: number }) =>
    `${p.of === null ? '' : `${p.of}’s top `}${p.xid} in xip {${[...p.list, ...(p.more === 0 ? [] : [`… ${p.more} more`])].join(', ')}}?`,
  'heap.ask.did-commit': (p: { a: number }) => `Has ${p.a} committed, says pg_xact?`,
  'heap.ask.xmax-none': 'Is there no xmax?',
  'heap.ask.xmax-invalid': (p: { xmax: number | null }) =>
    p.xmax === null ? 'Is xmax marked as void?' : `Is xmax ${p.xmax} marked as void?`,
  'heap.ask.locked-only': (p: { a: number; multi: boolean }) =>
    `${p.multi ? 'Do all of multixact' : 'Does xmax'} ${p.a} only lock the row?`,
  'heap.ask.xmax-multi': (p: { a: number }) => `Is xmax ${p.a} a multixact: several at once?`,
  'heap.ask.updater': (p: { a: number }) => `Who in multixact ${p.a} changes it?`,
  'heap.ask.xmax-hint-committed': (p: { a: number }) => `Is xmax ${p.a} hinted committed?`,

  'heap.end.all-visible': 'Its page is marked all-visible, so visible.',
  'heap.end.inserter-hinted-undone': 'Never committed, so invisible.',
  'heap.end.inserter-undone': 'Never committed, so invisible.',
  'heap.end.inserter-running': (p: { who: string }) => `Running for ${p.who}, so invisible.`,
  'heap.end.inserter-too-new': (p: { who: string }) => `Too new for ${p.who}, so invisible.`,
  'heap.end.own-insertion-later': (p: { who: string }) => `${own(p.who)} own, but of this command: invisible.`,
  'heap.end.no-deleter': 'Nobody has deleted it, so it is visible.',
  // Null: a multixact of several, or the set-up.
  'heap.end.only-locked': (p: { xid: number | null; by: string | null; over: boolean }) => {
    const who = p.by === null ? p.xid : `${p.by} (${p.xid})`;
    return `${p.over ? 'It was locked' : 'Locked'}${who === null ? '' : ` by ${who}`}, not deleted, so visible.`;
  },
  'heap.end.own-deletion-undone': (p: { who: string; how: How }) =>
    `${own(p.who)} ${NOUN[p.how]} was undone, so visible.`,
  'heap.end.own-deletion-later': (p: { how: How }) => `Not yet ${p.how} for this command: visible.`,
  'heap.end.own-deletion': (p: { who: string; how: How }) => `${p.who} itself ${p.how} it, so invisible.`,
  'heap.end.deleter-running': (p: { who: string; how: How }) => `Not ${p.how} yet for ${p.who}, so visible.`,
  'heap.end.deleter-too-new': (p: { who: string; how: How }) => `Not ${p.how} yet for ${p.who}, so visible.`,
  'heap.end.deleter-undone': (p: { how: How }) => `Its ${NOUN[p.how]} never committed, so visible.`,
  'heap.end.deleter-done': (p: { who: string; how: How }) =>
    `${p.how === 'replaced' ? 'Replaced' : 'Deleted'} for ${p.who}, so invisible.`,
  'heap.end.failed': (p: { who: string }) => `For now ${p.who} sees nothing.`,
  'heap.end.unknown': (p: { who: string; sees: boolean }) =>
    p.sees ? `So ${p.who} sees it.` : `So ${p.who} does not see it.`,

  'heap.why.all-visible': 'VACUUM marked the page, so no version on it is checked.',
  'heap.why.inserter-hinted-undone': 'The hint bit remembers that its writer rolled back; pg_xact is not asked.',
  'heap.why.inserter-undone': (p: { xid: number }) => `${p.xid} has ended, and pg_xact has no commit for it.`,
  'heap.why.running.kept': (p: { who: string; xid: number; by: string }) =>
    `pg_xact is never asked. Even after ${p.by} commits, ${own(p.who)} snapshot keeps its notch at ${p.xid}.`,
  'heap.why.running.statement': (p: { who: string; xid: number; by: string }) =>
    `pg_xact is never asked: the statement under way keeps its notch at ${p.xid}, whatever ${p.by} does.`,
  'heap.why.running.next': (p: { who: string; xid: number; by: string; ended: boolean }) =>
    p.ended
      ? `pg_xact is never asked. ${p.by} has ended, and this snapshot does not know it.`
      : `pg_xact is never asked. Once ${p.by} has committed, ${own(p.who)} next statement takes a new snapshot.`,
  'heap.why.tooNew.kept': (p: { who: string; xid: number }) =>
    `From xmax on everything counts as running, begun or not. ${p.who} keeps this snapshot, whatever ${p.xid} does.`,
  'heap.why.tooNew.statement': (p: { xid: number }) =>
    `From xmax on everything counts as running, begun or not. The statement keeps its snapshot, whatever ${p.xid} does.`,
  'heap.why.tooNew.next': (p: { who: string; xid: number; ended: boolean }) =>
    p.ended
      ? `From xmax on everything counts as running, begun or not. ${p.xid} has ended, and this snapshot does not know it.`
      : `From xmax on everything counts as running, begun or not. Once ${p.xid} has committed, ${own(p.who)} next statement takes a new snapshot.`,
  'heap.why.own-insertion-later':
    'A statement sees what earlier commands of its transaction wrote, not what it writes itself.',
  'heap.why.no-deleter.none': 'The insertion counts, and xmax is empty.',
  'heap.why.no-deleter.void':
    'The insertion counts. The transaction in xmax rolled back, or only held a lock that it has since released.',
  'heap.why.only-locked': 'xmax holds only a row lock; a plain read ignores it.',
  'heap.why.own-deletion-undone': 'The subtransaction that did it was rolled back; the row is as it was.',
  'heap.why.own-deletion-later': 'A statement sees what was there before its own command.',
  'heap.why.own-deletion': 'An earlier command of the same transaction did it: no commit is needed for that.',
  'heap.why.deleter-undone': (p: { xid: number }) => `${p.xid} has ended, and pg_xact has no commit for it.`,
  'heap.why.deleter-done.before': (p: { xid: number }) =>
    `${p.xid} had ended before this snapshot’s xmin, and it committed.`,
  'heap.why.deleter-done': (p: { xid: number }) => `${p.xid} was over when the snapshot was taken, and it committed.`,
  'heap.why.failed': (p: { who: string; sees: boolean }) =>
    `${own(p.who)} transaction has failed: it can run no query until ROLLBACK. A query right after that would ${p.sees ? 'see' : 'not see'} this version, as it is now.`,
  'heap.why.unknown': 'The last question above decided it.',
} as const satisfies Area<'heap'>);
