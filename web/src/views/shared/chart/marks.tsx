/** Lines and marks of the charts. Full is measured or predicted, hollow modelled or fitted, a cross published. */
import { type DesignMark, markPath } from '../../../viewmodel/design-style.ts';
import chart from './chart.module.css';

/** Hue, dash pattern (null: solid) and mark: those of a design, or a variant of one. */
export interface SeriesLook {
  readonly hue: string;
  readonly dash: string | null;
  readonly mark: DesignMark;
}

/** Only `solid` and `live` carry the design's own dash. */
export const LINES = {
  solid: chart.line,
  live: chart.live,
  thin: chart.thin,
  dotted: chart.dotted,
  dashed: chart.dashed,
  dashdot: chart.dashdot,
  thread: chart.thread,
  guide: chart.guide,
} as const;
export type LineKind = keyof typeof LINES;

/** `bold` is a cross that covers other marks. */
const MARKS = { full: chart.full, hollow: chart.hollow, cross: chart.cross, bold: chart.bold } as const;
export type MarkKind = keyof typeof MARKS;

const isCross = (kind: MarkKind): boolean => kind === 'cross' || kind === 'bold';

/** The usual size of a mark. */
export const MARK_EM = 0.55;

/**
 * Sizes in pixels for marks at these places: smaller if the nearest neighbour is closer than a mark is wide, down to
 * the least size at which this kind can be seen.
 */
export const shrunkMarks = (places: readonly number[], em: number, kind: MarkKind = 'full'): readonly number[] => {
  const least = isCross(kind) ? 0.43 : 0.26;
  return places.map((place, i) => {
    const gaps = [place - (places[i - 1] ?? -Infinity), (places[i + 1] ?? Infinity) - place];
    return Math.max(em * least, Math.min(em * MARK_EM, ...gaps.map((gap) => gap * 0.8)));
  });
};

interface MarkProps {
  readonly kind: MarkKind;
  readonly look: SeriesLook;
  /** In pixels, across a square. */
  readonly size: number;
  readonly transform?: string;
}

export function Mark({ kind, look, size, transform = '' }: MarkProps) {
  const arm = size * 0.6;
  return (
    <path
      className={MARKS[kind]}
      style={kind === 'full' ? { fill: look.hue } : {}}
      d={isCross(kind) ? `M${-arm} 0H${arm}M0 ${-arm}V${arm}` : markPath(look.mark, size)}
      transform={transform}
    />
  );
}
