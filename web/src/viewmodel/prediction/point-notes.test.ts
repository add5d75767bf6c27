/** Laws of the words beside points: inside the plot, near their mark, and never one over another. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeNotes } from './point-notes.ts';

const EDGES = { left: 40, right: 640, top: 20, bottom: 320 };
const EM = 14;
const note = fc.record({
  key: fc.uuid(),
  text: fc.constantFrom('fitted here', 'furthest off: +27%', '在此拟合'),
  x: fc.double({ min: EDGES.left, max: EDGES.right, noNaN: true }),
  y: fc.double({ min: EDGES.top, max: EDGES.bottom, noNaN: true }),
  above: fc.boolean(),
});

test('no two overlap, none leaves the plot, and each is next to its mark', () => {
  fc.assert(
    fc.property(fc.array(note, { maxLength: 8 }), (notes) => {
      const placed = placeNotes(notes, EDGES, EM);
      const boxes = placed.map(({ x, y, text, anchor }) => {
        const width = text.length * 0.55 * EM;
        const from = anchor === 'start' ? x : x - width;
        return { from, to: from + width, y };
      });
      for (const [i, box] of boxes.entries()) {
        expect(box.from).toBeGreaterThanOrEqual(EDGES.left);
        expect(box.to).toBeLessThanOrEqual(EDGES.right);
        expect(box.y).toBeLessThanOrEqual(EDGES.bottom);
        for (const other of boxes.slice(i + 1))
          expect(Math.abs(other.y - box.y) >= EM || box.to <= other.from || other.to <= box.from).toBe(true);
      }
      for (const { key, y } of placed)
        expect(Math.abs(y - (notes.find((one) => one.key === key)?.y ?? Number.NaN))).toBeLessThan(2 * EM);
    }),
  );
});
test('the first is the most important, and takes the side that it wants', () => {
  const at = (key: string, above: boolean) => ({ key, text: 'fitted here', x: 100, y: 150, above });
  const [first, second, third] = placeNotes([at('a', true), at('b', true), at('c', true)], EDGES, EM);
  expect([first?.key, second?.key, third]).toEqual(['a', 'b', undefined]);
  expect(first?.y).toBeLessThan(150);
  expect(second?.y).toBeGreaterThan(150);
});
