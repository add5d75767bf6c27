/**
 * The ladder, rung by rung, next to the gains that the commits state; and the workloads without a published
 * counterpart. All are reported, none is judged: the published machines had two sockets and tens of clients.
 */

import type { DesignId } from '../../src/base/designs.ts';
import { us } from '../../src/base/units.ts';
import type { LabSlice, WorkloadId } from '../../src/engine/lab/lab-types.ts';
import { pairedRatio, rowsOf } from '../../src/viewmodel/lab/rows.ts';
import { type Context, inTurn, publishedRows, setting } from './context.ts';
import { type Finding, judge, type PartAnswer } from './report.ts';

const RUNGS = ['pg13', 'globalvis', 'xmin-moved', 'dense', 'pg14'] as const satisfies readonly DesignId[];
/** The commits that lead to a rung. */
const COMMITS: Readonly<Record<string, string>> = {
  'xmin-moved': '1f51c17c68d',
  dense: '941697c3c1a+5788e258bb2+73487a60fc1',
  pg14: '623a9ba79bb',
};
const CONNECTIONS = 100;
const MANY_IDLE = 5000;
const MAX_ACTIVE = 64;

const activeOf = ({ cores }: Context): number => Math.min(cores, MAX_ACTIVE);

/** The gain that the commit states, for workloads of this kind. */
function publishedGains(rung: DesignId, workload: WorkloadId): string {
  const commit = COMMITS[rung];
  const isBatch = (text: string) => text.includes('empty SELECTs');
  const rows = publishedRows('commitGains').filter(
    (row) => row.commit === commit && isBatch(row.workload) === (workload === 'batch'),
  );
  return rows.length === 0
    ? 'none published'
    : `published ${rows.map((row) => `${row.gain} (${row.workload})`).join(', ')}`;
}

export async function ladderPart(context: Context): Promise<PartAnswer> {
  const active = activeOf(context);
  const settings = (['readonly', 'batch'] as const).flatMap((workload) =>
    [CONNECTIONS - active, MANY_IDLE].map((idle) => ({
      workload,
      idle,
      config: setting(RUNGS, { workload, active, idle }),
      slices: [] as LabSlice[],
    })),
  );
  for (let round = 0; round < context.plan.rounds; round++) {
    context.progress(`ladder: round ${round + 1} of ${context.plan.rounds}`);
    for (const { config, slices } of inTurn(settings, round))
      for (const slice of await context.visit(config)) slices.push(slice);
  }
  const pairs = RUNGS.slice(1).map((rung, i) => ({ rung, below: RUNGS[i] ?? rung }));
  return {
    findings: settings.flatMap(({ workload, idle, slices }): Finding[] => [
      ...pairs.map(({ rung, below }) =>
        judge(
          { part: 'ladder', what: `${workload}: ${rung} / ${below}, ${active} active, ${idle} idle`, of: 'pairs' },
          pairedRatio(slices, rung, below),
        ),
      ),
      judge(
        { part: 'ladder', what: `${workload}: pg14 / pg13, ${active} active, ${idle} idle`, of: 'pairs' },
        pairedRatio(slices, 'pg14', 'pg13'),
      ),
    ]),
    notes: (['readonly', 'batch'] as const).flatMap((workload) =>
      pairs.map(({ rung, below }) => `ladder: ${workload}: ${rung} / ${below}: ${publishedGains(rung, workload)}.`),
    ),
    data: settings.map(({ config, slices }) => rowsOf(slices, config, context.cores)),
  };
}

const OTHERS = ['pg13', 'dense', 'pg14'] as const satisfies readonly DesignId[];

export async function workloadsPart(context: Context): Promise<PartAnswer> {
  const active = activeOf(context);
  const settings = (['readwrite', 'churn'] as const).flatMap((workload) =>
    [CONNECTIONS - active, MANY_IDLE].map((idle) => ({
      config: setting(OTHERS, { workload, active, idle, otherWorkUs: us(28) }),
      slices: [] as LabSlice[],
    })),
  );
  for (let round = 0; round < context.plan.rounds; round++) {
    context.progress(`workloads: round ${round + 1} of ${context.plan.rounds}`);
    for (const { config, slices } of inTurn(settings, round))
      for (const slice of await context.visit(config)) slices.push(slice);
  }
  const rows = settings.map(({ config, slices }) => rowsOf(slices, config, context.cores));
  return {
    findings: settings.flatMap(({ config, slices }) =>
      (['dense', 'pg14'] as const).map((design) =>
        judge(
          {
            part: 'workloads',
            what: `${config.workload}: ${design} / pg13, ${active} active, ${config.idle} idle`,
            of: 'pairs',
          },
          pairedRatio(slices, design, 'pg13'),
        ),
      ),
    ),
    notes: rows.flat().map((row) => {
      const churn =
        row.connectsAskedPerS > 0
          ? `; ${row.connectsReachedPerS.toFixed(0)} of ${row.connectsAskedPerS.toFixed(0)} connections/s came and went`
          : '';
      const reuse =
        row.snapshots > 0 ? `, ${((100 * row.reused) / row.snapshots).toFixed(0)} % of snapshots reused` : '';
      return `workloads: ${row.workload}, ${row.idle} idle, ${row.design}: ${Math.round(row.tps).toLocaleString('en')} tps${reuse}${churn}.`;
    }),
    data: rows,
  };
}
