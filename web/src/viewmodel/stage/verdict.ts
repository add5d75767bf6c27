/**
 * The outcome of a run that has nothing left to do: everybody has finished, or some session waits or has an open
 * transaction; and the committed rows, if all of them are on the shown page. Read from the state: nothing is judged.
 */
import type { Messages } from '../../base/messages/index.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { whoWord, whoWords } from './lane-words.ts';
import { sessionStyles, styleOf } from './selection.ts';

/** Further rows are not listed. */
const MAX_ROWS = 6;

export function verdictWords(state: StageState, messages: Messages): string {
  const { t } = messages;
  const styles = sessionStyles(state.sessions.map(({ session }) => session));
  const who = (names: readonly string[]): string =>
    whoWords(
      names.map((name) => styleOf(styles, name)),
      messages,
    );
  const waiting = state.sessions.filter(({ active, waitsFor }) => active !== null || waitsFor.length > 0);
  if (waiting.length > 0)
    return t('ui.sentences', {
      all: waiting.map(({ session, waitsFor }) =>
        t('headline.verdict.waits', { who: whoWord(styleOf(styles, session), messages), on: who(waitsFor) }),
      ),
    });
  const open = state.sessions.filter((session) => session.state !== 'idle').map(({ session }) => session);
  if (open.length > 0) return t('headline.verdict.open', { who: who(open), n: open.length });
  return t('ui.sentences', { all: [t('headline.verdict.finished'), ...committed(state, messages)] });
}

/** All sessions are idle: any of them would now see exactly the committed rows. */
function committed({ page, tables, sessions }: StageState, { t }: Messages): readonly string[] {
  const reader = sessions[0]?.session;
  if (page === null || reader === undefined) return [];
  if ((tables.find(({ name }) => name === page.table)?.blocks ?? 0) > 1) return [];
  const rows = page.tuples.filter(({ visibleTo }) => visibleTo.includes(reader)).map(({ values }) => values);
  if (rows.length > MAX_ROWS) return [];
  return [t('headline.verdict.rows', { table: page.table, rows })];
}
