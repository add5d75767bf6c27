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
  readonly isOnStage: boolean;
}

/** From this width on, in em, a band's name is next to it. */
const WIDE_FROM = 48;
const NAMES = 8.5;
/** The widths of a letter and a digit, in em of the drawing's own text. */
export const LETTER = 0.56;
export const DIGIT = 0.62;

/**
 * The width of all counters in one line, in em, with numbers of ten digits: a standby that gives no snapshots has a
 * longer text.
 */
const ONE_LINE = { ready: 56, not: 70 } as const;

/** On stage: the primary's share of the width; the width of a band's name; a card without the record's kind. */
const STAGE = { primary: 0.46, names: 5.2, card: 2.8 } as const;

export const ROW = 1.75;
const CARD = 4.1;
const OVERVIEW = 1.5;
export const STRIP_ON_STAGE = { overview: 0, gap: 1.7, card: STAGE.card } as const;
export const STRIP = { overview: OVERVIEW, gap: 1.9, card: CARD } as const;
/** A cell with its number, and one without. */
export const CELL = { named: 4, height: 1.7, bare: 1.05 } as const;
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
 */
export function cellsOf(count: number, width: number): Cells {
  const named = Math.max(1, Math.floor(width / CELL.named));
  if (count <= named) return { isNamed: true, perLine: named, shown: count, lines: 1, pitch: CELL.named };
  const perLine = Math.max(1, Math.floor(width / CELL.bare));
  const shown = Math.min(count, perLine * MAX_LINES);
  return { isNamed: false, perLine, shown, lines: Math.ceil(shown / perLine), pitch: CELL.bare };
}

/**
 * The number of lines that the standby's counters take.
 * @param width in em
 */
export function factLines(readiness: StandbyShown['state']['readiness'], isBeside: boolean, width: number): 1 | 2 | 4 {
  if (!isBeside) return 4;
  return width >= ONE_LINE[readiness === 'ready' ? 'ready' : 'not'] ? 1 : 2;
}

export function bandsOf(
  stage: StageState,
  shown: StandbyShown,
  model: StandbyModel,
  { width, em }: Room,
): { readonly bands: Readonly<Record<Band, Lane>>; readonly height: number } {
  const isBeside = width >= WIDE_FROM * em;
  const left = isBeside ? NAMES * em : 0;
  const inner = (width - left) / em;
  const cells = cellsOf(shown.state.known.entries.length, inner);
  const facts = factLines(shown.state.readiness, isBeside, inner);
  const heights: Readonly<Record<Band, number>> = {
    primary: stage.sessions.length * ROW,
    wal: OVERVIEW + STRIP.gap + CARD,
    standby:
      facts * 1.5 +
      1.7 +
      (cells.shown === 0 ? 0 : (cells.isNamed ? CELL.height : cells.lines * CELL.bare + 1.5) + 0.3) +
      (parentRanges(shown.parents).length > 0 ? 1.7 : 0),
    snapshots: 1.8 + model.rows.length * ROW * (isBeside ? 1 : 1.75) + 2,
  };
  const bands: Partial<Record<Band, Lane>> = {};
  let y = 0;
  for (const band of ['primary', 'wal', 'standby', 'snapshots'] as const) {
    const top = y + (isBeside ? 0.6 : 2.1) * em;
    bands[band] = { y, top, left, width: width - left, isBeside, isOnStage: false };
    y = top + (heights[band] + 0.7) * em;
  }
  return { bands: bands as Record<Band, Lane>, height: y };
}

/**
 * On stage everything is visible at once: the primary's sessions to the left of what each snapshot reports on them,
 * below them the WAL's cards without the overview, and the array over the whole width, its counters shortened to one
 * line.
 */
export function stageBandsOf(
  stage: StageState,
  shown: StandbyShown,
  model: StandbyModel,
  { width, em }: Room,
): { readonly bands: Readonly<Record<Band, Lane>>; readonly height: number } {
  const left = STAGE.names * em;
  const split = STAGE.primary * width;
  const cells = cellsOf(shown.state.known.entries.length, (width - left) / em);
  const first = Math.max(stage.sessions.length, model.rows.length + 1) * ROW + 0.5;
  const card = STRIP_ON_STAGE.gap + STRIP_ON_STAGE.card + 0.7;
  const array =
    1.7 +
    (cells.shown === 0 ? 0 : cells.isNamed ? CELL.height : cells.lines * CELL.bare) +
    0.3 +
    (parentRanges(shown.parents).length > 0 ? 1.7 : 0);
  const lane = (y: number, top: number, from: number, to: number): Lane => ({
    y,
    top,
    left: from,
    width: to - from,
    isBeside: true,
    isOnStage: true,
  });
  const wal = first * em;
  const standby = wal + card * em;
  return {
    bands: {
      primary: lane(0, 0, left, split),
      snapshots: lane(0, 0, split + em, width),
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
