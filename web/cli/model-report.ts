/** The rows of `xipscope model` as a table for people. Pure. */

import '../src/base/messages/en/index.ts';
import { type TextColumn, textTable } from '../node/text-table.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import type { SlruCounts } from '../src/engine/lab/lab-types.ts';
import type { ModelBreakdown, ModelRow } from '../src/engine/simulation/model-types.ts';
import { type Machine, machineCores, machineThreads } from '../src/scenario/machine.ts';
import { constantName } from '../src/viewmodel/prediction/model-chart.ts';
import type { SpreadRow } from '../src/viewmodel/prediction/model-rows.ts';

const { t, format } = messagesIn(DEFAULT_LANG);
const { integer, significant } = format;

const PARTS = [
  'work',
  'wake',
  'scan',
  'coherence',
  'lineWait',
  'lock',
  'subtrans',
  'queue',
] as const satisfies readonly (keyof ModelBreakdown)[];

/** A row of one random start, or the median of several with their spread. */
export type SeededRow = ModelRow & Partial<Pick<SpreadRow, 'spread'>> & { readonly seeds: number };

/** For a transaction. */
const SLRU_HEADS = ['lookups', 'reads', 'waits'] as const satisfies readonly (keyof SlruCounts)[];

const right = (head: string, cell: (row: SeededRow) => string): TextColumn<SeededRow> => ({
  head,
  cell,
  align: 'right',
});

/** From the lowest of several random starts to the highest. */
const range = (of: 'tps' | 'nsPerSnapshot', show: (n: number) => string): TextColumn<SeededRow> =>
  right(t('cli.head.range'), ({ spread }) =>
    spread === undefined
      ? t('cli.cell.none')
      : t('cli.cell.range', { from: show(spread[of].low), to: show(spread[of].high) }),
  );

function columnsFor(rows: readonly SeededRow[]): TextColumn<SeededRow>[] {
  const hasSpread = rows.some(({ spread }) => spread !== undefined);
  const when = (wanted: boolean, ...columns: readonly TextColumn<SeededRow>[]) => (wanted ? columns : []);
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
        right(t(`cli.head.slru.${name}`), (r: SeededRow) => significant(r.subtrans?.counts[name] ?? 0, 3)),
      ),
    ),
    right(t('cli.head.tps'), (r) => integer(r.tps)),
    ...when(hasSpread, range('tps', integer)),
    right(t('cli.head.ns'), (r) => significant(r.nsPerSnapshot, 3)),
    ...when(
      hasSpread,
      range('nsPerSnapshot', (n) => significant(n, 3)),
    ),
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

/** Names the fitted constants behind a machine's figures. */
function fittedText({ fitted }: Machine): string {
  if (fitted === null) return t('model.cli.assumed');
  const constants = fitted.constants.map(
    ({ name, value, unit }) => `${nameOf(name)} ${value}${unit === '' ? '' : ` ${unit}`}`,
  );
  return t('model.cli.fitted', { constants });
}

export function modelText(rows: readonly SeededRow[], machine: Machine): string {
  const [first] = rows;
  const facts = [
    ...(first === undefined ? [] : [t('model.cli.run', first)]),
    t('model.cli.on', { name: machine.name, cores: machineCores(machine), threads: machineThreads(machine) }),
    fittedText(machine),
    t('model.cli.columns'),
    first === undefined || first.seeds === 1 ? t('model.cli.oneSeed') : t('model.cli.seeds', first),
  ];
  return `${facts.join('\n')}\n\n${textTable(columnsFor(rows), rows)}\n`;
}
