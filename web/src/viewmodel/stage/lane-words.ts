/** The lanes in words: on cards, in notes, and as the text alternative of the drawing. */
import '../../base/messages/en/headline.ts';
import '../../base/messages/en/lanes.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { EventResult, StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import type { Lane, LaneCard, LanesModel } from './lanes-types.ts';
import { type SessionStyle, sessionStyles, styleOf } from './selection.ts';
import { serverSaid } from './server-said.ts';
import { statementsOf } from './sql-words.ts';

/** A result next to an arrow on a card has room for this many characters. */
const BRIEF_RESULT_CHARS = 26;
/** Rows that are read out, or shown in a note. */
const ROWS_IN_WORDS = 12;
const VALUE_CHARS = 120;

/** Letter of a session, “session 9” after the eighth, or a prepared transaction's name. */
export function whoWord({ letter, name }: SessionStyle, { t }: Messages): string {
  if (letter === '') return name === '' ? t('lanes.who.setup') : t('lanes.who.prepared', { name });
  return /^\d/.test(letter) ? t('lanes.who.number', { number: letter }) : letter;
}
export const whoWords = (who: readonly SessionStyle[], messages: Messages): string =>
  messages.format.list(who.map((one) => whoWord(one, messages)));

const valueText = (value: string | null, { t }: Messages): string => {
  if (value === null) return t('lanes.null');
  return value.length > VALUE_CHARS ? `${value.slice(0, VALUE_CHARS - 1)}…` : value;
};

/** The last result set in a few characters: its values if they fit, otherwise the number of rows. Null: there is none. */
export function briefResult(results: readonly EventResult[], messages: Messages): string | null {
  const result = results.at(-1);
  if (result === undefined) return null;
  const { rows, rowCount } = result;
  if (rowCount === 0 || rows.length < rowCount) return messages.t('lanes.rows', { count: rowCount });
  const separator = result.columns.length === 1 ? ', ' : ' · ';
  const values = rows.map((row) => row.map((value) => valueText(value, messages)).join(' | ')).join(separator);
  return values.length <= BRIEF_RESULT_CHARS
    ? messages.t('lanes.values', { values })
    : messages.t('lanes.rows', { count: rowCount });
}

/** The start of a transaction with its isolation level, as a statement of its own. */
const LEVEL =
  /(^|; )(?:begin|start transaction)(?: work| transaction)? isolation level (serializable|repeatable read|read (?:un)?committed)/gi;

/**
 * SQL as a card shows it: the isolation level comes first, in the heads' words. A card too narrow for both words breaks
 * the line before the level, and no word in two. Notes and screen readers get the statement itself.
 */
export const cardSql = (brief: string): string =>
  brief.replace(LEVEL, (_, before: string, level: string) => `${before}BEGIN\u00a0· ${level.toLowerCase()}`);

/** Before the SQL of a statement whose wait is over; '' before any other. */
export const completionWord = ({ kind, error }: Pick<LaneCard, 'kind' | 'error'>, { t }: Messages): string =>
  kind === 'completed' ? `${t(error === null ? 'lanes.card.completed' : 'lanes.card.ended')} ` : '';

/** A result set, row by row: “balance: 100” or “id 1, balance 100; id 2, balance 50”. */
export function resultSentence({ columns, rows, rowCount }: EventResult, messages: Messages): string {
  const { t } = messages;
  if (rowCount === 0) return t('lanes.text.noRows', { columns });
  const shown = rows
    .slice(0, ROWS_IN_WORDS)
    .map((row) => t('ui.items', { all: columns.map((name, i) => `${name} ${valueText(row[i] ?? null, messages)}`) }));
  return t('lanes.text.rows', {
    count: rowCount,
    rows: t('ui.clauses', { all: shown }),
    more: rowCount - shown.length,
  });
}

/** SQL on one line, whole. */
export const wholeSql = (sql: string): string =>
  statementsOf(sql)
    .map(({ text }) => text)
    .join('; ');

/**
 * The events of a tick in full sentences: the same facts as the trace's lines of that tick. Sessions and steps have the
 * names of the spec.
 */
export function tickText(spec: Spec, events: readonly StageEvent[], tick: number, messages: Messages): string {
  const own = events.filter((event) => event.tick === tick);
  return messages.t('ui.sentences', { all: own.map((event) => eventText(spec, event, messages)) });
}

export function eventText(spec: Spec, event: StageEvent, messages: Messages): string {
  const { t, format } = messages;
  const said: string[] = [];
  const step = event.step === null ? undefined : spec.steps[event.step];
  if (event.kind !== 'step' || step === undefined) said.push(t('lanes.text.nobody', { kind: event.kind }));
  else {
    const at = { session: event.session ?? '', step: step.name };
    if (event.completed) said.push(t('lanes.text.completed', { ...at, failed: event.error !== null }));
    else said.push(t('lanes.text.launched', { ...at, tick: event.tick, sql: wholeSql(step.sql) }));
    if (event.status === 'waiting')
      said.push(
        event.waitsFor.length === 0
          ? t('lanes.text.waitsHeld', at)
          : t('lanes.text.waits', { ...at, who: format.list(event.waitsFor) }),
      );
    else if (event.error === null && !event.completed) said.push(t('lanes.text.done', at));
  }
  for (const result of event.results) said.push(resultSentence(result, messages));
  if (event.error !== null) said.push(t('lanes.text.error', { error: oneLine(serverSaid(event.error, messages)) }));
  for (const notice of event.notices) said.push(t('lanes.text.notice', { notice: oneLine(notice) }));
  return t('ui.sentences', { all: said });
}
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Everything on a card, for its note and for readers who cannot see it. */
export function cardText(card: LaneCard, session: SessionStyle, messages: Messages): string {
  const { t } = messages;
  const said = [
    t(card.kind === 'completed' ? 'lanes.card.nameCompleted' : 'lanes.card.name', {
      tick: card.tick,
      who: whoWord(session, messages),
      step: card.name,
      sql: wholeSql(card.sql),
    }),
    ...cardFacts(card, messages),
  ];
  return t('ui.sentences', { all: said });
}

/** The outcome of a card's step, sentence by sentence. */
export function cardFacts(card: LaneCard, messages: Messages): readonly string[] {
  const { t } = messages;
  const said = card.results.map((result) => resultSentence(result, messages));
  if (card.error !== null) said.push(t('lanes.text.error', { error: oneLine(serverSaid(card.error, messages)) }));
  const who = whoWords(card.waitsFor, messages);
  if (card.status === 'waits') said.push(who === '' ? t('lanes.card.held') : t('lanes.card.waitsNow', { who }));
  if (card.status === 'waited') said.push(t('lanes.card.waitedUntil', { who, until: card.until ?? 0 }));
  if (card.xid !== null)
    said.push(t('lanes.card.xid', { xid: card.xid.xid, fill: card.xid.fill, parent: card.xid.parent ?? 0 }));
  if (card.snapshot) said.push(t('lanes.card.tookSnapshot'));
  for (const notice of card.notices) said.push(t('lanes.text.notice', { notice: oneLine(notice) }));
  return said;
}

/** The state of a session in words, as its lane's head has it. */
export function laneStateWord({ state, waitsFor }: Pick<Lane, 'state' | 'waitsFor'>, messages: Messages): string {
  if (state === 'waiting' && waitsFor.length > 0)
    return messages.t('lanes.state.waitsFor', { who: whoWords(waitsFor, messages) });
  return messages.t(`lanes.state.${state}`);
}

/** The state of every session, and who may move next. */
export function lanesText(model: LanesModel, messages: Messages): string {
  const { t } = messages;
  const lanes = model.lanes.map((lane) => {
    const { next } = lane;
    const word = whoWord(lane.style, messages);
    return t('lanes.text.lane', {
      who: lane.style.ownName === null ? word : t('lanes.who.named', { word, name: lane.style.ownName }),
      isolation: lane.isolation,
      state: laneStateWord(lane, messages),
      next:
        next.kind === 'run'
          ? t('lanes.text.next', { step: next.name, sql: next.brief })
          : t(`lanes.text.next.${model.isTyped && next.kind === 'none' ? 'typed' : next.kind}`),
    });
  });
  return t('ui.sentences', { all: [t('lanes.text.at', { tick: model.tick }), ...lanes] });
}

/** Further rows are not listed. */
const MAX_ROWS = 6;

/**
 * The outcome of a run that has nothing left to do: everybody has finished, or some session waits or has an open
 * transaction; and the committed rows, if all of them are on the shown page. Read from the state: nothing is judged.
 */
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
export function committed({ page, tables, sessions }: StageState, { t }: Messages): readonly string[] {
  const reader = sessions[0]?.session;
  if (page === null || reader === undefined) return [];
  if ((tables.find(({ name }) => name === page.table)?.blocks ?? 0) > 1) return [];
  const rows = page.tuples.filter(({ visibleTo }) => visibleTo.includes(reader)).map(({ values }) => values);
  if (rows.length > MAX_ROWS) return [];
  return [t('headline.verdict.rows', { table: page.table, rows })];
}
