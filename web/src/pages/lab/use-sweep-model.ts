/**
 * The modelled curves next to a sweep: computed automatically, but never while the lab measures on the same cores.
 * Interrupted work starts again when the lab has finished.
 */
import { useEffect, useMemo } from 'react';
import type { DesignId } from '../../base/designs.ts';
import { ms } from '../../base/units.ts';
import type { WorkloadId } from '../../engine/lab/lab-types.ts';
import { MODEL_WORKLOADS } from '../../engine/simulation/model-types.ts';
import type { Machine } from '../../scenario/machine.ts';
import { modelledCounts } from '../../viewmodel/lab/modelled-series.ts';
import type { SweepAxis } from '../../viewmodel/lab/published-series.ts';
import { hasRate } from '../../viewmodel/prediction/model-finding.ts';
import { FEW_SEEDS, meanRows, type SpreadRow, seeded } from '../../viewmodel/prediction/model-spread.ts';
import type { ModelRunView, StartModel } from './model-run.ts';
import { useModelRun } from './use-model-run.ts';

interface SweepModelRequest {
  /** Null: no curve. */
  readonly machine: Machine | null;
  readonly designs: readonly DesignId[];
  readonly axis: SweepAxis;
  readonly counts: readonly number[];
  readonly active: number;
  readonly workload: WorkloadId;
  /** The lab measures. */
  readonly paused: boolean;
}

export interface SweepModel {
  /** The median of the seeds so far. */
  readonly rows: readonly SpreadRow[];
  readonly view: ModelRunView;
}

export function useSweepModel(startModel: StartModel, request: SweepModelRequest): SweepModel {
  const { machine, paused } = request;
  const { run, view } = useModelRun(startModel);
  const { designs, axis, counts, active, workload } = request;
  // Lists are compared by content: a render makes new ones.
  const key = JSON.stringify({ designs, axis, counts, active, workload });
  const points = useMemo(() => {
    const asked = JSON.parse(key) as Pick<SweepModelRequest, 'designs' | 'axis' | 'counts' | 'active' | 'workload'>;
    const modelled = MODEL_WORKLOADS.find((id) => id === asked.workload && hasRate({ workload: id }));
    if (machine === null || modelled === undefined) return [];
    const once = modelledCounts(asked.counts).flatMap((connections) =>
      asked.designs.map((design) => ({
        machine,
        config: {
          design,
          active: asked.active,
          idle: asked.axis === 'idle' ? connections : 0,
          mostlyIdle: asked.axis === 'mostlyIdle' ? connections : 0,
          workload: modelled,
          thinkMs: ms(0),
          networkMs: ms(0),
          otherWorkUs: null,
          coherence: true,
        },
      })),
    );
    return seeded(once, FEW_SEEDS);
  }, [machine, key]);
  useEffect(() => {
    const { points: before, phase } = run.view();
    const known = before === points && phase === 'done';
    if (points.length === 0 || (paused && !known)) run.stop();
    else if (!known) run.start(points);
  }, [run, points, paused]);
  const rows = useMemo(
    () => (view.points === points ? meanRows(view.rows, points.length / FEW_SEEDS) : []),
    [view, points],
  );
  return { rows, view };
}
