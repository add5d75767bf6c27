/**
 * `readonly` with 28 µs of other work next to the published curve of the same experiment, and why they differ.
 *
 * A transaction takes work + 2 snapshots. With pg13's snapshot a + b·n and pg14's c, both measured bare by the part
 * `snapshot` in the same run, the ratio must be (work + 2(a + b·n)) / (work + 2c). Between two measured counts a and b
 * are those of the line between them, because one line over all counts is far off at few. Nothing is tuned to match
 * anything.
 */
import type { LabSlice } from '../../src/engine/lab/lab-types.ts';
import { pairedRatio, quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import { type Context, inTurn, publishedRows, setting } from './context.ts';
import type { SnapshotCosts } from './part-snapshot.ts';
import { judge, type PartAnswer } from './report.ts';

const PART = 'readonly';
const SNAPSHOTS = 2;
/** Within a tenth: otherwise this is not the requested experiment. */
const WORK_LIMITS = { min: 25, max: 31 } as const;
/** A departure that needs a reason. */
const FAR = 0.25;

/** Thread time per transaction in the middle turn. */
const nsPerTransaction = (slices: readonly LabSlice[], design: LabSlice['design']): number =>
  quartilesOf(slices.flatMap((s) => (s.design === design && s.transactions > 0 ? [s.threadNs / s.transactions] : [])))
    ?.median ?? Number.NaN;

export async function readonlyPart(context: Context, costs: SnapshotCosts): Promise<PartAnswer> {
  const published = publishedRows('idleConnections').filter((row) => row.active === 1);
  const seen = new Map<number, LabSlice[]>(published.map((row) => [row.idle, []]));
  for (let round = 0; round < context.plan.rounds; round++) {
    context.progress(`readonly: round ${round + 1} of ${context.plan.rounds}`);
    for (const { idle } of inTurn(published, round)) {
      const slices = await context.visit(setting(['pg13', 'pg14'], { workload: 'readonly', idle }));
      for (const slice of slices) seen.get(idle)?.push(slice);
    }
  }
  const points = published.map((row) => {
    const slices = seen.get(row.idle) ?? [];
    const work = nsPerTransaction(slices, 'other-work');
    const slow = work + SNAPSHOTS * costs.pg13At(row.idle);
    const there = row.tps_post / row.tps_pre;
    const ratio = pairedRatio(slices, 'pg14', 'pg13');
    return {
      idle: row.idle,
      ratio,
      published: there,
      predicted: slow / (work + SNAPSHOTS * costs.pg14),
      departure: (ratio?.median ?? Number.NaN) / there - 1,
      workNs: work,
      pg13Ns: nsPerTransaction(slices, 'pg13'),
      pg14Ns: nsPerTransaction(slices, 'pg14'),
      publishedPreNs: 1e9 / row.tps_pre,
      publishedPostNs: 1e9 / row.tps_post,
    };
  });
  return {
    findings: [
      judge(
        {
          part: PART,
          what: 'other work of a transaction; asked for 28 µs',
          unit: ' µs',
          limits: WORK_LIMITS,
          of: 'counts',
        },
        quartilesOf(points.map((point) => point.workNs / 1000)),
      ),
      ...points.map((point) =>
        judge(
          {
            part: PART,
            what: `pg14 / pg13 at ${point.idle}; published ${point.published.toFixed(2)}, predicted ${point.predicted.toFixed(2)}`,
            of: 'pairs',
          },
          point.ratio,
        ),
      ),
    ],
    notes: points.flatMap((point) => (point.idle === 0 ? [] : whyNote(point, costs))),
    data: { costs: { pg13: costs.pg13, pg14: costs.pg14 }, points },
  };
}

interface Why {
  readonly idle: number;
  readonly ratio: { readonly median: number } | null;
  readonly published: number;
  readonly predicted: number;
  readonly departure: number;
  readonly workNs: number;
  readonly pg13Ns: number;
  readonly pg14Ns: number;
  readonly publishedPreNs: number;
  readonly publishedPostNs: number;
}

const percent = (part: number): string => `${part >= 0 ? '+' : '−'}${Math.abs(part * 100).toFixed(0)} %`;
const micro = (nanoseconds: number): string => `${(nanoseconds / 1000).toFixed(1)} µs`;

/** The figures behind a departure: the cost of a connection here and there, and the time that it is added to. */
export function whyNote(p: Why, costs: Pick<SnapshotCosts, 'pg13'>): string[] {
  const where = `readonly at ${p.idle}: ${(p.ratio?.median ?? Number.NaN).toFixed(2)} here, ${p.published.toFixed(2)} published (${percent(p.departure)})`;
  if (!(Math.abs(p.departure) > FAR)) return p.idle < 10_000 ? [] : [`${where}: within 25 %.`];
  const here = (p.pg13Ns - p.pg14Ns) / SNAPSHOTS / p.idle;
  const there = (p.publishedPreNs - p.publishedPostNs) / SNAPSHOTS / p.idle;
  // The published experiment with one of our two figures put in at a time.
  const withOurs = 1 + (SNAPSHOTS * costs.pg13.b * p.idle) / p.publishedPostNs;
  const withOurBase = 1 + (SNAPSHOTS * there * p.idle) / p.pg14Ns;
  const explained = Math.abs(p.predicted / (p.ratio?.median ?? Number.NaN) - 1) <= 0.1;
  return [
    `${where}. Why: a connection costs ${costs.pg13.b.toFixed(2)} ns a snapshot bare and ${here.toFixed(2)} ns within the transaction here, ${there.toFixed(2)} ns there; beside it a transaction takes ${micro(p.pg14Ns)} here (${micro(p.workNs)} of it other work), ${micro(p.publishedPostNs)} there. Their transaction with our cost a connection would give ${withOurs.toFixed(2)}; our transaction with theirs, ${withOurBase.toFixed(2)}. Predicted from the bare snapshots: ${p.predicted.toFixed(2)}, ${explained ? 'which explains what was measured within 10 %' : 'which does NOT explain what was measured: something besides the scan costs time'}.`,
  ];
}
