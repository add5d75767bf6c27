/** A stage of SERIALIZABLE for tests: sessions a, b and c, each with one transaction, and the steps that they ran. */
import type { SsiConflict, SsiState, SsiStructure, SsiTransaction, StageSsi } from '../../engine/server/ssi-types.ts';
import type { StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import { moment } from './fixture.fake.ts';

export const SESSIONS = ['a', 'b', 'c'] as const;

/** a reads in tick 1, b in 2, c in 3; a writes in 4 … */
export const READ_TICK = { a: 1, b: 2, c: 3 } as const;
export const WRITE_TICK = { a: 4, b: 5, c: 6 } as const;

export function fakeEvents(): readonly StageEvent[] {
  const like = moment('lost-update').shown.events.find(({ kind }) => kind === 'step');
  if (like === undefined) throw new Error('no step');
  return SESSIONS.flatMap((session, i) => [
    { ...like, session, tick: READ_TICK[session], step: 2 * i },
    { ...like, session, tick: WRITE_TICK[session], step: 2 * i + 1 },
  ]);
}

export const fakeTransaction = (
  number: number,
  state: SsiState,
  more: Partial<SsiTransaction> = {},
): SsiTransaction => ({
  number,
  session: SESSIONS[number - 1] ?? null,
  state,
  readOnly: false,
  remembered: true,
  xid: 700 + number,
  commitOrder: state === 'committed' ? number : null,
  began: number,
  ended: null,
  ...more,
});

const ROW = { table: 't', index: null, page: 0, offset: 1 } as const;

export const fakeConflict = (
  reader: number | null,
  writer: number | null,
  more: Partial<SsiConflict> = {},
): SsiConflict => ({
  reader,
  writer,
  step: writer === null ? null : 3 + writer,
  readStep: reader,
  writeStep: writer === null ? null : 3 + writer,
  atWrite: true,
  target: ROW,
  ...more,
});

/** 1 → 2 → 3. */
export const fakeStructure = (more: Partial<SsiStructure>): SsiStructure => ({
  step: 5,
  failedAt: 6,
  failure: 'pivot-commit',
  victim: 2,
  in: 1,
  pivot: 2,
  out: 3,
  ...more,
});

export function fakeSsi(more: Partial<StageSsi> = {}): StageState {
  const { state } = moment('lost-update').shown;
  const like = state.sessions[0];
  if (like === undefined) throw new Error('no session');
  return {
    ...state,
    tick: 6,
    sessions: SESSIONS.map((session) => ({ ...like, session })),
    ssi: {
      transactions: [1, 2, 3].map((number) => fakeTransaction(number, number === 3 ? 'committed' : 'runs')),
      conflicts: [fakeConflict(2, 3), fakeConflict(1, 2)],
      structures: [],
      locks: [],
      ...more,
    },
  };
}
