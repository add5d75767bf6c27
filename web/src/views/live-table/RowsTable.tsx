/** Result rows as a table: the columns of the CSV, in the reader's units. Widths do not change while numbers do. */
import type { ReactNode } from 'react';
import { OPERATION_IDS } from '../../engine/lab/lab-types.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import type { CostMissing, ResultRow } from '../../viewmodel/lab/rows.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import styles from './rows-table.module.css';

export function RowsTable({ rows }: { readonly rows: readonly ResultRow[] }) {
  const { t, format } = useMessages();
  /** Two lines, so that twelve columns fit a window. */
  const head = (first: string, second: string): ReactNode => (
    <>
      {first}
      <br />
      {second}
    </>
  );
  const pair = (asked: string, reached: string): ReactNode => (
    <>
      {asked}, {reached}
    </>
  );
  const churn: Column<ResultRow> = {
    key: 'connects',
    head: head(t('lab.table.connects'), t('lab.table.askedReached')),
    kind: 'number',
    cell: (r) => pair(format.integer(r.connectsAskedPerS), format.integer(r.connectsReachedPerS)),
  };
  const operations = OPERATION_IDS.map(
    (id): Column<ResultRow> => ({
      key: id,
      head: head(t(`lab.table.operation.${id}`), t(`lab.table.operation.${id}.2`)),
      kind: 'number',
      cell: (r) => (r.operations?.[id] == null ? '–' : format.duration(r.operations[id])),
    }),
  );
  const columns: Column<ResultRow>[] = [
    {
      key: 'design',
      head: t('lab.table.design'),
      cell: (r) => (
        <span className={styles.design}>
          <DesignSwatch design={r.design} />
          <b>{t(designStyle(r.design).shortKey)}</b>
        </span>
      ),
    },
    { key: 'idle', head: t('lab.table.idle'), kind: 'number', cell: (r) => format.integer(r.idle) },
    {
      key: 'mostlyIdle',
      head: head(t('lab.table.mostly'), t('lab.table.idleWord')),
      kind: 'number',
      cell: (r) => format.integer(r.mostlyIdle),
    },
    {
      key: 'tps',
      head: head(t('lab.table.tps'), t('lab.table.perSecond')),
      kind: 'number',
      cell: (r) => <b>{format.integer(r.tps)}</b>,
    },
    {
      key: 'middleHalf',
      head: head(t('lab.table.middleHalf'), t('lab.table.ofTurns')),
      kind: 'number',
      cell: (r) => `${format.si(r.tpsQuartiles.q1)} – ${format.si(r.tpsQuartiles.q3)}`,
    },
    {
      key: 'nsPerSnapshot',
      head: t('lab.table.nsPerSnapshot'),
      kind: 'number',
      cell: (r) =>
        r.nsPerSnapshot === null ? (
          <span className={styles.note}>{t(`lab.table.${r.costMissing ?? ('inNoise' satisfies CostMissing)}`)}</span>
        ) : (
          format.duration(r.nsPerSnapshot)
        ),
    },
    {
      key: 'reused',
      head: t('lab.table.reused'),
      kind: 'number',
      cell: (r) => format.percent(r.snapshots > 0 ? r.reused / r.snapshots : 0),
    },
    {
      key: 'active',
      head: t('lab.table.active'),
      kind: 'number',
      cell: (r) => (
        <>
          {format.integer(r.active)}
          {r.oversubscribed && <span className={styles.note}> {t('lab.oversubscribed')}</span>}
        </>
      ),
    },
    {
      key: 'otherWork',
      head: head(t('lab.table.otherWork'), t('lab.table.askedReached')),
      kind: 'number',
      cell: (r) =>
        pair(
          format.duration(r.otherWorkUsAsked * 1000),
          r.otherWorkUsReached === null ? '–' : format.duration(r.otherWorkUsReached * 1000),
        ),
    },
    {
      key: 'mostlyIdleRate',
      head: head(t('lab.table.mostlyIdleRate'), t('lab.table.askedReached')),
      kind: 'number',
      cell: (r) => pair(format.integer(r.mostlyIdleAskedPerS), format.integer(r.mostlyIdleReachedPerS)),
    },
    ...(rows.some((r) => r.workload === 'churn') ? [churn] : []),
    ...(rows.some((r) => r.operations !== null) ? operations : []),
    { key: 'turns', head: t('lab.table.turns'), kind: 'number', cell: (r) => format.integer(r.slices) },
    { key: 'seconds', head: t('lab.table.seconds'), kind: 'number', cell: (r) => format.fixed(r.seconds, 1) },
  ];
  return (
    <DataTable
      caption={t('lab.table.measured')}
      columns={columns}
      rows={rows}
      rowKey={(r) => `${r.design} ${r.active} ${r.idle} ${r.mostlyIdle}`}
      empty={t('lab.table.empty')}
    />
  );
}
