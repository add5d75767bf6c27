/**
 * `snapshot`, one active connection: the cost of a snapshot by the number of idle connections, design by design. All
 * counts are visited in every round; ratios and lines are taken within a round, and the middle round is judged: a
 * machine's speed changes from one second to the next, and a round has to be shorter than that.
 */
import { scaleLinear } from 'd3';
import { fitEach, fitLine, type Line, type Point, pairedQuartiles } from '../../node/measure.ts';
import type { DesignId } from '../../src/base/designs.ts';
import { type Quartiles, quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { type Context, inTurn, nsPerSnapshot, setting } from './context.ts';
import { judge, type PartAnswer } from './report.ts';

const PART = 'snapshot';
const IDLE = [0, 1000, 2500, 5000, 10_000] as const;
type Idle = (typeof IDLE)[number];
const DESIGNS = ['pg13', 'dense', 'pg14'] as const satisfies readonly DesignId[];
type Design = (typeof DESIGNS)[number];
/** One round of other parts is split into this many rounds here, each correspondingly shorter. */
const ROUNDS_FOR_ONE = 4;
/** "About linearly": a straight line explains nearly all of the spread. */
const MIN_R2 = 0.99;

export interface SnapshotCosts {
  /** A value for each round, in the order of the rounds. */
  readonly ns: (design: Design, idle: Idle) => readonly number[];
  /** The cost of a snapshot of pg13: `a + b` × connections, from the medians; with the counts' own medians. */
  readonly pg13: { readonly a: number; readonly b: number };
  /** For a count between the measured ones: on the line between its neighbours. */
  readonly pg13At: (idle: number) => number;
  readonly pg14: number;
}

export async function snapshotCosts(context: Context): Promise<SnapshotCosts> {
  const seen = new Map<string, number[]>();
  const rounds = context.plan.rounds * ROUNDS_FOR_ONE;
  const seconds = context.plan.seconds / ROUNDS_FOR_ONE;
  for (let round = 0; round < rounds; round++) {
    context.progress(`snapshot: round ${round + 1} of ${rounds}`);
    for (const idle of inTurn(IDLE, round)) {
      const slices = await context.visit(setting(DESIGNS, { idle }), seconds);
      for (const design of DESIGNS) {
        const key = `${design} ${idle}`;
        seen.set(key, [...(seen.get(key) ?? []), nsPerSnapshot(slices, design)]);
      }
    }
  }
  const ns = (design: Design, idle: Idle): readonly number[] => seen.get(`${design} ${idle}`) ?? [];
  const line = fitLine(medians(ns, 'pg13'));
  return {
    ns,
    pg13: { a: line?.intercept ?? Number.NaN, b: line?.slope ?? Number.NaN },
    pg13At: scaleLinear(
      IDLE,
      medians(ns, 'pg13').map(([, y]) => y),
    ),
    pg14: quartilesOf(ns('pg14', 10_000))?.median ?? Number.NaN,
  };
}

const medians = (ns: SnapshotCosts['ns'], design: Design): Point[] =>
  IDLE.map((idle) => [idle, quartilesOf(ns(design, idle))?.median ?? Number.NaN] as const);

/** A separate line for each round. */
const lines = ({ ns }: SnapshotCosts, design: Design): readonly Line[] =>
  fitEach(IDLE.map((idle) => [idle, ns(design, idle)]));

const slopes = (costs: SnapshotCosts, design: Design): Quartiles | null =>
  quartilesOf(lines(costs, design).map((line) => line.slope));

export function snapshotPart(costs: SnapshotCosts): PartAnswer {
  const { ns } = costs;
  const ratio = (a: Design, b: Design, idle: Idle) => pairedQuartiles(ns(a, idle), ns(b, idle));
  const line13 = fitLine(medians(ns, 'pg13'));
  const steps = medians(ns, 'pg13').flatMap(([x, y], i, all) => {
    const before = all[i - 1];
    return before === undefined ? [] : [(y - before[1]) / (x - before[0])];
  });
  const ask = (what: string) => ({ part: PART, what });
  return {
    findings: [
      judge({ ...ask('pg13: ns for each idle connection (slope, 0 to 10,000)'), unit: ' ns' }, slopes(costs, 'pg13')),
      judge(
        { ...ask('pg13: linear in the connections (R²)'), limits: { min: MIN_R2 } },
        quartilesOf(lines(costs, 'pg13').map((line) => line.r2)),
      ),
      judge({ ...ask('dense: ns for each idle connection (slope)'), unit: ' ns' }, slopes(costs, 'dense')),
      judge(
        { ...ask('pg14 at 10,000 / at 0'), limits: { max: 1.3 } },
        pairedQuartiles(ns('pg14', 10_000), ns('pg14', 0)),
      ),
      judge({ ...ask('pg14 at 10,000'), unit: ' ns', limits: { max: 100 } }, quartilesOf(ns('pg14', 10_000))),
      judge({ ...ask('pg14 at 0'), unit: ' ns', limits: { max: 100 } }, quartilesOf(ns('pg14', 0))),
      judge({ ...ask('pg13 / pg14 at 0'), limits: { min: 0.8, max: 1.5 } }, ratio('pg13', 'pg14', 0)),
      judge({ ...ask('pg13 / pg14 at 5,000'), limits: { min: 30 } }, ratio('pg13', 'pg14', 5000)),
      judge(ask('gain of dense over pg13 at 10,000'), ratio('pg13', 'dense', 10_000)),
    ],
    notes: [
      `snapshot: pg13 costs ${costs.pg13.a.toFixed(0)} ns + ${costs.pg13.b.toFixed(3)} ns × connections; no count lies farther from that line than ${((line13?.worst ?? Number.NaN) * 100).toFixed(0)} %; from count to count the slope is ${Math.min(...steps).toFixed(2)} to ${Math.max(...steps).toFixed(2)} ns. Real 13 pays 0.8 ns, plain C on this kind of machine 0.7 to 1.5.`,
    ],
    data: {
      nsPerSnapshot: Object.fromEntries(
        DESIGNS.map((design) => [design, Object.fromEntries(IDLE.map((idle) => [idle, ns(design, idle)]))]),
      ),
      pg13: line13,
    },
  };
}
