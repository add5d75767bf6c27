/**
 * Texts of the 90-minute plan: the teacher's sheet and the students' sheet. Figures are parameters: they come from
 * published data and from the settings of the pages that are opened.
 */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

interface Rates {
  readonly none: number;
  readonly most: number;
}
interface Race {
  readonly idle: number;
  readonly before: Rates;
  readonly after: Rates;
}

export const plan = addTexts({
  'plan.title': 'A 90-minute lesson',
  'plan.lead': 'One sheet for you, one for your students, and one link for the class. Each sheet prints on one page.',
  'plan.printTeacher': 'Print the teacher’s sheet',
  'plan.printStudents': 'Print the students’ sheet',
  'plan.link': 'The class’s link',
  'plan.addresses': (p: { site: string }) => `Every address begins with ${p.site}.`,
  'plan.link.copy': 'Copy the class’s link',
  'plan.link.hint':
    'Give it to your students before the lesson. Each gets variants of the exercises drawn from their own name, and hands in one file.',
  'plan.teacher': 'For the teacher',
  'plan.teacher.need':
    'You need: a projector, and a browser for every student or pair. Key F presents any page, and “Speaker’s notes” at a lesson’s foot open in a second window. Students keep the sheet; you get their files.',
  'plan.students': 'Which session sees which row, and why that takes time',
  'plan.students.name': 'Name',
  'plan.students.date': 'Date',
  'plan.students.open': 'Type this address into your browser:',
  'plan.minutes': 'Minutes',
  'plan.doing': 'Do',
  'plan.open': 'Open',
  'plan.ask': 'Ask',
  'plan.answer': 'Answer',
  'plan.sum': (p: { minutes: number }, f: Format) => `${f.integer(p.minutes)} minutes in all`,
  'plan.from': (p: { source: string; machine: string }) =>
    `Transactions per second: published. ${p.source}; ${p.machine}.`,

  'plan.race.title': 'The race',
  'plan.race.open': 'Home',
  'plan.race.do': (p: Race, f: Format) =>
    `Let somebody drag the slider to ${f.integer(p.idle)} idle connections. Say nothing; wait for the question why.`,
  'plan.race.ask': 'Nobody does anything on those connections. Why does one line fall?',
  'plan.race.answer': (p: Race, f: Format) =>
    `Every statement takes a snapshot, and PostgreSQL 13 looks at every connection to build it. Published, one active client: ${f.integer(p.before.none)} falls to ${f.integer(p.before.most)} transactions/s before the change in PostgreSQL 14; after it, ${f.integer(p.after.none)} stays at ${f.integer(p.after.most)}.`,
  'plan.race.q': (p: Race, f: Format) =>
    `Drag to ${f.integer(p.idle)} idle connections. In the published figures, one active client, how many transactions per second are left?`,
  'plan.race.gap': 'PostgreSQL 13: ________   PostgreSQL 14: ________',

  'plan.stamps.title': 'Two stamps on every row',
  'plan.stamps.open': 'Lesson 1, from its first step',
  'plan.stamps.do':
    'Go to step 4, the question about COMMIT; on stage, key Q opens it. Let the room vote before you go on.',
  'plan.stamps.ask': 'What does COMMIT write into the row versions?',
  'plan.stamps.answer':
    'Nothing. The commit is recorded once, elsewhere, however many rows changed. t_xmin says who created a version, t_xmax who deleted, replaced or locked it.',
  'plan.stamps.q':
    'A row’s t_xmin says who ________ this version; its t_xmax says who ________ it. COMMIT writes into the row:',

  'plan.sees.title': 'Who sees which version?',
  'plan.sees.open': 'Exercise',
  'plan.sees.do':
    'Everybody does their own variant in the class’s link. Compare two neighbours with different answers.',
  'plan.sees.ask': 'Which question of the decision path says no?',
  'plan.sees.answer':
    'It depends on the variant; the page marks it. A version whose creator is still running, or began after the snapshot, is not visible; nor is one whose deleter has committed before it.',
  'plan.sees.q': 'One version that the reader did not see, and the question of the decision path that said no:',

  'plan.snapshot.title': 'A snapshot is a list of who was running',
  'plan.snapshot.open': 'Lesson 2, from its first step',
  'plan.snapshot.stop': 'step 7',
  'plan.snapshot.do': 'Steps 1 to 6 at your own pace; stop at step 7 and ask.',
  'plan.snapshot.ask': 'A began in REPEATABLE READ before B’s insert committed. Will A’s first SELECT count B’s row?',
  'plan.snapshot.answer': 'Yes. BEGIN takes no snapshot; A’s first statement takes it, and by then B has ended.',
  'plan.snapshot.q':
    'REPEATABLE READ: which statement takes the snapshot, and what follows for a row committed just before it?',

  'plan.xip.title': 'What is in the snapshot?',
  'plan.xip.open': 'Exercise',
  'plan.xip.do': 'Own variants again.',
  'plan.xip.ask': 'Why does xip list no transaction id from xmax on?',
  'plan.xip.answer':
    'Ids from xmax on all count as running, so nobody needs to list them. Ids below xmin have all ended.',
  'plan.xip.q': 'The snapshot of my variant:',
  'plan.xip.gap': 'xmin ______   xmax ______   xip ______________',

  'plan.lost.title': 'Lose an update',
  'plan.lost.open': 'Exercise',
  'plan.lost.do': 'In pairs: one plays session a, the other b. Say the order aloud before you click it.',
  'plan.lost.ask': 'Which order loses one of the two additions? What changes in REPEATABLE READ?',
  'plan.lost.answer': (p: { message: string }) =>
    `Both read before either writes; the second write replaces the first. In REPEATABLE READ the second one gets “${p.message}” instead, and can try again.`,
  'plan.lost.q': 'An order of read_a, write_a, end_a, read_b, write_b, end_b, look that loses one addition:',

  'plan.walk.title': 'Asking everyone',
  'plan.walk.open': 'Cache lines: PostgreSQL 13 next to dense arrays',
  'plan.walk.do':
    'Let them guess first. Dense arrays: the scan of 13 with the packed entries of 14. Then step from miss to miss, or play slowly: both designs count their lines.',
  'plan.walk.ask': (p: { active: number; idle: number }, f: Format) =>
    `${f.integer(p.active)} connections work, ${f.integer(p.idle)} sleep. How many cache lines does one snapshot of PostgreSQL 13 touch, and how many with dense arrays?`,
  'plan.walk.answer': (p: { entries: number; lines: number; dense: number }, f: Format) =>
    `${f.integer(p.lines)} and ${f.integer(p.dense)}: both look at all ${f.integer(p.entries)} entries to learn who runs, but dense arrays put more of them into each line. PostgreSQL 14 keeps the last snapshot as long as no transaction with an id has ended since.`,
  'plan.walk.q': (p: { active: number; idle: number }, f: Format) =>
    `${f.integer(p.active)} connections work, ${f.integer(p.idle)} sleep. One snapshot of PostgreSQL 13 touches ______ cache lines, with dense arrays ______, because`,

  'plan.end.title': 'Say it back',
  'plan.end.open': 'The cliff, if there is time',
  'plan.end.do': 'Everybody writes one sentence and hands in the file. With time left, open the cliff.',
  'plan.end.ask': (p: { below: number; beyond: number }, f: Format) =>
    `What does PostgreSQL 14 do that 13 does not? If you finish early: up to PostgreSQL 16, why do ${f.integer(p.beyond)} open savepoints slow everybody else so much more than ${f.integer(p.below)}?`,
  'plan.end.answer': (p: { cached: number }, f: Format) =>
    `14 counts the transactions that have ended, and takes the last snapshot again while the count stays. Each backend caches ${f.integer(p.cached)} subtransaction ids; with one more, every reader has to look them up in pg_subtrans.`,
  'plan.end.q': 'In one sentence: what does PostgreSQL 14 do that 13 does not?',
} satisfies Area<'plan'>);
