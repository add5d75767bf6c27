/** What a term's small figure is drawn with: marks in px, and the commonest of them. */
import { textWidth } from '../picture-text.ts';
import type { Cell, Look, Who, XidLook } from './sketch.ts';

/** The bubble's inner width; letters are as large as the smallest text of the page. */
export const WIDTH = 286;
export const EM = 13;

export type Mark =
  | {
      readonly is: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly look: Look | 'work' | 'open' | 'wait' | 'label' | 'invalid';
      readonly who: Who;
    }
  | {
      readonly is: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly tone: 'ink' | 'faint' | 'paper';
      readonly who: Who;
    }
  | { readonly is: 'line'; readonly d: string; readonly look: 'plain' | 'dashed' | 'bold'; readonly who: Who }
  | { readonly is: 'head'; readonly d: string; readonly who: Who }
  | {
      readonly is: 'disc';
      readonly x: number;
      readonly y: number;
      readonly r: number;
      readonly look: XidLook | 'who';
      readonly who: Who;
    };

export const text = (
  of: string,
  x: number,
  y: number,
  {
    anchor = 'middle',
    tone = 'ink',
    who = 'ink',
  }: Partial<Pick<Extract<Mark, { is: 'text' }>, 'anchor' | 'tone' | 'who'>> = {},
): readonly Mark[] => (of === '' ? [] : [{ is: 'text', x, y, text: of, anchor, tone, who }]);

export const widthOf = (of: string): number => textWidth(of, EM, 'mono');

/** A line with a head at its end, along a straight way. */
export function arrow(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  dashed = false,
  who: Who = 'ink',
): readonly Mark[] {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const [bx, by] = [x1 - 8 * ux, y1 - 8 * uy];
  return [
    { is: 'line', d: `M${x0} ${y0}L${bx} ${by}`, look: dashed ? 'dashed' : 'plain', who },
    { is: 'head', d: `M${x1} ${y1}L${bx - 4 * uy} ${by + 4 * ux}L${bx + 4 * uy} ${by - 4 * ux}Z`, who },
  ];
}

/** A box with its text. */
export function boxed(
  { text: said, look = 'plain', who = 'ink' }: Cell,
  x: number,
  y: number,
  width: number,
  height: number,
): readonly Mark[] {
  return [
    { is: 'box', x, y, width, height, look, who },
    ...text(said, x + width / 2, y + height / 2, { tone: look === 'faint' ? 'faint' : 'ink', who }),
  ];
}
