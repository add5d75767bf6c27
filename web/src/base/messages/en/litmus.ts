/** Texts of the litmus tests: a store that waits, a look that comes too early. */

import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

const runs = (n: number, f: Format): string => `${f.integer(n)} ${f.plural(n, 'run', 'runs')}`;
const rarer = (oneIn: number | null, f: Format): string =>
  oneIn === null
    ? ''
    : ` If runs are independent, that is at 95 % confidence rarer than one run in ${f.integer(oneIn)}.`;

const paused = (turns: number, f: Format): string =>
  turns === 0
    ? ''
    : `, with a pause of ${f.integer(turns)} ${f.plural(turns, 'turn', 'turns')} before the reader’s store`;

export const litmus = addTexts({
  'litmus.page.title': 'Reusing a snapshot without a lock',
  'litmus.page.lead':
    'A backend wants to use its last snapshot again, without ProcArrayLock. It stores its xmin, so that nobody removes the rows it needs, and looks at xactCompletionCount. Meanwhile another backend commits, raises that count, and looks for xmins before it prunes. If both look too early, a row is lost.',
  'litmus.name': 'Litmus test',

  'litmus.test': 'Test',
  'litmus.test.buffer': 'Store buffers alone',
  'litmus.test.hole': 'The hole of 2012',
  'litmus.fence': 'Fence',
  'litmus.fence.hint': 'no look before other cores can see the store',
  'litmus.fence.where': 'after the store',
  'litmus.look.where': 'at the count',
  'litmus.look': 'Second look',
  'litmus.look.hint': 'at the count, after the store',
  'litmus.runs': 'Runs',
  'litmus.pause': 'Pause before the store',
  'litmus.pause.unit': 'turns',
  'litmus.pause.hint': 'Makes the faulty reader slower, so that the hole is hit more often',

  'litmus.run': 'Run',
  'litmus.stop': 'Stop',
  'litmus.state.ready': 'Two real threads try it here',
  'litmus.state.starting': 'Starting two threads…',
  'litmus.state.running': (p: { runs: number; of: number }, f: Format) =>
    `Running: ${f.integer(p.runs)} of ${runs(p.of, f)}`,
  'litmus.state.done': (p: { runs: number }, f: Format) => `Finished ${runs(p.runs, f)}`,
  'litmus.state.stopped': (p: { runs: number }, f: Format) => `Stopped after ${runs(p.runs, f)}`,
  'litmus.state.failed': (p: { why: string }) => `It failed: ${p.why}`,
  'litmus.progress': 'Runs done',
  'litmus.still': 'The explanation and the model’s verdict below need no threads.',
  'litmus.oneCore':
    'This machine has one core. The two threads take turns on it, and a switch empties the store buffer: here only a switch in the middle of the protocol can open the hole.',
  'litmus.busy':
    'The threads often waited for a core. Runs in which one thread slept test little, so no bound is given for what was not seen.',

  'litmus.title.buffer.open': 'Without a fence, both threads can miss each other',
  'litmus.title.buffer.fence': 'With a fence on both sides, at least one thread sees the other',
  'litmus.title.hole': 'Without the second look, the reader can lose a row that it needs',
  'litmus.title.early': 'Without the fence, even the second look can come too early',
  'litmus.title.sound': 'With the fence and the second look, no reader loses its row',
  'litmus.measured.none': 'Not run yet on this machine.',
  'litmus.measured.seen': (p: { seen: number; runs: number; pause: number }, f: Format) =>
    `It went wrong here in ${f.integer(p.seen)} of ${runs(p.runs, f)}${paused(p.pause, f)}.`,
  'litmus.measured.unseen': (p: { isAllowed: boolean; runs: number; oneIn: number | null; pause: number }, f: Format) =>
    `${p.isAllowed ? 'Possible, but not seen' : 'Not seen'} in ${runs(p.runs, f)}${paused(p.pause, f)}.${rarer(p.oneIn, f)}`,
  'litmus.measured.apart': (p: { runs: number }, f: Format) =>
    `In ${runs(p.runs, f)} here, no outcome shows that the two threads overlapped; so nothing follows.`,
  'litmus.measured.contrary': (p: { seen: number; runs: number }, f: Format) =>
    `${f.integer(p.seen)} of ${runs(p.runs, f)} ended in a way that the model forbids: a fault in this page or in the machine.`,
  'litmus.story.buffer':
    'The question: two threads each write, then look at what the other wrote. Can both look too early? Press Step to follow one order of their steps; press Run to let two real threads try it here. A processor keeps a store in its own buffer for a while, so both can miss each other: then a reader trusts a snapshot that is out of date.',
  'litmus.story.hole':
    'The question: can a reader reuse its last snapshot without a lock, and still find its row? Press Step to follow one order of its steps and those of a pruning backend; press Run to let two real threads try it here. A patch of January 2012 had this hole. No released PostgreSQL has it: 14 reuses its snapshot under the lock.',
  'litmus.fine': 'fine',
  'litmus.brief.buffer': 'Can both threads look too early? → follows one order; Run lets real threads try it.',
  'litmus.brief.hole':
    'Can a reader reuse a snapshot without a lock? → follows one order; Run lets real threads try it.',
  'litmus.wrong': 'wrong',
  'litmus.wrong.buffer': 'what the protocol must rule out',
  'litmus.wrong.hole': 'a row is missing',
  'litmus.caption':
    'Left: one interleaving, found by the checker. A store goes into its processor’s buffer and reaches memory later; a look reads memory at once. Count is xactCompletionCount. Right: how runs end. Bars are logarithmic. Real runs do not take all interleavings equally often, so the two counts cannot be compared.',

  'litmus.thread.reader': 'Reader',
  'litmus.thread.pruner': 'Pruner',
  'litmus.step.store.count': 'count ← 42',
  'litmus.step.store.xmin': 'xmin ← 741',
  'litmus.step.store.row': 'remove the row',
  'litmus.step.fence': 'fence',
  'litmus.step.look.count': 'is count still 41?',
  'litmus.step.look.xmin': 'is any xmin set?',
  'litmus.step.read': 'later: read its row',
  'litmus.found.yes': 'yes',
  'litmus.found.no': 'no',
  'litmus.buffer': 'store buffer',
  'litmus.buffer.empty': 'empty',
  'litmus.memory': 'Memory',
  'litmus.word.count': 'count',
  'litmus.word.xmin': 'xmin',
  'litmus.word.row': 'row',
  'litmus.value.count': (p: { set: boolean }) => (p.set ? '42' : '41'),
  'litmus.value.xmin': (p: { set: boolean }) => (p.set ? '741' : 'none'),
  'litmus.value.row': (p: { set: boolean }) => (p.set ? 'gone' : 'there'),

  'litmus.moves': 'Moves of this interleaving',
  'litmus.back': 'Back',
  'litmus.next': 'Step',
  'litmus.at': (p: { at: number; of: number }, f: Format) => `${f.integer(p.at)} of ${f.integer(p.of)}`,
  'litmus.move.start':
    'The reader kept a snapshot with xmin 741, taken when xactCompletionCount (here: count) stood at 41. Nothing has moved yet.',
  'litmus.move.fence.reader': 'The reader’s buffer is empty, so it passes the fence.',
  'litmus.move.fence.pruner': 'The pruner’s buffer is empty, so it passes the fence.',
  'litmus.move.store.count': 'The pruner has committed and raises the count. The store waits in its buffer.',
  'litmus.move.store.xmin': 'The reader stores its xmin. It waits in the buffer: nobody else can see it yet.',
  'litmus.move.store.row': 'The pruner found no xmin, so it removes the old row version.',
  'litmus.move.drain.count': 'The new count reaches memory.',
  'litmus.move.drain.xmin': 'The reader’s xmin reaches memory.',
  'litmus.move.drain.row': 'The removal reaches memory.',
  'litmus.move.look.count.old': 'The reader looks: the count is still 41, so its snapshot seems right.',
  'litmus.move.look.count.passed': 'The reader looks: the count is still 41. This look has overtaken its own store.',
  'litmus.move.look.count.new': 'The reader sees count 42. It drops the old snapshot and takes a new one.',
  'litmus.move.look.xmin.old': 'The pruner looks for an xmin and finds none. Its horizon moves on.',
  'litmus.move.look.xmin.passed': 'The pruner looks for an xmin and finds none. This look has overtaken its own store.',
  'litmus.move.look.xmin.new': 'The pruner finds xmin 741, so its horizon stays and the row is kept.',
  'litmus.move.read.gone': 'Later the query reads its row version, and it is gone. This is the hole.',
  'litmus.move.read.there': 'Later the query reads its row version: it is there.',

  'litmus.outcomes': 'How runs end',
  'litmus.outcomes.seen': 'seen here, log scale',
  'litmus.outcome.buffer.neither': 'Neither sees the other',
  'litmus.outcome.buffer.reader': 'Only the reader sees the other',
  'litmus.outcome.buffer.pruner': 'Only the pruner sees the other',
  'litmus.outcome.buffer.both': 'Each sees the other',
  'litmus.outcome.hole.neither': 'Snapshot used, row gone',
  'litmus.outcome.hole.reader': 'New snapshot, row gone',
  'litmus.outcome.hole.pruner': 'Snapshot used, row kept',
  'litmus.outcome.hole.both': 'New snapshot, row kept',
  'litmus.allowed': (p: { ways: number; of: number }, f: Format) =>
    p.ways === 0
      ? `cannot happen: none of the ${f.integer(p.of)}`
      : `can happen: ${f.integer(p.ways)} of ${f.integer(p.of)} interleavings`,
  'litmus.show': (p: { outcome: string }) => `Show an interleaving: ${p.outcome}`,

  'litmus.fact.threads': (p: { cores: number }, f: Format) =>
    `2 threads on ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}`,
  'litmus.fact.runs': (p: { runs: number }, f: Format) => runs(p.runs, f),
  'litmus.fact.pause': (p: { pause: number }, f: Format) =>
    `pause: ${f.integer(p.pause)} ${f.plural(p.pause, 'turn', 'turns')}`,
  'litmus.fact.checked': (p: { states: number }, f: Format) => `allowed: all ${f.integer(p.states)} states checked`,

  'litmus.table': 'All six variants: does the pruner miss a reader that goes on?',
  'litmus.table.test': 'Test',
  'litmus.table.fence': 'Fence',
  'litmus.table.look': 'Second look',
  'litmus.table.allowed': 'Allowed',
  'litmus.table.interleavings': 'Interleavings',
  'litmus.table.seen': 'Seen',
  'litmus.table.runs': 'Runs',
  'litmus.table.rarer': 'Rarer than one in (95 %, if independent)',
  'litmus.yes': 'yes',
  'litmus.no': 'no',
  'litmus.none': '–',
  'litmus.say': (p: { title: string; measured: string; move: string }) => `${p.title}. ${p.measured} ${p.move}`,

  'litmus.notes': 'How we know',
  'litmus.note.allowed':
    '“Allowed” comes from a checker, not from a measurement. It walks through every interleaving of the two programs on two processors with store buffers (total store order, the model of x86), and counts how each one ends.',
  'litmus.note.seen':
    '“Seen” is what two real threads did here. They meet before every run, wait a random time of some tens of nanoseconds at most, and take their steps on cache lines of that run alone. Each row that counts as gone was really marked as removed by the pruner, and read by the reader after a batch of runs.',
  'litmus.note.zero':
    'Zero of N proves nothing. If runs are independent, it means at 95 % confidence fewer than 3 in N runs. Runs in which the reader slept until the pruner came are left out of N; if they are many, no bound is given. Threads that take turns end only as “one sees the other”: where no other outcome was seen, nothing shows that they overlapped, and nothing follows.',
  'litmus.note.plain':
    'Without the fence, the engine uses plain i32.store and i32.load. WebAssembly gives these no order between threads, so the processor may let the look overtake the store. C’s relaxed atomics could not be used here: WebAssembly has only the strict kind, and that would already act as the fence. With the fence, it uses i32.atomic.store and i32.atomic.load, which all threads see in one order.',
  'litmus.note.fence':
    'In the hole of 2012 the switch is the reader’s fence. The pruner always has one, because it commits and computes its horizon under ProcArrayLock, and taking a lock is a full barrier.',
  'litmus.note.pause':
    'The pause makes no new outcome possible. It keeps the reader longer between its first look and its store. A busy backend has such pauses by itself, for instance when the system takes its core away; from 1,000 turns on, the reader here gives up its core, too.',
  'litmus.note.real':
    'A patch of January 2012 reused snapshots without the lock. The design “unlocked reuse” has both the fence and the second look; the comment at the top of its source proves why that is enough.',
  'litmus.note.lesson': 'The lesson about it',
  'litmus.note.exercise': 'Exercise: find a schedule that shows the hole',
} satisfies Area<'litmus'>);
