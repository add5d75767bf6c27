/** Pages that no short spec produces, derived from pages that one produced. */
import type { ExplainStep, StageExplanation, StageState } from '../engine/stage/stage-types.ts';

/** Most versions of a full page are removed: a redirect, two dead pointers, and long runs of unused ones remain. */
export function withRedirects(state: StageState): StageState {
  const { page } = state;
  if (page === null) return state;
  const keep = new Set([5, 6, 140]);
  const items = page.tuples
    .filter(({ lp }) => !keep.has(lp))
    .map(({ ctid, lp }) => ({
      ctid,
      flags: lp === 1 ? ('redirect' as const) : lp < 4 ? ('dead' as const) : ('unused' as const),
      to: lp === 1 ? 140 : 0,
    }));
  return { ...state, page: { ...page, tuples: page.tuples.filter(({ lp }) => keep.has(lp)), items } };
}

/** The first version's successor is two pages further. */
export function toOtherPage(state: StageState): StageState {
  const { page } = state;
  if (page === null) return state;
  const tables = state.tables.map((table) => (table.name === page.table ? { ...table, blocks: 3 } : table));
  const tuples = page.tuples
    .filter(({ lp }) => lp !== 3)
    .map((tuple) => (tuple.lp === 1 ? { ...tuple, next: '(2,7)', infomask2: tuple.infomask2 & 0x3fff } : tuple));
  return { ...state, tables, page: { ...page, tuples } };
}

/** More sessions, with the same view as the first ones. */
export function manySessions(state: StageState, count: number): StageState {
  const { page, sessions } = state;
  const [first] = sessions;
  if (page === null || first === undefined) return state;
  const more = Array.from({ length: count - sessions.length }, (_, i) => ({
    ...first,
    session: `S${sessions.length + i + 1}`,
  }));
  const tuples = page.tuples.map((tuple) => ({
    ...tuple,
    visibleTo: [
      ...tuple.visibleTo,
      ...more.filter((_, i) => tuple.visibleTo.includes(sessions[i % 3]?.session ?? '')).map(({ session }) => session),
    ],
  }));
  return { ...state, sessions: [...sessions, ...more], page: { ...page, tuples } };
}

/** The last session asks for the third version: its snapshot is suboverflowed, so the topmost parent is looked for. */
export function throughSubtrans(state: StageState): StageExplanation {
  const tuple = state.page?.tuples[2];
  const session = state.sessions.at(-1);
  const xid = tuple?.xmin ?? 0;
  const top = xid - 2;
  const step = (question: string, asks: string, answer: boolean, a = xid, b = 0): ExplainStep => ({
    question,
    function: asks,
    text: question,
    a,
    b,
    answer,
  });
  const inSnapshot = 'XidInMVCCSnapshot';
  return {
    session: session?.session ?? '',
    table: state.page?.table ?? '',
    block: 0,
    offset: tuple?.lp ?? 0,
    visible: false,
    steps: [
      step('page-all-visible', 'PageIsAllVisible', false, 0),
      step('xmin-hint-committed', 'HeapTupleHeaderXminCommitted', false),
      step('xmin-hint-invalid', 'HeapTupleHeaderXminInvalid', false),
      step('xmin-mine', 'TransactionIdIsCurrentTransactionId', false),
      step('below-xmin', inSnapshot, false, xid, top),
      step('from-xmax-on', inSnapshot, false, xid, xid + 80),
      step('suboverflowed', inSnapshot, true, 0),
      step('topmost', 'SubTransGetTopmostTransaction', true, xid, top),
      step('below-xmin', inSnapshot, false, top, top),
      step('in-snapshot', inSnapshot, true),
    ],
  };
}

/** The first transaction runs in the last session's snapshot, which has no list of subtransactions. */
export function withTopInSnapshot(state: StageState): StageState {
  const top = state.page?.tuples[0]?.xmin ?? 0;
  const last = state.sessions.length - 1;
  const sessions = state.sessions.map((session, i) =>
    i === last ? { ...session, inForce: { ...session.inForce, xip: [top], subxip: [], suboverflowed: true } } : session,
  );
  return { ...state, sessions };
}
