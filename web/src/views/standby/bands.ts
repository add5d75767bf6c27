/** The places of the drawing's bands, in px: a band's height follows from its contents and from the width. Pure. */

import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import type { Room } from '../../ui/place.ts';
import { cutLetters } from '../../viewmodel/picture-text.ts';
import type { StandbyModel } from '../../viewmodel/standby/view.ts';
import { parentRanges } from '../../viewmodel/standby/words.ts';

export type Band = 'primary' | 'wal' | 'standby' | 'snapshots';
export interface Lane {
  /** The band's upper edge. */
  readonly y: number;
  /** The top of its drawing: below its name if there is no room next to it. */
  readonly top: number;
  readonly left: number;
  readonly width: number;
  /** Its name is next to it. */
  readonly isBeside: boolean;
  /** It shares the width with another one, or the height of a stage: fewer words. */
  readonly isTight: boolean;
}

/** From this width on, in em, a band's name is next to it. */
const WIDE_FROM = 48;
const NAMES = 8.5;
/** The widths of a letter and a digit, in em of the drawing's own text. */
export const LETTER = 0.56;
export const DIGIT = 0.62;

/** In a low window: the primary's share of the width beside the bands' names. */
const LOW_PRIMARY = 0.32;

/**
 * On stage: the primary's share of the width; the width of a band's name; a card without the record's kind; the line
 * that says what the answers are; the most rows of snapshots.
 */
const STAGE = { primary: 0.42, names: 5.2, card: 2.8, title: 1.5, rows: 4 } as const;

/** A stage, or a phone, has a limited height: the primary and the standby as they are now, and the newest queries. */
export function stageRows(rows: StandbyModel['rows']): readonly number[] {
  const now = rows.flatMap(({ who }, i) => (who.kind === 'primary' || who.kind === 'standby' ? [i] : []));
  const others = rows.flatMap(({ who }, i) => (who.kind === 'held' ? [i] : []));
  return [...now, ...others.slice(-(STAGE.rows - now.length))];
}

export const ROW = 1.75;
const CARD = 4.1;
const OVERVIEW = 1.5;
export const STRIP_ON_STAGE = { overview: 0, gap: 1.7, card: STAGE.card } as const;
export const STRIP = { overview: OVERVIEW, gap: 1.9, card: CARD } as const;
/** A cell with its number, and one without. */
export const CELL = { named: 4, height: 1.7, bare: 1.05, least: 0.55 } as const;
/** Lines of cells without numbers. */
const MAX_LINES = 4;

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
 * @param isTight in one line, with smaller cells
 */
export function cellsOf(count: number, width: number, isTight = false): Cells {
  const named = Math.max(1, Math.floor(width / CELL.named));
  if (count <= named) return { isNamed: true, perLine: named, shown: count, lines: 1, pitch: CELL.named };
  if (isTight) {
    const pitch = Math.min(CELL.bare, Math.max(CELL.least, width / count));
    const shown = Math.min(count, Math.floor(width / pitch));
    return { isNamed: false, perLine: shown, shown, lines: 1, pitch };
  }
  const perLine = Math.max(1, Math.floor(width / CELL.bare));
  const shown = Math.min(count, perLine * MAX_LINES);
  return { isNamed: false, perLine, shown, lines: Math.ceil(shown / perLine), pitch: CELL.bare };
}

/** The lines above the array's name: on a narrow screen whether snapshots can be taken; else there is room next to it. */
export const factLines = (isBeside: boolean): 0 | 1 => (isBeside ? 0 : 1);

/** The heights of the two bands over the whole width, in em, with all their words. */
function wholeHeights(
  shown: StandbyShown,
  inner: number,
  isBeside: boolean,
): { readonly wal: number; readonly standby: number } {
  const cells = cellsOf(shown.state.known.entries.length, inner);
  return {
    wal: OVERVIEW + STRIP.gap + CARD,
    standby:
      factLines(isBeside) * 1.5 +
      1.7 +
      (cells.shown === 0 ? 0 : (cells.isNamed ? CELL.height : cells.lines * CELL.bare + 1.5) + 0.3) +
      (parentRanges(shown.parents).length > 0 ? 1.7 : 0),
  };
}

export interface Bands {
  readonly bands: Readonly<Record<Band, Lane>>;
  readonly height: number;
}

export function bandsOf(stage: StageState, shown: StandbyShown, model: StandbyModel, { width, em }: Room): Bands {
  const isBeside = width >= WIDE_FROM * em;
  const left = isBeside ? NAMES * em : 0;
  const heights: Readonly<Record<Band, number>> = {
    primary: stage.sessions.length * ROW,
    ...wholeHeights(shown, (width - left) / em, isBeside),
    snapshots: 1.8 + (isBeside ? model.rows.length * ROW : stageRows(model.rows).length * ROW * 1.75) + 2,
  };
  const bands: Partial<Record<Band, Lane>> = {};
  let y = 0;
  // What differs comes first; below it why.
  for (const band of ['snapshots', 'primary', 'wal', 'standby'] as const) {
    const top = y + (isBeside ? 0.6 : 2.1) * em;
    bands[band] = { y, top, left, width: width - left, isBeside, isTight: false };
    y = top + (heights[band] + 0.7) * em;
  }
  return { bands: bands as Record<Band, Lane>, height: y };
}

/** In a low window: as on the page, but each snapshot's answers are to the right of the primary's sessions. */
export function lowBandsOf(stage: StageState, shown: StandbyShown, model: StandbyModel, { width, em }: Room): Bands {
  const left = NAMES * em;
  const heights = wholeHeights(shown, (width - left) / em, true);
  const split = left + LOW_PRIMARY * (width - left);
  const lane = (y: number, from: number, to: number, isTight: boolean): Lane => ({
    y,
    top: y + (y === 0 ? 0 : 0.6 * em),
    left: from,
    width: to - from,
    isBeside: true,
    isTight,
  });
  const wal = (Math.max(stage.sessions.length * ROW, 1.8 + model.rows.length * ROW) + 0.4) * em;
  const standby = wal + (0.6 + heights.wal + 0.4) * em;
  return {
    bands: {
      primary: lane(0, left, split, true),
      snapshots: lane(0, split + em, width, true),
      wal: lane(wal, left, width, false),
      standby: lane(standby, left, width, false),
    },
    height: standby + (0.6 + heights.standby + 0.4) * em,
  };
}

/**
 * On stage everything is visible at once: the primary's sessions to the left of what each snapshot reports on them,
 * below them the WAL's cards without the overview, and the array over the whole width, its counters shortened to one
 * line.
 */
export function stageBandsOf(stage: StageState, shown: StandbyShown, model: StandbyModel, { width, em }: Room): Bands {
  const left = STAGE.names * em;
  const split = STAGE.primary * width;
  const cells = cellsOf(shown.state.known.entries.length, (width - left) / em, true);
  const answers = STAGE.title + 1.8 + stageRows(model.rows).length * ROW;
  const first = Math.max(stage.sessions.length * ROW, answers) + 0.5;
  const card = STRIP_ON_STAGE.gap + STRIP_ON_STAGE.card + 0.7;
  const array = 1.7 + (cells.shown === 0 ? 0 : cells.isNamed ? CELL.height : CELL.bare) + 0.3;
  const lane = (y: number, top: number, from: number, to: number): Lane => ({
    y,
    top,
    left: from,
    width: to - from,
    isBeside: true,
    isTight: true,
  });
  const wal = first * em;
  const standby = wal + card * em;
  return {
    bands: {
      primary: lane(0, 0, left, split),
      snapshots: lane(0, STAGE.title * em, split + em, width),
      wal: lane(wal, wal, left, width),
      standby: lane(standby, standby + 0.3 * em, left, width),
    },
    height: standby + array * em,
  };
}

/** @param room in em */
export function clipped(text: string, room: number): string {
  return cutLetters(text, Math.max(3, Math.floor(room / LETTER)));
}
