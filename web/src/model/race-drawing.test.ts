import { expect, test } from 'vitest';
import { type RaceSample, SAMPLE_MS, WINDOW_MS } from './race.ts';
import { flowed, raceDrawing } from './race-drawing.ts';

const part = (tps: number) => ({ tps, transactions: 1, seconds: 1, slices: 1 });
const sample = (atMs: number, slow: number | undefined, fast: number, stretch = 0): RaceSample => ({
  atMs,
  generation: 1,
  active: 1,
  idle: 0,
  stretch,
  ...(slow !== undefined && { slow: part(slow) }),
  fast: part(fast),
});
const draw = (samples: readonly RaceSample[], changes: Parameters<typeof raceDrawing>[0]['changes'] = []) =>
  raceDrawing({
    designs: { slow: 'pg13', fast: 'pg14' },
    samples,
    changes,
    top: 100,
    width: 600,
    height: 200,
    em: 14,
  });

test('the newest sample lies at the right end, at its height, and so does its mark', () => {
  const drawing = draw([sample(1000, 25, 50), sample(1000 + WINDOW_MS, 25, 75)]);
  const fast = drawing.lines.find((line) => line.which === 'fast');
  expect(fast?.d).toBe(`M0,100L${Math.round(drawing.plotWidth * 10) / 10},50`);
  expect(drawing.marks.map(({ which, y }) => [which, y])).toEqual([
    ['slow', 150],
    ['fast', 50],
  ]);
});

test('a pause breaks the line, and a design without a sample has neither point nor mark', () => {
  const drawing = draw([
    sample(250, 10, 50),
    sample(500, 10, 50),
    sample(750, 10, 50, 1),
    sample(1000, undefined, 50, 1),
  ]);
  expect(drawing.lines.map(({ d }) => d.split('M').length - 1)).toEqual([2, 2]);
  expect(drawing.marks.map(({ which }) => which)).toEqual(['fast']);
});

test('a change that has scrolled out is gone; of two close ones the later has the words', () => {
  const change = (atMs: number) => ({ atMs, lastAtMs: atMs, from: 0, to: 100 });
  const changes = [change(1000), change(WINDOW_MS), change(WINDOW_MS + 1000)];
  const drawing = draw([sample(WINDOW_MS + 2000, 10, 20)], changes);
  expect(drawing.changes.map(({ named }) => named)).toEqual([false, true]);
});

test('the flow goes with time and ends when no sample comes', () => {
  expect(flowed(-1, 0.02)).toBe(0);
  expect(flowed(100, 0.02)).toBe(2);
  expect(flowed(60_000, 0.02)).toBe(flowed(1.6 * SAMPLE_MS, 0.02));
});
