/** Texts of the cliff: savepoints of one session, readers of all others. */

import type { Sure } from '../../units.ts';
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

/** How many times slower: the medians', and the closest and the farthest pair of visits. */
interface Slower {
  readonly times: number;
  readonly least: number;
  readonly most: number;
}
interface Drop extends Slower {
  readonly shape: string;
}
type PairKind = 'measured' | 'modelled' | 'published';
interface PairCase {
  readonly kind: PairKind;
  readonly clients: number;
  readonly otherWorkUs: number | null;
}
const PAIR_KINDS: Readonly<Record<PairKind, string>> = {
  measured: 'Measured here',
  modelled: 'Modelled',
  published: 'Published',
};
const times = (n: number, f: Format): string => (n >= 9.95 ? f.integer(Math.round(n)) : f.fixed(n, 1));
/** 81; 75–88 where the visits differ by more than a tenth. */
const isRange = ({ least, most }: Slower, f: Format): boolean =>
  most > least * 1.1 && times(least, f) !== times(most, f);
/** The visits are so far apart that only the closest pair says anything: 9.7–124. */
const isWild = ({ least, most }: Slower): boolean => most > least * 3 && least > 1.05;
const slower = (all: Slower, f: Format): string =>
  isWild(all)
    ? `at least ${times(all.least, f)}`
    : isRange(all, f)
      ? `${times(all.least, f)}–${times(all.most, f)}`
      : times(all.times, f);

export const cliff = addTexts({
  'cliff.page.title': 'The cliff at 65 savepoints',
  'cliff.page.lead': 'A snapshot lists 64 savepoints of a transaction; with a 65th, readers look them all up.',
  'cliff.settings.summary': (p: { readers: number; otherWorkUs: number; machine: string }, f: Format) =>
    `${f.integer(p.readers)} ${f.plural(p.readers, 'reader', 'readers')} · ${f.integer(p.otherWorkUs)} µs of other work · model: ${p.machine}`,
  'cliff.field.readers': 'Readers',
  'cliff.field.readers.hint': (p: { cores: number }, f: Format) =>
    `A thread each; this machine has ${f.integer(p.cores)} ${f.plural(p.cores, 'core', 'cores')}`,
  'cliff.field.otherWork.hint': 'Simulated work per reader transaction (0 = none)',

  'cliff.measure': 'Run',
  'cliff.measure.again': 'Run again',
  'cliff.measure.stop': 'Stop',
  'cliff.measure.ready': (p: { points: number; passes: number; seconds: number }, f: Format) =>
    `${f.integer(p.points)} points, ${f.integer(p.passes)} times, with real threads on this machine; about ${f.integer(Math.ceil(p.seconds))} s`,
  'cliff.measure.running': (p: { pass: number; of: number }, f: Format) =>
    `Measuring: pass ${f.integer(p.pass)} of ${f.integer(p.of)}`,
  'cliff.measure.stopped': 'Stopped. What was measured stays.',
  'cliff.measure.failed': (p: { why: string }) => `It failed: ${p.why}`,
  /** The cliff's own, as its badge has them; the pair's badge has the pair's. */
  'cliff.measure.done': (p: { turns: number }, f: Format) => `Measured: ${f.integer(p.turns)} turns`,

  'cliff.name': 'The cliff at 65 savepoints',
  'cliff.title.bare': (p: { real: number; few: number; fits: number }, f: Format) =>
    `With 100 open savepoints instead of 60, readers on a real PostgreSQL\u00a013 were ${times(p.real, f)} times slower; on a 17 with 32 buffers ${times(p.few, f)} times, with 128 buffers ${times(p.fits, f)} times`,
  'cliff.title.at': (p: { savepoints: number; real: number; few: number }, f: Format) =>
    p.savepoints <= 64
      ? `${f.integer(p.savepoints)} of 64 slots are used; with 100 savepoints instead of 60, readers on a real PostgreSQL\u00a013 were ${times(p.real, f)} times slower, and on a 17 with 32 buffers ${times(p.few, f)} times`
      : `${f.integer(p.savepoints)} savepoints overflow 64 slots; with 100 instead of 60, readers on a real PostgreSQL\u00a013 were ${times(p.real, f)} times slower, and on a 17 with 32 buffers ${times(p.few, f)} times`,
  'cliff.title.busy': (p: { real: number }, f: Format) =>
    `This machine is busy with other work, so the numbers jump: too unsure for a finding. On a real PostgreSQL\u00a013, readers were ${times(p.real, f)} times slower`,
  'cliff.title': (
    p: {
      drops: readonly (Drop & { readonly times: Sure; readonly real: { version: string; times: number } | null })[];
    },
    f: Format,
  ) => {
    const each = p.drops.map(({ real, ...drop }, i) => {
      const there = real === null ? '' : `; real ${real.version}: ${times(real.times, f)}`;
      return `${slower(drop, f)} times ${i === 0 ? 'slower ' : ''}(${drop.shape}${there})`;
    });
    return `With 100 open savepoints instead of 60, readers here are ${f.list(each)}`;
  },
  'cliff.subtitle': (p: { readers: number; otherWorkUs: number }, f: Format) =>
    `${f.integer(p.readers)} ${f.plural(p.readers, 'reader', 'readers')}, ${f.integer(p.otherWorkUs)} µs of other work; 100 rows whose xids lie on 100 pages of pg_subtrans`,
  'cliff.buffers': 'buffers: 17’s setting subtransaction_buffers, 32 by default',
  'cliff.caption': (p: { measured: boolean; modelled: boolean }) =>
    `So many savepoints come from ORMs, and from PL/pgSQL loops with an EXCEPTION block. Each line is a share of its own throughput at 60 savepoints, which counts as 100%. The runs differ in their clients and in what else a transaction does, so only how far they fall can be compared. The vertical axis is logarithmic. Crosses are real servers, which ran at 0, 60 and 100 savepoints only (17 with 32 buffers at 60 and 100): the dots between them only guide the eye${p.modelled ? '; hollow marks are modelled' : ''}${p.measured ? '; full marks are measured here' : ''}.`,
  'cliff.axis.share': 'Throughput as a share of that with 60 savepoints',
  'cliff.axis.savepoints': 'Open savepoints, each with an xid',
  'cliff.boundary': 'the 65th has no slot',
  'cliff.unrun': 'real servers ran only at the crosses',
  'cliff.here': (p: { shape: string }) => `here: ${p.shape}`,
  'cliff.shape.pg16': '16 and older',
  'cliff.shape.pg17:32': '17, 32 buffers',
  'cliff.shape.pg17:128': '17, 128 buffers',
  'cliff.real.13': 'real 13',
  'cliff.real.17-32': 'real 17, 32 buffers',
  'cliff.real.17-128': 'real 17, 128 buffers',
  'cliff.real.17-256': 'real 17, 256 buffers',
  'cliff.badge.real': '13.23 and 17.10, npm builds',
  'cliff.badge.realWhere': 'two cores, November 2026',
  'cliff.strip.label': 'Open savepoints',
  'cliff.strip.of': (p: { savepoints: number }, f: Format) => `${f.integer(p.savepoints)} of 64 slots`,
  'cliff.strip.over': 'overflowed',
  'cliff.strip.says': (p: { savepoints: number }, f: Format) =>
    p.savepoints <= 64
      ? `${f.integer(p.savepoints)} of 64 slots are filled. Every snapshot lists these xids, so a reader asks nobody else.`
      : `64 slots are full; ${f.integer(p.savepoints - 64)} ${f.plural(p.savepoints - 64, 'xid has', 'xids have')} none. “Overflowed” is set: every reader asks pg_subtrans about each row’s xid between its snapshot’s xmin and xmax.`,
  'cliff.strip.drawing': (p: { savepoints: number }, f: Format) =>
    `A strip of 64 slots: ${f.integer(Math.min(64, p.savepoints))} filled, ${f.integer(Math.max(0, p.savepoints - 64))} without a slot`,
  'cliff.empty': 'Nothing was measured here yet. The crosses are real servers.',

  'cliff.table.caption': 'Readers with 60 and with 100 savepoints open',
  'cliff.table.all': 'Transactions a second, by savepoints of the open transaction',
  'cliff.table.savepoints': 'savepoints',
  'cliff.table.which': 'pg_subtrans',
  'cliff.table.below': 'transactions/s, 60',
  'cliff.table.beyond': 'transactions/s, 100',
  'cliff.table.times': 'times slower',
  'cliff.times': (p: Slower & { which: string }, f: Format) =>
    p.times < 1.05 ? `${p.which}: no slower` : `${p.which}: ${slower(p, f)} times slower`,
  'cliff.table.slower': (p: Slower, f: Format) =>
    p.most > p.least * 3 && p.least <= 1.05 ? 'too unsure' : slower(p, f),
  'cliff.table.run': (p: { which: string; run: number }, f: Format) => `${p.which} (run ${f.integer(p.run)})`,
  'cliff.table.lookups': 'lookups',
  'cliff.table.reads': 'page reads',
  'cliff.table.waits': 'lock waits',
  /** `counted`: the table also has what was run here, with its counts. */
  'cliff.table.note': (p: { rows: readonly Slower[]; counted?: boolean }, f: Format) => {
    const range = p.rows.find((row) => isRange(row, f) && !isWild(row));
    const wild = p.rows.some(isWild) ? ' “At least”: the visits were too far apart for more.' : '';
    const two =
      range === undefined
        ? ''
        : ` Two numbers (${slower(range, f)}) are the closest and the farthest pair of visits, or of random starts where modelled.`;
    return p.counted === true
      ? `Do not compare the rates of different runs: run 2 had a slower client than run 1, and a reader here does none of a whole server’s other work.${two}${wild} Lookups, page reads and lock waits are those of one reader’s transaction with 100 savepoints open. A dash: not counted on a real server.`
      : `Do not compare the rates of different runs: run 2 had a slower client than run 1.${two}${wild}`;
  },
  'cliff.none': '–',
  'cliff.say': (p: { drops: readonly (Drop & { below: number; beyond: number })[] }, f: Format) =>
    p.drops.length === 0
      ? 'Nothing was measured here yet. On a real 13 readers fall from 47,720 transactions a second with 60 savepoints open to 2,866 with 100; on a real 17 with 128 buffers from 52,011 to 44,403, and on one with 32, the default with 128 MB of shared_buffers, from 8,468 to 1,589.'
      : p.drops
          .map(
            (drop) =>
              `${drop.shape}: ${f.si(drop.below)} transactions a second with 60 savepoints open, ${f.si(drop.beyond)} with 100: ${slower(drop, f)} times slower.`,
          )
          .join(' '),

  'cliff.modelled.pg16': 'modelled, 16 and older',
  'cliff.modelled.pg17:32': 'modelled, 17, 32 buffers',
  'cliff.modelled.pg17:128': 'modelled, 17, 128 buffers',
  'cliff.modelled.note':
    'Hollow marks are modelled: virtual cores run the same C code, and each access costs the machine’s latency. Comparisons and function calls cost nothing in the model, so its readers are too fast while nobody asks pg_subtrans, and fall further than measured ones.',
  'cliff.modelled.say': (p: Drop & { below: number; beyond: number }, f: Format) =>
    `${p.shape}: ${f.si(p.below)} transactions a second with 60 savepoints open, ${f.si(p.beyond)} with 100: ${slower(p, f)} times slower.`,
  'cliff.model.start': 'Model',
  'cliff.field.machine.hint': 'For the modelled lines; readers above its cores share them',

  'cliff.pair.name': 'The published pair: 60 against 90 savepoints a transaction',
  'cliff.pair.title': (p: { raw: number; perSavepoint: number }, f: Format) =>
    `Published: with 90 savepoints instead of 60, ${f.percent(1 - p.raw)} fewer transactions/s and ${f.percent(1 - p.perSavepoint)} fewer savepoints/s`,
  'cliff.pair.subtitle':
    'The same script in every client: at each savepoint a SELECT of 101 rows and an UPDATE of four; up to 16’s pg_subtrans',
  'cliff.pair.caption':
    'Rates with 90 savepoints per transaction, as a share of those with 60. Hollow: transactions/s. Full: savepoints/s.',
  'cliff.pair.axis': 'Rate with 90 savepoints, as a share of the rate with 60',
  'cliff.pair.mark.raw': (p: { raw: number }, f: Format) => `transactions ${f.fixed(p.raw, 2)}`,
  'cliff.pair.mark.each': (p: { perSavepoint: number }, f: Format) => `savepoints ${f.fixed(p.perSavepoint, 2)}`,
  /** From the farthest visits or seeds, where they differ in what is printed. */
  'cliff.pair.range': (p: { ratio: number; least: number; most: number }, f: Format) =>
    p.most - p.least < 0.02 ? f.fixed(p.ratio, 2) : `${f.fixed(p.least, 2)}–${f.fixed(p.most, 2)}`,
  'cliff.pair.table': 'The pair in figures: shares of the rate with 60, then the rates',
  'cliff.pair.who': 'Where',
  'cliff.pair.raw': 'transactions',
  'cliff.pair.each': 'savepoints',
  'cliff.pair.tps': (p: { savepoints: number }, f: Format) => `transactions/s, ${f.integer(p.savepoints)}`,
  'cliff.pair.case': (p: PairCase, f: Format) =>
    `${PAIR_KINDS[p.kind]}, ${f.integer(p.clients)} clients${p.otherWorkUs === null ? ', a whole server' : `, ${f.integer(p.otherWorkUs)} µs of other work`}`,
  'cliff.pair.say': (p: PairCase & { raw: number; perSavepoint: number }, f: Format) =>
    `${PAIR_KINDS[p.kind]}, ${f.integer(p.clients)} clients${p.otherWorkUs === null ? '' : `, ${f.integer(p.otherWorkUs)} µs of other work`}: ${f.fixed(p.raw, 2)} raw, ${f.fixed(p.perSavepoint, 2)} per savepoint.`,
  'cliff.pair.fair':
    'A transaction with 90 savepoints does one and a half times the work of one with 60, so without any cliff the shares would be 0.67 and 1.00. The published server fell from 10,043 to 6,209 savepoints/s. On a whole server most of that time goes into other work (a savepoint takes about 0.6 ms with 60); here and in the model nearly all of it is what makes the cliff. The more clients there are, the more often one of them has overflowed. A single client meets no cliff, because nobody asks pg_subtrans about its own subtransactions, so at least two run here.',

  'cliff.profile.name': 'Where the script’s time goes',
  'cliff.profile.title': (p: { below: number; beyond: number }, f: Format) =>
    `pg_subtrans takes ${f.percent(p.below)} of the modelled time with 60 savepoints, ${f.percent(p.beyond)} with 90`,
  'cliff.profile.subtitle': 'The published script without other work, 6 clients, up to 16’s pg_subtrans',
  'cliff.profile.caption':
    'Three different things. Counted: what the engine’s own code did, averaged over a short window; a count differs from one random start to the next, by some per cent below the boundary and by tens of per cent beyond it. Modelled: shares of the time that this takes on the chosen machine, from the first to the last access, waits for locks included. Published: shares of the samples of a whole server’s profile, its first functions only.',
  'cliff.profile.empty': 'Counts and modelled shares come once you press Model.',
  'cliff.profile.say': (p: { below: number; beyond: number }, f: Format) =>
    `Modelled: ${f.percent(p.below)} of the time goes to pg_subtrans with 60 savepoints, ${f.percent(p.beyond)} with 90. Published: with 90 savepoints LWLockAttemptLock leads the profile with 10.59 % of the samples; with 60 no function of pg_subtrans is among the first.`,
  'cliff.profile.counted': 'Counted, per savepoint',
  'cliff.profile.modelled': 'Modelled, share of a transaction’s time',
  'cliff.profile.published': 'Published, share of the samples',
  'cliff.profile.what': 'What',
  'cliff.profile.function': 'Function',
  'cliff.profile.same': 'In the model',
  'cliff.profile.nothing': 'other work, not modelled',
  'cliff.profile.at': (p: { savepoints: number }, f: Format) => `${f.integer(p.savepoints)} savepoints`,
  'cliff.counted.checks': 'Visibility: xids asked of a snapshot',
  'cliff.counted.words': 'Words of the snapshot searched',
  'cliff.counted.ownWords': 'Words of the own xids searched',
  'cliff.counted.parents': 'Parents walked to in pg_subtrans',
  'cliff.counted.lookups': 'Pages of pg_subtrans asked for',
  'cliff.counted.locks': 'Locks of pg_subtrans taken',
  'cliff.counted.reads': 'Pages read',
  'cliff.counted.bytes': 'Bytes copied',
  'cliff.part.engine': 'Snapshots, xids, begin and end',
  'cliff.part.rows': 'Rows',
  'cliff.part.own_xids': 'Is it one of mine?',
  'cliff.part.snapshot_xids': 'Is it in the snapshot?',
  'cliff.part.slru_locks': 'Taking pg_subtrans’ locks',
  'cliff.part.slru_slots': 'Finding a page’s slot',
  'cliff.part.slru_words': 'A parent, read or written',
  'cliff.part.slru_pages': 'Copying pages',
  'cliff.part.slru_wait': 'Waiting for pg_subtrans',
  'cliff.part.other_lock': 'Waiting for other locks',

  'cliff.why': 'Why',
  'cliff.why.cache':
    'A backend shows up to 64 xids of its subtransactions in its PGPROC. While all of them fit, a snapshot lists them, and a reader searches that list for a row’s xid (one by one here, as up to 15), so the lines fall a little even before 64.',
  'cliff.why.overflow':
    'The 65th sets “overflowed”, for as long as the transaction is open. From then on every snapshot of every session is suboverflowed, and the list no longer helps. To see whether an xid is running, a reader must find its top-level parent in pg_subtrans.',
  'cliff.why.pages':
    'A page of pg_subtrans has 2,048 xids. While the pages that readers need fit into its buffers, a lookup costs two atomic operations on a lock and a search of the slots. Here the rows’ xids are on 100 pages.',
  'cliff.why.shapes':
    'PostgreSQL 16 and older have 32 buffers under one lock: every lookup misses and reads a page. 17 has banks of 16 buffers with a lock each, and a setting: by default one buffer per 512 of shared_buffers, so 32 with 128 MB; with 512 MB there are 128, and all pages fit.',
} satisfies Area<'cliff'>);
