/**
 * The score of a step: from what the server's state was and is, and the step's events. Whatever caused a change, it is
 * read from the states, never guessed from the SQL; events say whose step it was, and who took a snapshot.
 */
import type { StageEvent, StageSession, StageState, StageTuple, StageXid } from '../../engine/stage/stage-types.ts';
import { isLockedOnly } from '../stage/heap-bits.ts';
import { sessionStyles } from '../stage/selection.ts';
import { findXid } from '../stage/xid-fill.ts';
import { MARK } from './marks.ts';
import { type Motion, type Phase, phaseOf, type Score, SILENCE } from './score.ts';
import { cleanedBy } from './score-cleaning.ts';
import { letterOf, motion, ownerOf, type Step, type StepTaken } from './score-step.ts';
import { flagged, lookedUpBy, subxidsOf } from './score-subxids.ts';

export function scoreOf(taken: StepTaken): Score {
  const { before, after, events } = taken;
  const own = events.filter(({ tick, kind }) => tick === after.tick && kind !== 'setup');
  if (own.length === 0) return SILENCE;
  const step: Step = {
    ...taken,
    styles: sessionStyles(after.sessions.map(({ session }) => session)),
    ...pageChanges(before, after),
  };
  const launched = own.filter(({ completed }) => !completed);
  const woken = own.filter(({ completed }) => completed);
  const looked = new Set<string>();
  const phases = [
    ...launched.flatMap((event) => doneBy(step, event, looked)),
    ...circles(step, own),
    ...ends(step),
    ...phaseOf(flagged(step)),
    ...phaseOf(releases(step)),
    ...woken.flatMap((event) => doneBy(step, event, looked)),
    ...phaseOf(waits(step)),
    ...phaseOf(seen(step, looked)),
  ];
  return phases.length === 0 ? SILENCE : { phases };
}

function pageChanges(before: StageState, after: StageState): Pick<Step, 'kept' | 'made'> {
  const [old, now] = [before.page, after.page];
  if (old === null || now === null || old.table !== now.table || old.block !== now.block) return { kept: [], made: [] };
  const were = new Map(old.tuples.map((tuple) => [tuple.ctid, tuple]));
  const kept: { was: StageTuple; is: StageTuple }[] = [];
  const made: StageTuple[] = [];
  for (const is of now.tuples) {
    const was = were.get(is.ctid);
    if (was === undefined || was.xmin !== is.xmin) made.push(is);
    else kept.push({ was, is });
  }
  return { kept, made };
}

/** What one session did: its xid, its snapshot and what that shows, and what it wrote. */
function doneBy(step: Step, { session, snapshot }: StageEvent, looked: Set<string>): readonly Phase[] {
  if (session === null) return [];
  const rows = step.made.filter(({ xmin }) => ownerOf(step, xmin) === session);
  const isInsert = rows.length > 0 && rows.every((row) => olderOf(step, row) === null);
  const letter = letterOf(step, session);
  const sweeps = snapshot && !isInsert;
  if (sweeps) looked.add(session);
  return [
    ...phaseOf(risen(step, session)),
    ...subxidsOf(step, session),
    ...(snapshot ? phaseOf(closed(step, session)) : []),
    ...cleanedBy(step, session),
    ...lookedUpBy(step, session),
    ...(sweeps ? phaseOf(step.kept.map(({ is }) => motion('look', session, null, MARK.eye(is.ctid, letter)))) : []),
    ...phaseOf(stamped(step, session)),
    ...written(step, session, rows),
  ];
}

const assigned = ({ before, after }: Step): readonly StageXid[] =>
  after.xids.filter(({ xid }) => findXid(before, xid) === undefined);

const risen = (step: Step, session: string): readonly Motion[] =>
  assigned(step)
    .filter(({ owner }) => owner === session)
    .map(({ xid }) => motion('rise', session, null, MARK.xid(xid)));

function closed(step: Step, session: string): readonly Motion[] {
  const { after } = step;
  const to = MARK.snapshot(letterOf(step, session));
  const taken = after.sessions.find((one) => one.session === session)?.snapshot ?? null;
  const running = (taken?.xip ?? []).filter((xid) => findXid(after, xid) !== undefined);
  return [
    motion('close', session, null, to),
    ...running.map((xid) => motion('notch', ownerOf(step, xid), MARK.xid(xid), to)),
  ];
}

/** Its pen on versions that were there before. */
const stamped = (step: Step, session: string): readonly Motion[] =>
  step.kept.flatMap(({ was, is }) => {
    const writer = is.members.at(-1)?.xid ?? is.xmax;
    if (was.xmax === is.xmax || writer === 0 || ownerOf(step, writer) !== session) return [];
    const card = MARK.card(letterOf(step, session));
    return [motion(isLockedOnly(is) ? 'lock' : 'stamp', session, card, MARK.xmax(is.ctid))];
  });

/** The version on the page, from before, that this one replaces. */
const olderOf = ({ kept }: Step, { ctid, xmin }: StageTuple): StageTuple | null =>
  kept.find(({ is }) => is.next === ctid && is.ctid !== ctid && is.xmax === xmin)?.is ?? null;

function written(step: Step, session: string, rows: readonly StageTuple[]): readonly Phase[] {
  const card = MARK.card(letterOf(step, session));
  const chains: Motion[] = [];
  const places = rows.map((row) => {
    const older = olderOf(step, row);
    if (older === null) return motion('grow', session, MARK.free, MARK.row(row.ctid));
    chains.push(motion('chain', session, null, MARK.chain(older.ctid)));
    return motion('copy', session, MARK.row(older.ctid), MARK.row(row.ctid));
  });
  const stamps = rows.map(({ ctid, xmin }) => motion('write', session, MARK.xid(xmin), MARK.xmin(ctid)));
  const sent = places.some(({ act }) => act === 'copy')
    ? []
    : places.map(({ to }) => motion('send', session, card, to));
  return [...phaseOf(sent), ...phaseOf(places), ...phaseOf(stamps), ...phaseOf(chains)];
}

const ENDED: ReadonlySet<StageXid['status']> = new Set(['committed', 'aborted', 'prepared']);

/** Discs are filled or crossed; the news runs to the other sessions, and stops at snapshots from before. */
function ends(step: Step): readonly Phase[] {
  const { before, after } = step;
  const over = after.xids.filter(({ xid, status, owner }) => {
    const was = findXid(before, xid)?.status;
    return owner !== null && ENDED.has(status) && was !== status;
  });
  // One that began in the same step has risen with its fill.
  const filled = over.filter(({ xid }) => findXid(before, xid) !== undefined);
  const news = over.filter(({ parent, status }) => parent === null && status !== 'prepared');
  const reaches = news.flatMap(({ xid, owner }) =>
    after.sessions
      .filter(({ session }) => session !== owner)
      .map((other) =>
        motion(
          keepsSnapshot(other) ? 'stop' : 'ripple',
          owner,
          MARK.xid(xid),
          MARK.snapshot(letterOf(step, other.session)),
        ),
      ),
  );
  return [...phaseOf(filled.map(({ xid, owner }) => motion('end', owner, null, MARK.xid(xid)))), ...phaseOf(reaches)];
}
const keepsSnapshot = ({ use }: StageSession): boolean => use === 'kept' || use === 'statement';

function arrowsOf(step: Step, state: StageState): ReadonlyMap<string, { readonly from: string; readonly to: string }> {
  const all = state.sessions.flatMap(({ session, waitsFor }) => waitsFor.map((on) => ({ from: session, to: on })));
  return new Map(all.map((one) => [MARK.wait(letterOf(step, one.from), letterOf(step, one.to)), one]));
}

function waits(step: Step): readonly Motion[] {
  const old = arrowsOf(step, step.before);
  return [...arrowsOf(step, step.after)].flatMap(([mark, { from }]) =>
    old.has(mark) ? [] : [motion('wait', from, MARK.session(letterOf(step, from)), mark)],
  );
}

function releases(step: Step): readonly Motion[] {
  const now = arrowsOf(step, step.after);
  return [...arrowsOf(step, step.before)].flatMap(([mark, { from }]) =>
    now.has(mark) ? [] : [motion('release', from, mark, MARK.session(letterOf(step, from)))],
  );
}

/** The arrows of a deadlock, before its victim gives up. */
function circles(step: Step, own: readonly StageEvent[]): readonly Phase[] {
  if (!own.some(({ error }) => error?.includes('deadlock detected'))) return [];
  return phaseOf([...arrowsOf(step, step.before)].map(([mark, { from }]) => motion('circle', from, null, mark)));
}

/** Eyes of others that somebody's step has opened or closed. */
function seen(step: Step, looked: ReadonlySet<string>): readonly Motion[] {
  return step.kept.flatMap(({ was, is }) =>
    step.after.sessions
      .filter(({ session }) => !looked.has(session))
      .filter(({ session }) => was.visibleTo.includes(session) !== is.visibleTo.includes(session))
      .map(({ session }) => motion('see', session, null, MARK.eye(is.ctid, letterOf(step, session)))),
  );
}
