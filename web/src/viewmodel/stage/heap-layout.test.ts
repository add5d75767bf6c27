import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOMENT_NAMES, moment } from './fixture.fake.ts';
import { type HeapModel, heapModel } from './heap.ts';
import { captionX, cutMono, endOf, FEW_ROWS, heapLayout, laneX, MONO_EM, rowsWithin } from './heap-layout.ts';
import { NOTHING_SELECTED, sessionStyles } from './selection.ts';

const models = MOMENT_NAMES.map((name) => heapModel(moment(name).shown.state, NOTHING_SELECTED));
/** The same page with `count` sessions. */
const withSessions = (model: HeapModel, count: number): HeapModel => ({
  ...model,
  sessions: [...sessionStyles(Array.from({ length: count }, (_, i) => `s${i}`)).values()],
});
models.push(...[6, 12, 40].flatMap((count) => models.slice(0, 2).map((model) => withSessions(model, count))));
const spaces = fc.record({
  width: fc.integer({ min: 300, max: 3840 }),
  em: fc.constantFrom(13, 16, 24, 36),
  coarse: fc.boolean(),
});

describe('the layout of a page', () => {
  test('nothing is wider than its container, from a phone to 4K', () => {
    fc.assert(
      fc.property(fc.constantFrom(...models), spaces, (model, space) => {
        fc.pre(space.width >= 22 * space.em);
        const layout = heapLayout(model, space);
        const eyes = layout.eyes.below ? layout.eyes.perLine : model.sessions.length;
        const limit = space.width + 0.5;
        expect(layout.eyes.x + eyes * layout.eyes.slot).toBeLessThanOrEqual(limit);
        expect(layout.box.width + layout.gutter.width).toBeLessThanOrEqual(limit);
        if (model.lanes > 0) expect(laneX(layout, model.lanes - 1)).toBeLessThanOrEqual(limit);
        for (const { x, width } of [...layout.fields, ...layout.columns]) expect(x + width).toBeLessThanOrEqual(limit);
      }),
    );
  });
  test('fields and columns follow one another without overlap', () => {
    fc.assert(
      fc.property(fc.constantFrom(...models), spaces, (model, space) => {
        const layout = heapLayout(model, space);
        let at = 0;
        for (const { x, width } of [
          ...layout.fields,
          ...layout.columns,
          ...(layout.more === null ? [] : [layout.more]),
        ]) {
          expect(x).toBeGreaterThanOrEqual(at - 1e-6);
          at = x + width;
        }
        expect(layout.columns.length + (layout.more?.count ?? 0)).toBe(
          layout.mode === 'bytes' && layout.columns.length === 0 ? 0 : model.columns.length,
        );
      }),
    );
  });
  test('with one scale every byte is as wide as every other', () => {
    const model = heapModel(moment('lost-update').shown.state, NOTHING_SELECTED);
    const layout = heapLayout(model, { width: 800, em: 13, coarse: false });
    expect(layout.mode).toBe('bytes');
    expect(layout.fields.map(({ width }) => Math.round(width / layout.pitch))).toEqual([4, 4, 4, 6, 2, 2, 1, 1]);
    expect(layout.columns.map(({ x, width }) => [x, width].map((px) => Math.round(px / layout.pitch)))).toEqual([
      [24, 4],
      [28, 4],
    ]);
  });
  test('NULLs and long texts keep the header to scale; a phone has neither', () => {
    const model = heapModel(moment('wide').shown.state, NOTHING_SELECTED);
    expect(heapLayout(model, { width: 900, em: 13, coarse: false }).mode).toBe('header');
    expect(heapLayout(model, { width: 350, em: 13, coarse: true }).mode).toBe('compact');
  });
  test('eyes stand beside the boxes while they leave most of the width, else under them; never a phone’s part of it', () => {
    const [model] = models;
    if (model === undefined) throw new Error('no model');
    const below = (count: number, width: number) =>
      heapLayout(withSessions(model, count), { width, em: 13, coarse: false }).eyes.below;
    expect([3, 12, 40].map((count) => below(count, 1100))).toEqual([false, false, true]);
    expect([2, 12].map((count) => below(count, 354))).toEqual([false, true]);
    const { mode, box } = heapLayout(withSessions(model, 40), { width: 1100, em: 13, coarse: false });
    expect(mode).toBe('bytes');
    expect(box.width).toBeGreaterThan(600);
  });
  test('a finger finds everything', () => {
    for (const model of models)
      for (const width of [354, 700, 1280]) {
        const { eyes, row } = heapLayout(model, { width, em: 13, coarse: true });
        expect(Math.min(eyes.slot, eyes.height, row.boxHeight)).toBeGreaterThanOrEqual(44);
      }
  });
  test('in a height of which all rows can have their least they stand in it; a few are lowest where it is less; nothing else is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...models), spaces, fc.integer({ min: 100, max: 2_000 }), (model, space, height) => {
        const full = heapLayout(model, { ...space, coarse: false });
        const laid = heapLayout(model, { ...space, coarse: false, height });
        const lowest = endOf(heapLayout(model, { ...space, coarse: false, height: 1 }));
        if (endOf(full) <= height) expect(laid).toEqual(full);
        else if (model.rows.length <= FEW_ROWS) expect(endOf(laid)).toBeCloseTo(Math.max(height, lowest), 3);
        else expect(endOf(laid) <= height + 1e-6 || endOf(laid) === endOf(full)).toBe(true);
        // Letters are inside their boxes, and a row is never too low for a pointer to hit.
        expect(laid.row.boxHeight).toBeGreaterThanOrEqual(1.2 * space.em);
        expect(laid.row.height).toBeGreaterThanOrEqual(28);
      }),
    );
  });
  test('six versions and four sessions stand in half a stage: eyes beside the names, captions behind them', () => {
    const [model] = models.filter(({ rows }) => rows.every(({ kind }) => kind === 'version') && rows.length > 0);
    if (model === undefined) throw new Error('no page of versions alone');
    const rows = Array.from({ length: 6 }, (_, i) => model.rows[i % model.rows.length]).flatMap((row) => row ?? []);
    const page = { ...withSessions(model, 4), rows, lanes: 3 };
    const layout = heapLayout(page, { width: 537, em: 24.4, coarse: false, height: 495 });
    expect(endOf(layout)).toBeLessThanOrEqual(495.01);
    expect(layout.eyes.byName).toBe(true);
    const last = layout.eyes.x + 4 * layout.eyes.slot;
    expect(captionX(layout, '(0,1)')).toBeGreaterThanOrEqual(last);
    expect(captionX(layout, '(0,1)')).toBeLessThanOrEqual(last + 24.4);
    expect(last).toBeLessThanOrEqual(537 / 2);
    expect(layout.row.eyes + layout.eyes.height).toBeLessThanOrEqual(layout.row.box);
  });
  test('rows within a window are those that touch it, and no others', () => {
    const model = heapModel(moment('many').shown.state, NOTHING_SELECTED);
    const layout = heapLayout(model, { width: 800, em: 13, coarse: false });
    fc.assert(
      fc.property(fc.nat({ max: 30_000 }), fc.integer({ min: 1, max: 2_000 }), (top, height) => {
        const [first, end] = rowsWithin(layout, top, top + height);
        const touching = model.rows.flatMap((_, i) =>
          (layout.tops[i + 1] ?? 0) > top && (layout.tops[i] ?? 0) <= top + height ? [i] : [],
        );
        expect(Array.from({ length: end - first }, (_, i) => first + i).filter((i) => touching.includes(i))).toEqual(
          touching,
        );
        expect(end - first).toBeLessThanOrEqual(touching.length + 1);
      }),
    );
  });
  test('a text that is cut stands in its width, and no character is cut in half', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 0, max: 300 }), (text, width) => {
        const cut = cutMono(text, width, 13);
        expect([...cut].length * MONO_EM * 13).toBeLessThanOrEqual(width + 1e-6);
        // Half of a surrogate pair is not a character.
        expect(() => encodeURIComponent(cut)).not.toThrow();
      }),
    );
  });
});
