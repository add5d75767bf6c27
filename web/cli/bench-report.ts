/** The rows of `xipscope bench` as a table for people, and the requested loads that were not reached. Pure. */

import '../src/base/messages/en/index.ts';
import { type TextColumn, textTable } from '../node/text-table.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import type { LabLists } from '../src/engine/lab/lab-config.ts';
import { OPERATION_IDS } from '../src/engine/lab/lab-types.ts';
import { type Quartiles, type ResultRow, reuseAgainstScan } from '../src/viewmodel/lab/rows.ts';

const { t, format } = messagesIn(DEFAULT_LANG);

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly v8: string;
  readonly clockResolutionNs: number;
}

/** One element of the output of `bench --json`. */
export interface MeasuredRow extends ResultRow {
  readonly provenance: 'measured';
  /** How many times as fast as the first design, over pairs of adjacent turns; null for the first itself. */
  readonly timesFirst: Quartiles | null;
  readonly machine: Machine;
}

/** A rate below this part of the requested one is worth a warning. */
const REACHED = 0.95;
/** So is calibrated work that took longer or shorter than requested by more than this part. */
const WORK_TOLERANCE = 0.1;

export function missedRates(rows: readonly MeasuredRow[]): string[] {
  return rows.flatMap((row) => {
    const rate = (what: string, asked: number, reached: number): string[] =>
      reached < asked * REACHED ? [t('cli.warn.notReached', { what, design: row.design, asked, reached })] : [];
    const { otherWorkUsAsked: asked, otherWorkUsReached: reached } = row;
    const workIsOff = reached !== null && asked > 0 && Math.abs(reached / asked - 1) > WORK_TOLERANCE;
    // The other work is measured once per point, not once per design.
    const isFirst = row.timesFirst === null;
    return [
      ...rate(t('cli.rate.mostlyIdle'), row.mostlyIdleAskedPerS, row.mostlyIdleReachedPerS),
      ...rate(t('cli.rate.connects'), row.connectsAskedPerS, row.connectsReachedPerS),
      ...(row.disturbed.length > 0 && isFirst
        ? [t('cli.warn.disturbed', { active: row.active, idle: row.idle, reasons: row.disturbed })]
        : []),
      ...(workIsOff && isFirst ? [t('cli.warn.otherWork', { asked, reached })] : []),
    ];
  });
}

const none = t('cli.cell.none');
const askedReached = (asked: number, reached: number | null, show: (n: number) => string): string =>
  t('cli.cell.askedReached', { asked: show(asked), reached: reached === null ? none : show(reached) });

/** Additional columns of the workloads with savepoints; counts are per transaction. */
function subtransColumns(rows: readonly MeasuredRow[]): TextColumn<MeasuredRow>[] {
  if (rows.every((row) => row.subtrans === null)) return [];
  const count = (name: 'lookups' | 'reads' | 'waits'): TextColumn<MeasuredRow> => ({
    head: t(`cli.head.slru.${name}`),
    cell: ({ subtrans }) => (subtrans === null ? none : format.significant(subtrans.counts[name], 3)),
    align: 'right',
  });
  return [
    { head: t('cli.head.slru'), cell: ({ subtrans }) => subtrans?.slru ?? none },
    {
      head: t('cli.head.savepoints'),
      cell: ({ subtrans }) => (subtrans === null ? none : format.integer(subtrans.savepoints)),
      align: 'right',
    },
    count('lookups'),
    count('reads'),
    count('waits'),
  ];
}

type Column = TextColumn<MeasuredRow>;
const right = (head: string, cell: (row: MeasuredRow) => string): Column => ({ head, cell, align: 'right' });
/** A column that is left out unless one of the rows has something in it. */
const ifAny = (rows: readonly MeasuredRow[], has: (row: MeasuredRow) => boolean, column: Column): readonly Column[] =>
  rows.some(has) ? [column] : [];

/** Requested rates and times next to the reached ones. */
const askedColumns = (rows: readonly MeasuredRow[]): readonly Column[] => [
  ...ifAny(
    rows,
    (r) => r.otherWorkUsAsked > 0,
    right(t('cli.head.otherWork'), (r) =>
      askedReached(r.otherWorkUsAsked, r.otherWorkUsReached, (n) => format.significant(n, 3)),
    ),
  ),
  ...ifAny(
    rows,
    (r) => r.mostlyIdle > 0,
    right(t('cli.head.mostlyIdleRate'), (r) =>
      askedReached(r.mostlyIdleAskedPerS, r.mostlyIdleReachedPerS, format.integer),
    ),
  ),
  ...ifAny(
    rows,
    (r) => r.connectsAskedPerS > 0,
    right(t('cli.head.connectsRate'), (r) => askedReached(r.connectsAskedPerS, r.connectsReachedPerS, format.integer)),
  ),
];

/** The costs of single operations. */
const costColumns = (rows: readonly MeasuredRow[]): readonly Column[] => [
  ...ifAny(
    rows,
    (r) => r.costMissing !== 'notTimed',
    right(t('cli.head.ns'), (r) => (r.nsPerSnapshot === null ? none : format.significant(r.nsPerSnapshot, 3))),
  ),
  ...OPERATION_IDS.flatMap((id) =>
    ifAny(
      rows,
      (r) => r.operations !== null,
      right(t(`cli.head.${id}`), (r) => (r.operations?.[id] == null ? none : format.significant(r.operations[id], 3))),
    ),
  ),
  ...ifAny(
    rows,
    (r) => r.reused > 0,
    right(t('cli.head.reused'), (r) => (r.snapshots > 0 ? format.percent(r.reused / r.snapshots) : none)),
  ),
];

function columnsFor(rows: readonly MeasuredRow[], lists: LabLists): readonly Column[] {
  const { integer, fixed } = format;
  const versusFirst = right(t('cli.head.times', { design: lists.designs[0] ?? '' }), ({ timesFirst: q }) =>
    q === null ? none : `${fixed(q.median, 2)} (${integer(q.n)})`,
  );
  return [
    { head: t('cli.head.design'), cell: (r) => r.design },
    right(t('cli.head.active'), (r) => integer(r.active)),
    right(t('cli.head.idle'), (r) => integer(r.idle)),
    ...ifAny(
      rows,
      (r) => r.mostlyIdle > 0,
      right(t('cli.head.mostlyIdle'), (r) => integer(r.mostlyIdle)),
    ),
    ...subtransColumns(rows),
    right(t('cli.head.tps'), (r) => integer(r.tps)),
    right(t('cli.head.tpsMiddle'), ({ tpsQuartiles: q }) =>
      t('cli.cell.range', { from: integer(q.q1), to: integer(q.q3) }),
    ),
    ...(lists.designs.length > 1 ? [versusFirst] : []),
    ...costColumns(rows),
    ...askedColumns(rows),
    right(t('cli.head.seconds'), (r) => fixed(r.seconds, 2)),
    right(t('cli.head.turns'), (r) => integer(r.slices)),
    ...ifAny(rows, (r) => r.oversubscribed, {
      head: t('cli.head.note'),
      cell: (r) => (r.oversubscribed ? t('lab.oversubscribed') : ''),
    }),
  ];
}

/** The first design's row at the same point as another design's. */
const firstAt = (rows: readonly MeasuredRow[], { active, idle, mostlyIdle }: MeasuredRow): MeasuredRow | undefined =>
  rows.find(
    (row) => row.timesFirst === null && row.active === active && row.idle === idle && row.mostlyIdle === mostlyIdle,
  );

export function benchText(rows: readonly MeasuredRow[], lists: LabLists): string {
  const machine = rows[0]?.machine;
  const facts = [
    t('cli.facts.run', lists),
    ...(machine ? [t('cli.facts.machine', { ...machine, clockNs: machine.clockResolutionNs })] : []),
    t('cli.facts.columns'),
    ...(rows.some((row) => row.timesFirst !== null && reuseAgainstScan(row, firstAt(rows, row)))
      ? [t('cli.facts.reuse')]
      : []),
  ];
  return `${facts.join('\n')}\n\n${textTable(columnsFor(rows, lists), rows)}\n`;
}
