/** One design's scene with everything derived from it alone, and its position at a time. */

import { type Moment, momentOf } from './finding.ts';
import { groupsOf, type LineGroup, touchedLines } from './groups.ts';
import { accessAtTime, type LineScene, NOBODY, STATE } from './scene.ts';

/**
 * Which core holds which line in which state, replayed from the beginning of an operation to any of its accesses. The
 * engine reports the new state of this core's own copy for each access; the protocol determines the others'. A test on
 * real scenes compares the replay with the engine's states before each access.
 */

/** Copies of every known line at one moment. Changed in place: there may be millions of them. */
export class LineStates {
  readonly #scene: LineScene;
  /** Line by line, backend by backend. */
  readonly copies: Uint8Array;
  /** The backend whose copy answers for a line (M, E, O or F). */
  readonly owner: Int16Array;
  /** Number of copies. */
  readonly holders: Uint16Array;
  #at = 0;
  #changes = 0;

  constructor(scene: LineScene) {
    this.#scene = scene;
    this.copies = new Uint8Array(scene.before.length);
    this.owner = new Int16Array(scene.lines.length);
    this.holders = new Uint16Array(scene.lines.length);
    this.#reset();
  }

  /** A number that changes whenever some copy may have changed its state. */
  get changes(): number {
    return this.#changes;
  }
  /** Number of accesses that have happened. */
  get at(): number {
    return this.#at;
  }
  stateOf(line: number, backend: number): number {
    return this.copies[line * this.#scene.active + backend] ?? STATE.I;
  }
  /** The state in which its owner has a line; without an owner S if somebody has a copy. */
  lineState(line: number): number {
    const owner = this.owner[line] ?? NOBODY;
    if (owner !== NOBODY) return this.stateOf(line, owner);
    return (this.holders[line] ?? 0) > 0 ? STATE.S : STATE.I;
  }

  /** Moves to the state after the first `count` accesses. Forwards it costs the accesses in between; backwards, all of them. */
  seek(count: number): void {
    if (count < this.#at) this.#reset();
    const end = Math.min(count, this.#scene.accesses.count);
    for (; this.#at < end; this.#at++) this.#apply(this.#at);
  }

  #reset(): void {
    this.#at = 0;
    this.#changes++;
    this.copies.set(this.#scene.before);
    for (let line = 0; line < this.owner.length; line++) this.#count(line);
  }

  #count(line: number): void {
    const { active } = this.#scene;
    let holders = 0;
    let owner = NOBODY;
    for (let i = 0; i < active; i++) {
      const state = this.copies[line * active + i] ?? STATE.I;
      if (state !== STATE.I) holders++;
      if (state > STATE.S) owner = i;
    }
    this.holders[line] = holders;
    this.owner[line] = owner;
  }

  #apply(access: number): void {
    const { accesses, active, watched, protocol } = this.#scene;
    const line = this.#scene.lineAt[access] ?? 0;
    const before = accesses.before[access] ?? STATE.I;
    const after = accesses.after[access] ?? STATE.I;
    const base = line * active;
    // The engine does not report that a copy was evicted for another line; this access reveals it.
    if (before === after && this.copies[base + watched] === after) return;
    if (after === STATE.M) {
      this.copies.fill(STATE.I, base, base + active);
    } else if (before === STATE.I) {
      const shared = protocol === 'MOESI' ? STATE.O : STATE.S;
      for (let i = base; i < base + active; i++) {
        const state = this.copies[i] ?? STATE.I;
        if (state === STATE.M) this.copies[i] = shared;
        else if (state === STATE.E || state === STATE.F) this.copies[i] = STATE.S;
      }
    }
    this.copies[base + watched] = after;
    this.#changes++;
    this.#count(line);
  }
}

export interface LineSide {
  readonly scene: LineScene;
  /** The structure that represents the design. */
  readonly main: string;
  /** The last access to it; -1 when there is none. */
  readonly lastOnMain: number;
  /** Changed in place by `placeAt`. */
  readonly states: LineStates;
  readonly touched: ReadonlySet<number>;
  readonly groups: readonly LineGroup[];
  /** Lines that the small pictures of the caches show. */
  readonly shown: readonly number[];
}

/** The structures that snapshots are about, the design's own first. */
export const ARRAYS = ['PGXACT', 'csn', 'runningSet', 'SharedSnapshot', 'xids', 'PGPROC'] as const;

/** A structure's name as a design's title. */
export const titleOf = (structure: string): string => (structure === 'xids' ? 'xids[]' : structure);

export function sideOf(scene: LineScene): LineSide {
  const touched = touchedLines(scene);
  const groups = groupsOf(scene, touched);
  const main = ARRAYS.find((name) => groups.some((group) => group.name === name && !group.apart)) ?? '';
  const { regions } = scene.opened;
  return {
    scene,
    main,
    lastOnMain: scene.accesses.region.findLastIndex((region) => regions[region]?.name === main),
    states: new LineStates(scene),
    touched,
    groups,
    shown: groups.filter(({ apart }) => !apart).flatMap(({ lines }) => lines),
  };
}

export interface SidePlace {
  readonly moment: Moment;
  /** The shown access; -1 for none. */
  readonly access: number;
  /** Its line, an index into `scene.lines`; -1 for none. */
  readonly line: number;
  /** How much of the running access is done, 0 to 1. */
  readonly share: number;
}

/** Also moves the side's states to that time: a running access has not changed anything yet. */
export function placeAt({ scene, states, lastOnMain }: LineSide, ns: number): SidePlace {
  const { accesses } = scene;
  const access = accessAtTime(scene, ns);
  const begun = accesses.at[access] ?? 0;
  const took = accesses.ns[access] ?? 0;
  states.seek(access < 0 || ns >= begun + took ? access + 1 : access);
  const moment = momentOf(scene, access, ns);
  // After the operation the picture shows the scanned array, not the lock that was released last.
  const shown = moment.kind === 'over' && lastOnMain >= 0 ? lastOnMain : access;
  return {
    moment,
    access: shown,
    line: shown < 0 ? -1 : (scene.lineAt[shown] ?? -1),
    share: took <= 0 ? 1 : Math.min(1, Math.max(0, (ns - begun) / took)),
  };
}

/** The operation's first line; -1 when it touches none. */
export const firstLineOf = ({ accesses, lineAt }: LineScene): number => (accesses.count > 0 ? (lineAt[0] ?? 0) : -1);
