/**
 * `xipscope ladder`: the gain of each rung over the one before it, measured here and modelled for another machine, and
 * the cost of its other operations. All checks come before the first byte on standard output and before anything is
 * compiled.
 */

import '../src/base/messages/en/index.ts';
import { measure } from '../node/measure.ts';
import { type TextColumn, textTable } from '../node/text-table.ts';
import { DESIGN_IDS, type DesignId } from '../src/base/designs.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { ms, type Nanoseconds, us } from '../src/base/units.ts';
import { startLabInNode } from '../src/engine/lab/lab.node.ts';
import { parseLists } from '../src/engine/lab/lab-config.ts';
import { COMPANIONS, type LabConfig, type LabSlice } from '../src/engine/lab/lab-types.ts';
import { Observer } from '../src/engine/replay/observer.ts';
import { Scene } from '../src/engine/replay/scene.ts';
import type { ModelConfig, ModelRow } from '../src/engine/simulation/model-types.ts';
import { Modeller } from '../src/engine/simulation/modeller.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { type Machine, machineCores } from '../src/scenario/machine.ts';
import { pairedRatio, type Quartiles, type ResultRow, rowsOf } from '../src/viewmodel/lab/rows.ts';
import {
  LADDER_LIMITS,
  LADDER_SLICE_MS,
  type LadderCount,
  type MeasuredCosts,
  measuredCosts,
} from '../src/viewmodel/ladder/ladder-case.ts';
import { countReads, sceneCosts } from '../src/viewmodel/ladder/ladder-count.ts';
import { thisMachine } from './bench.ts';
import { EXIT, exitOfSignal, type Io } from './io.ts';
import { machineOf } from './model.ts';
import { failed, refuse } from './spec-input.ts';

/**
 * The lines of `xipscope ladder` as two tables for people: the gain of each rung, and the costs of its other
 * operations. Pure.
 */

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

interface LadderTask {
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

function ladderText(
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

/** The options as commander passes them: text, unchecked. */
export interface LadderOptions {
  readonly machine: string;
  readonly idle: string;
  readonly writers: string;
  readonly seconds: string;
  readonly json?: true;
}

export const LADDER_DEFAULTS = { idle: '100,1000,10000', writers: '8', seconds: '0.5' } as const;

/** The requested run, or the fault of an option. */
export function checkLadder(options: LadderOptions, machine: Machine): Result<LadderTask, string> {
  const { idle, seconds } = options;
  const lists = parseLists({ designs: DESIGN_IDS.join(','), workload: 'operations', idle, seconds });
  if (!lists.ok) return err(lists.error.message);
  const most = LADDER_LIMITS.idle.max;
  const tooMany = lists.value.idle.find((n) => n > most);
  if (tooMany !== undefined) return err(t('ladder.cli.tooManyIdle', { given: tooMany, max: most }));
  const max = Math.min(machineCores(machine), LADDER_LIMITS.writers.max);
  const writers = /^\d+$/.test(options.writers) ? Number(options.writers) : Number.NaN;
  if (!(writers >= LADDER_LIMITS.writers.min && writers <= max))
    return err(
      t('ladder.cli.badWriters', { given: options.writers.slice(0, 40), min: LADDER_LIMITS.writers.min, max }),
    );
  return ok({ machine, idle: lists.value.idle, writers, seconds: lists.value.seconds });
}

export async function runLadder(options: LadderOptions, io: Io): Promise<number> {
  const machine = machineOf(options.machine);
  if (!machine.ok) {
    io.err(`${machine.error}\n`);
    return EXIT.badInput;
  }
  const task = checkLadder(options, machine.value);
  if (!task.ok) return refuse(io, task.error);

  await io.prepare();
  const measured = await measureAll(task.value, io);
  io.progress(null);
  const lines = measured.ok ? await modelAll(task.value, measured.value, io) : measured;
  io.progress(null);
  if (io.signal.aborted) {
    io.err(`${t('cli.error', { what: t('cli.interrupted') })}\n`);
    return exitOfSignal(io.signal);
  }
  if (!lines.ok) return failed(io, lines.error);
  if (options.json) io.json(lines.value);
  else io.out(ladderText(lines.value, task.value, thisMachine()));
  return EXIT.done;
}

interface MeasuredRung {
  readonly design: DesignId;
  readonly idle: number;
  readonly costs: MeasuredCosts;
  readonly gain: Quartiles | null;
}

async function measureAll({ idle, seconds }: LadderTask, io: Io): Promise<Result<readonly MeasuredRung[], string>> {
  const lab = await startLabInNode(1);
  if (!lab.ok) return err(lab.error.message);
  const rungs: MeasuredRung[] = [];
  for (const connections of idle) {
    const rows: ResultRow[] = [];
    let snapshots: readonly LabSlice[] = [];
    for (const workload of ['snapshot', 'operations'] as const) {
      const config: LabConfig = {
        designs: DESIGN_IDS,
        active: 1,
        idle: connections,
        mostlyIdle: 0,
        workload,
        otherWorkUs: us(0),
        lock: true,
        sliceMs: LADDER_SLICE_MS[workload],
      };
      say(io, t('ladder.cli.measuring', { workload, idle: connections }));
      const slices = await measure(lab.value, config, { seconds, signal: io.signal });
      // After a failure the process ends, and its threads with it, so they are not stopped here.
      if (!slices.ok) return err(slices.error.message);
      if (workload === 'snapshot') snapshots = slices.value;
      rows.push(...rowsOf(slices.value, config, lab.value.info().cores));
    }
    const costs = measuredCosts(rows, connections);
    for (const [at, design] of DESIGN_IDS.entries()) {
      const own = costs.get(design);
      const before = DESIGN_IDS[at - 1];
      if (own === undefined) return err(`${design} has no turn that counts`);
      const gain = before === undefined ? null : pairedRatio(snapshots, design, before);
      rungs.push({ design, idle: connections, costs: own, gain });
    }
  }
  lab.value.dispose();
  return ok(rungs);
}

async function modelAll(
  { machine, writers }: LadderTask,
  rungs: readonly MeasuredRung[],
  io: Io,
): Promise<Result<readonly LadderLine[], string>> {
  const [modeller, scene, observer] = [
    await Modeller.load(wasmPlaceInNode('xip-model')),
    await Scene.load(wasmPlaceInNode('xip-model')),
    await Observer.load(wasmPlaceInNode('xip-engine')),
  ];
  if (!modeller.ok) return err(modeller.error.message);
  if (!scene.ok) return err(scene.error.message);
  if (!observer.ok) return err(observer.error.message);
  const lines: LadderLine[] = [];
  for (const { design, idle, costs, gain } of rungs) {
    say(io, t('ladder.cli.modelling', { design, idle }));
    const alone = modelOne(modeller.value, machine, { design, idle, active: 1, workload: 'readonly' });
    const writing = modelOne(modeller.value, machine, { design, idle, active: writers, workload: 'readwrite' });
    const count = countReads(design, { idle, writers }, observer.value);
    const inScene = sceneCosts(design, machine, { idle, writers }, scene.value);
    if (!alone.ok) return alone;
    if (!writing.ok) return writing;
    if (!count.ok) return err(count.error.message);
    if (!inScene.ok) return err(inScene.error.message);
    const before = lines.findLast((line) => line.idle === idle)?.modelled;
    lines.push({
      design,
      idle,
      lines: linesOf(count.value),
      measured: { ...costs, gain },
      modelled: {
        snapshotAlone: alone.value.nsPerSnapshot,
        gainAlone: before === undefined ? null : before.snapshotAlone / alone.value.nsPerSnapshot,
        snapshot: writing.value.nsPerSnapshot,
        gain: before === undefined ? null : before.snapshot / writing.value.nsPerSnapshot,
        visibility: inScene.value.check.ns,
        ...inScene.value.operations,
      },
    });
    // Lets Ctrl-C interrupt between two rungs.
    await new Promise(setImmediate);
    if (io.signal.aborted) break;
  }
  return ok(lines);
}

const linesOf = ({ again }: LadderCount): number => again.reduce((sum, { lines }) => sum + lines, 0);

function modelOne(
  modeller: Modeller,
  machine: Machine,
  point: Pick<ModelConfig, 'design' | 'idle' | 'active' | 'workload'>,
): Result<ModelRow, string> {
  const config: ModelConfig = {
    ...point,
    mostlyIdle: 0,
    thinkMs: ms(0),
    networkMs: ms(0),
    otherWorkUs: null,
    coherence: true,
  };
  const started = modeller.start(machine, config);
  if (!started.ok) return err(started.error.message);
  while (!modeller.run(1e7));
  const row = modeller.row();
  return row === null ? err('the model ended without a result') : ok(row);
}

function say(io: Io, text: string): void {
  io.progress(text);
}
