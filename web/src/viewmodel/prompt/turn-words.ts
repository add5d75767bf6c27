/**
 * What to do next where SQL is typed: no step is left there at any time, and nothing has ended. Says who waits, whose
 * transaction is open, or what everybody would see. Read from the state: nothing is judged.
 */
import '../../base/messages/en/prompt.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import { isFailed, type StageState } from '../../engine/stage/stage-types.ts';
import { committed, whoWord } from '../stage/lane-words.ts';
import { sessionStyles, styleOf } from '../stage/selection.ts';

export function turnWords(state: StageState, messages: Messages): string {
  const { t } = messages;
  const { sessions } = state;
  const styles = sessionStyles(sessions.map(({ session }) => session));
  const named = (some: StageState['sessions']): readonly string[] =>
    some.map(({ session }) => whoWord(styleOf(styles, session), messages));
  const waiting = sessions.filter(({ active }) => active !== null);
  const free = sessions.filter(({ active }) => active === null);
  if (free.length === 0) return t('prompt.turn.stuck', { canTimePass: state.timeCanPass });
  if (waiting.length > 0) return t('prompt.turn.waits', { who: named(waiting), free: named(free) });
  const open = sessions.filter((session) => session.state !== 'idle');
  const failed = open.filter(isFailed);
  if (failed.length > 0) {
    const others = open.filter((session) => !isFailed(session));
    return t('prompt.turn.failed', { who: named(failed), open: named(others) });
  }
  if (open.length > 0) return t('prompt.turn.open', { who: named(open) });
  return t('ui.sentences', { all: [t('prompt.turn.ready'), ...committed(state, messages)] });
}
