/** Modelled rows in the form that a figure needs: the axis they sweep over, and the parts of a transaction's time. Pure. */
import type { DesignId } from '../../base/designs.ts';
import type { ModelRow } from '../../engine/simulation/model-types.ts';

export const SWEPT = ['idle', 'mostlyIdle', 'active'] as const;
/** The quantities that x may count. */
export type SweptAxis = (typeof SWEPT)[number];

/** The only axis that varies; null when none does or several do: then there is no curve to draw. */
export function sweptAxis(lists: Readonly<Record<SweptAxis, readonly number[]>>): SweptAxis | null {
  const varying = SWEPT.filter((axis) => lists[axis].length > 1);
  return varying.length === 1 ? (varying[0] ?? null) : null;
}

/** The rows by design, in the order of their first ones, each in the order of x. */
export function seriesOf<Row extends ModelRow>(
  rows: readonly Row[],
  axis: SweptAxis,
): readonly (readonly [DesignId, readonly Row[]])[] {
  const byDesign = new Map<DesignId, Row[]>();
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
