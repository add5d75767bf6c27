/**
 * How a snapshot design looks everywhere: one hue, one dash pattern, one mark. Colour is never the only difference: any
 * two designs differ in dash or mark too. The colours themselves are tokens (`ui/tokens.css`); this maps to them.
 */
import '../base/messages/en/design.ts';
import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3';
import { DESIGN_IDS, type DesignId } from '../base/designs.ts';
import type { PlainKey } from '../base/messages/index.ts';

/** All rungs of the ladder, oldest first: all of them race in the lab. */
export const LADDER_IDS = DESIGN_IDS;
export type LadderId = DesignId;

export type DesignMark = 'square' | 'circle' | 'triangle' | 'diamond' | 'cross' | 'star' | 'wye';

export interface DesignStyle {
  /** A CSS colour, `var(--design-…)`: for `fill`, `stroke` and `color`. */
  readonly hue: string;
  /** The token's name, for a canvas that must look its value up. */
  readonly token: `--design-${string}`;
  /** `stroke-dasharray`, or null for a solid line. */
  readonly dash: string | null;
  readonly mark: DesignMark;
  /** Keys of the design's names in the catalogue. */
  readonly shortKey: PlainKey;
  readonly whatKey: PlainKey;
}

const styled = (id: LadderId, dash: string | null, mark: DesignMark): DesignStyle => {
  const token = `--design-${id.replace('.', '-')}` as const;
  return { hue: `var(${token})`, token, dash, mark, shortKey: `design.${id}.short`, whatKey: `design.${id}.what` };
};

/** 13 and 14, which most figures compare, are solid: square and round. The steps between them are dashed. */
const STYLES: Readonly<Record<LadderId, DesignStyle>> = {
  'pg9.1': styled('pg9.1', '2 3', 'square'),
  pg13: styled('pg13', null, 'square'),
  globalvis: styled('globalvis', '10 3', 'triangle'),
  'xmin-moved': styled('xmin-moved', '6 3', 'diamond'),
  dense: styled('dense', '3 3', 'cross'),
  pg14: styled('pg14', null, 'circle'),
  'unlocked-reuse': styled('unlocked-reuse', '8 3 2 3', 'circle'),
  'backend-cache': styled('backend-cache', '5 2', 'star'),
  'shared-snapshot': styled('shared-snapshot', '12 4', 'wye'),
  'two-pass': styled('two-pass', '8 3 2 3 2 3', 'triangle'),
  'running-set': styled('running-set', '4 4', 'diamond'),
  csn: styled('csn', '1 3', 'star'),
};

export const designStyle = (id: LadderId): DesignStyle => STYLES[id];

const SYMBOLS: Readonly<Record<DesignMark, SymbolType>> = {
  square: symbolSquare,
  circle: symbolCircle,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
  cross: symbolCross,
  star: symbolStar,
  wye: symbolWye,
};

/** The mark as an SVG path around (0, 0), `size` pixels across for the square; all marks have the same area. */
export const markPath = (mark: DesignMark, size: number): string => symbol(SYMBOLS[mark], size * size)() ?? '';

/** Designs with cheap snapshots for which another operation pays: bars of snapshots alone do not show the price. */
export const hidesPrice = (designs: readonly string[]): boolean =>
  designs.some((design) => design === 'csn' || design === 'unlocked-reuse');
