/**
 * The places of the two panels in the one drawing: side by side, or stacked when it is narrow. Pure; pixels. Both
 * panels share one y scale. The slider lies over the drawing, on the x axis of the published panel.
 */

interface Panel {
  readonly x: number;
  /** The top of the plot; its heading is above. */
  readonly y: number;
  readonly width: number;
  /** Of the plot. */
  readonly height: number;
}
export interface RaceLayout {
  readonly stacked: boolean;
  readonly height: number;
  /** Null: nothing is measured here, and the published curves have all the room. */
  readonly live: Panel | null;
  readonly published: Panel;
  /**
   * Room next to the published plot: half of the slider's thumb, the axis's numbers when they are there, the
   * curves' names.
   */
  readonly inset: { readonly left: number; readonly right: number };
}

/** The published plot's height as a part of the live one's, where they are stacked. */
export const SMALL_PART = 0.62;
/** With the invitation below its curves. */
export const ROOMY_PART = 0.8;
/** From this width on, em, the published plot's own y title stands beside the slider's number; else above it. */
export const TITLE_BESIDE = 44;
/** The slider's number is this far above the published plot, em; the unit of the y axis is between them. */
export const NUMBER_ABOVE = 1.75;
/** Below this width, em, the live panel's title shares its line with the ratio and is short. */
export const SHORT_TITLE = 27;
/** Below this width, em, as on stage, the slider needs half of it for the labels of all its stops. */
const SLIDER_FIRST = 60;
/** Half of the slider's thumb and a little. */
export const THUMB_ROOM = 16;

/**
 * @param em the size of the drawing's text, px
 * @param plotHeight of the live plot, px
 * @param part the published plot's height as a part of it, where they are stacked
 */
export function raceLayout(
  width: number,
  em: number,
  plotHeight: number,
  isLive: boolean,
  part: number = SMALL_PART,
): RaceLayout {
  const stacked = isLive && width < 46 * em;
  const head = 3.1 * em;
  // Below the plot: the numbers of the time axis, or half of the slider and its stops.
  const foot = Math.max(2.2 * em, 20 + 1.5 * em);
  // Always with room for separate numbers: nothing moves when the published curves take the measured scale. Their names
  // are at their ends.
  const inset = { left: THUMB_ROOM + 1.8 * em, right: 2.7 * em };
  if (!isLive) {
    const y = width < TITLE_BESIDE * em ? head + 1.8 * em : head;
    const published = { x: 0, y, width, height: plotHeight };
    return { stacked, inset, live: null, published, height: y + plotHeight + foot };
  }
  if (!stacked) {
    const share = width < SLIDER_FIRST * em ? 0.475 : 0.59;
    const live = { x: 0, y: head, width: Math.round(width * share), height: plotHeight };
    const x = Math.round(width * (share + 0.015));
    return {
      stacked,
      inset,
      live,
      published: { x, y: head, width: width - x, height: plotHeight },
      height: head + plotHeight + foot,
    };
  }
  const small = Math.round(plotHeight * part);
  const second = head + plotHeight + 2.9 * em + head;
  return {
    stacked,
    inset,
    live: { x: 0, y: head, width, height: plotHeight },
    published: { x: 0, y: second, width, height: small },
    height: second + small + foot,
  };
}
