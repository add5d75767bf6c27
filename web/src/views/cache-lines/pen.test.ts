import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arcTruth } from './paint-cores.ts';
import { arcBetween } from './pen.ts';

const point = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 50, max: 120 }) });

test('an arc begins and ends where it should, rises, and is as long as asked where there is room', () => {
  fc.assert(
    fc.property(point, point, fc.double({ min: 1.06, max: 2.2, noNaN: true }), (from, to, times) => {
      fc.pre(Math.abs(from.x - to.x) > 40);
      const chord = Math.hypot(to.x - from.x, to.y - from.y);
      const arc = arcBetween(from, to, chord * times, 10_000);
      for (const [share, end] of [
        [0, from],
        [1, to],
      ] as const) {
        expect(arc.at(share).x).toBeCloseTo(end.x, 4);
        expect(arc.at(share).y).toBeCloseTo(end.y, 4);
      }
      expect(arc.at(0.5).y).toBeLessThan((from.y + to.y) / 2);
      expect(arc.length).toBeCloseTo(chord * times, 2);
      let walked = 0;
      for (let i = 1; i <= 400; i++) {
        const [a, b] = [arc.at((i - 1) / 400), arc.at(i / 400)];
        walked += Math.hypot(b.x - a.x, b.y - a.y);
      }
      expect(walked / arc.length).toBeCloseTo(1, 2);
    }),
  );
});
test('it is no higher than its room', () => {
  const arc = arcBetween({ x: 0, y: 100 }, { x: 100, y: 100 }, 1000, 40);
  for (let i = 0; i <= 20; i++) expect(arc.at(i / 20).y).toBeGreaterThanOrEqual(60 - 0.01);
});

test('an arc that is not as long as its time says so', () => {
  const [from, to] = [
    { x: 0, y: 100 },
    { x: 100, y: 100 },
  ];
  const truth = (wanted: number, room: number) => arcTruth({ ...arcBetween(from, to, wanted, room), wanted });
  expect(truth(140, 10_000)).toBe('true');
  expect(truth(60, 10_000)).toBe('longer');
  expect(truth(1000, 40)).toBe('shorter');
});
