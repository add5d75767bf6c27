/**
 * The lines of `xipscope ladder` as two tables for people: the gain of each rung, and the costs of its other
 * operations. Pure.
 */

import type { DesignId } from '../src/base/designs.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import type { Nanoseconds } from '../src/base/units.ts';
import { COMPANIONS } from '../src/engine/lab/lab-types.ts';
import type { Machine } from '../src/scenario/machine.ts';
import { machineCores } from '../src/scenario/machine.ts';
import type { Quartiles } from '../src/viewmodel/lab/rows.ts';
import type { MeasuredCosts } from '../src/viewmodel/ladder/ladder-case.ts';
import { type TextColumn, textTable } from '../tools/text-table.ts';

/** One rung at one number of idle connections. One element of the output of `ladder --json`. */
export interface LadderLine {
  readonly design: DesignId;
  readonly idle: number;
  /** Lines that a snapshot touches if no transaction has ended since the previous snapshot. */
  readonly lines: number;
  readonly measured: MeasuredCosts & {
    /** How many times as fast a snapshot is as with the rung before it: pairs of adjacent turns. Null for the first. */
    readonly gain: Quartiles | null;
  };
  readonly modelled: {
    /** One connection reads, no transaction ends. */
    readonly snapshotAlone: Nanoseconds;
    readonly gainAlone: number | null;
    /** With the requested number of writers. */
    readonly snapshot: Nanoseconds;
    readonly gain: number | null;
    readonly visibility: Nanoseconds;
    readonly assign: Nanoseconds | null;
    readonly end: Nanoseconds | null;
  };
}

export interface LadderTask {
  readonly machine: Machine;
  readonly idle: readonly number[];
  readonly writers: number;
  readonly seconds: number;
}

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
