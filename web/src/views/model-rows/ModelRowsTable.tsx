/** Modelled rows with all their numbers. */

import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { rateOf } from '../../viewmodel/prediction/model-finding.ts';
import { partsIn } from '../../viewmodel/prediction/model-rows.ts';
import type { SpreadRow } from '../../viewmodel/prediction/model-spread.ts';

export function ModelRowsTable({ rows }: { readonly rows: readonly SpreadRow[] }) {
  const { t, format } = useMessages();
  const number = (key: string, head: string, cell: (row: SpreadRow) => string): Column<SpreadRow> => ({
    key,
    head,
    kind: 'number',
    cell,
  });
  const range = ({ low, high }: { readonly low: number; readonly high: number }, show: (n: number) => string) =>
    t('cli.cell.range', { from: show(low), to: show(high) });
  const columns: Column<SpreadRow>[] = [
    { key: 'design', head: t('cli.head.design'), cell: (row) => t(designStyle(row.design).shortKey) },
    number('active', t('lab.field.active'), (row) => format.integer(row.active)),
    number('idle', t('lab.field.idle'), (row) => format.integer(row.idle)),
    number('mostlyIdle', t('lab.field.mostlyIdle'), (row) => format.integer(row.mostlyIdle)),
    number('tps', t('model.table.tps'), (row) => (rateOf(row) === null ? t('cli.cell.none') : format.integer(row.tps))),
    number('tpsRange', t('model.table.range'), (row) =>
      rateOf(row) === null ? t('cli.cell.none') : range(row.spread.tps, format.integer),
    ),
    number('ns', t('model.table.ns'), (row) => format.significant(row.nsPerSnapshot, 3)),
    number('nsRange', t('model.table.range'), (row) =>
      range(row.spread.nsPerSnapshot, (n) => format.significant(n, 3)),
    ),
    ...partsIn(rows).map((part) =>
      number(part, t('model.table.part', { part }), (row) => format.integer(row.breakdown[part])),
    ),
    number('misses', t('model.table.misses'), (row) => format.significant(row.perSnapshot.misses, 3)),
    number('horizon', t('model.table.forHorizon'), (row) => format.significant(row.perSnapshot.forHorizon, 3)),
  ];
  return (
    <DataTable
      caption={t('model.table.caption')}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.design} ${row.active} ${row.idle} ${row.mostlyIdle}`}
      empty={t('model.rows.empty')}
    />
  );
}
