/** The lanes in words: on cards, in notes, and as the text alternative of the drawing. */
import type { Messages } from '../../base/messages/index.ts';
import type { EventResult, StageEvent } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import type { Lane, LaneCard, LanesModel } from './lanes-types.ts';
import type { SessionStyle } from './selection.ts';
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
    if (event.completed) said.push(t('lanes.text.completed', at));
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
  if (event.error !== null) said.push(t('lanes.text.error', { error: oneLine(event.error) }));
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
  if (card.error !== null) said.push(t('lanes.text.error', { error: oneLine(card.error) }));
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
          : t(`lanes.text.next.${next.kind}`),
    });
  });
  return t('ui.sentences', { all: [t('lanes.text.at', { tick: model.tick }), ...lanes] });
}
