/** Modelled rows as a figure wants them: which axis they sweep over, where a transaction's time went, the same as CSV. Pure. */
import type { DesignId } from '../engine/lab-types.ts';
import type { ModelRow } from '../engine/model-types.ts';

export const SWEPT = ['idle', 'mostlyIdle', 'active'] as const;
/** What x may count. */
export type SweptAxis = (typeof SWEPT)[number];

/** The one axis that varies; null when none does or several do: then there is no curve to draw. */
export function sweptAxis(lists: Readonly<Record<SweptAxis, readonly number[]>>): SweptAxis | null {
  const varying = SWEPT.filter((axis) => lists[axis].length > 1);
  return varying.length === 1 ? (varying[0] ?? null) : null;
}

/** The rows by design, in the order of their first ones, each in the order of x. */
export function seriesOf(
  rows: readonly ModelRow[],
  axis: SweptAxis,
): readonly (readonly [DesignId, readonly ModelRow[]])[] {
  const byDesign = new Map<DesignId, ModelRow[]>();
  for (const row of rows) byDesign.set(row.design, [...(byDesign.get(row.design) ?? []), row]);
  return [...byDesign].map(([design, own]) => [design, own.toSorted((a, b) => a[axis] - b[axis])]);
}

export const PARTS = ['work', 'scan', 'coherence', 'lock', 'subtrans', 'queue'] as const;
export type Part = (typeof PARTS)[number];

/** All parts of a transaction's time together, in ns. */
export const totalNs = ({ breakdown }: ModelRow): number => PARTS.reduce((sum, part) => sum + breakdown[part], 0);

/** The longest bar: all bars share its scale. */
export const longestNs = (rows: readonly ModelRow[]): number => Math.max(1, ...rows.map(totalNs));

/** The parts that any row has. */
export const partsIn = (rows: readonly ModelRow[]): readonly Part[] =>
  PARTS.filter((part) => rows.some(({ breakdown }) => breakdown[part] > 0));

/** How much of its throughput at the smallest x each design keeps at the largest; null with fewer than two x. */
export function keptAt(
  rows: readonly ModelRow[],
  axis: SweptAxis,
): { readonly x: number; readonly kept: readonly { readonly design: DesignId; readonly share: number }[] } | null {
  const xs = rows.map((row) => row[axis]);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  if (!(high > low)) return null;
  const kept = seriesOf(rows, axis).flatMap(([design, own]) => {
    const [first, last] = [own[0], own.at(-1)];
    return first?.[axis] === low && last?.[axis] === high ? [{ design, share: last.tps / first.tps }] : [];
  });
  return kept.length === 0 ? null : { x: high, kept };
}

export const MODEL_ROWS_HEADER = [
  'provenance',
  'machine',
  'design',
  'active',
  'idle',
  'mostly_idle',
  'workload',
  'think_ms',
  'network_ms',
  'other_work_us',
  'coherence',
  'seconds',
  'transactions',
  'snapshots',
  'reused',
  'tps',
  'ns_per_snapshot',
  ...PARTS.map((part) => `${part}_ns`),
  'accesses_per_snapshot',
  'misses_per_snapshot',
  'true_sharing',
  'false_sharing',
  'for_horizon',
  'upgrades',
  'transfers_within',
  'transfers_across',
];
export const modelRowsCsv = (rows: readonly ModelRow[]): readonly (readonly (string | number)[])[] =>
  rows.map((row) => [
    row.provenance,
    row.machine.id,
    row.design,
    row.active,
    row.idle,
    row.mostlyIdle,
    row.workload,
    row.thinkMs,
    row.networkMs,
    row.otherWorkUs,
    row.coherence ? 'on' : 'off',
    row.seconds,
    row.transactions,
    row.snapshots,
    row.reused,
    row.tps,
    row.nsPerSnapshot,
    ...PARTS.map((part) => row.breakdown[part]),
    row.perSnapshot.accesses,
    row.perSnapshot.misses,
    row.perSnapshot.trueSharing,
    row.perSnapshot.falseSharing,
    row.perSnapshot.forHorizon,
    row.perSnapshot.upgrades,
    row.perSnapshot.transfersWithin,
    row.perSnapshot.transfersAcross,
  ]);
