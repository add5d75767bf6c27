import { expect, test } from 'vitest';
import { type RaceSample, SAMPLE_MS, WINDOW_MS } from './race.ts';
import { cutsOff, flowed, glided, raceDrawing } from './race-drawing.ts';

const part = (tps: number) => ({ tps, transactions: 1, seconds: 1, slices: 1 });
const sample = (atMs: number, slow: number | undefined, fast: number, stretch = 0): RaceSample => ({
  atMs,
  generation: 1,
  active: 1,
  idle: 0,
  stretch,
  ...(slow !== undefined && { slow: part(slow) }),
  fast: part(fast),
  levels: { slow: 20, fast: 60 },
  bands: { slow: { low: 15, high: 25 }, fast: { low: 55, high: 65 } },
});
const draw = (
  samples: readonly RaceSample[],
  changes: Parameters<typeof raceDrawing>[0]['changes'] = [],
  width = 600,
) =>
  raceDrawing({
    designs: { slow: 'pg13', fast: 'pg14' },
    samples,
    changes,
    top: 100,
    width,
    height: 200,
    em: 14,
  });

test('the newest raw sample lies at the right end of the ghost; line, band and mark are at the level', () => {
  const drawing = draw([sample(1000, 25, 50), sample(1000 + WINDOW_MS, 25, 75)]);
  const fast = drawing.lines.find((line) => line.which === 'fast');
  const right = Math.round(drawing.plotWidth * 10) / 10;
  expect(fast?.ghost).toBe(`M0,100L${right},50`);
  expect(fast?.d).toBe(`M0,80L${right},80`);
  expect(fast?.band).toBe(`M0,70L${right},70L${right},90L0,90Z`);
  expect(drawing.marks.map(({ which, y }) => [which, y])).toEqual([
    ['slow', 160],
    ['fast', 80],
  ]);
});

test('marks that would cover each other stand side by side, both at their own height', () => {
  const at = (slow: number, fast: number) =>
    draw([{ ...sample(1000, slow, fast), levels: { slow, fast } }]).marks.map(({ x, y }) => [Math.round(x), y]);
  const [[far], [right]] = at(20, 60) as [[number], [number]];
  expect(far).toBe(right);
  const [slow, fast] = at(50, 51) as [[number, number], [number, number]];
  expect(fast[0]).toBe(right);
  expect(fast[0] - slow[0]).toBeGreaterThanOrEqual(10);
  expect([slow[1], fast[1]]).toEqual([100, 98]);
});

test('a peak above the axis is cut off at its end, with one triangle however long it is', () => {
  const samples = [sample(250, 10, 50), sample(500, 10, 150), sample(750, 10, 180), sample(1000, 10, 50)];
  const [slow, fast] = draw(samples).lines;
  expect(slow?.cut).toBe('');
  expect(fast?.cut.match(/M/g)).toHaveLength(1);
  expect(fast?.ghost.match(/,0(?=L|$)/g)).toHaveLength(2);
  expect([cutsOff(samples, 100), cutsOff(samples, 200)]).toEqual([true, false]);
});

test('a pause breaks lines and ghosts', () => {
  const drawing = draw([
    sample(250, 10, 50),
    sample(500, 10, 50),
    sample(750, 10, 50, 1),
    sample(1000, undefined, 50, 1),
  ]);
  expect(drawing.lines.map(({ ghost }) => ghost.split('M').length - 1)).toEqual([2, 2]);
  expect(drawing.lines.map(({ d }) => d.split('M').length - 1)).toEqual([2, 2]);
});

test('a change that has scrolled out is gone; of two close ones the later has the words', () => {
  const change = (atMs: number) => ({ atMs, lastAtMs: atMs, from: 0, to: 100 });
  const changes = [change(1000), change(WINDOW_MS), change(WINDOW_MS + 1000)];
  const drawing = draw([sample(WINDOW_MS + 2000, 10, 20)], changes);
  expect(drawing.changes.map(({ named }) => named)).toEqual([false, true]);
});

test('words of two marks never overprint, wherever they stand', () => {
  const change = (atMs: number) => ({ atMs, lastAtMs: atMs, from: 0, to: 10_000 });
  // In ems: the width of words, with the distance to their line.
  const WIDE = 9;
  for (let first = 1000; first < WINDOW_MS; first += 700) {
    for (let apart = 1300; first + apart < WINDOW_MS + 2000; apart += 700) {
      const { changes } = draw([sample(WINDOW_MS + 2000, 10, 20)], [change(first), change(first + apart)]);
      const boxes = changes
        .filter(({ named }) => named)
        .map(({ x, flip }) => (flip ? [x, x + WIDE * 14] : [x - WIDE * 14, x]));
      const [one, other] = boxes;
      if (one !== undefined && other !== undefined) expect(one[1]).toBeLessThanOrEqual((other[0] ?? 0) + 14);
    }
  }
});

test('on a narrow plot the words of a change are on the side that has more room', () => {
  const change = (atMs: number) => ({ atMs, lastAtMs: atMs, from: 0, to: 10_000 });
  for (let first = 1000; first < WINDOW_MS; first += 500) {
    const { changes, plotWidth } = draw([sample(WINDOW_MS, 10, 20)], [change(first)], 300);
    for (const { x, flip } of changes)
      expect(flip ? plotWidth - x : x).toBeGreaterThanOrEqual(Math.min(140, plotWidth / 2));
  }
});

test('words that fit on neither side of their mark are left out; a narrow plot has the numbers alone', () => {
  const change = (atMs: number) => ({ atMs, lastAtMs: atMs, from: 0, to: 10_000 });
  const em = 14;
  let left = 0;
  for (let first = 500; first < WINDOW_MS; first += 500) {
    const { changes, plotWidth } = draw([sample(WINDOW_MS, 10, 20)], [change(first)], 300);
    for (const { x, flip, named, brief } of changes) {
      expect(brief).toBe(true);
      if (named) expect(flip ? plotWidth - x : x).toBeGreaterThan(6 * em);
      else left++;
    }
  }
  expect(left).toBeGreaterThan(0);
  expect(draw([sample(WINDOW_MS, 10, 20)], [change(500)], 900).changes.map(({ brief }) => brief)).toEqual([false]);
});

test('the flow goes with time and ends when no sample comes', () => {
  expect(flowed(-1, 0.02)).toBe(0);
  expect(flowed(100, 0.02)).toBe(2);
  expect(flowed(60_000, 0.02)).toBe(flowed(1.6 * SAMPLE_MS, 0.02));
});

test('an end mark glides from its old level to the new one, never beyond either, and is there before the next sample', () => {
  const heights = [0, 50, 100, 150, SAMPLE_MS, 10_000].map((sinceMs) => glided(80, 20, sinceMs));
  expect(heights).toEqual([...heights].sort((a, b) => b - a));
  expect([heights[0], heights.at(-2), heights.at(-1)]).toEqual([80, 20, 20]);
  expect(heights[2]).toBeCloseTo(50, 6);
  expect(glided(undefined, 20, 0)).toBe(20);
});
