/**
 * Chooses the question until the reader does: the session is a waiting one, else the last one that acted; the version
 * is one on the page that this session does not see, else one that it has locked. The reader's choice stays. So the
 * stage always shows a reason, and the first touch changes it.
 */
import type { Look, Shown, StageState } from './stage-types.ts';

/** @param acted the session that acted last; null: nobody yet */
export function questionOf({ session, tuple }: Look, state: StageState, acted: string | null): Shown['question'] {
  const { page, sessions } = state;
  const waiting = sessions.find(({ active }) => active !== null)?.session;
  const who = session ?? waiting ?? acted ?? sessions[0]?.session ?? null;
  if (tuple !== undefined || who === null || page === null) return { session: who, tuple: tuple ?? null };
  const unseen = page.tuples.findLast(({ visibleTo, dead }) => !visibleTo.includes(who) && !dead);
  const own = sessions.find((one) => one.session === who);
  const marked = page.tuples.findLast(({ xmax }) => xmax !== 0 && (xmax === own?.xid || xmax === own?.currentXid));
  const chosen = unseen ?? marked ?? page.tuples.at(-1);
  return {
    session: who,
    tuple: chosen === undefined ? null : { table: page.table, block: page.block, offset: chosen.lp },
  };
}
