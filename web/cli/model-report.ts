/** The rows of `xipscope model` as a table for people. Pure. */
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import type { SlruCounts } from '../src/engine/lab-types.ts';
import type { ModelBreakdown, ModelRow } from '../src/engine/model-types.ts';
import { constantName } from '../src/model/model-chart.ts';
import { hasRate } from '../src/model/model-finding.ts';
import { type Machine, machineCores, machineThreads } from '../src/scenario/machine.ts';
import { type TextColumn, textTable } from '../tools/text-table.ts';

const { t, format } = messagesIn(DEFAULT_LANG);
const { integer, significant } = format;

const PARTS = [
  'work',
  'scan',
  'coherence',
  'lock',
  'subtrans',
  'queue',
] as const satisfies readonly (keyof ModelBreakdown)[];

/** For a transaction. */
const SLRU_HEADS = ['lookups', 'reads', 'waits'] as const satisfies readonly (keyof SlruCounts)[];

const right = (head: string, cell: (row: ModelRow) => string): TextColumn<ModelRow> => ({ head, cell, align: 'right' });

function columnsFor(rows: readonly ModelRow[]): TextColumn<ModelRow>[] {
  const when = (wanted: boolean, ...columns: readonly TextColumn<ModelRow>[]) => (wanted ? columns : []);
  return [
    { head: t('cli.head.design'), cell: (r) => r.design },
    right(t('cli.head.active'), (r) => integer(r.active)),
    right(t('cli.head.idle'), (r) => integer(r.idle)),
    ...when(
      rows.some((r) => r.mostlyIdle > 0),
      right(t('cli.head.mostlyIdle'), (r) => integer(r.mostlyIdle)),
    ),
    ...when(
      rows.some((r) => r.subtrans !== null),
      { head: t('cli.head.slru'), cell: (r) => r.subtrans?.slru ?? t('cli.cell.none') },
      right(t('cli.head.savepoints'), (r) => integer(r.subtrans?.savepoints ?? 0)),
      ...SLRU_HEADS.map((name) =>
        right(t(`cli.head.slru.${name}`), (r: ModelRow) => significant(r.subtrans?.counts[name] ?? 0, 3)),
      ),
    ),
    ...when(
      rows.some(hasRate),
      right(t('cli.head.tps'), (r) => integer(r.tps)),
    ),
    right(t('cli.head.ns'), (r) => significant(r.nsPerSnapshot, 3)),
    ...PARTS.map((part) => right(t(`model.head.${part}`), (r: ModelRow) => integer(r.breakdown[part]))),
    right(t('model.head.misses'), (r) => significant(r.perSnapshot.misses, 3)),
    ...when(
      rows.some((r) => r.reused > 0),
      right(t('cli.head.reused'), (r) =>
        r.snapshots > 0 ? format.percent(r.reused / r.snapshots) : t('cli.cell.none'),
      ),
    ),
  ];
}

const nameOf = (name: string): string => {
  const known = constantName(name);
  return known === null ? name : t(`modelChart.constant.${known}`);
};

/** Which of its constants a machine's figures rest on. */
function fittedText({ fitted }: Machine): string {
  if (fitted === null) return t('model.cli.assumed');
  const constants = fitted.constants.map(
    ({ name, value, unit }) => `${nameOf(name)} ${value}${unit === '' ? '' : ` ${unit}`}`,
  );
  return t('model.cli.fitted', { constants });
}

export function modelText(rows: readonly ModelRow[], machine: Machine): string {
  const [first] = rows;
  const facts = [
    ...(first === undefined ? [] : [t('model.cli.run', first)]),
    t('model.cli.on', { name: machine.name, cores: machineCores(machine), threads: machineThreads(machine) }),
    fittedText(machine),
    t('model.cli.columns'),
    ...(rows.every(hasRate) ? [] : [t('model.limit.rate')]),
    t('model.cli.oneSeed'),
  ];
  return `${facts.join('\n')}\n\n${textTable(columnsFor(rows), rows)}\n`;
}
