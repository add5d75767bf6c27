/**
 * The finding above the stage, from the last tick's events and the state after it. Every sentence follows from the
 * state, whichever step caused it: versions, eyes and waits are read from it, never guessed from the SQL. If the
 * scenario has a caption for the step, and the run still follows the scenario's plan, the caption comes first.
 */
import '../../base/messages/en/headline.ts';
import '../../base/messages/en/lanes.ts';
import '../../base/messages/en/ui.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { StageEvent, StageState, StageTuple } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { isLockedOnly } from './heap-bits.ts';
import { briefResult, whoWord, whoWords } from './lane-words.ts';
import { type SessionStyles, sessionStyles, styleOf } from './selection.ts';
import { serverSaid } from './server-said.ts';
import { briefSql, statementsOf, type Verb } from './sql-words.ts';
import { stepLog, topXid } from './step-log.ts';
import { stepTable } from './step-table.ts';
import { xidFill } from './xid-fill.ts';

export interface HeadlineInput {
  readonly spec: Spec;
  readonly state: StageState;
  /** Of ticks 0 to the cursor, by tick; later ones are left out. */
  readonly events: readonly StageEvent[];
}
export interface Headline {
  readonly title: string;
  /** The line below it. */
  readonly text: string;
}

/** Longer SQL is cut: the card has all of it. */
const SQL_CHARS = 80;
const shortened = (sql: string): string => (sql.length <= SQL_CHARS ? sql : `${sql.slice(0, SQL_CHARS - 1)}…`);
/** Longer SQL is no name for a step. */
const NAME_CHARS = 40;
/** A step by its name in the spec; where SQL is typed, nobody has given it one. */
function stepWord({ steps, extras }: Spec, { step }: StageEvent): string {
  const { name = '', sql = '' } = steps[step ?? -1] ?? {};
  if (!extras.hasPrompts) return name;
  const brief = briefSql(sql);
  return brief.length <= NAME_CHARS ? brief : `${brief.slice(0, NAME_CHARS - 1)}…`;
}
/** Longer values are not named. */
const VALUE_CHARS = 24;

interface HeadlineContext extends HeadlineInput {
  readonly messages: Messages;
  readonly styles: SessionStyles;
  /** Of the last tick. */
  readonly own: readonly StageEvent[];
}

export function headline(input: HeadlineInput, messages: Messages): Headline {
  const { spec, state } = input;
  const { t } = messages;
  const events = input.events.filter(({ tick }) => tick <= state.tick);
  const own = events.filter(({ tick }) => tick === state.tick);
  const launch = own.find(({ kind, completed }) => kind === 'step' && !completed);
  const context: HeadlineContext = {
    ...input,
    state: withOwnPage(input, launch),
    events,
    own,
    messages,
    styles: sessionStyles(spec.sessions.map(({ name }) => name)),
  };
  const failed = own.find(({ kind }) => kind === 'failed');
  if (failed !== undefined) return { title: t('headline.failed'), text: failed.error ?? '' };
  if (own.some(({ kind }) => kind === 'end')) return { title: t('headline.end'), text: t('headline.endLine') };
  // A refused session comes first: it is the news.
  const after = own
    .filter(({ completed }) => completed)
    .sort((a, b) => Number(b.error !== null) - Number(a.error !== null))
    .map((event) => completionWords(context, event));
  if (own.some(({ kind }) => kind === 'time'))
    return {
      title: after.length === 0 ? t('headline.time') : t('ui.sentences', { all: after }),
      text: t('ui.sentences', { all: [t('headline.timeLine', { tick: state.tick }), ...errorsOf(context, own)] }),
    };
  if (launch === undefined || launch.step === null)
    // Ctrl-C alone ends a step and launches none.
    return after.length > 0
      ? { title: t('ui.sentences', { all: after }), text: t('ui.sentences', { all: errorsOf(context, own) }) }
      : {
          title: spec.extras.title ?? t('headline.ready'),
          text: spec.extras.about ?? t('headline.readyLine'),
        };
  const found = t('ui.sentences', { all: [launchWords(context, launch, after.length > 0), ...after] });
  const line = t('headline.line', {
    tick: state.tick,
    who: who(context, launch.session),
    sql: shortened(briefSql(spec.steps[launch.step]?.sql ?? '')),
  });
  const caption = spec.extras.captions.get(launch.step);
  const begun = line.endsWith('…') ? line : t('ui.ended', { text: line });
  return caption !== undefined && isForeseen(spec, events)
    ? {
        title: caption,
        text: t('ui.sentences', { all: [begun, found, ...raceOf(context, launch), ...errorsOf(context, own)] }),
      }
    : {
        title: found,
        text: t('ui.sentences', { all: [begun, ...raceOf(context, launch), ...errorsOf(context, own)] }),
      };
}

/** The rows on show say nothing of a step that is about another table: then they are left out. */
function withOwnPage({ spec, state }: HeadlineInput, launch: StageEvent | undefined): StageState {
  const { page, tables } = state;
  const table = stepTable(spec.steps[launch?.step ?? -1]?.sql ?? '');
  const isOther = page !== null && table !== page.table && tables.some(({ name }) => name === table);
  return isOther ? { ...state, page: null } : state;
}

/** A caption describes a run that its author knows: one that begins like a permutation of the spec. */
function isForeseen(spec: Spec, events: readonly StageEvent[]): boolean {
  if (spec.permutations === null) return true;
  const done = events.flatMap(({ step, completed }) => (step === null || completed ? [] : [step]));
  return spec.permutations.some((steps) => done.every((step, i) => steps[i]?.step === step));
}

const who = ({ styles, messages }: HeadlineContext, name: string | null): string =>
  whoWord(styleOf(styles, name), messages);
const whoList = ({ styles, messages }: HeadlineContext, names: readonly string[]): string =>
  whoWords(
    names.map((name) => styles.get(name) ?? { name, letter: '', hue: '', ownName: name }),
    messages,
  );
/** Names the session of each error: a step of one session may end in the error of another. */
const errorsOf = (context: HeadlineContext, events: readonly StageEvent[]): readonly string[] =>
  events.flatMap(({ error, session }) =>
    error === null
      ? []
      : [
          context.messages.t('headline.error', {
            who: who(context, session),
            error: serverSaid(error, context.messages).replace(/\s+/g, ' '),
          }),
        ],
  );

function completionWords(context: HeadlineContext, event: StageEvent): string {
  if (event.error !== null) return errorWords(context, event);
  return context.messages.t('headline.goesOn', { who: who(context, event.session) });
}

function errorWords(context: HeadlineContext, event: StageEvent): string {
  const { t } = context.messages;
  const one = who(context, event.session);
  const statements = statementsOf(context.spec.steps[event.step ?? -1]?.sql ?? '');
  // `A=#` begins no statement.
  const word = statements.length === 1 ? /^\w+(?![^\s;(*])/.exec(statements[0]?.text ?? '') : null;
  const verb = word?.[0].toUpperCase() ?? t('headline.step');
  const error = event.error ?? '';
  if (/could not serialize access due to concurrent (update|delete)/.test(error))
    return t('headline.error.concurrent', { who: one, verb });
  if (error.includes('deadlock detected')) return t('headline.error.deadlock', { who: one });
  if (error.includes('current transaction is aborted')) return t('headline.error.aborted', { who: one });
  if (error.includes('duplicate key value violates unique')) return t('headline.error.unique', { who: one });
  if (error.includes('could not obtain lock on row')) return t('headline.error.nowait', { who: one });
  return t('headline.error.other', { who: one, verb });
}

/** @param brief other sessions resumed in the same tick: they are the news, and this is only the cause */
function launchWords(context: HeadlineContext, event: StageEvent, brief: boolean): string {
  if (event.error !== null) return errorWords(context, event);
  if (event.status === 'waiting') return waitWords(context, event);
  const { spec, messages } = context;
  const { t } = messages;
  const step = spec.steps[event.step ?? -1];
  const one = { who: who(context, event.session) };
  const verb: Verb = statementsOf(step?.sql ?? '').at(-1)?.verb ?? 'other';
  switch (verb) {
    case 'begin': {
      const session = context.state.sessions.find(({ session: name }) => name === event.session);
      return t(session?.use === 'none' ? 'headline.begin' : 'headline.beginPlain', one);
    }
    case 'commit':
      return commitWords(context, event, brief);
    case 'rollback':
      return rollbackWords(context, event, brief);
    case 'rollback to':
      return t('headline.rollbackTo', one);
    case 'savepoint':
      return t('headline.savepoint', one);
    case 'release':
      return t('headline.release', one);
    case 'prepare transaction':
      return t('headline.prepared', one);
    case 'commit prepared':
    case 'rollback prepared':
      return t('headline.preparedEnds', { committed: verb === 'commit prepared' });
    case 'select':
      return readWords(context, event);
    case 'lock':
      return t('headline.locks', { ...one, count: event.results.at(-1)?.rowCount ?? 0 });
    case 'insert':
    case 'update':
      return writeWords(context, event);
    case 'delete':
      return deleteWords(context, event);
    case 'vacuum':
      return t('headline.vacuum', one);
    case 'other':
      return t('headline.ran', { ...one, step: stepWord(spec, event) });
  }
}

// --- versions on the page --------------------------------------------------------------------------------------------

/** The newest versions that a transaction wrote, its subtransactions included, and that no later one has replaced. */
const newestBy = ({ page, ...state }: StageState, isWriter: (xid: number) => boolean): readonly StageTuple[] =>
  (page?.tuples ?? []).filter(({ xmin, ctid, next }) => next === ctid && xmin > 2 && isWriter(topXid(state, xmin)));

/** A version, named after its new part: “A’s 70”, “A’s row (2, 40)”. */
function versionWord(context: HeadlineContext, tuple: StageTuple, writer: string): string {
  const { t } = context.messages;
  const before = context.state.page?.tuples.find(({ next, ctid }) => next === tuple.ctid && ctid !== tuple.ctid);
  const changed = before === undefined ? [] : tuple.values.filter((value, i) => value !== before.values[i]);
  const only = changed.length === 1 ? changed[0] : null;
  if (typeof only === 'string' && only.length <= VALUE_CHARS) {
    // A lesson has told which column it is; nobody has told of a reader's own table.
    const { page, tables } = context.state;
    const at = context.spec.extras.hasPrompts ? tuple.values.findIndex((value, i) => value !== before?.values[i]) : -1;
    const column = tables.find(({ name }) => name === page?.table)?.columns[at]?.name;
    return t('headline.value', { who: writer, value: column === undefined ? only : `${column} = ${only}` });
  }
  const values = t('ui.items', { all: tuple.values.map((value) => value ?? t('lanes.null')) });
  return values.length > 0 && values.length <= VALUE_CHARS
    ? t('headline.row', { who: writer, values })
    : t('headline.version', { who: writer });
}

/** The newest version of another, still running session that `reader` does not see, if there is exactly one. */
function hiddenFrom(context: HeadlineContext, reader: string, writers: readonly string[]): string | null {
  const { state } = context;
  const own = state.sessions.filter(({ session }) => session !== reader && writers.includes(session));
  const found = own.flatMap(({ session, xid }) =>
    xid === 0
      ? []
      : newestBy(state, (top) => top === xid)
          .filter(({ visibleTo, xmin }) => !visibleTo.includes(reader) && xidFill(state, xmin) === 'running')
          .map((tuple) => versionWord(context, tuple, who(context, session))),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

// --- rules -----------------------------------------------------------------------------------------------------------

function waitWords(context: HeadlineContext, event: StageEvent): string {
  const { state, messages } = context;
  const { t } = messages;
  const name = event.session ?? '';
  const one = who(context, name);
  const circle = circleFrom(state, name);
  if (circle !== null) return t('headline.circle', { who: circle.map((session) => who(context, session)) });
  const on = whoList(context, event.waitsFor);
  const lock = state.sessions.find(({ session }) => session === name)?.lock?.kind ?? null;
  if (on === '') return t('headline.waits', { who: one, on });
  if (lock === 'tuple') return t('headline.waitsInLine', { who: one, on });
  if (lock === 'relation') return t('headline.waitsTable', { who: one, on });
  if (lock === 'snapshot') return t('headline.waitsSafely', { who: one, on });
  const what = hiddenFrom(context, name, event.waitsFor);
  return what === null ? t('headline.waits', { who: one, on }) : t('headline.waitsHidden', { what, who: one, on });
}

/**
 * Sessions that wait in line for a row version that has been replaced: heap_update releases the line's lock before it
 * continues with the new version, and so on a server the first session to get there has it. A version that was only
 * locked or deleted leaves no race.
 */
function raceOf(context: HeadlineContext, event: StageEvent): readonly string[] {
  const { state, messages } = context;
  const lock = state.sessions.find(({ session }) => session === event.session)?.lock;
  if (event.status !== 'waiting' || lock?.kind !== 'tuple' || state.page === null) return [];
  const [, block, offset] = lock.on;
  const row = state.page.block === block ? state.page.tuples.find(({ lp }) => lp === offset) : undefined;
  if (row === undefined || row.next === row.ctid || isLockedOnly(row)) return [];
  const top = topXid(state, row.xmax);
  const holder = state.sessions.find(({ xid }) => xid === top);
  if (holder === undefined || xidFill(state, top) !== 'running') return [];
  const all = [...event.waitsFor, event.session ?? ''];
  return [messages.t('headline.race', { holder: who(context, holder.session), who: whoList(context, all) })];
}

/** Sessions that wait for one another in a circle through `start`, in the spec's order; null: there is none. */
function circleFrom(state: StageState, start: string): readonly string[] | null {
  const waitsFor = new Map(state.sessions.map(({ session, waitsFor: on }) => [session, on]));
  const walk = (name: string, path: readonly string[]): readonly string[] | null => {
    for (const next of waitsFor.get(name) ?? []) {
      if (next === start) return path;
      if (path.includes(next)) continue;
      const found = walk(next, [...path, next]);
      if (found !== null) return found;
    }
    return null;
  };
  const found = walk(start, [start]);
  return found === null ? null : state.sessions.map(({ session }) => session).filter((name) => found.includes(name));
}

function commitWords(context: HeadlineContext, event: StageEvent, brief: boolean): string {
  const { state, messages } = context;
  const { t } = messages;
  const one = who(context, event.session);
  const ended = endedXid(context, event);
  const fill = xidFill(state, ended);
  // A failed transaction may have had no xid: the server's own word tells.
  if (fill === 'aborted' || event.tags?.at(-1)?.tag === 'ROLLBACK') return t('headline.commitFailed', { who: one });
  if (ended === 0) return t('headline.commitNothing', { who: one });
  // Changes that a savepoint rolled back are not committed.
  const [version, ...more] = newestBy(state, (top) => top === ended).filter(
    ({ xmin }) => xidFill(state, xmin) === 'committed',
  );
  if (brief || fill !== 'committed' || version === undefined || more.length > 0)
    return t('headline.commit', { who: one });
  const what = versionWord(context, version, one);
  const others = state.sessions.map(({ session }) => session).filter((session) => session !== event.session);
  const see = others.filter((session) => version.visibleTo.includes(session));
  const blind = others.filter((session) => !version.visibleTo.includes(session));
  if (others.length === 0) return t('headline.commit', { who: one });
  if (blind.length === 0) return t('headline.commitAll', { who: one, what });
  if (see.length === 0) return t('headline.commitNone', { who: one, what, blind: whoList(context, blind) });
  return t('headline.commitSome', {
    who: one,
    what,
    see: whoList(context, see),
    blind: whoList(context, blind),
    many: see.length > 1,
  });
}

function rollbackWords(context: HeadlineContext, event: StageEvent, brief: boolean): string {
  const { state, messages } = context;
  const one = who(context, event.session);
  const ended = endedXid(context, event);
  if (ended === 0) return messages.t('headline.rollbackNothing', { who: one });
  const count = (state.page?.tuples ?? []).filter(({ xmin }) => topXid(state, xmin) === ended).length;
  return brief || count === 0
    ? messages.t('headline.rollback', { who: one })
    : messages.t('headline.rollbackVersions', { who: one, count });
}

/** The xid of the transaction that this event ended. */
function endedXid({ spec, state, events }: HeadlineContext, event: StageEvent): number {
  const log = stepLog(spec, state, events, event.tick);
  return log.records.find((record) => record.event === event)?.endedXid ?? 0;
}

function readWords(context: HeadlineContext, event: StageEvent): string {
  const { spec, state, messages } = context;
  const { t } = messages;
  const one = who(context, event.session);
  const result = event.results.at(-1);
  const count = result?.rowCount ?? 0;
  const short = briefResult(event.results.slice(-1), messages);
  const isValue = count === 1 && result?.columns.length === 1;
  const value = short?.startsWith('→ ') ? short.slice(2) : null;
  const read =
    isValue && value !== null
      ? t('headline.reads', { who: one, values: value })
      : t('headline.readsRows', { who: one, count });
  const sql = spec.steps[event.step ?? -1]?.sql ?? '';
  // Only a page of the table that was read is relevant.
  const table = state.page?.table ?? '';
  const others = state.sessions.map(({ session }) => session);
  const hidden =
    table !== '' && new RegExp(`\\b${table.replace(/\W/g, '\\$&')}\\b`).test(sql)
      ? hiddenFrom(context, event.session ?? '', others)
      : null;
  return hidden === null ? read : `${read} ${t('headline.hidden', { what: hidden, who: one })}`;
}

function writeWords(context: HeadlineContext, event: StageEvent): string {
  const { spec, state, messages } = context;
  const { t } = messages;
  const one = who(context, event.session);
  const name = stepWord(spec, event);
  const session = state.sessions.find(({ session: own }) => own === event.session);
  const xid = event.xid || (session?.currentXid ?? 0);
  if (xid === 0 && (session?.xid ?? 0) === 0) return t('headline.unchanged', { who: one });
  const own = (state.page?.tuples ?? []).filter(({ xmin, ctid, next }) => xmin === xid && next === ctid);
  const [version] = own;
  if (version === undefined || own.length > 1) return t('headline.ran', { who: one, step: name });
  const what = versionWord(context, version, one);
  if (xidFill(state, xid) === 'committed') return t('headline.atOnce', { what });
  const others = version.visibleTo.filter((other) => other !== event.session);
  return t(others.length === 0 && state.sessions.length > 1 ? 'headline.onlyOwn' : 'headline.onlyOwnAlone', { what });
}

function deleteWords(context: HeadlineContext, event: StageEvent): string {
  const { spec, state, messages } = context;
  const { t } = messages;
  const one = who(context, event.session);
  const name = stepWord(spec, event);
  const session = state.sessions.find(({ session: own }) => own === event.session);
  if (event.xid === 0 && (session?.xid ?? 0) === 0) return t('headline.unchanged', { who: one });
  const marked = (state.page?.tuples ?? []).filter(
    ({ xmax, infomask, infomask2, ctid, next }) =>
      xmax !== 0 && xmax === event.xid && next === ctid && !isLockedOnly({ infomask, infomask2 }),
  );
  if (marked.length === 0 || xidFill(state, event.xid) !== 'running')
    return t('headline.ran', { who: one, step: name });
  const others = state.sessions
    .map(({ session: other }) => other)
    .filter((other) => other !== event.session && marked.every(({ visibleTo }) => visibleTo.includes(other)));
  return t('headline.deletes', { who: one, count: marked.length, others: whoList(context, others) });
}
