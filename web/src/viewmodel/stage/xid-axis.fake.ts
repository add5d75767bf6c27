/** Handmade states of the stage, for tests and the gallery: they exercise the axis, not the engine. */
import type { Horizons } from '../../engine/server/server-state.ts';
import type { AnswerRun, Why } from '../../engine/server/snapshot-answers.ts';
import type { StageSession, StageSnapshot, StageState, StageXid, XidStatus } from '../../engine/stage/stage-types.ts';

/** The first xid, then one letter each: status (r c a p), owner or `.` for the set-up, and `^N` for the parent N back. */
export function fakeXids(from: number, marks: string): readonly StageXid[] {
  const status: Readonly<Record<string, XidStatus>> = { r: 'running', c: 'committed', a: 'aborted', p: 'prepared' };
  return marks.split(/\s+/).map((mark, i) => {
    const [own = '', back] = mark.split('^');
    const at = (n: number) => (n >= 2 ** 32 ? (n % 2 ** 32) + 3 : n);
    return {
      xid: at(from + i),
      status: status[own.slice(0, 1)] ?? 'committed',
      owner: own.slice(1) === '.' ? null : own.slice(1),
      parent: back === undefined ? null : at(from + i - Number(back)),
    };
  });
}

export const fakeSnapshot = (
  xmin: number,
  xmax: number,
  xip: readonly number[] = [],
  more: Partial<StageSnapshot> = {},
): StageSnapshot => ({ xmin, xmax, xip, subxip: [], suboverflowed: false, curcid: 0, ...more });

/** Each run: first, last, reason, and the topmost parent if that decided. */
export const fakeAnswers = (
  ...runs: readonly (readonly [first: number, last: number, why: Why, parent?: number])[]
): readonly AnswerRun[] =>
  runs.map(([first, last, why, parent = null]) => ({
    first,
    last,
    runs: why === 'from-xmax' || why === 'listed' || why === 'parent-listed',
    why,
    list: why.endsWith('listed') ? 'xip' : null,
    parent,
  }));

/** Without `answers` its snapshot was asked about nothing. */
export function fakeSession(name: string, inForce: StageSnapshot, more: Partial<StageSession> = {}): StageSession {
  const use = more.use ?? 'kept';
  return {
    session: name,
    id: 0,
    place: null,
    pgprocno: 0,
    xid: 0,
    xmin: use === 'kept' || use === 'statement' ? inForce.xmin : 0,
    level: use === 'none' ? 0 : 1,
    curcid: inForce.curcid,
    state: use === 'none' ? 'idle' : 'idle in transaction',
    waitsFor: [],
    subxids: [],
    overflowed: false,
    snapshot: use === 'none' ? null : { ...inForce, reused: false, taken: 1 },
    isolation: use === 'kept' ? 'repeatable read' : 'read committed',
    currentXid: more.xid ?? 0,
    ownXids: more.xid === undefined || more.xid === 0 ? [] : [more.xid],
    lock: null,
    snapshotsTaken: use === 'none' ? 0 : 1,
    snapshotsReused: 0,
    keepsSnapshot: use === 'kept',
    use,
    inForce,
    answers: [],
    active: null,
    ...more,
  };
}

/** The holders are known as well, and all kinds of tables have one horizon, unless `more` says otherwise. */
export function fakeHorizons(more: Partial<Horizons>): Horizons {
  const { oldestNonRemovable = 0, holders = [] } = more;
  const oldest = {
    shared: oldestNonRemovable,
    catalog: oldestNonRemovable,
    data: oldestNonRemovable,
    temp: oldestNonRemovable,
  };
  const known = holders.map((holder) => ({ ...holder, other: null, exempt: null }));
  return { oldestNonRemovable, holders, sessions: {}, oldest, known, ...more };
}

/** The server around these sessions and xids. `nextXid` has 64 bits. */
export function fakeStage(
  nextXid: number,
  xids: readonly StageXid[],
  sessions: readonly StageSession[],
  more: Partial<StageState> = {},
): StageState {
  return {
    tick: 0,
    rules: 17,
    design: 'pg14',
    nextXid,
    latestCompletedXid: nextXid - 1,
    xactCompletionCount: 1,
    lastOverflowedXid: 0,
    sessions,
    xids,
    horizons: fakeHorizons({ oldestNonRemovable: nextXid % 2 ** 32 }),
    slru: { buffers: 32, banks: 2, latestPage: 0, slots: [], counts: {}, lookups: [], lookupsBefore: 0 },
    prepared: [],
    slots: [],
    tables: [],
    page: null,
    timeCanPass: false,
    ...more,
  };
}

/** Three brackets of different ages: A's snapshot is no longer in use, B's and C's are kept. */
export function threeBrackets(): StageState {
  return fakeStage(
    746,
    fakeXids(738, 'c. aB cB cA rA cB rA^2 rB'),
    [
      fakeSession('A', fakeSnapshot(742, 744), {
        use: 'over',
        xid: 742,
        ownXids: [742, 744],
        subxids: [744],
        currentXid: 744,
        answers: fakeAnswers([738, 741, 'before-xmin'], [742, 743, 'not-listed'], [744, 746, 'from-xmax']),
      }),
      fakeSession('B', fakeSnapshot(742, 744, [742]), {
        xid: 745,
        state: 'active',
        waitsFor: ['A'],
        answers: fakeAnswers(
          [738, 741, 'before-xmin'],
          [742, 742, 'listed'],
          [743, 743, 'not-listed'],
          [744, 746, 'from-xmax'],
        ),
      }),
      fakeSession('C', fakeSnapshot(740, 742, [740]), {
        answers: fakeAnswers(
          [738, 739, 'before-xmin'],
          [740, 740, 'listed'],
          [741, 741, 'not-listed'],
          [742, 746, 'from-xmax'],
        ),
      }),
    ],
    {
      latestCompletedXid: 743,
      horizons: fakeHorizons({
        oldestNonRemovable: 740,
        holders: [{ kind: 'xmin', who: 'C', xid: 740 }],
        maybeNeeded: { shared: 731, catalog: 731, data: 738, temp: 738 },
        definitelyNeeded: { shared: 742, catalog: 742, data: 742, temp: 742 },
        computed: 1,
        sessions: {
          A: {
            maybeNeeded: { shared: 731, catalog: 731, data: 738, temp: 738 },
            definitelyNeeded: { shared: 742, catalog: 742, data: 742, temp: 742 },
            computed: 1,
          },
          B: {
            maybeNeeded: { shared: 731, catalog: 731, data: 731, temp: 731 },
            definitelyNeeded: { shared: 740, catalog: 740, data: 742, temp: 742 },
            computed: 0,
          },
          C: {
            maybeNeeded: { shared: 740, catalog: 740, data: 740, temp: 740 },
            definitelyNeeded: { shared: 740, catalog: 740, data: 740, temp: 740 },
            computed: 2,
          },
        },
      }),
    },
  );
}
