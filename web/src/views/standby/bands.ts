/**
 * The drawing's places: the primary above, the standby below, and the WAL between them. All heights follow from what is
 * drawn and from the width, in px. Pure.
 */

import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import type { Room } from '../../ui/place.ts';
import { cutLetters } from '../../viewmodel/picture-text.ts';
import type { StandbyModel } from '../../viewmodel/standby/view.ts';

/** On a page side by side, on stage the same with less air, on a phone one below the other. */
export type Form = 'wide' | 'stage' | 'narrow';

/** A part that is drawn from its left upper corner on. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** A server: its frame, its answers about each xid, and what it keeps of them. */
export interface Server {
  readonly y: number;
  readonly height: number;
  readonly name: Area;
  readonly answers: Area;
  readonly side: Area;
}

export interface Places {
  readonly form: Form;
  readonly primary: Server;
  readonly wal: Area;
  readonly standby: Server;
  readonly height: number;
}

/** From this width on, in em, answers and sessions are side by side. */
const WIDE_FROM = 48;
/** The widths of a letter and a digit, in em of the drawing's own text. */
export const LETTER = 0.56;
export const DIGIT = 0.62;

/** All in em: a server's padding and its name's width, a line, the xids above the answers, an answer, and what follows it. */
interface Sizes {
  readonly pad: number;
  readonly name: number;
  readonly line: number;
  readonly numbers: number;
  readonly answer: number;
  readonly held: number;
  readonly gap: number;
}
export const SIZES: Readonly<Record<Form, Sizes>> = {
  wide: { pad: 0.8, name: 11.5, line: 1.8, numbers: 1.75, answer: 2.4, held: 2, gap: 0.7 },
  stage: { pad: 0.4, name: 7.6, line: 1.45, numbers: 1.35, answer: 2, held: 1.55, gap: 0.4 },
  narrow: { pad: 0.5, name: 0, line: 1.6, numbers: 1.45, answer: 1.9, held: 3.1, gap: 0.5 },
};
/** Where a server's answers end and its sessions or its array begin, as a share of the width. */
const SPLIT = 0.62;

/** The WAL: all of it as thin marks, the words at replay's place, a record's card, and the arrow down to the standby. */
interface Strip {
  readonly overview: number;
  readonly words: number;
  readonly card: number;
  readonly arrow: number;
}
export const STRIPS: Readonly<Record<Form, Strip>> = {
  wide: { overview: 0.7, words: 1.7, card: 4.1, arrow: 1.5 },
  stage: { overview: 0, words: 1.45, card: 2.9, arrow: 1.1 },
  narrow: { overview: 0, words: 1.6, card: 2.75, arrow: 1.1 },
};

/** The most rows of snapshots: the two servers as they are now, and the newest queries on the standby. */
const MAX_ROWS = 4;

/** The places of the rows that are drawn: what each server says now, then the queries. */
export function drawnRows(rows: StandbyModel['rows']): readonly number[] {
  const now = rows.flatMap(({ who }, i) => (who.kind === 'primary' || who.kind === 'standby' ? [i] : []));
  const others = rows.flatMap(({ who }, i) => (who.kind === 'held' ? [i] : []));
  return [...now, ...others.slice(-(MAX_ROWS - now.length))];
}

/** A cell with its number, and without. */
export const CELL = { named: 3.8, height: 1.7, bare: 1.05, least: 0.45 } as const;
/** Lines of cells without numbers. */
const MAX_LINES = 3;

export interface Cells {
  readonly isNamed: boolean;
  readonly perLine: number;
  readonly shown: number;
  readonly lines: number;
  readonly pitch: number;
}
/**
 * The cells that fit.
 * @param width in em
 */
export function cellsOf(count: number, width: number): Cells {
  const named = Math.max(1, Math.floor(width / CELL.named));
  if (count <= named) return { isNamed: true, perLine: named, shown: count, lines: 1, pitch: CELL.named };
  const pitch = Math.max(CELL.least, Math.min(CELL.bare, width / Math.ceil(count / MAX_LINES)));
  const perLine = Math.max(1, Math.floor(width / pitch + 1e-6));
  const shown = Math.min(count, perLine * MAX_LINES);
  return { isNamed: false, perLine, shown, lines: Math.ceil(shown / perLine), pitch };
}

/** The height of the cells, in em. */
export const cellsHeight = ({ isNamed, lines, pitch, shown }: Cells): number =>
  shown === 0 ? 0 : (isNamed ? CELL.height : lines * pitch) + 0.3;

/** Its place is kept from the beginning where a record will lead to it: at that record nothing moves aside. */
const keepsParents = ({ parents, records }: StandbyShown): boolean =>
  parents.length > 0 || records.some(({ kind }) => kind === 'assignment');

/** What the standby keeps, in em: the array's name, its cells, and the subtransactions that have left it. */
const arrayHeight = (shown: StandbyShown, width: number): number =>
  1.7 +
  Math.max(CELL.height + 0.3, cellsHeight(cellsOf(shown.state.known.entries.length, width))) +
  (keepsParents(shown) ? 1.5 : 0);

export function placesOf(
  stage: StageState,
  shown: StandbyShown,
  model: StandbyModel,
  { width, em }: Room,
  onStage: boolean,
): Places {
  const form: Form = onStage ? 'stage' : width >= WIDE_FROM * em ? 'wide' : 'narrow';
  const { pad, line, numbers, answer, held, gap } = SIZES[form];
  const strip = STRIPS[form];
  const isNarrow = form === 'narrow';
  const queries = drawnRows(model.rows).length - 2;
  const inner = width / em - 2 * pad;
  const sideWidth = isNarrow ? inner : (1 - SPLIT) * (width / em) - pad;
  const rows = (count: number): number => numbers + answer + count * held;
  const primary = isNarrow ? line + rows(0) : Math.max(rows(0), stage.sessions.length * line);
  const array = arrayHeight(shown, sideWidth);
  const standby = isNarrow ? line + rows(queries) + 0.4 + array : Math.max(rows(queries), array);
  const wal = strip.overview + strip.words + strip.card + strip.arrow;
  const walTop = primary + 2 * pad + gap;
  const standbyTop = walTop + wal;
  return {
    form,
    primary: serverAt(form, 0, primary, 0, { width, em }),
    wal: { left: 0, top: walTop * em, width },
    standby: serverAt(form, standbyTop, standby, queries, { width, em }),
    height: (standbyTop + standby + 2 * pad) * em + 1,
  };
}

/** @param y in em, as is the height of what is in it */
function serverAt(form: Form, y: number, height: number, queries: number, { width, em }: Room): Server {
  const { pad, name, line, numbers, answer, held } = SIZES[form];
  const top = (y + pad) * em;
  const left = pad * em + (form === 'narrow' ? 0 : 0.3 * em);
  const frame = { y: y * em, height: (height + 2 * pad) * em };
  const whole = { left, width: width - 2 * left };
  if (form === 'narrow')
    return {
      ...frame,
      name: { ...whole, top },
      answers: { ...whole, top: top + line * em },
      // The primary's sessions are next to its name, the standby's array is below its answers.
      side: { ...whole, top: y === 0 ? top : top + (line + numbers + answer + queries * held + 0.4) * em },
    };
  const split = SPLIT * width;
  const from = left + name * em;
  return {
    ...frame,
    name: { left, top, width: name * em },
    answers: { left: from, top, width: split - from - em },
    side: { left: split, top, width: width - split - pad * em },
  };
}

/** @param room in em */
export function clipped(text: string, room: number): string {
  return cutLetters(text, Math.max(3, Math.floor(room / LETTER)));
}
