/** The lines of `xipscope ladder` as two tables for people: what each rung gains, and what its other operations cost. Pure. */
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { COMPANIONS } from '../src/engine/lab/lab-types.ts';
import { machineCores } from '../src/scenario/machine.ts';
import { type TextColumn, textTable } from '../tools/text-table.ts';
import type { LadderLine, LadderTask } from './ladder.ts';

const { t, format } = messagesIn(DEFAULT_LANG);
const none = t('cli.cell.none');
const ns = (n: number | null): string => (n === null ? none : format.significant(n, 3));
const times = (n: number | null): string => (n === null ? none : format.fixed(n, 2));

type Column = TextColumn<LadderLine>;
const right = (head: string, cell: (line: LadderLine) => string): Column => ({ head, cell, align: 'right' });
const design: Column = { head: t('cli.head.design'), cell: (line) => line.design };
const idle = right(t('cli.head.idle'), (line) => format.integer(line.idle));

const GAINS: readonly Column[] = [
  idle,
  design,
  right(t('ladder.cli.head.lines'), (line) => format.integer(line.lines)),
  right(t('ladder.cli.head.measured'), ({ measured }) => ns(measured.snapshot)),
  right(t('ladder.cli.head.gain'), ({ measured: { gain } }) =>
    gain === null ? none : `${times(gain.median)} (${times(gain.q1)}–${times(gain.q3)})`,
  ),
  right(t('ladder.cli.head.alone'), ({ modelled }) => ns(modelled.snapshotAlone)),
  right(t('ladder.cli.head.gain'), ({ modelled }) => times(modelled.gainAlone)),
  right(t('ladder.cli.head.writing'), ({ modelled }) => ns(modelled.snapshot)),
  right(t('ladder.cli.head.gain'), ({ modelled }) => times(modelled.gain)),
];

const OPERATIONS: readonly Column[] = [
  idle,
  design,
  ...(['visibility', 'assign', 'end'] as const).flatMap((cost) => [
    right(t(`ladder.cli.head.${cost}.measured`), ({ measured }) => ns(measured[cost])),
    right(t('ladder.cli.head.modelled'), ({ modelled }) => ns(modelled[cost])),
  ]),
];

export function ladderText(
  lines: readonly LadderLine[],
  { machine, writers, seconds }: LadderTask,
  here: { readonly cpu: string; readonly cores: number; readonly node: string },
): string {
  const facts = [
    t('ladder.cli.facts.measured', { ...here, seconds }),
    t('ladder.cli.facts.modelled', { name: machine.name, cores: machineCores(machine), writers }),
    t('ladder.cli.facts.columns'),
  ];
  return `${facts.join('\n')}\n\n${textTable(GAINS, lines)}\n\n${t('ladder.cli.facts.operations', { companions: COMPANIONS, writers })}\n\n${textTable(OPERATIONS, lines)}\n`;
}
