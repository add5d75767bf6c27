/**
 * Modelled curves of throughput against connections, drawn over a measured sweep like the published ones: the same
 * experiment on a different machine, so that only the shape is compared. Pure.
 */
import type { DesignId } from '../../base/designs.ts';
import type { ModelRow } from '../../engine/simulation/model-types.ts';
import { commonScale } from './published-scale.ts';
import type { SweepAxis } from './published-series.ts';
import type { ResultRow, RowsTable } from './rows.ts';

export interface ModelledCurve {
  readonly design: DesignId;
  /** `normalised`: y is in measured transactions per second. `absolute`: y is as modelled. */
  readonly kind: 'normalised' | 'absolute';
  readonly points: readonly { readonly x: number; readonly y: number; readonly modelledTps: number }[];
}

/** More points would not improve a curve, and take time. */
export const MOST_MODELLED = 12;

/**
 * The counts that the model computes for a sweep: the sweep's own, ascending, and 0, which scaling needs; a selection
 * if there are very many, ends included.
 */
export function modelledCounts(counts: readonly number[]): readonly number[] {
  const all = [...new Set([0, ...counts])].sort((a, b) => a - b);
  if (all.length <= MOST_MODELLED) return all;
  const step = (all.length - 1) / (MOST_MODELLED - 1);
  return Array.from({ length: MOST_MODELLED }, (_, i) => all[Math.round(i * step)] ?? 0);
}

/**
 * A curve for each modelled design that has a measured point at zero, all scaled by one factor; with no such point at
 * all (`zero` null) the curves stay as modelled.
 */
export function modelledCurves(
  rows: readonly ModelRow[],
  axis: SweepAxis,
  zero: Partial<Record<DesignId, number>> | null,
): ModelledCurve[] {
  const designs = [...new Set(rows.map((row) => row.design))];
  const curves = designs.map((design) => ({
    design,
    curve: rows
      .filter((row) => row.design === design)
      .map((row) => ({ connections: row[axis], tps: row.tps }))
      .sort((a, b) => a.connections - b.connections),
    measuredAtZero: zero?.[design],
  }));
  const scale = zero === null ? 1 : commonScale(curves);
  return curves.flatMap(({ design, curve, measuredAtZero }) => {
    if (scale === undefined || (zero !== null && measuredAtZero === undefined)) return [];
    return [
      {
        design,
        kind: zero === null ? ('absolute' as const) : ('normalised' as const),
        points: curve.map(({ connections, tps }) => ({ x: connections, y: tps * scale, modelledTps: tps })),
      },
    ];
  });
}

/** The rows of a sweep's CSV file: measured rows in full, modelled and published ones with the columns they have. */
export function withOthers(
  measured: RowsTable,
  modelled: readonly ModelRow[],
  published: readonly {
    readonly design: DesignId;
    readonly active: number;
    readonly connections: number;
    readonly tps: number;
  }[],
  axis: SweepAxis,
  source: string,
): RowsTable {
  const header = [...measured.header, 'machine'];
  const line = (of: Readonly<Record<string, string | number>>) => header.map((name) => of[name] ?? '');
  return {
    header,
    rows: [
      ...measured.rows.map((row) => [...row, '']),
      ...modelled.map((row) =>
        line({
          provenance: row.provenance,
          design: row.design,
          active: row.active,
          idle: row.idle,
          mostlyIdle: row.mostlyIdle,
          workload: row.workload,
          tps: row.tps,
          nsPerSnapshot: row.nsPerSnapshot,
          machine: row.machine.id,
        }),
      ),
      ...published.map(({ design, active, connections, tps }) =>
        line({
          provenance: 'published',
          design,
          active,
          idle: 0,
          mostlyIdle: 0,
          [axis]: connections,
          workload: 'readonly' satisfies ResultRow['workload'],
          tps,
          machine: source,
        }),
      ),
    ],
  };
}
