/** Texts of the heap page, its versions, and of the path that decides who sees one. */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Fill = 'running' | 'committed' | 'aborted' | 'prepared' | 'unstarted' | 'unknown';
type How = 'replaced' | 'deleted';

/** After "inserted by A": how far that counts. */
const STATE: Readonly<Record<Fill, string>> = {
  running: ', not committed',
  committed: ', committed',
  aborted: ', rolled back',
  prepared: ', prepared',
  unstarted: '',
  unknown: '',
};
const FILL: Readonly<Record<Fill, string>> = {
  running: 'running',
  committed: 'committed',
  aborted: 'rolled back',
  prepared: 'prepared',
  unstarted: 'not given out yet',
  unknown: 'long ago',
};
const NOUN: Readonly<Record<How, string>> = { replaced: 'update', deleted: 'delete' };
const own = (who: string): string => (who.endsWith('s') ? `${who}’` : `${who}’s`);
const answer = (yes: boolean): string => (yes ? 'yes' : 'no');
const bytes = (n: number, f: Format): string => `${f.integer(n)} ${f.plural(n, 'byte', 'bytes')}`;

export const heap = {
  'heap.setup': 'the set-up',
  'heap.fill': (p: { fill: Fill }) => FILL[p.fill],
  'heap.sessionNamed': (p: { letter: string; name: string }) => `${p.letter} (${p.name})`,

  'heap.rows': 'Row versions',
  'heap.title': (p: { table: string; block: number }, f: Format) => `Heap page ${f.integer(p.block)} of ${p.table}`,
  'heap.noTable': 'There is no table yet.',
  'heap.tornDown': 'The teardown has dropped the tables.',
  'heap.tornDownHint': 'Back shows the page as it was before.',
  'heap.noTableHint': 'A step that creates one brings the page.',
  'heap.empty': (p: { table: string }) => `${p.table} is empty.`,
  'heap.emptyHint': 'The first INSERT writes the first version here.',
  'heap.scale': 'bytes drawn to scale',
  'heap.scaleHeader': 'the header is drawn to scale; columns are shortened',
  'heap.scaleNone': 'shortened, not to scale',
  'heap.ink': (p: { who: string }) => `ink = ${p.who} sees it`,
  'heap.inkNobody': 'faint = dead',
  'heap.columnsCut': (p: { n: number }, f: Format) => `+ ${f.integer(p.n)}`,
  'heap.columnsCutLong': (p: { n: number }, f: Format) =>
    `${f.integer(p.n)} more ${f.plural(p.n, 'column', 'columns')}: choose a version to read them`,

  'heap.picker.table': 'Table',
  'heap.picker.block': 'Page',
  'heap.picker.of': (p: { blocks: number }, f: Format) => `of ${f.integer(p.blocks)}`,
  'heap.picker.previous': 'Page before',
  'heap.picker.next': 'Next page',

  'heap.space': (p: { free: number; lower: number; upper: number }, f: Format) =>
    `pd_lower ${p.lower}, pd_upper ${p.upper}: ${bytes(p.free, f)} free`,
  'heap.spaceDrawing': 'The page’s 8,192 bytes: line pointers from the left, tuples from the right',

  'heap.fact.deadRolledBack': (p: { who: string }) => `dead: its writer ${p.who} rolled back`,
  'heap.fact.deadRemoved': (p: { who: string; how: How }) => `dead: ${p.who} ${p.how} it; nobody needs it now`,
  'heap.fact.dead': 'dead: nobody will see it again',
  'heap.fact.rolledBack': (p: { who: string }) => `its writer ${p.who} rolled back`,
  'heap.fact.inserted': (p: { who: string; fill: Fill }) => `inserted by ${p.who}${STATE[p.fill]}`,
  'heap.fact.newVersion': (p: { who: string; fill: Fill }) => `${own(p.who)} new version${STATE[p.fill]}`,
  'heap.fact.writtenAndChanged': (p: { who: string; how: How }) =>
    p.how === 'replaced'
      ? `written by ${p.who}, who has replaced it since; not committed`
      : `written and deleted by ${p.who}, not committed`,
  'heap.fact.changed': (p: { who: string; how: How; fill: Fill; seenBy: readonly string[] }, f: Format) => {
    if (p.fill === 'running')
      return p.how === 'replaced' ? `the version ${p.who} is replacing` : `deleted by ${p.who}, not committed`;
    const still =
      p.fill !== 'committed' || p.seenBy.length === 0
        ? ''
        : `; ${f.list(p.seenBy)} still ${f.plural(p.seenBy.length, 'sees', 'see')} it`;
    return `${p.how} by ${p.who}${STATE[p.fill]}${still}`;
  },
  'heap.fact.alsoLocked': (p: { fact: string; locks: string }) => `${p.fact}; locked ${p.locks}`,
  'heap.fact.changeUndone': (p: { who: string; how: How }) =>
    `current again: ${own(p.who)} ${NOUN[p.how]} was rolled back`,
  'heap.fact.onlyLocks': (p: { fact: string; xid: number }) => `${p.fact}; xmax ${p.xid} only locks`,
  'heap.lock': 'lock',
  'heap.fact.locked': (p: { locks: string }) => `locked ${p.locks}`,
  'heap.fact.multixact': (p: { multi: number; fact: string; over: readonly string[] }, f: Format) =>
    `multixact ${p.multi}: ${p.fact}${p.over.length === 0 ? '' : `; over: ${f.list(p.over.map(own))}`}`,
  'heap.fact.lock': (p: { who: string; strength: string }) => `by ${p.who} ${p.strength}`,

  'heap.pointer.unused': 'unused: free for the next version',
  'heap.pointer.dead': 'dead: its bytes are gone, index entries may still lead here',
  'heap.pointer.redirect': (p: { to: string }) => `leads to ${p.to}: index entries still come this way`,
  'heap.pointer.manyUnused': (p: { n: number }, f: Format) => `${f.integer(p.n)} line pointers, unused`,
  'heap.pointer.manyDead': (p: { n: number }, f: Format) =>
    `${f.integer(p.n)} line pointers, dead: index entries may still lead here`,
  'heap.pointer.range': (p: { from: string; to: string }) => `${p.from} to ${p.to}`,

  'heap.arrow.hot': 'next version, HOT',
  'heap.arrow.cold': 'next version',
  'heap.arrow.redirect': 'redirect',
  'heap.arrow.exit': (p: { to: string; block: number }, f: Format) =>
    `next version: ${p.to} on page ${f.integer(p.block)}`,

  'heap.eye': (p: { who: string; sees: boolean; failed: boolean; ctid: string }) =>
    p.failed
      ? `${p.who} can look at nothing: its transaction has failed; ${p.ctid}`
      : `${p.who} ${p.sees ? 'sees' : 'does not see'} ${p.ctid}`,
  'heap.choose.xid': (p: { field: string; xid: number; ctid: string }) =>
    `${p.field} of ${p.ctid}: choose xid ${p.xid}`,
  'heap.choose.session': (p: { who: string }) => `Look with ${own(p.who)} eyes`,
  'heap.grid': (p: { table: string; block: number }, f: Format) =>
    `Versions on page ${f.integer(p.block)} of ${p.table}`,
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
  'heap.detail.xmaxNone': '0: nobody deletes or locks it',
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
    `${p.multi ? `${p.xid} is a multixact; ${p.by} in it is the one that ${p.how} it` : p.xid}, ${own(p.who)}: ${FILL[p.fill]}${p.hinted ? '; hint bit: committed' : ''}`,
  'heap.detail.members': (p: { locks: string }) => `also locked ${p.locks}`,
  'heap.detail.cid': (p: { cid: number; cmin: number; cmax: number; combo: boolean; changed: boolean }) =>
    p.combo
      ? `${p.cid}, a combo of commands ${p.cmin} and ${p.cmax}`
      : `${p.cid}: the command that ${p.changed ? 'set xmax' : 'inserted it'}`,
  'heap.detail.ctidSelf': (p: { ctid: string }) => `${p.ctid}, itself: there is no newer version`,
  'heap.detail.ctidNext': (p: { ctid: string; hot: boolean }) =>
    p.hot
      ? `${p.ctid}, its next version; HOT: no new index entry`
      : `${p.ctid}, its next version, with index entries of its own`,
  'heap.detail.ctidVoid': (p: { ctid: string }) => `${p.ctid}, where an undone update put a version: not followed`,
  'heap.detail.bits': (p: { hex: string; names: readonly string[] }) =>
    p.names.length === 0 ? `${p.hex}: no bit set` : `${p.hex}: ${p.names.join(', ')}`,
  'heap.detail.bits2': (p: { hex: string; natts: number; names: readonly string[] }, f: Format) =>
    [`${p.hex}: ${f.integer(p.natts)} ${f.plural(p.natts, 'column', 'columns')}`, ...p.names].join(', '),
  'heap.detail.place': (p: { at: number; length: number; hoff: number }, f: Format) =>
    `${bytes(p.length, f)} from byte ${f.integer(p.at)} of the page on, ${f.integer(p.hoff)} of them header`,
  'heap.detail.heapOnly': 'heap-only: no index entry leads here',
  'heap.detail.bytes': 'place',
  'heap.null': 'null',

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

  'heap.explain.title': (p: { who: string; sees: boolean; ctid: string }) =>
    p.sees ? `Why does ${p.who} see ${p.ctid}?` : `Why does ${p.who} not see ${p.ctid}?`,
  'heap.explain.titleFailed': (p: { who: string; ctid: string }) => `Will ${own(p.who)} next query see ${p.ctid}?`,
  'heap.explain.emptyTitle': 'Why does one see it, and another not?',
  'heap.explain.emptyHint': 'Choose an eye beside a version: the path of that decision stands here.',
  'heap.explain.needSession': (p: { ctid: string }) =>
    `${p.ctid} is chosen. Choose an eye beside it: whose path is it to be?`,
  'heap.explain.needTuple': (p: { who: string }) => `${p.who} is chosen. Choose an eye beside a version.`,
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
  'heap.explain.means.nothing': 'nothing takes it away',
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

  'heap.end.all-visible': 'The page says: everybody, so visible.',
  'heap.end.inserter-hinted-undone': 'Never committed, so invisible.',
  'heap.end.inserter-undone': 'Never committed, so invisible.',
  'heap.end.inserter-running': (p: { who: string }) => `Running for ${p.who}, so invisible.`,
  'heap.end.inserter-too-new': (p: { who: string }) => `Too new for ${p.who}, so invisible.`,
  'heap.end.own-insertion-later': (p: { who: string }) => `${own(p.who)} own, but of this command: invisible.`,
  'heap.end.no-deleter': 'Nobody takes it away, so visible.',
  'heap.end.only-locked': 'Locked, not deleted, so visible.',
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

  'heap.why.all-visible': 'VACUUM marked the page; no version on it is asked.',
  'heap.why.inserter-hinted-undone': 'The hint bit remembers that its writer rolled back; pg_xact is not asked.',
  'heap.why.inserter-undone': (p: { xid: number }) => `${p.xid} runs no more, and pg_xact has no commit of it.`,
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
  'heap.why.no-deleter.void': 'The insertion counts. What stands in xmax was rolled back, or was a lock that is over.',
  'heap.why.only-locked': 'A row lock stands in xmax, too; who only reads walks past it.',
  'heap.why.own-deletion-undone': 'The subtransaction that did it was rolled back; the row is as it was.',
  'heap.why.own-deletion-later': 'A statement sees what was there before its own command.',
  'heap.why.own-deletion': 'An earlier command of the same transaction did it: no commit is needed for that.',
  'heap.why.deleter-undone': (p: { xid: number }) => `${p.xid} runs no more, and pg_xact has no commit of it.`,
  'heap.why.deleter-done.before': (p: { xid: number }) =>
    `${p.xid} had ended before this snapshot’s xmin, and it committed.`,
  'heap.why.deleter-done': (p: { xid: number }) => `${p.xid} was over when the snapshot was taken, and it committed.`,
  'heap.why.failed': (p: { who: string; sees: boolean }) =>
    `${own(p.who)} transaction has failed: it can run no query until ROLLBACK. One right after it would ${p.sees ? 'see' : 'not see'} this version, as things stand.`,
  'heap.why.unknown': 'The last question above decided it.',
} as const satisfies Area<'heap'>;
