/** Laws of the line charts: points are drawn where the scales put them, and a source is never only a colour. */
import { scaleLinear } from 'd3';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { shrunkMarks } from './marks.tsx';
import { labelRoom } from './parts.tsx';
import { type ChartSpec, type Series, SeriesDrawing } from './SeriesChart.tsx';

const EM = 10;
const BOX = { width: 600, height: 300, em: EM };
const look = { hue: 'red', dash: null, mark: 'square' } as const;
const series = (change: Partial<Series> = {}): Series => ({
  ...{ key: 'one', look, line: 'solid', mark: 'full', label: { name: 'one' } },
  points: [
    { x: 0, y: 0 },
    { x: 5, y: 10 },
  ],
  ...change,
});
/** Both axes lead from 0 to 10; the labels' column is at the right. */
const specOf = (all: readonly Series[], change: Partial<ChartSpec> = {}): ChartSpec => ({
  label: 'chart',
  series: all,
  margin: { top: 2, bottom: 3, left: 4 },
  x: { title: 'x', scale: () => scaleLinear([0, 10], [40, 440]), ticks: () => [0, 10], text: String },
  y: { title: 'y', scale: () => scaleLinear([0, 10], [270, 20]), ticks: () => [0, 10], text: String },
  ...change,
});
const drawn = (all: readonly Series[], change?: Partial<ChartSpec>): string =>
  renderToStaticMarkup(<SeriesDrawing spec={specOf(all, change)} box={BOX} role="img" />);
/** The marks of a series: each as its place and its path. */
const marksOf = (svg: string) => [...svg.matchAll(/ d="([^"]+)" transform="translate\(([\d.]+) ([\d.]+)\)"/g)];
const labelsOf = (svg: string) => [...svg.matchAll(/<text class="[^"]*end[^"]*" x="([\d.]+)" y="([\d.]+)"/g)];

describe('a series', () => {
  test('has its line, marks and whiskers where the scales put its points', () => {
    const whisker = [5, 10] as const;
    const svg = drawn([
      series({
        points: [
          { x: 0, y: 0 },
          { x: 5, y: 7.5, whisker },
        ],
      }),
    ]);
    expect(svg).toContain('d="M40,270L240,82.5"');
    expect(marksOf(svg).map(([, , x, y]) => [Number(x), Number(y)])).toEqual([
      [40, 270],
      [240, 82.5],
    ]);
    expect(svg).toMatch(/<line [^>]*x1="240" x2="240" y1="145" y2="20"/);
  });

  test('is interrupted where nothing was measured, and has no line through the gap', () => {
    const gap = { x: 4, y: Number.NaN };
    const svg = drawn([
      series({ mark: 'none', points: [{ x: 0, y: 0 }, { x: 2, y: 0 }, gap, { x: 6, y: 0 }, { x: 8, y: 0 }] }),
    ]);
    expect(svg).toContain('d="M40,270L120,270M280,270L360,270"');
  });

  test('shows its source by shape and line as well as by hue', () => {
    const kinds = [
      ['solid', 'full'],
      ['thin', 'hollow'],
      ['thread', 'cross'],
    ] as const;
    const all = kinds.map(([line, mark]) => drawn([series({ line, mark })]));
    const lines = all.map((svg) => /<path class="([^"]+)"[^>]*d="M40,270L/.exec(svg)?.[1]);
    expect(new Set(lines).size).toBe(kinds.length);
    const marks = all.map((svg) => /<path class="([^"]+)"[^>]*transform/.exec(svg)?.[1]);
    expect(new Set(marks).size).toBe(kinds.length);
    // A cross has no inside.
    expect(all.map((svg) => marksOf(svg)[0]?.[1]?.includes('Z'))).toEqual([true, true, false]);
  });
});

describe('labels', () => {
  const short = series({ key: 'short' });
  const whole = series({ key: 'whole', points: [{ x: 10, y: 5 }], label: { name: 'published', faint: true } });
  const right = (svg: string) => labelsOf(svg).map(([, x]) => Number(x));

  test('are in one column, unless a line under way ends inside the plot', () => {
    expect(new Set(right(drawn([short, whole]))).size).toBe(1);
    const followed = right(drawn([short, whole], { labelsFollow: true }));
    expect(Math.min(...followed)).toBe(240 + 1.4 * EM);
    expect(Math.max(...followed)).toBe(right(drawn([short, whole]))[0]);
  });

  test('keep their order while a line grows, if they say beside which value they belong', () => {
    const grown = (to: number) =>
      series({ key: 'grows', points: [{ x: to, y: 10 - to }], label: { name: 'grows', beside: 0 } });
    const order = (to: number) => labelsOf(drawn([grown(to), whole])).map(([, , y]) => Number(y));
    expect(order(1)).toEqual(order(9));
    const [grows = 0, published = 0] = order(1);
    expect(grows).toBeGreaterThan(published);
  });

  test('have room for Chinese names, which are wider', () => {
    const room = (name: string) => labelRoom([{ name }], EM) - labelRoom([{ name: '13' }], EM);
    expect(room('13已发表')).toBeGreaterThanOrEqual(3 * EM);
    expect(room('13pub')).toBeCloseTo(3 * 0.57 * EM);
  });

  test('never touch each other', () => {
    const all = Array.from({ length: 8 }, (_, i) => series({ key: String(i), points: [{ x: 10, y: 5 + i / 100 }] }));
    const ys = labelsOf(drawn(all)).map(([, , y]) => Number(y));
    const sorted = ys.toSorted((a, b) => a - b);
    for (const [i, y] of sorted.slice(1).entries())
      expect(y - (sorted[i] ?? 0)).toBeGreaterThanOrEqual(1.25 * EM - 1e-9);
  });

  test('give their room to the plot where a key has the names', () => {
    const plotEnd = (svg: string) => Number(/<line class="[^"]*" x1="40" x2="([\d.]+)"/.exec(svg)?.[1]);
    const below = drawn([short, whole], { namesBelow: true });
    expect(labelsOf(below)).toEqual([]);
    expect(plotEnd(below)).toBeGreaterThan(plotEnd(drawn([short, whole])));
  });
});

test('marks shrink where points are close together, down to a size that can be seen', () => {
  const places = [0, 3, 100, 105, 200];
  expect(shrunkMarks(places, EM)).toEqual([2.6, 2.6, 4, 4, 5.5]);
  // A cross is thin: it needs more.
  expect(shrunkMarks(places, EM, 'cross')).toEqual([4.3, 4.3, 4.3, 4.3, 5.5]);
});
