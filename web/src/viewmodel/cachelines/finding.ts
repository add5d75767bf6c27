/** The facts of an operation from which a sentence is made. Computed from its accesses; no words here. */
import type { OperationKind } from '../../engine/replay/scene-types.ts';
import type { LadderId } from '../design-style.ts';
import { touchedLines } from './groups.ts';
import { isMiss, LEVEL, type LineScene, NOBODY, regionsOnLine, SHARING, sceneNs, shownNs } from './scene.ts';

/** The facts of one design. */
export interface SideFinding {
  readonly design: LadderId;
  readonly kind: OperationKind;
  readonly reused: boolean;
  readonly lines: number;
  readonly ns: number;
  /** Lines fetched again although nothing that the operation needed had changed: false sharing, and xmins read for the horizon. */
  readonly neighbours: {
    readonly lines: number;
    readonly forHorizon: number;
    /** The backends that had written there, ascending. */
    readonly writers: readonly number[];
    /** The fields that they had written. */
    readonly fields: readonly string[];
  };
  /** Structures whose lines were fetched because they had changed, each once. */
  readonly changed: readonly string[];
  readonly changedLines: number;
  /** Lines that were missing from this core's caches although no other core took them. */
  readonly cold: number;
  /** Copies in other cores' caches that it invalidated, and on how many lines. */
  readonly taken: { readonly copies: number; readonly lines: number };
  /** Fields that it wrote, each once. */
  readonly wrote: readonly string[];
  readonly misses: number;
}

export function sideFinding(scene: LineScene): SideFinding {
  const { accesses, opened, lineAt, fromAt, operation } = scene;
  const again = new Set<number>();
  const horizon = new Set<number>();
  const writers = new Set<number>();
  const fields = new Set<string>();
  const changed = new Set<string>();
  const changedLines = new Set<number>();
  const cold = new Set<number>();
  const wrote = new Set<string>();
  const taken = { copies: 0, lines: new Set<number>() };
  let misses = 0;
  for (let i = 0; i < accesses.count; i++) {
    const line = lineAt[i] ?? 0;
    const losers = accesses.losers[i] ?? 0;
    if (losers > 0) {
      taken.copies += losers;
      taken.lines.add(line);
    }
    if (accesses.kind[i] !== 0) wrote.add(opened.fields[accesses.field[i] ?? 0] ?? '');
    if (!isMiss(accesses, i)) continue;
    misses++;
    const sharing = accesses.sharing[i];
    if (sharing === SHARING.false || sharing === SHARING['for-horizon']) {
      again.add(line);
      const last = scene.lastWrites[line] ?? null;
      const from = fromAt[i] ?? NOBODY;
      const writer = last !== null && last.backend !== scene.watched ? last.backend : from;
      if (writer !== NOBODY) writers.add(writer);
      if (sharing === SHARING['for-horizon']) {
        horizon.add(line);
        fields.add('xmin');
      } else if (last !== null) fields.add(last.field);
    } else if (sharing === SHARING.true) {
      changed.add(regionNameAt(scene, i));
      changedLines.add(line);
    } else if ((accesses.level[i] ?? 0) >= LEVEL.l3) cold.add(line);
  }
  return {
    design: scene.design,
    kind: operation.kind,
    reused: operation.reused,
    lines: touchedLines(scene).size,
    ns: sceneNs(scene),
    neighbours: {
      lines: again.size,
      forHorizon: horizon.size,
      writers: [...writers].sort((a, b) => a - b),
      fields: [...fields],
    },
    changed: [...changed],
    changedLines: changedLines.size,
    cold: cold.size,
    taken: { copies: taken.copies, lines: taken.lines.size },
    wrote: [...wrote],
    misses,
  };
}

export function regionNameAt(scene: LineScene, access: number): string {
  const offset = scene.accesses.offset[access] ?? 0;
  const on = regionsOnLine(scene.opened.regions, scene.accesses.line[access] ?? 0);
  return on.find(({ region, from }) => from + offset >= 0 && from + offset < region.size)?.region.name ?? '';
}

/** The subject of the page's sentence. */
export type Finding =
  /** Lines fetched because of their neighbours: `side` has more of them. */
  | { readonly kind: 'neighbours'; readonly side: SideFinding; readonly other: SideFinding }
  /** At least one of them needed no scan. */
  | { readonly kind: 'reused'; readonly side: SideFinding; readonly other: SideFinding }
  /** Only changed lines were fetched. */
  | { readonly kind: 'changed'; readonly side: SideFinding; readonly other: SideFinding }
  /** Lines that this core's caches did not have, although no other core had taken them. */
  | { readonly kind: 'cold'; readonly side: SideFinding; readonly other: SideFinding }
  | { readonly kind: 'all-hits'; readonly side: SideFinding; readonly other: SideFinding }
  /** It writes, and others lose their copies. */
  | { readonly kind: 'takes'; readonly side: SideFinding; readonly other: SideFinding }
  | { readonly kind: 'quiet'; readonly side: SideFinding; readonly other: SideFinding };

export function findingOf(left: SideFinding, right: SideFinding): Finding {
  const more = <K>(measure: (side: SideFinding) => number, kind: K) => {
    const [side, other] = measure(right) > measure(left) ? [right, left] : [left, right];
    return { kind, side, other };
  };
  if (left.kind !== 'snapshot') {
    const found = more((side) => side.taken.copies, 'takes' as const);
    return found.side.taken.copies > 0 ? found : { ...found, kind: 'quiet' };
  }
  const neighbours = more((side) => side.neighbours.lines, 'neighbours' as const);
  if (neighbours.side.neighbours.lines > 0) return neighbours;
  if (left.reused || right.reused) return more((side) => (side.reused ? 1 : 0), 'reused' as const);
  const cold = more((side) => side.cold, 'cold' as const);
  if (cold.side.cold > 2) return cold;
  const changed = more((side) => side.changedLines, 'changed' as const);
  if (changed.side.changedLines > 0) return changed;
  return more((side) => side.lines, 'all-hits' as const);
}

/** The event at a time in one design. */
export type Moment =
  | { readonly kind: 'none' }
  | { readonly kind: 'over'; readonly lines: number; readonly misses: number; readonly ns: number }
  | {
      readonly kind: 'hit' | 'miss' | 'upgrade';
      readonly access: number;
      readonly field: string;
      readonly region: string;
      readonly writes: boolean;
      readonly ns: number;
      /** As it is written: whole ns. */
      readonly shownNs: number;
      /** The part of `ns` in which the line was on its way to other cores. */
      readonly waitNs: number;
      /** Backend whose copy answers, or `NOBODY`. */
      readonly from: number;
      readonly level: number;
      readonly losers: number;
      readonly sharing: number;
    };

/** Every frame asks for it once the shorter of two designs has finished, so it is counted once per scene. */
const over = new WeakMap<LineScene, Moment>();
function overOf(scene: LineScene, ns: number): Moment {
  let moment = over.get(scene);
  if (moment === undefined) {
    let misses = 0;
    for (let i = 0; i < scene.accesses.count; i++) if (isMiss(scene.accesses, i)) misses++;
    moment = { kind: 'over', lines: touchedLines(scene).size, misses, ns };
    over.set(scene, moment);
  }
  return moment;
}

export function momentOf(scene: LineScene, access: number, ns: number): Moment {
  const { accesses, opened } = scene;
  if (accesses.count === 0 || access < 0) return { kind: 'none' };
  const total = sceneNs(scene);
  if (ns >= total) return overOf(scene, total);
  const upgrade = accesses.upgrade[access] === 1;
  return {
    kind: upgrade ? 'upgrade' : isMiss(accesses, access) ? 'miss' : 'hit',
    access,
    field: opened.fields[accesses.field[access] ?? 0] ?? '',
    region: regionNameAt(scene, access),
    writes: accesses.kind[access] !== 0,
    ns: accesses.ns[access] ?? 0,
    shownNs: shownNs(scene).get(access) ?? Math.round(accesses.ns[access] ?? 0),
    waitNs: accesses.wait[access] ?? 0,
    from: scene.fromAt[access] ?? NOBODY,
    level: accesses.level[access] ?? 0,
    losers: accesses.losers[access] ?? 0,
    sharing: accesses.sharing[access] ?? 0,
  };
}
