/** The reason for a first look: what explain-words.ts says with xids, said with sessions and what they have done. */
import '../../base/messages/en/plain.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import type { ExplainModel } from './explain.ts';
import { conclusionWords, lockIsOver } from './explain-words.ts';
import { whoShort } from './heap-words.ts';
import { topXid } from './step-log.ts';

/** The conclusion, also for the half of it that other depths show in their questions. */
export function plainHead(model: ExplainModel, m: Messages): string {
  const { ending, about, session, failed, parts } = model;
  if (!failed && ending === 'no-deleter') {
    const isOwn = parts.some(({ lines }) => lines.some(({ question, answer }) => question === 'xmin-mine' && answer));
    return m.t('plain.end.no-deleter', { own: isOwn ? whoShort(session, m) : null });
  }
  if (!failed && ending === 'only-locked')
    return m.t('plain.end.only-locked', {
      by: about === null || about.owner.letter === '' ? null : whoShort(about.owner, m),
      over: lockIsOver(about),
    });
  return conclusionWords(model, m).head;
}

/** Null: the conclusion says all there is to say. */
export function plainWhy(model: ExplainModel, m: Messages, state: StageState): string | null {
  const { ending, about, session, use, failed } = model;
  if (failed || ending === null) return null;
  const who = whoShort(session, m);
  // The set-up, or a transaction that the stage has forgotten.
  if (about === null || about.owner.letter === '') return null;
  const by = whoShort(about.owner, m);
  const said = { who, by, kept: use === 'kept' };
  const undone = about.fill === 'aborted';
  const now = use !== 'kept' && use !== 'statement';
  const when = about.fill === 'running' || about.fill === 'prepared' ? 'open' : 'late';
  // A sound server's next snapshot knows all that has ended.
  const isOdd = now && when === 'late';
  switch (ending) {
    case 'inserter-running':
    case 'inserter-too-new':
      if (undone) return m.t('plain.insert.undone', { by });
      if (when === 'open' && !said.kept && isWaitedFor(model, state)) return m.t('plain.insert.waited', said);
      return isOdd ? null : m.t(`plain.insert.${when}`, said);
    case 'inserter-undone':
    case 'inserter-hinted-undone':
      return m.t('plain.insert.undone', { by });
    case 'deleter-running':
    case 'deleter-too-new':
      return undone || isOdd ? null : m.t(`plain.remove.${when}`, said);
    case 'deleter-done':
      return m.t('plain.remove.done', { who, by, now });
    default:
      return null;
  }
}

/** The session's statement waits for the row that this version belongs to: nothing else on the page is that writer's. */
function isWaitedFor({ session, tuple }: ExplainModel, state: StageState): boolean {
  const tuples = state.page?.tuples ?? [];
  const lock = state.sessions.find((one) => one.session === session.name)?.lock;
  if (tuple === null || lock?.kind !== 'transaction') return false;
  const writer = topXid(state, tuple.xmin);
  const written = tuples.filter(({ xmin }) => topXid(state, xmin) === writer);
  const replaced = tuples.filter(({ next, ctid }) => next !== ctid && next === written[0]?.ctid);
  return lock.on[0] === writer && written.length === 1 && replaced.length === 1;
}
