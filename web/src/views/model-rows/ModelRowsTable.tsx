/** Modelled rows with all their numbers. */
import type { ModelRow } from '../../engine/model-types.ts';
import { designStyle } from '../../model/design-style.ts';
import { partsIn } from '../../model/model-rows.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useMessages } from '../../ui/messages.tsx';

export function ModelRowsTable({ rows }: { readonly rows: readonly ModelRow[] }) {
  const { t, format } = useMessages();
  const number = (key: string, head: string, cell: (row: ModelRow) => string): Column<ModelRow> => ({
    key,
    head,
    kind: 'number',
    cell,
  });
  const columns: Column<ModelRow>[] = [
    { key: 'design', head: t('cli.head.design'), cell: (row) => t(designStyle(row.design).shortKey) },
    number('active', t('lab.field.active'), (row) => format.integer(row.active)),
    number('idle', t('lab.field.idle'), (row) => format.integer(row.idle)),
    number('mostlyIdle', t('lab.field.mostlyIdle'), (row) => format.integer(row.mostlyIdle)),
    number('tps', t('model.table.tps'), (row) => format.integer(row.tps)),
    number('ns', t('model.table.ns'), (row) => format.significant(row.nsPerSnapshot, 3)),
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
