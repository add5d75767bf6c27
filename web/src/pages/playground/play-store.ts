/**
 * The Playground's state and everything that changes it; no React, no DOM. What is shown follows from (spec, branches,
 * cursor, selection); the worker is asked for it after each change and may answer late: `shown` is its last answer.
 */
import type { Messages } from '../../base/messages/index.ts';
import type { Result } from '../../base/result.ts';
import { DESIGN_IDS, type DesignId } from '../../engine/lab-types.ts';
import type { CompiledSpec } from '../../engine/spec-compile.ts';
import { type Look, type Move, type Shown, type StageEvent, THE_END, TIME_PASSES } from '../../engine/stage-types.ts';
import type { PlayAddress, PlayRules, PlaySource } from '../../model/addresses.ts';
import { packText, unpackText } from '../../model/stage/packed-text.ts';
import {
  branchHere,
  currentBranch,
  makeMove,
  nextHere,
  type Playback,
  plannedMove,
  seek,
  startPlayback,
} from '../../model/stage/playback.ts';
import { formatBranches, parseBranches } from '../../model/stage/playback-text.ts';
import { NOTHING_SELECTED, type Selection, type TupleRef } from '../../model/stage/selection.ts';
import { permutationsOf } from '../../scenario/spec-permutations.ts';
import { SPEC_LIMITS, type SpecProblem } from '../../scenario/spec-types.ts';
import type { StageClient } from '../../trace/stage-client.ts';

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];
/** Between two steps at speed 1. */
const STEP_MS = 1_400;
export const DEFAULT_RULES: PlayRules = 17;

export interface PlayState {
  readonly phase: 'loading' | 'ready' | 'problems' | 'failed';
  readonly source: PlaySource | null;
  /** Its name for people and for downloads. */
  readonly file: string;
  /** What was given, also when it could not be compiled. */
  readonly text: string;
  readonly compiled: CompiledSpec | null;
  readonly problems: readonly SpecProblem[];
  readonly rules: PlayRules;
  /** Null: the rules' own, or what the spec asks for. */
  readonly design: DesignId | null;
  /** From 1; 0: none. */
  readonly permutation: number;
  readonly plan: readonly Move[];
  readonly playback: Playback;
  readonly shown: Shown | null;
  /** The playback that `shown` belongs to: it changes with the answer, not with the question. */
  readonly at: Playback;
  /** Of the current branch, as far as anybody has been on it. */
  readonly events: readonly StageEvent[];
  /** The engine's answer is still to come. */
  readonly isBusy: boolean;
  readonly table: string | null;
  readonly block: number;
  readonly selection: Selection;
  /** What is asked when nobody has chosen: `selection` filled up. */
  readonly question: Selection;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  /** Something to tell once: a link that did not fit, an engine that stopped. */
  readonly note: string | null;
}

/** What the store needs of the world; a test has its own. */
export interface PlayWorld {
  readonly client: StageClient;
  /** Fetches a shipped scenario; null: there is none of that name. */
  load(id: string): Promise<CompiledSpec | null>;
  compile(source: Uint8Array | string): Promise<Result<CompiledSpec, readonly SpecProblem[]>>;
  readonly messages: Messages;
  later(callback: () => void, ms: number): () => void;
  /** Told of each new address. */
  onAddress(address: PlayAddress): void;
}

export interface Compiled {
  readonly compiled: Result<CompiledSpec, readonly SpecProblem[]>;
  readonly text: string;
  readonly file: string;
  readonly note: string | null;
}

/** Opened when the address names nothing. */
export const FIRST_SCENARIO = 'first-updater-wins';

const EMPTY = startPlayback([]);

export class PlayStore {
  readonly #world: PlayWorld;
  readonly #listeners = new Set<() => void>();
  #state: PlayState = {
    phase: 'loading',
    source: null,
    file: '',
    text: '',
    compiled: null,
    problems: [],
    rules: DEFAULT_RULES,
    design: null,
    permutation: 1,
    plan: [],
    playback: EMPTY,
    shown: null,
    at: EMPTY,
    events: [],
    isBusy: false,
    table: null,
    block: 0,
    selection: NOTHING_SELECTED,
    question: NOTHING_SELECTED,
    isPlaying: false,
    speed: 1,
    note: null,
  };
  #address: PlayAddress | null = null;
  /** Moves that `events` belong to, and the last tick they tell of. */
  #told: { readonly moves: readonly Move[]; tick: number } = { moves: [], tick: -1 };
  #stopTimer: (() => void) | null = null;
  #opening = 0;

  constructor(world: PlayWorld) {
    this.#world = world;
  }

  readonly get = (): PlayState => this.#state;
  readonly subscribe = (callback: () => void): (() => void) => {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  };

  dispose(): void {
    this.#stopTimer?.();
    this.#opening++;
    this.#world.client.dispose();
  }

  // --- opening -------------------------------------------------------------------------------------------------------

  /** An address that somebody else has written: a link, the Back button. */
  async adopt(address: PlayAddress): Promise<void> {
    if (address === this.#address) return;
    this.#address = address;
    const source: PlaySource = address.source ?? { kind: 'shipped', id: FIRST_SCENARIO };
    const { compiled } = this.#state;
    if (compiled !== null && this.#isOpen(source, address)) {
      this.#begin();
      return this.#stand(compiled, address);
    }
    if (source.kind === 'shipped') return this.#openShipped(source, address);
    const text = unpackText(source.packed, SPEC_LIMITS.fileBytes);
    if (!text.ok) return this.#refuse(this.#world.messages.t('stage.badLink', { how: text.error }));
    return this.openText(text.value, this.#world.messages.t('stage.linked'), address);
  }

  #isOpen(source: PlaySource, { rules = DEFAULT_RULES, design }: PlayAddress): boolean {
    const { source: open, rules: now, design: chosen } = this.#state;
    if (open === null || rules !== now || (design ?? null) !== chosen) return false;
    return source.kind === 'shipped'
      ? open.kind === 'shipped' && open.id === source.id
      : open.kind === 'text' && open.packed === source.packed;
  }

  openScenario(id: string): Promise<void> {
    return this.#openShipped({ kind: 'shipped', id }, {});
  }

  async #openShipped(source: Extract<PlaySource, { kind: 'shipped' }>, address: PlayAddress): Promise<void> {
    const turn = this.#begin();
    try {
      const compiled = await this.#world.load(source.id);
      if (turn !== this.#opening) return;
      if (compiled === null) return this.#refuse(this.#world.messages.t('stage.noScenario', { id: source.id }));
      await this.#open(compiled, source, `${source.id}.spec`, address);
    } catch {
      if (turn === this.#opening) this.#refuse(this.#world.messages.t('stage.notFetched'));
    }
  }

  /** A person's own: typed, dropped, from a link. What is wrong with it is told; what was open goes. */
  async openText(source: Uint8Array | string, file: string, address: PlayAddress = {}): Promise<void> {
    const turn = this.#begin();
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
    const compiled = await this.#world.compile(source);
    if (turn === this.#opening) await this.#opened({ compiled, text, file, note: null }, address);
  }

  /** What has been compiled elsewhere. @param note to be told with it */
  openCompiled(source: Compiled): Promise<void> {
    this.#begin();
    return this.#opened(source, {});
  }

  async #opened({ compiled, text, file, note }: Compiled, address: PlayAddress): Promise<void> {
    if (!compiled.ok) {
      const empty = { compiled: null, shown: null, events: [], source: null };
      this.#set({ phase: 'problems', problems: compiled.error, text, file, note, ...empty });
      return;
    }
    const packed = packText(compiled.value.text);
    await this.#open(compiled.value, { kind: 'text', packed }, file, address);
    if (note !== null) this.#set({ note });
  }

  #begin(): number {
    this.pause();
    this.#set({ phase: 'loading', note: null, problems: [] });
    return ++this.#opening;
  }

  #refuse(note: string): void {
    this.#set({ phase: 'failed', note, compiled: null, shown: null, events: [], text: '' });
  }

  async #open(compiled: CompiledSpec, source: PlaySource, file: string, address: PlayAddress): Promise<void> {
    const turn = this.#opening;
    const rules = address.rules ?? DEFAULT_RULES;
    const design = address.design ?? null;
    const options = { rules, design: design ?? designFor(compiled, rules), file };
    const opened = await this.#world.client.open(compiled, options);
    if (turn !== this.#opening) return;
    if (!opened.ok) return this.#refuse(this.#world.messages.t('stage.engineFailed', { what: opened.error }));
    this.#told = { moves: [], tick: -1 };
    this.#set({ source, file, text: compiled.text, compiled, rules, design, shown: null, events: [] });
    await this.#stand(compiled, address);
  }

  /** Where an address says, in what is open. */
  async #stand(compiled: CompiledSpec, address: PlayAddress): Promise<void> {
    const permutation = address.permutation ?? 1;
    const plan = planOf(compiled, permutation);
    let playback = startPlayback(plan);
    let note: string | null = null;
    if (address.moves !== undefined) {
      const branches = parseBranches(address.moves, plan, compiled.spec.steps.length);
      if (branches === null) note = this.#world.messages.t('stage.movesDoNotFit');
      else playback = { ...playback, branches };
    }
    const { session = null, tuple = null, xid = null } = address;
    // With other blockers the same moves may tell another story.
    if (permutation !== this.#state.permutation) this.#told = { moves: [], tick: -1 };
    const isKnown = compiled.spec.sessions.some(({ name }) => name === session);
    this.#set({
      phase: 'ready',
      permutation,
      plan,
      playback: seek(playback, address.tick ?? 0, address.branch ?? 0),
      table: address.table ?? tuple?.table ?? null,
      block: address.block ?? tuple?.block ?? 0,
      selection: { session: isKnown ? session : null, tuple, xid },
      note,
    });
    await this.#show();
  }

  setRules(rules: PlayRules): Promise<void> {
    return this.#reopen({ rules });
  }
  setDesign(design: DesignId | null): Promise<void> {
    return this.#reopen(design === null ? {} : { design });
  }
  setPermutation(permutation: number): Promise<void> {
    const { compiled } = this.#state;
    if (compiled === null) return Promise.resolve();
    this.#begin();
    return this.#stand(compiled, { permutation });
  }
  /** The same schedule on another server. */
  #reopen(change: Pick<PlayAddress, 'rules' | 'design'>): Promise<void> {
    const { compiled, source, file } = this.#state;
    if (compiled === null || source === null) return Promise.resolve();
    const { design: _, ...kept } = this.#addressNow();
    this.#begin();
    return this.#open(compiled, source, file, { ...kept, ...change });
  }

  // --- moving --------------------------------------------------------------------------------------------------------

  /** What each session would run next, by the spec's order. */
  nextSteps(): readonly (number | null)[] {
    const { compiled, playback, plan } = this.#state;
    return compiled === null ? [] : nextHere(compiled.spec, playback, plan);
  }

  /** The session's next step; nothing while it waits. @param session by the spec's order */
  moveSession(session: number): void {
    const next = this.nextSteps()[session];
    if (next === undefined || next === null || this.#waits(session)) return;
    this.move(next);
  }
  move(move: Move): void {
    if (this.#state.phase !== 'ready') return;
    this.pause();
    this.#go(makeMove(this.#state.playback, move));
  }
  letTimePass(): void {
    if (this.#state.shown?.state.timeCanPass === true) this.move(TIME_PASSES);
  }
  finish(): void {
    this.move(THE_END);
  }
  /** One on, as planned; else the first session that can move does. */
  step(): boolean {
    const { playback, phase, shown } = this.#state;
    if (phase !== 'ready') return false;
    const planned = plannedMove(playback);
    if (planned !== null) {
      // Where the engine has stopped nothing follows.
      if (shown?.stopped !== null && shown !== null && shown.state.tick < playback.tick) return false;
      this.#go(makeMove(playback, planned));
      return true;
    }
    const free = this.nextSteps().findIndex((next, session) => next !== null && !this.#waits(session));
    const next = this.nextSteps()[free];
    if (next === undefined || next === null) return false;
    this.#go(makeMove(playback, next));
    return true;
  }
  /** There is a next step: planned, or of a session that does not wait. */
  canStep(): boolean {
    const { playback } = this.#state;
    if (this.isOver()) return false;
    return (
      plannedMove(playback) !== null || this.nextSteps().some((next, session) => next !== null && !this.#waits(session))
    );
  }
  /** Teardown is done: nothing follows. */
  isOver(): boolean {
    const { playback } = this.#state;
    return currentBranch(playback).moves[playback.tick - 1] === THE_END;
  }
  back(): void {
    this.seek(this.#state.playback.tick - 1);
  }
  seek(tick: number, branch?: number): void {
    this.pause();
    this.#go(seek(this.#state.playback, tick, branch));
  }
  branch(): void {
    this.pause();
    this.#go(branchHere(this.#state.playback));
  }

  play(): void {
    if (this.#state.phase !== 'ready') return;
    this.#set({ isPlaying: true });
    if (!this.step()) this.pause();
    else this.#playOn();
  }
  pause(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    if (this.#state.isPlaying) this.#set({ isPlaying: false });
  }
  setSpeed(speed: Speed): void {
    this.#set({ speed });
  }
  #playOn(): void {
    this.#stopTimer = this.#world.later(() => {
      if (!this.#state.isPlaying) return;
      // Not faster than the engine answers; and only what is planned.
      if (this.#state.isBusy) return this.#playOn();
      if (plannedMove(this.#state.playback) === null || !this.step()) return this.pause();
      this.#playOn();
    }, STEP_MS / this.#state.speed);
  }

  #waits(session: number): boolean {
    return this.#state.shown?.state.sessions[session]?.active != null;
  }

  #go(playback: Playback): void {
    if (playback === this.#state.playback) return;
    this.#set({ playback, isBusy: true });
    void this.#show();
  }

  // --- choosing ------------------------------------------------------------------------------------------------------

  select(change: Partial<Selection>): void {
    const selection = { ...this.#state.selection, ...change };
    const { tuple } = selection;
    this.#set(
      change.tuple == null || tuple === null ? { selection } : { selection, table: tuple.table, block: tuple.block },
    );
    void this.#show();
  }
  /** Again on what is chosen: nothing is. */
  toggle(change: { readonly session?: string; readonly tuple?: TupleRef; readonly xid?: number }): void {
    const { selection } = this.#state;
    this.select({
      ...(change.session === undefined
        ? {}
        : { session: change.session === selection.session ? null : change.session }),
      ...(change.xid === undefined ? {} : { xid: change.xid === selection.xid ? null : change.xid }),
      ...(change.tuple === undefined ? {} : { tuple: change.tuple }),
    });
  }
  showPage(table: string, block: number): void {
    this.#set({ table, block, selection: { ...this.#state.selection, tuple: null } });
    void this.#show();
  }
  closeNote(): void {
    this.#set({ note: null });
  }

  // --- asking the engine ---------------------------------------------------------------------------------------------

  async #show(): Promise<void> {
    this.#tellAddress();
    const turn = this.#opening;
    const { playback, permutation, compiled, phase } = this.#state;
    if (compiled === null || phase !== 'ready') return;
    const { moves } = currentBranch(playback);
    const { tick } = playback;
    const same = commonLength(this.#told.moves, moves);
    const known = Math.min(this.#told.tick, same);
    if (!this.#state.isBusy) this.#set({ isBusy: true });
    const answer = await this.#world.client.show({
      permutation: permutation === 0 ? null : permutation,
      moves,
      tick,
      look: lookOf(this.#state),
      eventsFrom: Math.min(known, tick) + 1,
    });
    if (turn !== this.#opening) return;
    if (!answer.ok) {
      this.pause();
      this.#set({
        phase: 'failed',
        note: this.#world.messages.t('stage.engineFailed', { what: answer.error }),
        isBusy: false,
      });
      return;
    }
    if (answer.value !== null) this.#take(answer.value, playback, known);
  }

  #take(shown: Shown, playback: Playback, known: number): void {
    const { moves } = currentBranch(playback);
    const { tick } = shown.state;
    // Behind what is known: that stays, as far as this branch shares it; the same array, so that what is made of it stays too.
    const old = this.#state.events;
    const kept = (old.at(-1)?.tick ?? -1) <= known ? old : old.filter((event) => event.tick <= known);
    const events = tick <= known ? kept : [...kept, ...shown.events];
    this.#told = { moves, tick: Math.max(tick, known) };
    if (shown.stopped !== null) this.pause();
    const at = playback.tick === tick ? playback : { ...playback, tick };
    this.#set({ shown, at, events, isBusy: false, question: { ...this.#state.selection, ...shown.question } });
  }

  /** Lines of the trace of what was done so far. */
  trace(): Promise<Result<readonly string[], string>> {
    const { playback, permutation } = this.#state;
    const moves = currentBranch(playback).moves.slice(0, playback.tick);
    return this.#world.client.trace(moves, permutation === 0 ? null : permutation);
  }

  // --- the address ---------------------------------------------------------------------------------------------------

  #addressNow(): PlayAddress {
    const { source, rules, design, permutation, plan, playback, table, block, selection } = this.#state;
    const moves = formatBranches(playback, plan);
    const { session, tuple, xid } = selection;
    return {
      ...(source === null ? {} : { source }),
      ...(rules === DEFAULT_RULES ? {} : { rules }),
      ...(design === null ? {} : { design }),
      ...(permutation === 1 ? {} : { permutation }),
      ...(moves === 'p' || (moves === '' && plan.length === 0) ? {} : { moves }),
      ...(playback.current === 0 ? {} : { branch: playback.current }),
      ...(playback.tick === 0 ? {} : { tick: playback.tick }),
      ...(table === null ? {} : { table }),
      ...(block === 0 ? {} : { block }),
      ...(session === null ? {} : { session }),
      ...(tuple === null ? {} : { tuple }),
      ...(xid === null ? {} : { xid }),
    };
  }

  #tellAddress(): void {
    if (this.#state.phase !== 'ready') return;
    this.#address = this.#addressNow();
    this.#world.onAddress(this.#address);
  }

  #set(change: Partial<PlayState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

function planOf(compiled: CompiledSpec, number: number): readonly Move[] {
  let n = 0;
  for (const permutation of permutationsOf(compiled.spec))
    if (++n === number) return permutation.map(({ step }) => step);
  return [];
}

/** designOf of the engine, which a page does not import: 13 walks PGXACT, later ones dense arrays. */
const designFor = ({ spec }: CompiledSpec, rules: PlayRules): DesignId =>
  DESIGN_IDS.find((id) => id === spec.extras.design?.id) ?? (rules < 14 ? 'pg13' : 'pg14');

function commonLength(a: readonly Move[], b: readonly Move[]): number {
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  return i;
}

function lookOf({ table, block, selection: { session, tuple } }: PlayState): Look {
  return {
    ...(table === null ? {} : { table }),
    block,
    ...(session === null ? {} : { session }),
    ...(tuple === null ? {} : { tuple }),
  };
}
