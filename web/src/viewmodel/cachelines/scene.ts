/**
 * One operation of the watched backend as the cache-line view draws it: lines numbered without gaps, cores named by the
 * backend that runs on them. Built from the answer of the scene's worker; a scan of 12,500 connections has about 50,000
 * accesses, so the data stays in columns.
 */
import type { DesignId } from '../../base/designs.ts';
import { roundedParts } from '../../base/rounded.ts';
import {
  LINE_LEVELS,
  LINE_STATES,
  type LineLevel,
  type LineState,
  NO_CORE,
  type SceneAccesses,
  type SceneOpened,
  type SceneOperation,
  type SceneRegion,
  type SceneShown,
  type SceneTotals,
  SHARINGS,
  type Sharing,
} from '../../engine/replay/scene-types.ts';
import type { Machine, Protocol } from '../../scenario/machine.ts';

export const LINE_BYTES = 64;

const codes = <T extends string>(names: readonly T[]): Readonly<Record<T, number>> =>
  Object.fromEntries(names.map((name, code) => [name, code])) as Record<T, number>;
export const STATE: Readonly<Record<LineState, number>> = codes(LINE_STATES);
export const LEVEL: Readonly<Record<LineLevel, number>> = codes(LINE_LEVELS);
export const SHARING: Readonly<Record<Sharing, number>> = codes(SHARINGS);

/** No backend. */
export const NOBODY = -1;

/** The part that stays the same from one operation to the next. */
export interface LineStage {
  readonly design: DesignId;
  readonly machine: {
    readonly id: string;
    readonly short: string;
    /** What cores share, where a machine's file says l3: its L2, if no core has one of its own. */
    readonly shared: 'L2' | 'L3';
  };
  readonly protocol: Protocol;
  readonly opened: SceneOpened;
  /** Idle and active ones together. */
  readonly connections: number;
}

/** The last write to a line. */
export interface LastWrite {
  readonly backend: number;
  readonly field: string;
  readonly offset: number;
  readonly size: number;
}

export interface LineScene extends LineStage {
  readonly operation: SceneOperation;
  /** Running backends, one per core. */
  readonly active: number;
  /** The backend whose operation it is. */
  readonly watched: number;
  /** The known lines, by their numbers in the server's memory, ascending. */
  readonly lines: Uint32Array;
  readonly accesses: SceneAccesses;
  /** Of each access: index into `lines`. */
  readonly lineAt: Uint32Array;
  /** Backend whose copy answered, or `NOBODY`. */
  readonly fromAt: Int16Array;
  /** States before the operation: line by line, backend by backend. */
  readonly before: Uint8Array;
  readonly lastWrites: readonly (LastWrite | null)[];
  /** Bytes of the lines before the operation and after it, 64 per line; empty if unknown. */
  readonly bytesBefore: Uint8Array;
  readonly bytesAfter: Uint8Array;
  readonly totals: SceneTotals | null;
}

/** Index of a line among the known ones; -1 if it is not known. */
export function indexOfLine(lines: Uint32Array, line: number): number {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle] ?? 0) < line) from = middle + 1;
    else to = middle;
  }
  return lines[from] === line ? from : -1;
}

/** Each line's states, bytes and last write before the operation, from the looks at it. */
function looksAt(lines: Uint32Array, { opened }: LineStage, { looks }: SceneShown, backendOn: Int16Array) {
  const active = opened.cores.length;
  const before = new Uint8Array(lines.length * active);
  const bytesBefore = new Uint8Array(lines.length * LINE_BYTES);
  const bytesAfter = new Uint8Array(lines.length * LINE_BYTES);
  const lastWrites: (LastWrite | null)[] = Array.from({ length: lines.length }, () => null);
  for (const look of looks) {
    for (let i = 0; i < look.count; i++) {
      const line = indexOfLine(lines, look.first + i);
      for (const [backend, core] of opened.cores.entries()) {
        before[line * active + backend] = look.states[i * opened.machineCores + core] ?? 0;
      }
      bytesBefore.set(look.bytesBefore.subarray(i * LINE_BYTES, (i + 1) * LINE_BYTES), line * LINE_BYTES);
      bytesAfter.set(look.bytesAfter.subarray(i * LINE_BYTES, (i + 1) * LINE_BYTES), line * LINE_BYTES);
      const core = look.lastWrites?.core[i] ?? NO_CORE;
      const backend = backendOn[core] ?? NOBODY;
      if (look.lastWrites !== undefined && backend !== NOBODY) {
        const { field, offset, size } = look.lastWrites;
        const name = opened.fields[field[i] ?? 0] ?? '';
        lastWrites[line] = { backend, field: name, offset: offset[i] ?? 0, size: size[i] ?? 0 };
      }
    }
  }
  return { before, bytesBefore, bytesAfter, lastWrites };
}

export const stageMachine = ({
  id,
  short,
  caches,
}: Pick<Machine, 'id' | 'short' | 'caches'>): LineStage['machine'] => ({
  id,
  short,
  shared: caches.l2 === null ? 'L2' : 'L3',
});

export function lineScene(stage: LineStage, shown: SceneShown): LineScene {
  const { opened } = stage;
  const { accesses, operation } = shown;
  const known = new Set<number>();
  for (const { first, count } of shown.looks) for (let i = 0; i < count; i++) known.add(first + i);
  for (let i = 0; i < accesses.count; i++) known.add(accesses.line[i] ?? 0);
  const lines = Uint32Array.from(known).sort();

  const backendOn = new Int16Array(NO_CORE + 1).fill(NOBODY);
  for (const [backend, core] of opened.cores.entries()) backendOn[core] = backend;
  const active = opened.cores.length;

  const { before, bytesBefore, bytesAfter, lastWrites } = looksAt(lines, stage, shown, backendOn);
  const lineAt = new Uint32Array(accesses.count);
  const fromAt = new Int16Array(accesses.count);
  const looked = new Set(shown.looks.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i)));
  for (let i = 0; i < accesses.count; i++) {
    const number = accesses.line[i] ?? 0;
    const line = indexOfLine(lines, number);
    const from = backendOn[accesses.from[i] ?? NO_CORE] ?? NOBODY;
    lineAt[i] = line;
    fromAt[i] = from;
    if (looked.has(number)) continue;
    // For a line without a look, only its first access says what its state was.
    looked.add(number);
    before[line * active + operation.backend] = accesses.before[i] ?? STATE.I;
    if (from !== NOBODY) before[line * active + from] = STATE.M;
  }
  return {
    ...stage,
    operation,
    active,
    watched: operation.backend,
    lines,
    accesses,
    lineAt,
    fromAt,
    before,
    lastWrites,
    bytesBefore,
    bytesAfter,
    totals: shown.totals,
  };
}

/** The regions with bytes on a line, and the offset of the line's first byte in each (negative: the region begins later). */
export function regionsOnLine(
  regions: readonly SceneRegion[],
  line: number,
): readonly { readonly region: SceneRegion; readonly from: number }[] {
  const found: { region: SceneRegion; from: number }[] = [];
  for (const region of regions) {
    const at = line - region.firstLine;
    if (at >= 0 && at < region.lines) found.push({ region, from: at * LINE_BYTES - region.baseOffset });
  }
  return found;
}

export const stateLetter = (state: number | undefined): LineState => LINE_STATES[state ?? 0] ?? 'I';
export const isMiss = ({ missed }: SceneAccesses, access: number): boolean => missed[access] === 1;
/** Duration of the whole operation: to the end of its last access. */
export function sceneNs({ accesses, operation }: LineScene): number {
  const last = accesses.count - 1;
  const end = last < 0 ? 0 : (accesses.at[last] ?? 0) + (accesses.ns[last] ?? 0);
  return Math.max(end, operation.endNs - operation.startNs);
}

const shown = new WeakMap<LineScene, ReadonlyMap<number, number>>();
/** Each miss's time in whole ns, by its access: with all hits they add to the operation's time as it is written. Counted once per scene. */
export function shownNs(scene: LineScene): ReadonlyMap<number, number> {
  let times = shown.get(scene);
  if (times === undefined) {
    const { accesses } = scene;
    const misses = Array.from({ length: accesses.count }, (_, i) => i).filter((i) => isMiss(accesses, i));
    const exact = misses.map((i) => accesses.ns[i] ?? 0);
    const rest = Math.max(0, sceneNs(scene) - exact.reduce((sum, took) => sum + took, 0));
    const { parts } = roundedParts([...exact, rest]);
    times = new Map(misses.map((access, i) => [access, parts[i] ?? 0]));
    shown.set(scene, times);
  }
  return times;
}

/** Accesses that have begun at a time, including the running one. */
export function begunAt({ at, count }: SceneAccesses, ns: number): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((at[middle] ?? 0) <= ns) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The access that is running at a time; the last one after the operation; -1 when there is none. */
export const accessAtTime = (scene: LineScene, ns: number): number => begunAt(scene.accesses, ns) - 1;
