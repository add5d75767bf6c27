/**
 * The cliff: readers of rows on 100 pages of pg_subtrans, next to one open transaction with savepoints. No other work;
 * and once with as much of it as a real server's readers have.
 *
 * The two compared settings are visited one after the other, in many short visits, and each ratio is of one such pair;
 * so a slow phase of the machine slows both. Next to the figures are those of real servers, measured with a whole
 * server around the same rows (executor, protocol): there a row costs more, and the same pages are a smaller share of
 * it.
 */

import type { DesignId } from '../../src/base/designs.ts';
import { us } from '../../src/base/units.ts';
import type { LabSlice, SlruShape } from '../../src/engine/lab/lab-types.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { type Context, publishedRows, setting } from './context.ts';
import { type Finding, judge, type Limits, type PartAnswer } from './report.ts';

const PART = 'cliff';
const BELOW = 60;
const BEYOND = 100;
/** The designs that take snapshots as 13 and 17 do; the choice makes no difference to a row. */
const DESIGN_OF = { pg16: 'pg13', 'pg17:32': 'pg14', 'pg17:128': 'pg14' } as const satisfies Record<string, DesignId>;
type Shape = keyof typeof DESIGN_OF & SlruShape;

interface Case {
  readonly slru: Shape;
  readonly limits: Limits;
  /** Transactions per second of a real server with 60 and with 100 savepoints next to the readers. */
  readonly real: string;
}
const CASES: readonly Case[] = [
  { slru: 'pg16', limits: { min: 8 }, real: '16.7 on a real 13 (47,720 → 2,866 tps)' },
  { slru: 'pg17:32', limits: { min: 8 }, real: '5.3 on a real 17.10 with 128 MB (8,468 → 1,589 tps)' },
  { slru: 'pg17:128', limits: { max: 1.5 }, real: '0.99 to 1.17 on a real 17 (6,794 → 6,871, 52,011 → 44,403 tps)' },
];
/**
 * The time of a reader's transaction on a real 17 without savepoints next to it (53,941 a second): executor, protocol.
 */
const REAL_READER_US = 19;
/** A visit lasts this part of the plan's, and there are correspondingly more visits. */
const SPLIT = 4;

const nsPerTransaction = (slices: readonly LabSlice[]): number =>
  quartilesOf(slices.flatMap((s) => (s.transactions > 0 ? [s.threadNs / s.transactions] : [])))?.median ?? Number.NaN;

interface PointAsked {
  readonly slru: Shape;
  readonly active: number;
  readonly otherWorkUs: number;
}
type Visit = (point: PointAsked, savepoints: number) => Promise<readonly LabSlice[]>;

/** One visit with few savepoints and one with many, in this order; figures are those of a transaction. */
async function visitBoth(visit: Visit, point: PointAsked, order: readonly [number, number]): Promise<Pair> {
  const seen = new Map<number, readonly LabSlice[]>();
  for (const savepoints of order) seen.set(savepoints, await visit(point, savepoints));
  const below = seen.get(Math.min(...order)) ?? [];
  const beyond = seen.get(Math.max(...order)) ?? [];
  const all = beyond.reduce((sum, { transactions }) => sum + transactions, 0);
  const each = (of: (s: LabSlice) => number) => beyond.reduce((sum, s) => sum + of(s), 0) / all;
  return {
    below: nsPerTransaction(below),
    beyond: nsPerTransaction(beyond),
    lookups: each((s) => s.slru.lookups),
    reads: each((s) => s.slru.reads),
    waits: each((s) => s.slru.waits),
  };
}

export async function cliffPart(context: Context): Promise<PartAnswer> {
  const visit: Visit = async ({ slru, active, otherWorkUs }, savepoints) => {
    const changes = { workload: 'subtrans-spread', active, otherWorkUs: us(otherWorkUs), savepoints, slru } as const;
    const slices = await context.visit(setting([DESIGN_OF[slru]], changes), context.plan.seconds / SPLIT);
    return slices.filter(({ design }) => design !== 'other-work');
  };
  const counts = [1, 2].filter((active) => active <= context.cores);
  const points = CASES.flatMap((one) => [
    ...counts.map((active) => ({ ...one, active, otherWorkUs: 0, pairs: [] as Pair[] })),
    { ...one, active: 1, otherWorkUs: REAL_READER_US, limits: undefined, pairs: [] as Pair[] },
  ]);
  const boundary: Pair[] = [];
  for (let round = 0; round < context.plan.rounds * SPLIT; round++) {
    context.progress(`cliff: round ${round + 1} of ${context.plan.rounds * SPLIT}`);
    const both = (point: PointAsked, below: number, beyond: number) =>
      visitBoth(visit, point, round % 2 === 0 ? [below, beyond] : [beyond, below]);
    for (const point of points) point.pairs.push(await both(point, BELOW, BEYOND));
    boundary.push(await both({ slru: 'pg16', active: 1, otherWorkUs: 0 }, 64, 65));
  }
  const script = await scriptPairs(context, counts.at(-1) ?? 1);
  const ratio = (pairs: readonly Pair[]) => quartilesOf(pairs.map(({ below, beyond }) => beyond / below));
  const middle = (pairs: readonly Pair[], of: (p: Pair) => number) => quartilesOf(pairs.map(of))?.median ?? Number.NaN;
  return {
    findings: [
      ...points.map(
        ({ slru, active, otherWorkUs, limits, pairs }): Finding =>
          judge(
            {
              part: PART,
              what: `${slru}: a reader beside ${BEYOND} savepoints / beside ${BELOW}, ${active} ${active === 1 ? 'reader' : 'readers'}${otherWorkUs > 0 ? `, with ${otherWorkUs} µs of other work as on a real 17` : ''}`,
              unit: ' ×',
              of: 'pairs',
              ...(limits === undefined ? {} : { limits }),
            },
            ratio(pairs),
          ),
      ),
      judge({ part: PART, what: 'pg16: beside 65 / beside 64, 1 reader', unit: ' ×', of: 'pairs' }, ratio(boundary)),
      ...script.flatMap(scriptFindings),
    ],
    notes: points.map(
      ({ slru, active, otherWorkUs, pairs, real }) =>
        `cliff: ${slru}, ${active} active, ${otherWorkUs} µs of other work: ${Math.round(middle(pairs, (p) => p.below)).toLocaleString('en')} → ${Math.round(middle(pairs, (p) => p.beyond)).toLocaleString('en')} ns a transaction of 100 rows; beyond: ${middle(pairs, (p) => p.lookups).toFixed(0)} lookups, ${middle(pairs, (p) => p.reads).toFixed(1)} page reads, ${middle(pairs, (p) => p.waits).toFixed(2)} waits. ${real}.`,
    ),
    data: { points, boundary, script },
  };
}

interface Pair {
  /** ns per transaction. */
  readonly below: number;
  readonly beyond: number;
  /** Lookups per transaction, beyond the cliff. */
  readonly lookups: number;
  readonly reads: number;
  readonly waits: number;
}

/* ---- the published script: every client has 60, or 90, savepoints in each transaction ---- */

const SCRIPT_SHAPES = ['pg16', 'pg17:128'] as const satisfies readonly Shape[];
/** Other work of a transaction in µs; the published one took 36 ms, most of which is not counted here. */
const SCRIPT_WORK = [0, 28] as const;

interface Script {
  readonly slru: Shape;
  readonly active: number;
  readonly otherWorkUs: number;
  readonly pairs: {
    readonly tps60: number;
    readonly tps90: number;
    readonly lookups: number;
    readonly waits: number;
  }[];
}

async function scriptPairs(context: Context, active: number): Promise<readonly Script[]> {
  const scripts = SCRIPT_SHAPES.flatMap((slru) =>
    SCRIPT_WORK.map((otherWorkUs): Script => ({ slru, active, otherWorkUs, pairs: [] })),
  );
  for (let round = 0; round < context.plan.rounds; round++) {
    context.progress(`cliff: the script, round ${round + 1} of ${context.plan.rounds}`);
    for (const { slru, otherWorkUs, pairs } of scripts) {
      const visit = (workload: 'subtrans-60' | 'subtrans-90') =>
        context.visit(setting([DESIGN_OF[slru]], { workload, active, otherWorkUs: us(otherWorkUs), slru }));
      const order =
        round % 2 === 0 ? (['subtrans-60', 'subtrans-90'] as const) : (['subtrans-90', 'subtrans-60'] as const);
      const seen = new Map<string, readonly LabSlice[]>();
      for (const workload of order)
        seen.set(
          workload,
          (await visit(workload)).filter(({ design }) => design !== 'other-work'),
        );
      const of = (workload: string) => seen.get(workload) ?? [];
      const tps = (workload: string) => (active * 1e9) / nsPerTransaction(of(workload));
      const sum = (count: (s: LabSlice) => number) => of('subtrans-90').reduce((n, s) => n + count(s), 0);
      const transactions = sum((s) => s.transactions);
      pairs.push({
        tps60: tps('subtrans-60'),
        tps90: tps('subtrans-90'),
        lookups: sum((s) => s.slru.lookups) / transactions,
        waits: sum((s) => s.slru.waits) / transactions,
      });
    }
  }
  return scripts;
}

/** Raw, as published, and per savepoint: a transaction with 90 is half again as long. */
function scriptFindings({ slru, active, otherWorkUs, pairs }: Script): readonly Finding[] {
  const tps = (savepoints: number) =>
    publishedRows('subtransactions').find((row) => row.savepoints === savepoints)?.tps ?? Number.NaN;
  const raw = tps(90) / tps(60);
  const what = (how: string, there: number) =>
    `script, ${slru}, ${active} clients, ${otherWorkUs} µs: 90 / 60 savepoints, ${how}; published ${there.toFixed(2)}`;
  return [
    judge({ part: PART, what: what('raw', raw), of: 'pairs' }, quartilesOf(pairs.map((p) => p.tps90 / p.tps60))),
    judge(
      { part: PART, what: what('per savepoint', raw * 1.5), of: 'pairs' },
      quartilesOf(pairs.map((p) => (1.5 * p.tps90) / p.tps60)),
    ),
  ];
}
