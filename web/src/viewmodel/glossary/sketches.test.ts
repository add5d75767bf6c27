/** Each term has one picture; nothing in it lies outside or over another text, and it has no words of a language. */
import { expect, test } from 'vitest';
import { EM, type Mark, WIDTH, widthOf } from './sketch-mark.ts';
import { heightOf, marksOf } from './sketch-marks.ts';
import { isSketched, SKETCHES } from './sketches.ts';
import { TERMS } from './terms.ts';

const drawn = Object.entries(SKETCHES).map(([term, sketch]) => ({ term, marks: marksOf(sketch) }));

/** Left, right, top and bottom. */
function boxOf(mark: Mark): readonly [number, number, number, number] | null {
  if (mark.is === 'box') return [mark.x, mark.x + mark.width, mark.y, mark.y + mark.height];
  if (mark.is === 'disc') return [mark.x - mark.r, mark.x + mark.r, mark.y - mark.r, mark.y + mark.r];
  if (mark.is !== 'text') return null;
  const wide = widthOf(mark.text);
  const left = mark.x - (mark.anchor === 'start' ? 0 : mark.anchor === 'end' ? wide : wide / 2);
  return [left, left + wide, mark.y - EM / 2, mark.y + EM / 2];
}

test('a term has a sketch, or is a kind of provenance, which has a badge', () => {
  expect(TERMS.filter((term) => !isSketched(term))).toEqual(['measured', 'modelled', 'published', 'real']);
});

test.each(drawn)('$term lies within its picture', ({ marks }) => {
  const height = heightOf(marks);
  expect(height).toBeLessThanOrEqual(90);
  for (const mark of marks) {
    const box = boxOf(mark);
    if (box === null) continue;
    const [left, right, top, bottom] = box;
    expect([mark, left >= 0, right <= WIDTH, top >= 0, bottom <= height]).toEqual([mark, true, true, true, true]);
  }
});

test.each(drawn)('no text of $term lies over another', ({ marks }) => {
  const texts = marks.flatMap((mark) =>
    mark.is === 'text' ? [{ text: mark.text, box: boxOf(mark) ?? [0, 0, 0, 0] }] : [],
  );
  for (const [i, a] of texts.entries())
    for (const b of texts.slice(i + 1)) {
      const apart = a.box[1] <= b.box[0] || b.box[1] <= a.box[0] || a.box[3] <= b.box[2] || b.box[3] <= a.box[2];
      expect([a.text, b.text, apart]).toEqual([a.text, b.text, true]);
    }
});

test.each(drawn)('a text in a box of $term fits it', ({ marks }) => {
  for (const [i, mark] of marks.entries()) {
    const next = marks[i + 1];
    if (
      mark.is !== 'box' ||
      next?.is !== 'text' ||
      next.anchor !== 'middle' ||
      next.y < mark.y ||
      next.y > mark.y + mark.height
    )
      continue;
    expect([next.text, widthOf(next.text) <= mark.width]).toEqual([next.text, true]);
  }
});
