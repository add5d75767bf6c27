/** Result rows as a table: the columns of the CSV, in the reader's units. Widths do not change while numbers do. */
import '../../base/messages/en/lab.ts';
import type { ReactNode } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { OPERATION_IDS } from '../../engine/lab/lab-types.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import type { CostMissing, ResultRow } from '../../viewmodel/lab/rows.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import styles from './rows-table.module.css';

/** Two lines, so that twelve columns fit a window. */
const head = (first: string, second: string): ReactNode => (
  <>
    {first}
    <br />
    {second}
  </>
);

/** A column of what was asked for and what was reached; null: it was not reached, or not asked for. */
function askedColumn(
  key: string,
  name: string,
  { t }: Messages,
  of: (row: ResultRow) => readonly [asked: number, reached: number | null],
  format: (n: number) => string,
): Column<ResultRow> {
  return {
    key,
    head: head(name, t('lab.table.askedReached')),
    kind: 'number',
    cell: (row) => {
      const [asked, reached] = of(row);
      return (
        <>
          {format(asked)}, {reached === null ? '–' : format(reached)}
        </>
      );
    },
  };
}

const number = (key: string, title: ReactNode, cell: (row: ResultRow) => ReactNode): Column<ResultRow> => ({
  key,
  head: title,
  kind: 'number',
  cell,
});

/** The setting, and what was measured of it. */
function measuredColumns({ t, format }: Messages): readonly Column<ResultRow>[] {
  const { integer, si, duration, percent } = format;
  return [
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
    number('idle', t('lab.table.idle'), (r) => integer(r.idle)),
    number('mostlyIdle', head(t('lab.table.mostly'), t('lab.table.idleWord')), (r) => integer(r.mostlyIdle)),
    number('tps', head(t('lab.table.tps'), t('lab.table.perSecond')), (r) => <b>{integer(r.tps)}</b>),
    number(
      'middleHalf',
      head(t('lab.table.middleHalf'), t('lab.table.ofTurns')),
      (r) => `${si(r.tpsQuartiles.q1)} – ${si(r.tpsQuartiles.q3)}`,
    ),
    number('nsPerSnapshot', t('lab.table.nsPerSnapshot'), (r) =>
      r.nsPerSnapshot === null ? (
        <span className={styles.note}>{t(`lab.table.${r.costMissing ?? ('inNoise' satisfies CostMissing)}`)}</span>
      ) : (
        duration(r.nsPerSnapshot)
      ),
    ),
    number('reused', t('lab.table.reused'), (r) => percent(r.snapshots > 0 ? r.reused / r.snapshots : 0)),
    number('active', t('lab.table.active'), (r) => (
      <>
        {integer(r.active)}
        {r.oversubscribed && <span className={styles.note}> {t('lab.oversubscribed')}</span>}
      </>
    )),
  ];
}

export function RowsTable({ rows }: { readonly rows: readonly ResultRow[] }) {
  const messages = useMessages();
  const { t, format } = messages;
  const { integer, duration } = format;
  const operations = OPERATION_IDS.map((id) =>
    number(id, head(t(`lab.table.operation.${id}`), t(`lab.table.operation.${id}.2`)), (r) =>
      r.operations?.[id] == null ? '–' : duration(r.operations[id]),
    ),
  );
  const asked = (key: string, name: string, of: Parameters<typeof askedColumn>[3]) =>
    askedColumn(key, name, messages, of, integer);
  const columns: Column<ResultRow>[] = [
    ...measuredColumns(messages),
    askedColumn(
      'otherWork',
      t('lab.table.otherWork'),
      messages,
      (r) => [r.otherWorkUsAsked, r.otherWorkUsReached],
      (us) => duration(us * 1000),
    ),
    asked('mostlyIdleRate', t('lab.table.mostlyIdleRate'), (r) => [r.mostlyIdleAskedPerS, r.mostlyIdleReachedPerS]),
    ...(rows.some((r) => r.workload === 'churn')
      ? [asked('connects', t('lab.table.connects'), (r) => [r.connectsAskedPerS, r.connectsReachedPerS])]
      : []),
    ...(rows.some((r) => r.operations !== null) ? operations : []),
    number('turns', t('lab.table.turns'), (r) => integer(r.slices)),
    number('seconds', t('lab.table.seconds'), (r) => format.fixed(r.seconds, 1)),
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
