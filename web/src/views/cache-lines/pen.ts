/**
 * The interface that the painters draw with: a canvas of the page, one of a worker, or a file (`picture/svg-pen.ts`).
 * Words are separate, because shaping them costs more on a canvas than the rest of a frame.
 */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'clearRect'
  | 'clip'
  | 'closePath'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'globalAlpha'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'rotate'
  | 'save'
  | 'setLineDash'
  | 'stroke'
  | 'strokeRect'
  | 'strokeStyle'
  | 'translate'
>;

export interface TextLook {
  /** In a canvas's format: weight, size in px, families. */
  readonly font: string;
  readonly colour: string;
  readonly align: 'left' | 'center' | 'right';
}

export interface Words {
  /** In CSS pixels. */
  readonly width: (text: string, look: Pick<TextLook, 'font' | 'colour'>) => number;
  /** Writes the text with its middle at `y`; condensed if it is wider than `maxWidth`. */
  readonly write: (c: Pen, text: string, x: number, y: number, look: TextLook, maxWidth?: number) => void;
}

export const fontSize = (font: string): number => Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '13');
