/**
 * What to explain while nobody has chosen: the session that acted last, and a version on the page that it does not see;
 * what was chosen stays. So the stage always shows a reason, and the first touch changes it.
 */
import type { Shown } from '../../engine/stage-types.ts';
import type { Selection } from './selection.ts';

export function suggestQuestion(selection: Selection, shown: Shown | null): Selection {
  if (shown === null || shown.state.page === null) return selection;
  const { page, sessions } = shown.state;
  const acted = shown.events.findLast((event) => event.session !== null)?.session;
  const waiting = sessions.find(({ active }) => active !== null)?.session;
  const session = selection.session ?? waiting ?? acted ?? sessions[0]?.session ?? null;
  if (selection.tuple !== null || session === null) return { ...selection, session };
  const unseen = page.tuples.findLast(({ visibleTo, dead }) => !visibleTo.includes(session) && !dead);
  const chosen = unseen ?? page.tuples.at(-1);
  const tuple = chosen === undefined ? null : { table: page.table, block: page.block, offset: chosen.lp };
  return { ...selection, session, tuple };
}
