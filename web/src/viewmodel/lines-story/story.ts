/**
 * A plan's operations, played by both designs, as steps: what each did to every cache. Pure; the caches' states come from the
 * engine before each operation, and are replayed within it.
 */
import type { SceneShown } from '../../engine/replay/scene-types.ts';
import { regionNameAt } from '../cachelines/finding.ts';
import {
  indexOfLine,
  isMiss,
  type LineScene,
  type LineStage,
  lineScene,
  NOBODY,
  SHARING,
  STATE,
} from '../cachelines/scene.ts';
import { ARRAYS, LineStates } from '../cachelines/side.ts';
import type { ActName, Deed, PlannedTurn } from './plan.ts';

/** A line that somebody touches in the story. */
export interface Cell {
  /** Its number in the server's memory. */
  readonly line: number;
  readonly region: string;
  /** Its number in the region, from 1. */
  readonly place: number;
  /** Snapshots do not scan it: drawn apart. */
  readonly apart: boolean;
}

/** An access that its core's own caches could not answer, or a write for which others lost their copies. */
export interface LineEvent {
  readonly cell: number;
  readonly core: number;
  readonly field: string;
  readonly writes: boolean;
  /** The core had the line, and lacked the right to write. */
  readonly isUpgrade: boolean;
  /** The core whose copy answered, or `NOBODY`. */
  readonly from: number;
  /** Index in `LINE_LEVELS`. */
  readonly level: number;
  /** Index in `SHARINGS`. */
  readonly sharing: number;
  /** Cores that lost their copies, ascending. */
  readonly losers: readonly number[];
  /** States of the core's own copy. */
  readonly before: number;
  readonly after: number;
  readonly ns: number;
}

/** What a step is in one design. */
export interface SideStep {
  /** Cells that were in the core's own caches, each once, in the order of the accesses. */
  readonly hits: readonly number[];
  /** Null: nothing misses. */
  readonly event: LineEvent | null;
  /** ns since the deed began. */
  readonly ns: number;
  /** Afterwards: cell by cell, core by core. */
  readonly states: Uint8Array;
  /** The deed was over before this step. */
  readonly isOver: boolean;
}

/** The time of a deed by what it went on. */
export interface Causes {
  /** Lines that others had written. */
  readonly others: number;
  /** Lines to own, or that nobody had taken. */
  readonly own: number;
  readonly cache: number;
}

/** Cells that the same cores lost. */
export interface Taken {
  readonly cells: readonly number[];
  /** Ascending. */
  readonly losers: readonly number[];
}

export interface SideTurn {
  readonly ns: number;
  readonly causes: Causes;
  /** Distinct cells. */
  readonly lines: number;
  /** Those of them that missed: a line that is waited for to be read and again to be owned is one. */
  readonly missed: number;
  /** Copies that others lost. */
  readonly lost: number;
  /** What others lost, in the order of the writes. */
  readonly taken: readonly Taken[];
  /** Fields that were written, each once. */
  readonly wrote: readonly string[];
}

export interface StorySide {
  readonly stage: LineStage;
  readonly cells: readonly Cell[];
  /** Before the first step. */
  readonly start: Uint8Array;
  /** For each step of the story. */
  readonly steps: readonly SideStep[];
  /** For each turn. */
  readonly turns: readonly SideTurn[];
}

export interface Turn {
  readonly deed: Deed;
  readonly act: ActName;
  /** Its steps; numbers begin with 1, and 0 is the beginning. */
  readonly first: number;
  readonly steps: number;
}

export interface Story {
  readonly left: StorySide;
  readonly right: StorySide;
  readonly turns: readonly Turn[];
  /** The number of the last step. */
  readonly last: number;
  /** The last turn that takes a snapshot: its time is the story's number. */
  readonly told: number;
}

export interface Played {
  readonly stage: LineStage;
  /** Every operation of the plan that is told, with looks at all lines that they touch. */
  readonly shown: readonly SceneShown[];
}

/** All lines that operations touch, ascending. */
export function linesOf(shown: readonly SceneShown[]): readonly number[] {
  const lines = new Set<number>();
  for (const { accesses } of shown) for (const line of accesses.line) lines.add(line);
  return [...lines].sort((a, b) => a - b);
}

/** Structures that snapshots do not scan; before 9.2 they scan PGPROC itself. */
const APART: ReadonlySet<string> = new Set(['XidGenLock', 'ProcGlobal', 'semaphores']);

function cellsOf(scenes: readonly LineScene[], lines: readonly number[]): readonly Cell[] {
  const regions = new Map<number, string>();
  for (const scene of scenes)
    for (let i = 0; i < scene.accesses.count; i++) {
      const line = scene.accesses.line[i] ?? 0;
      if (!regions.has(line)) regions.set(line, regionNameAt(scene, i));
    }
  const [first] = scenes;
  const cells = lines.map((line) => {
    const name = regions.get(line) ?? '';
    const start = first?.opened.regions.find((region) => region.name === name)?.firstLine ?? line;
    const apart = APART.has(name) || (name === 'PGPROC' && first?.design !== 'pg9.1');
    return { line, region: name, place: line - start + 1, apart };
  });
  return [...cells.filter(({ apart }) => !apart), ...cells.filter(({ apart }) => apart)];
}

interface Part extends Omit<SideStep, 'isOver'> {}
interface PlayedTurn {
  readonly parts: readonly Part[];
  readonly turn: SideTurn;
}

/** The cells' states, as the scene's replay has them now. */
function copied(scene: LineScene, states: LineStates, cells: readonly Cell[]): Uint8Array {
  const copy = new Uint8Array(cells.length * scene.active);
  for (const [i, { line }] of cells.entries()) {
    const at = indexOfLine(scene.lines, line);
    for (let core = 0; core < scene.active && at >= 0; core++) copy[i * scene.active + core] = states.stateOf(at, core);
  }
  return copy;
}

/** @param holders the cores with a copy, before the access */
function eventAt(scene: LineScene, i: number, cell: number, holders: readonly number[]): LineEvent {
  const { accesses, watched } = scene;
  const writes = accesses.kind[i] !== 0;
  return {
    cell,
    core: watched,
    field: scene.opened.fields[accesses.field[i] ?? 0] ?? '',
    writes,
    isUpgrade: accesses.upgrade[i] === 1,
    from: scene.fromAt[i] ?? NOBODY,
    level: accesses.level[i] ?? 0,
    sharing: accesses.sharing[i] ?? 0,
    losers: writes ? holders.filter((core) => core !== watched) : [],
    before: accesses.before[i] ?? STATE.I,
    after: accesses.after[i] ?? STATE.I,
    ns: accesses.ns[i] ?? 0,
  };
}

const holdersOf = (scene: LineScene, states: LineStates, at: number): readonly number[] =>
  Array.from({ length: scene.active }, (_, core) => core).filter((core) => states.stateOf(at, core) !== STATE.I);

function takenOf(lostBy: ReadonlyMap<number, ReadonlySet<number>>): readonly Taken[] {
  const groups = new Map<string, { readonly cells: number[]; readonly losers: readonly number[] }>();
  for (const [cell, cores] of lostBy) {
    const losers = [...cores].sort((a, b) => a - b);
    const group = groups.get(losers.join());
    if (group === undefined) groups.set(losers.join(), { cells: [cell], losers });
    else group.cells.push(cell);
  }
  return [...groups.values()];
}

/** One deed: its operations one after the other, cut behind each miss. */
function playTurn(scenes: readonly LineScene[], cells: readonly Cell[]): PlayedTurn {
  const index = new Map(cells.map(({ line }, i) => [line, i]));
  const parts: Part[] = [];
  const touched = new Set<number>();
  const missed = new Set<number>();
  const lostBy = new Map<number, Set<number>>();
  const wrote = new Set<string>();
  const causes = { others: 0, own: 0, cache: 0 };
  let [ns, lost] = [0, 0];
  let hits = new Set<number>();
  let states: Uint8Array = new Uint8Array(0);
  for (const scene of scenes) {
    const { accesses } = scene;
    const replay = new LineStates(scene);
    for (let i = 0; i < accesses.count; i++) {
      const cell = index.get(accesses.line[i] ?? 0) ?? 0;
      const at = scene.lineAt[i] ?? 0;
      const took = accesses.ns[i] ?? 0;
      touched.add(cell);
      ns += took;
      if (accesses.kind[i] !== 0) wrote.add(scene.opened.fields[accesses.field[i] ?? 0] ?? '');
      if (!isMiss(accesses, i)) {
        causes.cache += took;
        hits.add(cell);
        continue;
      }
      replay.seek(i);
      const event = eventAt(scene, i, cell, holdersOf(scene, replay, at));
      missed.add(cell);
      lost += event.losers.length;
      if (event.losers.length > 0) lostBy.set(cell, new Set([...(lostBy.get(cell) ?? []), ...event.losers]));
      causes[event.sharing === SHARING['not-shared'] ? 'own' : 'others'] += took;
      replay.seek(i + 1);
      parts.push({ hits: [...hits], event, ns, states: copied(scene, replay, cells) });
      hits = new Set();
    }
    replay.seek(accesses.count);
    states = copied(scene, replay, cells);
  }
  // What comes after the last miss is part of it.
  const last = parts.pop();
  const end = { ns, states };
  parts.push(last === undefined ? { hits: [...hits], event: null, ...end } : { ...last, ...end });
  const turn = {
    ns,
    causes,
    lines: touched.size,
    missed: missed.size,
    lost,
    taken: takenOf(lostBy),
    wrote: [...wrote],
  };
  return { parts, turn };
}

interface PlayedSide extends Pick<StorySide, 'stage' | 'cells' | 'start'> {
  readonly turns: readonly PlayedTurn[];
}

function playSide({ stage, shown }: Played, planned: readonly PlannedTurn[]): PlayedSide {
  const scenes = shown.map((each) => lineScene(stage, each));
  const cells = cellsOf(scenes, linesOf(shown));
  const offset = planned[0]?.first ?? 0;
  const [first] = scenes;
  const start = first === undefined ? new Uint8Array(0) : copied(first, new LineStates(first), cells);
  const turns = planned.map((turn) =>
    playTurn(scenes.slice(turn.first - offset, turn.first - offset + turn.count), cells),
  );
  return { stage, cells, start, turns };
}

/** The side's part of a turn's steps; a side that has fewer of them waits for the other. */
function stepsOf({ parts }: PlayedTurn, count: number): readonly SideStep[] {
  const last = parts.at(-1);
  return Array.from({ length: count }, (_, i) => {
    const part = parts[i];
    if (part !== undefined) return { ...part, isOver: false };
    return { hits: [], event: null, ns: last?.ns ?? 0, states: last?.states ?? new Uint8Array(0), isOver: true };
  });
}

export function storyOf(left: Played, right: Played, planned: readonly PlannedTurn[]): Story {
  const sides = { left: playSide(left, planned), right: playSide(right, planned) };
  const turns: Turn[] = [];
  let next = 1;
  for (const [i, { deed, act }] of planned.entries()) {
    const steps = Math.max(sides.left.turns[i]?.parts.length ?? 1, sides.right.turns[i]?.parts.length ?? 1);
    turns.push({ deed, act, first: next, steps });
    next += steps;
  }
  const whole = ({ stage, cells, start, turns: played }: PlayedSide): StorySide => ({
    stage,
    cells,
    start,
    steps: played.flatMap((turn, i) => stepsOf(turn, turns[i]?.steps ?? 1)),
    turns: played.map(({ turn }) => turn),
  });
  const told = turns.findLastIndex(({ deed }) => deed.kind === 'snapshot');
  return { left: whole(sides.left), right: whole(sides.right), turns, last: next - 1, told };
}

/** The structure that the design's snapshots are about. */
export const mainOf = ({ stage }: StorySide): string =>
  ARRAYS.find((name) => stage.opened.regions.some((region) => region.name === name)) ?? '';

/** The turn that a step belongs to; before the first step the first one's. */
export const turnAt = ({ turns }: Story, step: number): number =>
  Math.max(
    0,
    turns.findLastIndex(({ first }) => first <= step),
  );
export const statesAt = ({ start, steps }: StorySide, step: number): Uint8Array => steps[step - 1]?.states ?? start;

/** The steps of an act: from the one before its first to its last. Null: it has none. */
export function spanOf({ turns }: Story, act: ActName): { readonly from: number; readonly to: number } | null {
  const own = turns.filter((turn) => turn.act === act);
  const [first, last] = [own[0], own.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.first - 1, to: last.first + last.steps - 1 };
}
