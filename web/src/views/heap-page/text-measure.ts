/** The width of a text in the interface's face, so that it can be cut where the drawing ends. */

/** The text, or as much of it as fits in `width` pixels with an ellipsis. */
export type CutText = (text: string, width: number) => string;

type Measure = (text: string) => number;

/** By halving: the longest beginning that fits. */
export function cutBy(measure: Measure): CutText {
  return (text, width) => {
    if (measure(text) <= width) return text;
    const letters = [...text];
    let [from, to] = [0, letters.length];
    while (from < to) {
      const middle = (from + to + 1) >> 1;
      if (measure(`${letters.slice(0, middle).join('').trimEnd()}…`) <= width) from = middle;
      else to = middle - 1;
    }
    return from === 0 ? '' : `${letters.slice(0, from).join('').trimEnd()}…`;
  };
}

const MAX_KEPT = 2_000;

/** A cutter for a CSS font (`13px "Inter Variable"`); without a canvas it estimates. */
export function textCutter(font: string, em: number): CutText {
  const canvas = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  const kept = new Map<string, number>();
  return cutBy((text) => {
    if (canvas === null) return text.length * em * 0.52;
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size > MAX_KEPT) kept.clear();
    canvas.font = font;
    const { width } = canvas.measureText(text);
    kept.set(text, width);
    return width;
  });
}
