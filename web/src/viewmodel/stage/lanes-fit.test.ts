import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { MOMENT_NAMES } from './fixture.fake.ts';
import { fakeLanes, momentInput } from './lanes.fake.ts';
import { type LanesInput, lanesModel } from './lanes.ts';
import {
  cardHeight,
  FEW_SQL_LINES,
  LEAST_SQL_LINES,
  linesOf,
  rowHeights,
  rowsThatFit,
  SQL_LINES,
  WHOLE_SQL_LINES,
} from './lanes-fit.ts';
import type { LaneRoom } from './lanes-types.ts';

const messages = messagesIn('en');
const ROOM: LaneRoom = { height: 400, card: 180, em: 13, rem: 16 };
const fitted = (input: LanesInput, room: Partial<LaneRoom> = {}) =>
  lanesModel(input, { room: { ...ROOM, ...room }, messages });
const sum = (heights: readonly number[] | null): number => (heights ?? []).reduce((a, b) => a + b, 0);

test('lines break at blanks; a long word anywhere', () => {
  expect(linesOf('', 10)).toBe(1);
  expect(linesOf('UPDATE t SET', 12)).toBe(1);
  expect(linesOf('UPDATE t SET', 11)).toBe(2);
  expect(linesOf('abcdefghij', 4)).toBe(3);
  expect(linesOf('ab abcdefgh cd', 4)).toBe(4);
  expect(linesOf('x', 0)).toBe(1);
});
test('no text has more lines than letters, nor fewer than its letters need', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }),
      fc.integer({ min: 1, max: 30 }),
      (words, n) => {
        const text = words.join(' ');
        const lines = linesOf(text, n);
        expect(lines).toBeLessThanOrEqual(text.length);
        expect(lines * (n + 1)).toBeGreaterThanOrEqual(text.length);
      },
    ),
  );
});

describe('in every real moment', () => {
  test.each(MOMENT_NAMES)('%s: what is drawn has room, and one tick more would not', (name) => {
    for (const height of [60, 200, 400, 900]) {
      const input = momentInput(name);
      const model = fitted(input, { height });
      const arrows = (model.waitLines + (model.moreWaits > 0 ? 1 : 0)) * (1.35 * 13 + 0.85 * 16 + 2);
      expect(model.heights).toHaveLength(model.rows.length);
      const ticks = model.rows.filter(({ tick }) => tick !== null).length;
      if (ticks > 1) expect(sum(model.heights) + arrows).toBeLessThanOrEqual(height + 0.5);
      if (model.foldedTo === null) continue;
      if (ticks > 1) expect(sum(model.heights) + arrows).toBeCloseTo(height);
      const { rows, lanes, bands, ghosts } = lanesModel(input, ticks + 1);
      const more = rowHeights(
        { rows: rows.length, cards: lanes.map(({ cards }) => cards), bands, ghosts },
        { ...ROOM, height },
        messages,
      );
      expect(sum(more) + arrows).toBeGreaterThan(height);
    }
  });
  test.each(MOMENT_NAMES)('%s: no card reaches into the next of its lane', (name) => {
    const model = fitted(momentInput(name), { height: 900 });
    const top = (row: number): number => sum((model.heights ?? []).slice(0, row));
    for (const { cards } of model.lanes)
      for (const card of cards)
        expect(top(card.row + card.span) - top(card.row)).toBeGreaterThanOrEqual(
          cardHeight(card, ROOM, messages) - 1e-6,
        );
  });
  test.each(MOMENT_NAMES)('%s: the rows that fit are the ones that so many rows would be', (name) => {
    const input = momentInput(name);
    const { heights, sqlLines, ...model } = fitted(input, { height: 300 });
    const ticks = model.rows.filter(({ tick }) => tick !== null).length;
    const { heights: none, sqlLines: short, ...same } = lanesModel(input, ticks);
    // Neither whole SQL nor little of it folds a step that the usual lines would not fold.
    expect(short).toBe(SQL_LINES);
    expect([WHOLE_SQL_LINES, SQL_LINES, FEW_SQL_LINES]).toContain(sqlLines);
    if (model.foldedTo !== null) expect(sqlLines).toBe(SQL_LINES);
    expect(none).toBeNull();
    expect(same).toEqual(model);
  });
});

test('cards say their SQL whole where every step has room even so', () => {
  const input = momentInput('first-steps');
  expect(fitted(input, { height: 5_000 }).sqlLines).toBe(WHOLE_SQL_LINES);
  expect(fitted(input, { height: 60 }).sqlLines).toBe(SQL_LINES);
});
test('cards say less of their SQL where that folds nothing, and as usual where it does', () => {
  const input = momentInput('deadlock');
  const folded = [400, 300, 250, 200, 150, 100].map((height) => fitted(input, { height }));
  expect(folded.map(({ sqlLines }) => sqlLines)).toContain(FEW_SQL_LINES);
  for (const { sqlLines, foldedTo } of folded) expect(sqlLines === SQL_LINES || foldedTo === null).toBe(true);
});
test('a step that the page speaks of is folded only where cards with least of all have no room for it', () => {
  for (const name of MOMENT_NAMES) {
    const input = momentInput(name);
    const { tick } = input.state;
    for (const told of [1, Math.ceil(tick / 2)].filter((one) => one < tick))
      for (const height of [120, 160, 200, 260, 320]) {
        const [plain, kept] = [fitted(input, { height }), fitted({ ...input, told }, { height })];
        expect(kept.foldedTo ?? -1).toBeLessThanOrEqual(plain.foldedTo ?? -1);
        // Statements are not cut in vain.
        if ((kept.foldedTo ?? -1) >= told) expect(kept.sqlLines).toBe(FEW_SQL_LINES);
        if ((plain.foldedTo ?? -1) < told) expect(kept).toEqual(plain);
        if (kept.sqlLines === LEAST_SQL_LINES)
          expect(kept.lanes.flatMap(({ cards }) => cards).filter(({ xid }) => xid !== null)).toEqual([]);
      }
  }
});
test('a COMMIT of a failed transaction says what the server answers', () => {
  const input = fakeLanes(1, 4);
  const cards = (events: LanesInput['events']) => lanesModel({ ...input, events }, 100).lanes[0]?.cards ?? [];
  const failed = input.events.map((event) => (event.tick === 3 ? { ...event, error: 'ERROR:  no' } : event));
  expect(cards(input.events).at(-1)?.brief).toBe('COMMIT');
  expect(cards(failed).at(-1)?.brief).toBe('COMMIT → ROLLBACK');
});
test('a narrower card is never lower; an error makes it higher', () => {
  const cards = lanesModel(momentInput('lost-update-refused'), 100).lanes.flatMap(({ cards: own }) => own);
  for (const card of cards)
    expect(cardHeight(card, { ...ROOM, card: 140 }, messages)).toBeGreaterThanOrEqual(
      cardHeight(card, { ...ROOM, card: 300 }, messages),
    );
  const failed = cards.find(({ error }) => error !== null);
  if (failed === undefined) throw new Error('nobody was refused');
  expect(cardHeight(failed, ROOM, messages)).toBeGreaterThan(
    cardHeight({ ...failed, error: null }, ROOM, messages) + 2 * 13,
  );
});

test('the last tick is drawn, whatever the room; thousands of ticks fold to what fits', () => {
  const input = fakeLanes(20, 3000, 5);
  expect(fitted(input, { height: 0 }).rows.map(({ tick }) => tick)).toEqual([3000]);
  const model = fitted(input, { height: 500 });
  expect(model.foldedTo).toBe(3000 - model.rows.length);
  expect(model.rows.length).toBeGreaterThan(5);
});

test('rows that fit are counted from the last one', () => {
  expect(rowsThatFit([500, 100, 100], 0, { ...ROOM, height: 200 })).toBe(2);
  expect(rowsThatFit([500, 100, 100], 1, { ...ROOM, height: 200 })).toBe(1);
  expect(rowsThatFit([500], 0, { ...ROOM, height: 200 })).toBe(1);
});
