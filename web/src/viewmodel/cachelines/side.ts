/** One design's scene with everything derived from it alone, and its position at a time. */

import { type Moment, momentOf } from './finding.ts';
import { groupsOf, type LineGroup, touchedLines } from './groups.ts';
import { accessAtTime, type LineScene } from './scene.ts';
import { LineStates } from './states.ts';

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

const ARRAYS = ['PGXACT', 'csn', 'runningSet', 'SharedSnapshot', 'xids', 'PGPROC'] as const;

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
