/** Texts of the cliff: savepoints of one session, readers of all others. */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

interface Drop {
  readonly shape: string;
  readonly times: number;
}
const times = (n: number, f: Format): string => (n >= 9.95 ? f.integer(Math.round(n)) : f.fixed(n, 1));

export const cliff = {
  'cliff.page.title': 'The cliff at 65 savepoints',
  'cliff.page.lead':
    'One session has a transaction open, with savepoints. Other sessions only read. Up to 64 savepoints they hardly notice; from the 65th on every row sends them to pg_subtrans.',
  'cliff.field.readers': 'Readers',
  'cliff.field.readers.hint': (p: { cores: number }, f: Format) =>
    `A thread each; this machine has ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}`,
  'cliff.field.otherWork.hint': 'Of a reader’s transaction; 0: none',

  'cliff.measure': 'Measure here',
  'cliff.measure.again': 'Measure again',
  'cliff.measure.stop': 'Stop',
  'cliff.measure.ready': (p: { points: number; passes: number; seconds: number }, f: Format) =>
    `${f.integer(p.points)} points, ${f.integer(p.passes)} times, with real threads on this machine; about ${f.integer(Math.ceil(p.seconds))} s`,
  'cliff.measure.running': (p: { pass: number; of: number }, f: Format) =>
    `Measuring: pass ${f.integer(p.pass)} of ${f.integer(p.of)}`,
  'cliff.measure.stopped': 'Stopped. What was measured stays.',
  'cliff.measure.failed': (p: { why: string }) => `It failed: ${p.why}`,
  'cliff.measure.done': (p: { turns: number }, f: Format) => `Measured: ${f.integer(p.turns)} turns`,

  'cliff.name': 'The cliff at 65 savepoints',
  'cliff.title.bare': 'Real servers fall at the 65th savepoint, unless pg_subtrans fits its buffers',
  'cliff.title': (p: { drops: readonly Drop[] }, f: Format) => {
    const [first, ...rest] = p.drops.map(({ shape, times: n }) => [times(n, f), shape] as const);
    const others = rest.map(([n, shape]) => `, ${n} × on ${shape}`).join('');
    return `Beside 100 savepoints a reader takes ${first?.[0]} × as long as beside 60 on servers ${first?.[1]}${others}`;
  },
  'cliff.subtitle': (p: { readers: number; otherWorkUs: number }, f: Format) =>
    `${f.integer(p.readers)} ${f.plural(p.readers, 'reader', 'readers')}, ${f.integer(p.otherWorkUs)} µs of other work; 100 rows whose xids lie on 100 pages of pg_subtrans`,
  'cliff.caption':
    'The vertical axis is logarithmic and does not start at 0. Lines are measured here; crosses are real servers, where a whole server works around the same rows: compare how far they fall, not how high they stand.',
  'cliff.axis.tps': 'Transactions per second',
  'cliff.axis.savepoints': 'Savepoints of the open transaction, each with an xid',
  'cliff.boundary': '64 fit the cache',
  'cliff.shape.pg16': 'up to 16',
  'cliff.shape.pg17:32': '17, 32 buffers',
  'cliff.shape.pg17:128': '17, 128 buffers',
  'cliff.real.13': 'real 13',
  'cliff.real.17-32': 'real 17, 32 buffers',
  'cliff.real.17-128': 'real 17, 128 buffers',
  'cliff.real.17-256': 'real 17, 256 buffers',
  'cliff.badge.real': '13.23 and 17.10, npm builds, two cores, November 2026',
  'cliff.empty': 'Nothing was measured here yet. The crosses are real servers.',

  'cliff.table.caption': 'Readers beside 60 and beside 100 savepoints',
  'cliff.table.which': 'pg_subtrans',
  'cliff.table.below': 'tps beside 60',
  'cliff.table.beyond': 'tps beside 100',
  'cliff.table.times': 'times as long',
  'cliff.table.lookups': 'lookups',
  'cliff.table.reads': 'page reads',
  'cliff.table.waits': 'lock waits',
  'cliff.table.note':
    'Lookups, page reads and lock waits are those of one reader’s transaction beside 100 savepoints. A dash: not counted on a real server.',
  'cliff.none': '–',
  'cliff.say': (p: { drops: readonly { shape: string; below: number; beyond: number; times: number }[] }, f: Format) =>
    p.drops.length === 0
      ? 'Nothing was measured here yet. On a real 13 readers fall from 47,720 transactions a second beside 60 savepoints to 2,866 beside 100; on a real 17 with 128 buffers from 52,011 to 44,403.'
      : p.drops
          .map(
            ({ shape, below, beyond, times: n }) =>
              `${shape}: ${f.si(below)} transactions a second beside 60 savepoints, ${f.si(beyond)} beside 100: a reader takes ${f.fixed(n, 1)} times as long.`,
          )
          .join(' '),

  'cliff.why': 'Why',
  'cliff.why.cache':
    'A backend shows up to 64 xids of its subtransactions in its PGPROC. A snapshot that finds room for all of them lists them, and a row’s xid is searched in that list (one by one here, as up to 15), so the lines fall a little even before 64.',
  'cliff.why.overflow':
    'The 65th sets “overflowed”, for as long as the transaction is open. From then on every snapshot of every session is suboverflowed: the list is of no use, and whether an xid runs is asked of its topmost parent, which pg_subtrans knows.',
  'cliff.why.pages':
    'A page of pg_subtrans has 2,048 xids. While the pages that are asked for fit its buffers, a question costs two atomic operations on a lock and a look at the slots. Here rows lie on 100 pages.',
  'cliff.why.shapes':
    'Up to 16 there are 32 buffers under one lock; every question misses and reads a page. 17 has banks of 16 with a lock each, and a setting: by default one buffer for 512 of shared_buffers, 32 of 128 MB; with 512 MB there are 128, and all pages fit.',
} satisfies Area<'cliff'>;
