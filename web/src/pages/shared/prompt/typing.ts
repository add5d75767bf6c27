/**
 * Runs the statements that a reader types under the lanes. A statement runs at the present moment: it becomes a step of
 * the open spec, and the store continues with that text. Statements run one after the other, in the order in which they
 * were entered. In a waiting session they are kept, like typed-ahead input in psql, and run when the wait is over.
 * A statement that cannot be a step is answered here and stays in its prompt; nothing else changes.
 */
import '../../../base/messages/en/prompt.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { Store } from '../../../base/store.ts';
import { type Move, type StageSession, THE_END } from '../../../engine/stage/stage-types.ts';
import { stopText } from '../../../engine/stage/stop-text.ts';
import type { SpecProblem } from '../../../scenario/spec-types.ts';
import { isMeta, metaAnswer } from '../../../viewmodel/prompt/meta.ts';
import { caretLines } from '../../../viewmodel/prompt/psql.ts';
import { splitStatements } from '../../../viewmodel/prompt/split.ts';
import {
  canBeStep,
  canRemove,
  frameOf,
  insertedAt,
  movesOf,
  nextSession,
  removedAt,
  type TypedFrame,
  type TypedMove,
  trimmed,
  typedMoves,
  writeTyped,
} from '../../../viewmodel/prompt/typed.ts';
import { problemRange } from '../../../viewmodel/spec/spec-syntax.ts';
import { currentBranch } from '../../../viewmodel/stage/playback.ts';
import type { PlayState } from '../play/play-state.ts';
import type { PlayStore } from '../play/play-store.ts';
import { goOn } from './go-on.ts';

/** A statement that cannot be a step and why, or a command of the prompt itself and its answer. */
export interface Told {
  readonly sql: string;
  readonly lines: readonly string[];
  readonly isError: boolean;
  /** Sentences, which may wrap. */
  readonly isProse?: true;
  /** They are for all prompts, and are drawn below them. */
  readonly isHelp?: true;
}
/** Typed while the session waited. */
export interface Ahead {
  readonly statements: readonly string[];
  /** The waiting statement, by its tick and text. If the reader has gone back to before it, none of these run. */
  readonly after: { readonly tick: number; readonly sql: string };
}

interface TypingState {
  /** By the session's name: the answer to the last input, if that did not become a step. */
  readonly told: ReadonlyMap<string, Told>;
  /** By the session's name: the statements that it runs when its wait is over. */
  readonly ahead: ReadonlyMap<string, Ahead>;
  /** Sessions whose statement is on its way to the engine. */
  readonly busy: ReadonlySet<string>;
  /** By the session's name: statements that were entered, but have to let others run first. */
  readonly queued: ReadonlyMap<string, readonly string[]>;
  /** The statement at work. */
  readonly running: { readonly session: string; readonly sql: string } | null;
  /** It waits for a part of the page that is fetched once. */
  readonly isFetching: boolean;
}

/** The schedule of the open spec. */
interface Typed {
  readonly frame: TypedFrame;
  readonly moves: readonly TypedMove[];
  readonly tick: number;
}

const withoutEnd = (moves: readonly Move[]): readonly Move[] => moves.filter((move) => move !== THE_END);

export class Typing {
  readonly #play: PlayStore;
  readonly #messages: Messages;
  readonly #store = new Store<TypingState>({
    told: new Map(),
    ahead: new Map(),
    busy: new Set(),
    queued: new Map(),
    running: null,
    isFetching: false,
  });
  #queue: Promise<unknown> = Promise.resolve();

  constructor(play: PlayStore, messages: Messages) {
    this.#play = play;
    this.#messages = messages;
  }

  readonly get = this.#store.get;
  readonly subscribe = this.#store.subscribe;

  /**
   * Runs the statements of a text one after the other, as psql does.
   * @returns what could not be run: the prompt keeps it
   */
  run(session: string, typed: string): Promise<string> {
    const text = trimmed(typed);
    const all = isMeta(text) ? [{ sql: text, from: 0 }] : splitStatements(text);
    const entered = all.map(({ sql }) => sql);
    this.#queueMore(session, entered);
    return this.#inTurn(session, async () => {
      this.#unqueue(session, entered.length);
      for (const [i, { sql, from }] of all.entries()) {
        if (!isMeta(sql) && this.#waitsIn(session)) {
          this.#putAhead(
            session,
            all.slice(i).map((one) => one.sql),
          );
          break;
        }
        if (!(await this.#run(session, sql))) return text.slice(from);
      }
      return '';
    });
  }

  #queueMore(session: string, statements: readonly string[]): void {
    const was = this.#store.get().queued;
    this.#store.change({ queued: new Map(was).set(session, [...(was.get(session) ?? []), ...statements]) });
  }

  /** Takes the first ones off the queue, because their turn has come. */
  #unqueue(session: string, count: number): void {
    const was = this.#store.get().queued;
    this.#store.change({ queued: new Map(was).set(session, (was.get(session) ?? []).slice(count)) });
  }

  /** The page shows another moment: runs typed-ahead statements whose wait is over. */
  settle(): void {
    if (this.#store.get().ahead.size > 0) void this.#inTurn('', async () => undefined);
  }

  /**
   * Ctrl-C: the waiting statement of this session ends with PostgreSQL's error, and typed-ahead statements are dropped,
   * as a terminal drops them. @returns false if nothing waits there
   */
  cancel(session: string): Promise<boolean> {
    return this.#inTurn(session, async () => {
      this.#setAhead(session, null);
      if (activeIn(this.#play.get(), session) === null) return false;
      return this.#goOn(session, '', ({ moves, frame, tick }) => ({
        moves: insertedAt(moves, tick, { cancel: placeOf(frame, session) }),
        tick: tick + 1,
      }));
    });
  }

  /** Replaces the statement at this tick, or removes it if the new text is empty; everything after it runs again. */
  replace(session: string, tick: number, typed: string): Promise<boolean> {
    const sql = trimmed(typed);
    return this.#inTurn(session, () =>
      this.#goOn(session, sql, ({ moves, frame, tick: now }) => {
        const own = { session: placeOf(frame, session), sql };
        const isOut = sql === '';
        return {
          moves: [...moves.slice(0, tick - 1), ...(isOut ? [] : [own]), ...moves.slice(tick)],
          tick: isOut && now >= tick ? now - 1 : now,
        };
      }),
    );
  }

  /** Adds a session, unless every hue is taken. */
  async addSession(): Promise<void> {
    await this.#inTurn('', async () => {
      const open = typedOf(this.#play.get());
      const name = open === null ? null : nextSession(open.frame);
      if (open === null || name === null) return false;
      const frame = { ...open.frame, sessions: [...open.frame.sessions, { name, setup: null, teardown: null }] };
      const place = { moves: movesOf(open.moves), tick: open.tick };
      return (await goOn(this.#play, writeTyped(frame, open.moves), place)).kind === 'ran';
    });
  }

  /** A session in which nothing has been typed goes; nothing if it cannot. */
  async removeSession(session: string): Promise<void> {
    await this.#inTurn('', async () => {
      const open = typedOf(this.#play.get());
      const place = open?.frame.sessions.findIndex(({ name }) => name === session) ?? -1;
      const spec = this.#play.get().compiled?.spec;
      if (open === null || spec === undefined || !canRemove(spec.sessions, place)) return false;
      const { frame, moves } = removedAt(open, place);
      this.#forget(session);
      return (
        (await goOn(this.#play, writeTyped(frame, moves), { moves: movesOf(moves), tick: open.tick })).kind === 'ran'
      );
    });
  }

  #inTurn<T>(session: string, act: () => Promise<T>): Promise<T> {
    this.#mark(session, true);
    const done = this.#queue
      .then(act)
      .finally(() => this.#runAhead())
      .finally(() => this.#mark(session, false));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #mark(session: string, isBusy: boolean): void {
    const busy = new Set(this.#store.get().busy);
    if (isBusy) busy.add(session);
    else busy.delete(session);
    this.#store.change({ busy });
  }

  #run(session: string, sql: string): Promise<boolean> {
    if (isMeta(sql)) {
      const tables = this.#play.get().shown?.state.tables ?? [];
      this.#tell(session, { sql, ...metaAnswer(sql, tables, this.#messages) });
      return Promise.resolve(true);
    }
    return this.#goOn(session, sql, ({ moves, frame, tick }) => ({
      moves: insertedAt(moves, tick, { session: placeOf(frame, session), sql }),
      tick: tick + 1,
    }));
  }

  /** It waits, or still has typed-ahead statements to run. */
  readonly #waitsIn = (session: string): boolean =>
    activeIn(this.#play.get(), session) !== null || this.#store.get().ahead.has(session);

  #putAhead(session: string, statements: readonly string[]): void {
    const was = this.#store.get().ahead.get(session);
    const after = was?.after ?? lastOf(this.#play.get(), session);
    if (after === null) return;
    this.#forget(session);
    this.#setAhead(session, { statements: [...(was?.statements ?? []), ...statements], after });
  }

  #setAhead(session: string, own: Ahead | null): void {
    const ahead = new Map(this.#store.get().ahead);
    if (own === null) {
      if (!ahead.delete(session)) return;
    } else ahead.set(session, own);
    this.#store.change({ ahead });
  }

  /** Runs the typed-ahead statements of sessions whose wait is over, one after the other. */
  async #runAhead(): Promise<void> {
    for (;;) {
      const play = this.#play.get();
      // An answer is on its way: settle() comes with it.
      if (play.shown?.state.tick !== play.playback.tick) return;
      const ready = [...this.#store.get().ahead].find(
        ([session, { after }]) => !isPast(play, session, after) || activeIn(play, session) === null,
      );
      if (ready === undefined) return;
      const [session, { statements, after }] = ready;
      const [sql, ...rest] = statements;
      const isOver = isPast(play, session, after);
      const ran = isOver && sql !== undefined && (await this.#run(session, sql));
      this.#setAhead(session, ran && rest.length > 0 ? { statements: rest, after } : null);
      const all = statements.join('\n');
      if (!isOver) await this.#refuse(session, all, [this.#messages.t('prompt.dropped')]);
    }
  }

  async #goOn(
    session: string,
    sql: string,
    change: (open: Typed) => { readonly moves: readonly TypedMove[]; readonly tick: number },
  ): Promise<boolean> {
    const { t } = this.#messages;
    const open = typedOf(this.#play.get());
    if (open === null) return false;
    if (!canBeStep(sql)) return this.#refuse(session, sql, [t('prompt.brace'), ...caretLines(sql, sql.indexOf('}'))]);
    const { moves, tick } = change(open);
    const text = writeTyped(open.frame, moves);
    this.#store.change({ running: { session, sql } });
    const place = { moves: movesOf(moves), tick };
    const gone = await goOn(this.#play, text, place, () => this.#store.change({ isFetching: true })).finally(() =>
      this.#store.change({ running: null, isFetching: false }),
    );
    if (gone.kind === 'problems') return this.#refuse(session, sql, problemLines(text, sql, gone.problems));
    if (gone.kind === 'stopped') {
      const why = typeof gone.why === 'string' ? gone.why : stopText(gone.why, this.#play.get(), this.#messages);
      return this.#refuse(session, sql, [why]);
    }
    this.#forget(session);
    if (gone.kind === 'ran') this.#stopAtWait(session, sql, moves);
    return gone.kind === 'ran';
  }

  /**
   * A step of a session that waits cannot run: isolationtester cancels the query after six minutes. Nobody has asked for
   * that here, so the run stops before such a step, where the wait is seen.
   */
  #stopAtWait(session: string, sql: string, moves: readonly TypedMove[]): void {
    const stuck = this.#play
      .get()
      .events.find(({ tick, error }) => isCanceled(error) && !Object.hasOwn(Object(moves[tick - 1]), 'cancel'));
    if (stuck === undefined) return;
    this.#play.seek(stuck.tick - 1);
    const line = this.#messages.t('prompt.stops', { session: stuck.session ?? '', tick: stuck.tick });
    this.#tell(session, { sql, lines: [line], isError: false, isProse: true });
  }

  async #refuse(session: string, sql: string, lines: readonly string[]): Promise<false> {
    this.#tell(session, { sql, lines, isError: true });
    return false;
  }

  #tell(session: string, told: Told): void {
    this.#store.change({ told: new Map(this.#store.get().told).set(session, told) });
  }

  #forget(session: string): void {
    const told = new Map(this.#store.get().told);
    if (told.delete(session)) this.#store.change({ told });
  }
}

const isCanceled = (error: string | null): boolean =>
  error?.includes('canceling statement due to user request') === true;

const placeOf = ({ sessions }: TypedFrame, session: string): number =>
  Math.max(
    0,
    sessions.findIndex(({ name }) => name === session),
  );

/** The session, if its statement waits. */
function activeIn({ shown }: Pick<PlayState, 'shown'>, session: string): StageSession | null {
  const own = shown?.state.sessions.find((one) => one.session === session);
  return own?.active == null ? null : own;
}

/** The statement that the session last ran. */
function lastOf({ compiled, events, shown }: PlayState, session: string): Ahead['after'] | null {
  const now = shown?.state.tick ?? 0;
  const last = events.findLast(
    (one) => one.session === session && one.step !== null && !one.completed && one.tick <= now,
  );
  return last === undefined ? null : { tick: last.tick, sql: compiled?.spec.steps[last.step ?? -1]?.sql ?? '' };
}

/** The present moment comes after that statement. */
function isPast({ compiled, events, shown }: PlayState, session: string, { tick, sql }: Ahead['after']): boolean {
  if ((shown?.state.tick ?? 0) < tick) return false;
  const own = events.find((one) => one.tick === tick && one.session === session && !one.completed);
  return compiled?.spec.steps[own?.step ?? -1]?.sql === sql;
}

/** Null: nothing is open, or the spec has no prompts. */
function typedOf({ compiled, text, playback }: Pick<PlayState, 'compiled' | 'text' | 'playback'>): Typed | null {
  if (compiled === null || !compiled.spec.extras.hasPrompts) return null;
  const moves = withoutEnd(currentBranch(playback).moves);
  const { spec } = compiled;
  return { frame: frameOf(text, spec), moves: typedMoves(spec, moves), tick: Math.min(playback.tick, moves.length) };
}

/** The faults of a text, each with a caret if it is inside the statement. */
function problemLines(text: string, sql: string, problems: readonly SpecProblem[]): readonly string[] {
  return problems.slice(0, 3).flatMap((problem) => {
    const at = problemRange(text, problem).from;
    // The same statement may have been typed before: that one had no fault.
    const from = text.lastIndexOf(sql, at);
    const isInside = from !== -1 && at <= from + sql.length;
    return [problem.message, ...(isInside ? caretLines(sql, at - from) : [])];
  });
}
