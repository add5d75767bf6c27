/** Texts of the heap page, its versions, and of the path that decides who sees one. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';
import { bytes, FILL, type Fill, type How, NOUN, own, STATE } from './words/heap.ts';

export const heap = addTexts({
  'heap.setup': 'the set-up',
  'heap.fill': (p: { fill: Fill }) => FILL[p.fill],
  'heap.sessionNamed': (p: { letter: string; name: string }) => `${p.letter} (${p.name})`,

  'heap.rows': 'Row versions',
  'heap.title': (p: { table: string; block: number }, f: Format) => `Heap page ${f.integer(p.block)} of ${p.table}`,
  'heap.noTable': 'There is no table yet.',
  'heap.tornDown': 'The teardown has dropped the tables.',
  'heap.tornDownHint': 'Back shows the page as it was.',
  'heap.noTableHint': 'Create one: its page appears here.',
  'heap.empty': (p: { table: string }) => `${p.table} is empty.`,
  'heap.emptyHint': 'The first INSERT writes the first version here.',
  'heap.scale': 'bytes drawn to scale',
  'heap.scaleHeader': 'the header is to scale; columns are shortened',
  'heap.scaleNone': 'not to scale',
  'heap.ink': (p: { who: string }) => `gray: ${p.who} does not see it`,
  'heap.inkNobody': 'gray: dead',
  'heap.columnsCut': (p: { n: number }, f: Format) => `+ ${f.integer(p.n)}`,
  'heap.columnsCutLong': (p: { n: number }, f: Format) =>
    `${f.integer(p.n)} more ${f.plural(p.n, 'column', 'columns')}: choose a version to read them`,

  'heap.picker.table': 'Table',
  'heap.picker.block': 'Page',
  'heap.picker.of': (p: { blocks: number }, f: Format) => `of ${f.integer(p.blocks)}`,
  'heap.picker.previous': 'Page before',
  'heap.picker.next': 'Next page',

  'heap.space': (p: { free: number; lower: number; upper: number }, f: Format) =>
    `${bytes(p.free, f)} free: pd_lower ${p.lower} to pd_upper ${p.upper}`,
  'heap.spaceDrawing': 'The page’s 8,192 bytes: line pointers left, tuples right',

  'heap.fact.deadRolledBack': (p: { who: string }) => `dead: its writer ${p.who} rolled back`,
  'heap.fact.deadRemoved': (p: { who: string; how: How }) => `dead: ${p.who} ${p.how} it`,
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
  'heap.fact.onlyLocks': (p: { fact: string; xid: number; who: string }) =>
    `${p.fact}; xmax ${p.xid}${p.who && ` (${p.who})`} only locks`,
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

  'heap.choose.session': (p: { who: string }) => `Look with ${own(p.who)} eyes`,
  'heap.null': 'null',
} as const satisfies Area<'heap'>);
