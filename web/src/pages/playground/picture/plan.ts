/**
 * Shares the width of a picture of the stage: up to three lanes are next to the axis over the page; more lanes are
 * above the two, side by side.
 */

/** Of a sheet 1600 wide; lengths in px. */
export const PICTURE = { width: 1_600, margin: 48, gap: 44, em: 16 } as const;

export interface PicturePlan {
  readonly width: number;
  readonly lanesAbove: boolean;
  readonly lanes: number;
  /** The lanes' largest height: older steps are folded. */
  readonly lanesHeight: number;
  /** Widths of the axis and of the page. */
  readonly axis: number;
  readonly page: number;
  /** The explanation; 0: there is none. */
  readonly side: number;
}

/** @param least the smallest width of the lanes when they are above */
export function picturePlan(lanes: number, explained: boolean, least: number): PicturePlan {
  const { margin, gap } = PICTURE;
  const width = Math.ceil(Math.max(PICTURE.width, least + 2 * margin));
  const inside = width - 2 * margin;
  const side = explained ? (lanes > 3 ? 380 : 330) : 0;
  const rest = inside - (explained ? side + gap : 0);
  if (lanes > 3) {
    const axis = Math.round((rest - gap) * 0.38);
    return { width, lanesAbove: true, lanes: inside, lanesHeight: 440, axis, page: rest - gap - axis, side };
  }
  const own = [380, 380, 450, 590][lanes] ?? 590;
  return {
    width,
    lanesAbove: false,
    lanes: own,
    lanesHeight: 700,
    axis: rest - own - gap,
    page: rest - own - gap,
    side,
  };
}
