import { describe, expect, test } from 'vitest';
import { loadLanguages } from '../../base/messages/folders.node.ts';
import { messagesIn } from '../../base/messages/index.ts';
import type { SsiFailure, SsiStructure, StageSsi } from '../../engine/server/ssi-types.ts';
import { edgeCurve, GRAPH_WIDTH, graphPlaces, NODE_RADIUS, type Place, placedEdges } from './conflict-graph.ts';
import { alarmText, conflictsText, verdictText } from './conflict-words.ts';
import { fakeConflict, fakeEvents, fakeSsi, fakeStructure, fakeTransaction } from './conflicts.fake.ts';
import { conflictsModel } from './conflicts.ts';
import { heapLocks } from './heap-locks.ts';

const en = messagesIn('en');
const modelOf = (more: Partial<StageSsi> = {}) => conflictsModel(fakeSsi(more), fakeEvents());
const sentenceOf = (structure: Partial<SsiStructure>, more: Partial<StageSsi> = {}): string =>
  modelOf({ structures: [fakeStructure(structure)], ...more })
    .verdicts.map((verdict) => verdictText(verdict, en))
    .join('|');

const OUT = 'B read in move 2 what C later changed in move 6';
const IN = 'A read in move 1 what B later changed in move 5';

describe('the sentence', () => {
  const codes: Readonly<Record<Exclude<SsiFailure, 'no-room'>, readonly [Partial<SsiStructure>, string]>> = {
    'pivot-out': [{}, 'C committed first, so B must roll back: it noticed at its next read.'],
    'pivot-in': [{}, 'C committed first, so B must roll back: it noticed at its next write.'],
    'pivot-commit': [{}, 'C committed first, so B must roll back: it noticed when it tried to commit.'],
    'pivot-write': [{}, 'C committed first, so B must roll back: its own write completed the structure.'],
    'to-pivot': [{ victim: 1 }, 'C committed first and B can no longer fail, so A, the last to read, must roll back.'],
    'prepared-pivot': [
      { victim: 3 },
      'C would commit first, but B is prepared and can no longer fail, so C must roll back.',
    ],
    'to-old-pivot': [
      { victim: 1, pivot: null, out: null },
      'the older one had itself read what a transaction that committed first changed, so A must roll back.',
    ],
    'pivot-to-old': [{ out: null }, 'the older one committed first, so B must roll back.'],
    'to-pivot-of-old': [
      { victim: 1, out: null },
      'the older one committed first and B can no longer fail, so A must roll back.',
    ],
  };

  test.each(Object.entries(codes))('%s: the two reads, who committed first, and who must go', (code, [roles, why]) => {
    const sentence = sentenceOf({ ...roles, failure: code as SsiFailure });
    expect(sentence.endsWith(`; ${why}`), sentence).toBe(true);
    if (roles.out !== null) expect(sentence).toBe(`${OUT}, and ${IN}; ${why}`);
  });

  test('a doomed transaction has yet to notice', () => {
    expect(sentenceOf({ failure: null, failedAt: null })).toBe(
      `${OUT}, and ${IN}; C committed first, so B must roll back: it will fail at its next read, write or commit.`,
    );
  });

  test('a pivot that reads past a committed writer completes the structure itself', () => {
    expect(sentenceOf({ failure: 'to-pivot', victim: 2 })).toContain('so B must roll back: its own read completed');
  });

  test('a reader that came after the write did not see it; unknown statements are left out', () => {
    const conflicts = [fakeConflict(2, 3, { atWrite: false, writeStep: null }), fakeConflict(1, 2)];
    expect(sentenceOf({}, { conflicts })).toContain('B did not see in move 2 what C had changed, and A read');
  });

  test('a prepared Tout has not committed yet', () => {
    const transactions = [fakeTransaction(1, 'runs'), fakeTransaction(2, 'runs'), fakeTransaction(3, 'prepared')];
    expect(sentenceOf({}, { transactions })).toContain('C is prepared and commits first, so B');
  });

  test('a pair is named as a pair: Tin and Tout are one', () => {
    const conflicts = [fakeConflict(2, 1), fakeConflict(1, 2)];
    const transactions = [fakeTransaction(1, 'committed'), fakeTransaction(2, 'rolled-back')];
    expect(sentenceOf({ out: 1 }, { conflicts, transactions })).toBe(
      `B read in move 2 what A later changed in move 4, and ${IN}; A committed first, so B must roll back: it noticed when it tried to commit.`,
    );
  });

  test('a false alarm names an order that fits, no false alarm how many were tried', () => {
    const model = modelOf();
    expect(alarmText({ kind: 'fits', victim: 2, order: [3, 1, 2] }, model, en)).toBe(
      'A false alarm: had B gone on, everybody’s results would fit the order C, A, B.',
    );
    expect(alarmText({ kind: 'none', victim: 2, of: [1, 2, 9], orders: 6 }, model, en)).toBe(
      'No false alarm: had B gone on, no order of A, B, and transaction 9 would fit the results (6 tried).',
    );
    expect(alarmText({ kind: 'undecided', why: 'prepared' }, model, en)).toBe(
      'Not known whether it was a false alarm: there is a prepared transaction.',
    );
  });

  test('every code has a sentence in Chinese, with the same letters', async () => {
    await loadLanguages();
    const zh = messagesIn('zh' as typeof en.lang);
    expect(zh.lang).toBe('zh');
    for (const [code, [roles]] of Object.entries(codes)) {
      const { verdicts } = modelOf({ structures: [fakeStructure({ ...roles, failure: code as SsiFailure })] });
      const [verdict] = verdicts;
      if (verdict === undefined) throw new Error(code);
      const text = verdictText(verdict, zh);
      expect(text, code).toMatch(/必须回滚/);
      const letters = (said: string) => [...new Set(said.match(/\b[ABC]\b/g))].sort();
      expect(letters(text)).toEqual(letters(verdictText(verdict, en)));
    }
  });
});

describe('the graph', () => {
  test('an arrow leads from the reader to the writer, and is new in its own step', () => {
    const { edges } = modelOf();
    expect(edges.map(({ reader, writer, isNew }) => [reader.number, writer.number, isNew])).toEqual([
      [2, 3, true],
      [1, 2, false],
    ]);
  });

  test('only the arrows of a dangerous structure are lit; its pivot and its victim are marked', () => {
    const conflicts = [fakeConflict(2, 3), fakeConflict(1, 2), fakeConflict(3, 1)];
    expect(modelOf({ conflicts }).edges.some(({ isLit }) => isLit)).toBe(false);
    const { edges, nodes } = modelOf({ conflicts, structures: [fakeStructure({ victim: 1, failure: 'to-pivot' })] });
    expect(edges.map(({ isLit }) => isLit)).toEqual([true, true, false]);
    expect(nodes.map(({ isPivot, isVictim }) => [isPivot, isVictim])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
  });

  test('commits are counted in their order; attempts of a DEFERRABLE one are left out; a session’s second has a number', () => {
    const transactions = [
      fakeTransaction(1, 'committed', { commitOrder: 9 }),
      fakeTransaction(2, 'committed', { commitOrder: 4 }),
      fakeTransaction(3, 'unsafe'),
      fakeTransaction(4, 'runs', { session: 'a' }),
    ];
    const { nodes } = modelOf({ transactions, conflicts: [] });
    expect(nodes.map(({ number, place, ordinal }) => [number, place, ordinal])).toEqual([
      [1, 2, 1],
      [2, 1, null],
      [4, null, 2],
    ]);
  });

  test('the summarized ones are one node; too many others are counted, and no sentence guesses at them', () => {
    const transactions = Array.from({ length: 12 }, (_, i) => fakeTransaction(i + 1, 'committed', { session: 'a' }));
    const model = modelOf({ transactions, conflicts: [fakeConflict(12, null)], structures: [fakeStructure({})] });
    expect(model.nodes.map(({ number }) => number)).toEqual([null, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect([model.left, model.verdicts.length, model.edges.length]).toEqual([4, 0, 1]);
    expect(conflictsText(model, en).at(-1)).toBe('4 older transactions are not drawn.');
  });

  test('nodes keep apart and inside, arrows end outside of them, and two back and forth do not meet', () => {
    for (let count = 1; count <= 9; count++) {
      const { height, places } = graphPlaces(count);
      for (const [i, { x, y }] of places.entries()) {
        expect(
          x - NODE_RADIUS > 0 && x + NODE_RADIUS < GRAPH_WIDTH && y - NODE_RADIUS > 0 && y + NODE_RADIUS < height,
        ).toBe(true);
        for (const other of places.slice(i + 1))
          expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(2 * NODE_RADIUS);
      }
    }
    const [a, b] = graphPlaces(2).places;
    if (a === undefined || b === undefined) throw new Error('no pair');
    const [there, back] = [edgeCurve(a, b, 0), edgeCurve(b, a, 0)];
    expect(Math.hypot(there.tip.x - b.x, there.tip.y - b.y)).toBeGreaterThan(NODE_RADIUS);
    expect(Math.abs(there.mark.y - back.mark.y)).toBeGreaterThan(20);
    const { nodes, edges } = modelOf();
    expect(placedEdges(nodes, edges, graphPlaces(nodes.length).places)).toHaveLength(2);
  });

  test.each([2, 3, 4])('of %i transactions none has an arrow across its state', (count) => {
    const { places } = graphPlaces(count);
    const pairs = places.flatMap((from) => places.flatMap((to) => (from === to ? [] : [edgeCurve(from, to, 0)])));
    for (const place of places) for (const { path } of pairs) expect(pointsOn(path).filter(isOn(place))).toEqual([]);
  });

  test('nothing serializable: nothing is drawn', () => {
    const { ssi: _, ...state } = fakeSsi();
    expect(conflictsModel(state, [])).toEqual({ nodes: [], left: 0, edges: [], verdicts: [] });
    expect(heapLocks(state)).toBeNull();
  });
});

/** Points of an arrow's line, a curve with one bow. */
function pointsOn(path: string): readonly (readonly [x: number, y: number])[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  return Array.from({ length: 101 }, (_, i) => {
    const [t, s] = [i / 100, 1 - i / 100];
    return [s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2];
  });
}
/** The longest state, in px of the drawing: “pivot · rolled back”. */
const [STATE_WIDTH, STATE_RISE] = [118, 11];
const isOn = ({ x, y, label }: Place) => {
  const left = x + label.x - { start: 0, middle: STATE_WIDTH / 2, end: STATE_WIDTH }[label.anchor];
  const base = y + label.y;
  return ([px, py]: readonly [number, number]): boolean =>
    px > left && px < left + STATE_WIDTH && py > base - STATE_RISE && py < base + 3;
};

describe('SIREAD locks on a page', () => {
  const table = fakeSsi().page?.table ?? '';
  const lock = (transaction: number | null, page: number | null, offset: number | null, more = {}) => ({
    transaction,
    committed: false,
    step: 1,
    target: { table, index: null, page, offset },
    ...more,
  });

  test('rows have theirs, the page and the table stand above, other pages and tables are left out', () => {
    const index = { target: { table, index: 'i', page: 1, offset: null } };
    const other = { target: { table: 'elsewhere', index: null, page: 0, offset: 1 } };
    const found = heapLocks(
      fakeSsi({
        locks: [
          lock(1, 0, 2, index),
          lock(1, 0, 2, { step: 6 }),
          lock(2, 0, 2, { committed: true }),
          lock(3, 0, null),
          lock(2, null, null),
          lock(1, 7, 1),
          lock(1, 0, 1, other),
        ],
      }),
    );
    expect(found?.rows.map(({ target, locks }) => [target.offset, locks.map(({ session }) => session.letter)])).toEqual(
      [[2, ['A', 'B']]],
    );
    expect(found?.rows[0]?.locks.map(({ isNew, isKept }) => [isNew, isKept])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(found?.wider.map(({ target }) => [target.index, target.page])).toEqual([
      [null, null],
      [null, 0],
      ['i', 1],
    ]);
  });
});
