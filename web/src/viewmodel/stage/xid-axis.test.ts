import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadLanguages } from '../../base/messages/folders.node.ts';
import { isLang, messagesIn } from '../../base/messages/index.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { MOMENT_NAMES, moment } from './fixture.fake.ts';
import { NOTHING_SELECTED } from './selection.ts';
import { fakeAnswers, fakeSession, fakeSnapshot, fakeStage, fakeXids, threeBrackets } from './xid-axis.fake.ts';
import { type XidAxis, xidAxis } from './xid-axis.ts';
import type { AxisPiece } from './xid-axis-pieces.ts';
import { answerAbout, snapshotVerdict, verdictText } from './xid-axis-text.ts';
import { countXids, type FullXid, fullXid, nextFullXid, previousFullXid, shortXid, windowOf } from './xid-order.ts';

const EM = 13;
const ROOM = { width: 540, em: EM };
const TURN = 2 ** 32;

/** A server with `count` xids before `next`, and sessions with snapshots anywhere among them. */
const anyStage = fc
  .record({
    next: fc.oneof(fc.integer({ min: 3000, max: 4000 }), fc.integer({ min: TURN - 40, max: TURN + 300 })),
    count: fc.integer({ min: 1, max: 260 }),
    brackets: fc.array(fc.record({ from: fc.nat(300), length: fc.nat(60), marks: fc.array(fc.nat(60)) }), {
      maxLength: 12,
    }),
    statuses: fc.array(fc.constantFrom('running' as const, 'committed' as const, 'aborted' as const), { minLength: 1 }),
  })
  .map(({ next, count, brackets, statuses }): StageState => {
    const nextXid = shortXid(next) < 3 ? next + 3 : next;
    const list: FullXid[] = [];
    for (let xid = previousFullXid(nextXid as FullXid); list.length < count; xid = previousFullXid(xid))
      list.unshift(xid);
    const at = (back: number): number => shortXid(list[Math.max(0, list.length - back)] ?? nextXid);
    const xids = list.map((xid, i) => ({
      xid: shortXid(xid),
      status: statuses[i % statuses.length] ?? ('running' as const),
      owner: i % 3 === 0 ? null : 's0',
      parent: null,
    }));
    const sessions = brackets.map(({ from, length, marks }, i) => {
      const to = Math.max(0, from - length);
      const marked = [...new Set(marks.filter((mark) => mark < from - to).map((mark) => at(from - mark)))];
      const [xip, subxip] = [marked.filter((_, n) => n % 2 === 0), marked.filter((_, n) => n % 2 === 1)];
      return fakeSession(`s${i}`, fakeSnapshot(at(from), at(to), xip, { subxip }), {
        use: (['kept', 'statement', 'over', 'none'] as const)[i % 4] ?? 'kept',
      });
    });
    return fakeStage(nextXid, xids, sessions);
  });

const countOf = (piece: AxisPiece): number => (piece.kind === 'fold' ? piece.count : 1);
const firstOf = (piece: AxisPiece): number => (piece.kind === 'fold' ? piece.first : piece.full);
const lastOf = (piece: AxisPiece): number => (piece.kind === 'fold' ? piece.last : piece.full);
const cellOf = ({ pieces }: XidAxis, xid: number) => pieces.find((piece) => piece.kind === 'cell' && piece.xid === xid);

describe('the order of xids', () => {
  test('crosses 2³² as PostgreSQL gives them out: …4294967295, then 3', () => {
    const next = TURN + 10;
    expect(fullXid(4_294_967_295, next)).toBe(TURN - 1);
    expect(fullXid(3, next)).toBe(TURN + 3);
    expect(nextFullXid((TURN - 1) as FullXid)).toBe(TURN + 3);
    expect(previousFullXid((TURN + 3) as FullXid)).toBe(TURN - 1);
    expect(countXids((TURN - 2) as FullXid, (TURN + 5) as FullXid)).toBe(4);
  });
  test('counting is stepping, one by one', () => {
    fc.assert(
      fc.property(fc.integer({ min: TURN - 30, max: TURN + 30 }), fc.nat(50), (from, steps) => {
        fc.pre(shortXid(from) >= 3);
        let to = from as FullXid;
        for (let i = 0; i < steps; i++) to = nextFullXid(to);
        expect(countXids(from as FullXid, to)).toBe(steps);
        expect(fullXid(shortXid(from), to)).toBe(from);
      }),
    );
  });
});

test('a window never takes more room than there is, draws what is wanted most, and folds nothing that has room', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 3, max: 30 }),
      fc.array(fc.nat(59)),
      (showable, slots, wanted) => {
        const shown = windowOf(showable, slots, wanted);
        const folds = shown.filter((one, i) => !one && shown[i - 1] !== false).length;
        expect(shown.filter(Boolean).length + folds).toBeLessThanOrEqual(Math.max(slots, 1));
        for (const [i, one] of shown.entries()) if (one) expect(showable[i]).toBe(true);
        const first = wanted.find((place) => showable[place] === true);
        if (first !== undefined) expect(shown[first]).toBe(true);
        if (showable.every(Boolean) && showable.length <= slots) expect(shown.every(Boolean)).toBe(true);
      },
    ),
  );
});

describe('the axis of any server', () => {
  const draw = (state: StageState, width: number) => xidAxis(state, NOTHING_SELECTED, { width, em: EM });
  test('draws every xid or counts it in a fold, in the order given, side by side', () => {
    fc.assert(
      fc.property(anyStage, fc.integer({ min: 250, max: 1600 }), (state, width) => {
        const axis = draw(state, width);
        const { pieces } = axis;
        const drawn = pieces.flatMap((piece) => (piece.kind === 'cell' ? [piece.xid] : []));
        const all = [...state.xids.map(({ xid }) => xid), shortXid(state.nextXid)];
        expect(drawn).toEqual(all.filter((xid) => drawn.includes(xid)));
        expect(pieces.reduce((sum, piece) => sum + countOf(piece), 0)).toBe(all.length);
        expect(pieces.at(-1)).toMatchObject({ kind: 'cell', isNext: true, fill: 'unstarted' });
        for (const [i, piece] of pieces.entries()) {
          const before = pieces[i - 1];
          expect(piece.x).toBeCloseTo(before === undefined ? 0 : before.x + before.width);
          if (before !== undefined) expect(firstOf(piece)).toBe(nextFullXid(lastOf(before) as FullXid));
          expect(countXids(firstOf(piece) as FullXid, nextFullXid(lastOf(piece) as FullXid))).toBe(countOf(piece));
        }
        expect(axis.width).toBeLessThanOrEqual(width + 0.01);
      }),
    );
  });
  test('brackets stand on xmin’s and xmax’s left edges, notches exactly where xip has an xid', () => {
    fc.assert(
      fc.property(anyStage, fc.integer({ min: 250, max: 1600 }), (state, width) => {
        const axis = draw(state, width);
        for (const { bracket, wouldBe } of axis.rows) {
          for (const each of [bracket, wouldBe]) {
            if (each === null) continue;
            const { xmin, xmax, xip, subxip } = each.snapshot;
            const [from, to] = [cellOf(axis, xmin), cellOf(axis, xmax)];
            if (from !== undefined) expect(each.x0).toBe(from.x);
            if (to !== undefined) expect(each.x1).toBe(to.x);
            expect(each.x0).toBeLessThanOrEqual(each.x1);
            expect(each.notches.flatMap(({ xids }) => xids).sort()).toEqual([...xip, ...subxip].sort());
            for (const { xids, isFolded, isSub, x } of each.notches) {
              expect(isSub).toBe(xids.every((xid) => subxip.includes(xid)));
              const piece = axis.pieces.find((one) => one.x === x);
              if (!isFolded) expect(piece).toMatchObject({ kind: 'cell', xid: xids[0] });
              for (const xid of xids) {
                const full = fullXid(xid, state.nextXid);
                expect(piece !== undefined && firstOf(piece) <= full && full <= lastOf(piece)).toBe(true);
              }
            }
          }
        }
      }),
    );
  });
  test('has a row for every session, or names it among those without a snapshot', () => {
    fc.assert(
      fc.property(anyStage, (state) => {
        const { rows, without } = draw(state, 540);
        expect([...rows.map(({ session }) => session), ...without].sort()).toEqual(
          state.sessions.map(({ session }) => session).sort(),
        );
      }),
    );
  });
});

describe('three brackets of different age', () => {
  const state = threeBrackets();
  const axis = xidAxis(state, { session: 'B', tuple: null, xid: 742 }, ROOM);
  test('a session’s own xid is inside its bracket and gets no notch', () => {
    expect(axis.rows[0]).toMatchObject({
      session: 'A',
      ownInside: [742],
      bracket: { look: 'dashed', notches: [] },
      wouldBe: null,
      verdict: 'own',
    });
  });
  test('the same xid is a notch to one, and too new to another', () => {
    expect(axis.rows[1]).toMatchObject({ verdict: 'notch', bracket: { look: 'solid', notches: [{ xids: [742] }] } });
    expect(axis.rows[2]).toMatchObject({ verdict: 'newer', bracket: { look: 'solid', notches: [{ xids: [740] }] } });
  });
  test('the question runs from the xid to the chosen session’s row', () => {
    expect(axis.question).toEqual({ xid: 742, owner: 'A', cx: cellOf(axis, 742)?.cx, row: 1, parentCx: null });
  });
  test('the horizon stands before the oldest xid that is still needed, with who holds it', () => {
    expect(axis.horizon).toMatchObject({ xid: 740, x: cellOf(axis, 740)?.x, holders: [{ who: 'C' }] });
  });
  test('a subxid hangs on an arc from its parent', () => {
    expect(axis.arcs).toEqual([
      { child: 744, parent: 742, owner: 'A', x0: cellOf(axis, 742)?.cx, x1: cellOf(axis, 744)?.cx },
    ]);
  });
  test('a chosen row version asks about its writer', () => {
    const page = { table: 't', block: 0, lower: 28, upper: 8160, items: [], tuples: [] };
    const tuple = { table: 't', block: 0, offset: 3 };
    expect(xidAxis({ ...state, page }, { session: 'B', tuple, xid: null }, ROOM).question).toBeNull();
  });
});

describe('what a READ COMMITTED session had and would take', () => {
  const over = fakeSession('A', fakeSnapshot(101, 103, [101]), {
    use: 'over',
    snapshot: { ...fakeSnapshot(100, 102, [100]), reused: false, taken: 1 },
    answers: fakeAnswers([100, 100, 'before-xmin'], [101, 101, 'listed']),
  });
  const state = fakeStage(103, fakeXids(100, 'cB rC cD'), [over]);
  test('are both drawn when they differ; its eyes look by what it would take', () => {
    const { rows } = xidAxis(state, { session: 'A', tuple: null, xid: 100 }, ROOM);
    expect(rows[0]).toMatchObject({
      bracket: { look: 'dashed', snapshot: { xmin: 100 } },
      wouldBe: { look: 'faint', snapshot: { xmin: 101 } },
      verdict: 'older',
    });
  });
});

describe('what a session makes of an xid, in words', () => {
  const state = fakeStage(103, fakeXids(100, 'cB rC cD'), []);
  const said = (use: 'kept' | 'statement' | 'over' | 'none', xid: number, lang: string) => {
    const answers = fakeAnswers([100, 100, 'before-xmin'], [101, 101, 'listed']);
    const session = fakeSession('s', fakeSnapshot(101, 103, [101]), { use, answers });
    return verdictText(state, session, 'A', xid, messagesIn(isLang(lang) ? lang : 'en'));
  };
  test('speaks of its snapshot only while one is in use', async () => {
    await loadLanguages();
    for (const use of ['kept', 'statement'] as const) {
      expect(said(use, 100, 'en')).toBe('A: older than its snapshot, finished');
      expect(said(use, 101, 'en')).toBe('A: on a notch, running');
      expect(said(use, 100, 'zh')).toBe('A：比其快照更旧，已结束');
    }
    for (const use of ['over', 'none'] as const) {
      expect(said(use, 100, 'en')).toBe('A, if it took a snapshot now: older, finished');
      expect(said(use, 101, 'en')).toBe('A, if it took a snapshot now: on a notch, running');
      expect(said(use, 100, 'zh')).toBe('A（若现在取快照）：更旧，已结束');
    }
  });
});

describe('what the engine answers about an xid', () => {
  // 100 is B's, 101 and 102 its subxids, 103 C's, 104 a subxid of C's; the snapshot is overflowed.
  const state = fakeStage(106, fakeXids(100, 'rB rB^1 rB^2 cC cC^1 rD'), []);
  const me = fakeSession('A', fakeSnapshot(100, 105, [100], { suboverflowed: true }), {
    answers: fakeAnswers(
      [100, 100, 'listed'],
      [101, 102, 'parent-listed', 100],
      [103, 103, 'not-listed'],
      [104, 104, 'parent-not-listed', 103],
      [105, 106, 'from-xmax'],
    ),
  });
  test('is the verdict, with the topmost parent that decided', () => {
    expect([100, 101, 102, 103, 104, 105].map((xid) => snapshotVerdict(state, me, xid))).toEqual([
      { verdict: 'notch', parent: null },
      { verdict: 'parentNotch', parent: 100 },
      { verdict: 'parentNotch', parent: 100 },
      { verdict: 'ended', parent: null },
      { verdict: 'parentEnded', parent: 103 },
      { verdict: 'newer', parent: null },
    ]);
  });
  test('goes for all later xids as for nextXid; an older one than the list’s has none', () => {
    expect(snapshotVerdict(state, me, 120)?.verdict).toBe('newer');
    expect(snapshotVerdict(state, me, 99)).toBeNull();
  });
  test('is the same as on the way to a row, whatever happened', () => {
    let compared = 0;
    for (const name of MOMENT_NAMES) {
      const { shown, explanations } = moment(name);
      for (const { session, steps } of explanations) {
        const { answers } = shown.state.sessions.find((one) => one.session === session) ?? { answers: [] };
        for (const { question, a, answer } of steps) {
          if (question !== 'in-snapshot') continue;
          expect(answerAbout(answers, a, shown.state.nextXid)?.runs).toBe(answer);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(50);
  });
});

test('the question of a subxid that is not listed goes on to its topmost parent’s notch', () => {
  const me = fakeSession('A', fakeSnapshot(100, 104, [100], { suboverflowed: true }), {
    answers: fakeAnswers([100, 100, 'listed'], [101, 102, 'parent-listed', 100]),
  });
  const state = fakeStage(105, fakeXids(100, 'rB rB^1 rB^2 cC rD'), [me]);
  const axis = xidAxis(state, { session: 'A', tuple: null, xid: 102 }, ROOM);
  expect(axis.question).toMatchObject({ xid: 102, row: 0, parentCx: cellOf(axis, 100)?.cx });
  expect(axis.rows[0]?.bracket?.notches).toMatchObject([{ cx: axis.question?.parentCx }]);
});

test('what a snapshot speaks of and the list no longer has is counted in a fold', () => {
  const state = fakeStage(1000, fakeXids(995, 'c. c. c. cA rB'), [fakeSession('A', fakeSnapshot(900, 999, [900]))]);
  const { pieces, rows } = xidAxis(state, NOTHING_SELECTED, ROOM);
  expect(pieces[0]).toMatchObject({ kind: 'fold', first: 900, last: 994, count: 95 });
  expect(rows[0]?.bracket).toMatchObject({ x0: 0, notches: [{ xids: [900], isFolded: true }] });
});

describe('when not all xids have room', () => {
  const many = fakeStage(1500, fakeXids(1000, Array.from({ length: 500 }, () => 'c.').join(' ')), [
    fakeSession('A', fakeSnapshot(1100, 1200, [1100, 1150])),
  ]);
  const drawn = (axis: XidAxis) => axis.pieces.flatMap((piece) => (piece.kind === 'cell' ? [piece.xid] : []));
  test('the chosen xid, the one where the reader stands and the brackets’ ends are drawn', () => {
    const axis = xidAxis(many, { session: 'A', tuple: null, xid: 1333 }, { width: 640, em: EM }, 1044 as FullXid);
    expect(drawn(axis)).toEqual(expect.arrayContaining([1333, 1043, 1044, 1045, 1100, 1200, 1500]));
  });
  test('long xids are written by their last digits, and the others are said once', () => {
    const long = fakeStage(4_294_967_290, fakeXids(4_294_967_280, 'c. c. c. c. c. c. c. c. c. c.'), []);
    const axis = xidAxis(long, NOTHING_SELECTED, ROOM);
    expect(axis.elided).toBe('429496');
    expect(axis.pieces[0]).toMatchObject({ label: '…7280', xid: 4_294_967_280 });
  });
});
