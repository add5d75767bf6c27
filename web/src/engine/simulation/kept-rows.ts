/**
 * Rows that a page has already computed: a lesson's step back, and the same figure on stage, ask the same points again.
 * The model is deterministic, so a point's row depends on its machine, its config and its seed alone.
 */
import type { Machine } from '../../scenario/machine.ts';
import { hasSavepoints } from '../lab/lab-types.ts';
import type { ModelConfig, ModelPoint, ModelRow } from './model-types.ts';

/** A row is a kilobyte; the longest sweep of the pages has some hundreds of points. */
const MOST_ROWS = 4000;

/** One connection alone meets nobody and draws nothing: its seeds differ in the last digits of a double. */
const isAlone = ({ active, mostlyIdle, workload }: ModelConfig): boolean =>
  active === 1 && mostlyIdle === 0 && !hasSavepoints(workload);

/** The point that is computed in this one's place: points that have one row are one point. */
const computedPoint = ({ machine, config, seed }: ModelPoint): Required<ModelPoint> => ({
  machine,
  config,
  seed: isAlone(config) ? 1 : (seed ?? 1),
});

/** A point to compute. */
export interface MissingRow {
  /** Of the list. */
  readonly at: number;
  readonly key: string;
  readonly point: ModelPoint;
}

/** A list of points, and what remains to compute of it. */
export interface RowPlan {
  /** For each point of the list, the name of its row. */
  readonly keys: readonly string[];
  /** The rows that are there already. */
  readonly rows: Map<string, ModelRow>;
  /** Each point to compute, once. */
  readonly missing: readonly MissingRow[];
}

export interface KeptRows {
  plan(points: readonly ModelPoint[]): RowPlan;
  keep(key: string, row: ModelRow): void;
}

/** @param most the oldest rows leave when there are more than this */
export function keptRows(most = MOST_ROWS): KeptRows {
  const rows = new Map<string, ModelRow>();
  // Pages parse each machine once. One that is parsed again only costs a row its second use.
  const machines = new WeakMap<Machine, number>();
  let known = 0;
  const keyOf = ({ machine, config, seed }: Required<ModelPoint>): string => {
    const number = machines.get(machine) ?? known++;
    machines.set(machine, number);
    return `${number} ${seed} ${JSON.stringify(config, Object.keys(config).sort())}`;
  };
  return {
    plan: (points) => {
      const computed = points.map(computedPoint);
      const keys = computed.map(keyOf);
      const found = new Map<string, ModelRow>();
      const missing = new Map<string, MissingRow>();
      for (const [at, point] of computed.entries()) {
        const key = keys[at] ?? '';
        const row = rows.get(key);
        if (row !== undefined) found.set(key, row);
        else if (!missing.has(key)) missing.set(key, { at, key, point });
      }
      return { keys, rows: found, missing: [...missing.values()] };
    },
    keep: (key, row) => {
      rows.set(key, row);
      const [oldest] = rows.keys();
      if (rows.size > most && oldest !== undefined) rows.delete(oldest);
    },
  };
}
