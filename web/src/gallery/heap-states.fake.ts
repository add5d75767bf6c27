/** Pages that no short spec makes, from pages that one made. */
import type { StageState } from '../engine/stage-types.ts';

/** Of a full page, most versions are gone: a redirect, two dead pointers, and long runs of unused ones. */
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

/** The first version's successor lies two pages on. */
export function toOtherPage(state: StageState): StageState {
  const { page } = state;
  if (page === null) return state;
  const tables = state.tables.map((table) => (table.name === page.table ? { ...table, blocks: 3 } : table));
  const tuples = page.tuples
    .filter(({ lp }) => lp !== 3)
    .map((tuple) => (tuple.lp === 1 ? { ...tuple, next: '(2,7)', infomask2: tuple.infomask2 & 0x3fff } : tuple));
  return { ...state, tables, page: { ...page, tuples } };
}

/** More sessions, who see what the first ones see. */
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
