/**
 * The Playground's state and all its changes; no React, no DOM. The picture follows from (spec, branches, cursor,
 * selection); the store asks the worker for it after each change and the answer may be late: `shown` is its last
 * answer.
 */

import '../../../base/messages/en/errors-not-loaded.ts';
import '../../../base/messages/en/stage-figure.ts';
import type { DesignId } from '../../../base/designs.ts';
import { loading, NOT_LOADED } from '../../../base/loading.ts';
import type { Result } from '../../../base/result.ts';
import { type IsNewest, Store, Turns } from '../../../base/store.ts';
import type { CompiledSpec } from '../../../engine/spec/spec-compile.ts';
import { type Move, type Shown, type StageStop, THE_END, TIME_PASSES } from '../../../engine/stage/stage-types.ts';
import { SPEC_LIMITS } from '../../../scenario/spec-types.ts';
import type { PlayAddress, PlayDepth, PlayRules, PlaySource } from '../../../viewmodel/addresses.ts';
import {
  branchHere,
  commonMoves,
  currentBranch,
  makeMove,
  type Playback,
  plannedMove,
  seek,
} from '../../../viewmodel/stage/playback.ts';
import type { Selection, TupleRef } from '../../../viewmodel/stage/selection.ts';
import { addressOf, designFor, isOpen, nextStepOf, onwards, placeOf, requestOf, towardsEnd } from './play-moves.ts';
import {
  type Compiled,
  DEFAULT_RULES,
  FIRST_SCENARIO,
  NOTHING_OPEN,
  type PageAt,
  type PlayDeps,
  type PlayState,
  type Speed,
  STEP_MS,
  type StoreInside,
} from './play-state.ts';

/** For a person's own specs alone. */
const packing = () => import('../../../viewmodel/stage/packed-text.ts').catch(() => null);

const ownTexts = () => import('../../../viewmodel/prompt/databases.ts').catch(() => null);

/** An answer that takes longer is seen to be awaited. */
const BUSY_AFTER_MS = 100;

export class PlayStore {
  readonly world: PlayDeps;
  #pageAt: PageAt | null = null;
  readonly #store = new Store(NOTHING_OPEN);
  /** What is opened: the newest wins. */
  readonly #opening = new Turns();
  #address: PlayAddress | null = null;
  /** Of what is being opened. */
  #isFromAddress = false;
  /** The moves that `events` belong to, and the last tick that they cover. */
  #told: { readonly moves: readonly Move[]; tick: number } = { moves: [], tick: -1 };
  #stopTimer: (() => void) | null = null;
  /** A step's answer is awaited, and nobody has been told of the step. */
  #isHeld = false;

  constructor(world: PlayDeps) {
    this.world = world;
  }

  readonly get = this.#store.get;
  readonly subscribe = this.#store.subscribe;
  readonly #set = this.#store.change;
  get #state(): PlayState {
    return this.#store.get();
  }

  /** For code that is fetched when it is first needed. */
  readonly inside: StoreInside = {
    current: () => this.#opening.current(),
    begin: () => this.#begin(),
    reopen: async (before) => {
      if (before.compiled === null || before.source === null) return;
      await this.#open(before.compiled, before.source, before.file, addressOf(before));
    },
    take: (shown, playback, change) => {
      this.#told = { moves: [], tick: -1 };
      this.#take(shown, playback, -1, { ...change, playback, phase: 'ready' });
      this.#tellAddress();
    },
    failed: (what) => this.#failed(what),
  };

  dispose(): void {
    this.#stopTimer?.();
    this.#isHeld = false;
    this.#opening.end();
    this.world.client.dispose();
  }

  // --- opening -------------------------------------------------------------------------------------------------------

  /** Adopts an address from outside: a link, the Back button. */
  async applyAddress(address: PlayAddress): Promise<void> {
    if (address === this.#address) return;
    this.#address = address;
    this.#set({ depth: address.depth ?? 'all' });
    const source: PlaySource = address.source ?? { kind: 'shipped', id: FIRST_SCENARIO };
    const { compiled } = this.#state;
    if (compiled !== null && isOpen(this.#state, source, address)) {
      this.#begin();
      // A lesson goes on by its next address.
      return this.#applyPosition(compiled, address, true);
    }
    if (source.kind === 'shipped') return this.#openShipped(source, address);
    const isNewest = this.#begin();
    const [packed, own] = await Promise.all([packing(), ownTexts()]);
    if (!isNewest()) return;
    if (packed === null) return this.#refuse(this.world.messages.t('stage.note.notFetched'));
    const text = packed.unpackText(source.packed, SPEC_LIMITS.fileBytes);
    if (!text.ok) return this.#refuse(this.world.messages.t('stage.note.badLink', { how: text.error }));
    const file = own?.ownFile(text.value, this.world.messages) ?? null;
    return this.#openWritten(text.value, file ?? this.world.messages.t('stage.note.linked'), address, file === null);
  }

  openScenario(id: string): Promise<void> {
    return this.#openShipped({ kind: 'shipped', id }, {});
  }

  async #openShipped(source: Extract<PlaySource, { kind: 'shipped' }>, address: PlayAddress): Promise<void> {
    const isNewest = this.#begin();
    this.#isFromAddress = false;
    // Named before it is loaded: its button has its final width from the start.
    const file = `${source.id}.spec`;
    this.#set({ file });
    try {
      const compiled = await this.world.load(source.id);
      if (!isNewest()) return;
      if (compiled === null) {
        this.#set({ file: '' });
        return this.#refuse(this.world.messages.t('stage.note.noScenario', { id: source.id }));
      }
      await this.#open(compiled, source, file, address);
    } catch {
      if (!isNewest()) return;
      loading.miss();
      this.#refuse(this.world.messages.t('stage.note.notFetched'));
    }
  }

  /** Opens a reader's own spec: typed, dropped, from a link. Its faults are shown; the open spec is closed. */
  openText(source: Uint8Array | string, file: string, address: PlayAddress = {}): Promise<void> {
    return this.#openWritten(source, file, address, false);
  }

  /** Opens the same text once more, after the parser could not be fetched. */
  openAgain(): Promise<void> {
    return this.#openWritten(this.#state.text, this.#state.file, {}, this.#isFromAddress);
  }

  async #openWritten(
    source: Uint8Array | string,
    file: string,
    address: PlayAddress,
    isFromAddress: boolean,
  ): Promise<void> {
    const isNewest = this.#begin();
    this.#isFromAddress = isFromAddress;
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
    const compiled = await this.world.compile(source);
    if (isNewest()) await this.#opened(isNewest, { compiled, text, file, note: null }, address);
  }

  /**
   * Runs a text from the editor. Its faults are shown, while the open spec stays; the address then belongs to this
   * text.
   */
  async runText(text: string, file: string): Promise<void> {
    const before = this.#state.phase;
    const isNewest = this.#begin();
    const compiled = await this.world.compile(text);
    if (!isNewest()) return;
    if (compiled.ok || before !== 'ready') return this.#opened(isNewest, { compiled, text, file, note: null }, {});
    this.#set({ phase: 'ready', problems: compiled.error });
    // A pending answer belongs to an earlier turn.
    await this.#show();
  }

  /**
   * Opens a spec that was compiled elsewhere.
   * @param source `note` is shown with it
   * @param address where to begin
   */
  openCompiled(source: Compiled, address: PlayAddress = {}): Promise<void> {
    const isNewest = this.#begin();
    this.#isFromAddress = false;
    return this.#opened(isNewest, source, address);
  }

  async #opened(isNewest: IsNewest, { compiled, text, file, note }: Compiled, address: PlayAddress): Promise<void> {
    if (!compiled.ok) {
      const empty = { compiled: null, shown: null, events: [], source: null };
      this.#set({ phase: 'problems', problems: compiled.error, text, file, note, ...empty });
      return;
    }
    const packer = await packing();
    if (!isNewest()) return;
    if (packer === null) return this.#refuse(this.world.messages.t('stage.note.notFetched'));
    await this.#open(compiled.value, { kind: 'text', packed: packer.packText(compiled.value.text) }, file, address);
    if (note !== null) this.#set({ note });
  }

  #begin(): IsNewest {
    this.pause();
    this.#isHeld = false;
    this.#set({ phase: 'loading', note: null, problems: [] });
    return this.#opening.begin();
  }

  #failed(what: string): string {
    const { t } = this.world.messages;
    return what === NOT_LOADED ? t('errors.notLoaded.file') : t('stage.note.engineFailed', { what });
  }

  #refuse(note: string): void {
    this.#set({ phase: 'failed', note, compiled: null, shown: null, events: [], text: '' });
  }

  async #open(compiled: CompiledSpec, source: PlaySource, file: string, address: PlayAddress): Promise<void> {
    const isNewest = this.#opening.current();
    const rules = address.rules ?? DEFAULT_RULES;
    const design = address.design ?? null;
    const options = { rules, design: design ?? designFor(compiled, rules), file };
    const opened = await this.world.client.open(compiled, options);
    if (!isNewest()) return;
    if (!opened.ok) return this.#refuse(this.#failed(opened.error));
    this.#told = { moves: [], tick: -1 };
    const isFromAddress = this.#isFromAddress;
    this.#set({ source, isFromAddress, file, text: compiled.text, compiled, rules, design, shown: null, events: [] });
    await this.#applyPosition(compiled, address);
  }

  /** Moves to the address's position in the open spec. */
  async #applyPosition(compiled: CompiledSpec, address: PlayAddress, isStep = false): Promise<void> {
    const { movesFit, sessionFits, ...place } = placeOf(compiled, address);
    const { t } = this.world.messages;
    // With other blockers the same moves may have other results.
    if (place.permutation !== this.#state.permutation) this.#told = { moves: [], tick: -1 };
    const notes = [
      ...(movesFit ? [] : [t('stage.note.movesDoNotFit')]),
      ...(sessionFits ? [] : [t('stage.note.noSession', { session: address.session ?? '' })]),
    ];
    const note = notes.length === 0 ? null : notes.join(' ');
    this.#set({ phase: 'ready', ...place, isStep, note });
    await this.#show();
    await this.#showOwn(place.playback);
  }

  /** The whole Playground comes after its store: from then on the page on show goes with the cursor. */
  follow(pageAt: PageAt): void {
    this.#pageAt = pageAt;
    void this.#showOwn(this.#state.playback);
  }

  /** Only the engine's answer tells which tables there are. One that the address or the reader chose stays. */
  async #showOwn(playback: Playback): Promise<void> {
    const own = this.#state.table === null && this.#pageAt?.(this.#state, playback);
    if (!own || this.#state.playback !== playback) return;
    this.#set(own);
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
    return this.#applyPosition(compiled, { permutation });
  }
  /** The same schedule on another server. */
  #reopen(change: Pick<PlayAddress, 'rules' | 'design'>): Promise<void> {
    const { compiled, source, file } = this.#state;
    if (compiled === null || source === null) return Promise.resolve();
    const { design: _, ...kept } = addressOf(this.#state);
    this.#begin();
    return this.#open(compiled, source, file, { ...kept, ...change });
  }

  // --- moving --------------------------------------------------------------------------------------------------------

  /** The session's next step; nothing while it waits. @param session by the spec's order */
  moveSession(session: number): void {
    const next = nextStepOf(this.#state, session);
    if (next !== null) this.move(next);
  }
  move(move: Move): void {
    if (this.#state.phase !== 'ready') return;
    this.pause();
    this.#go(makeMove(this.#state.playback, move), true);
  }
  letTimePass(): void {
    if (this.#state.shown?.state.timeCanPass === true) this.move(TIME_PASSES);
  }
  /** Plays to the end, where the result is. A move by the reader meanwhile stops it. */
  async finish(): Promise<void> {
    if (this.#state.phase !== 'ready') return;
    this.pause();
    for (let next = towardsEnd(this.#state); next !== null; next = towardsEnd(this.#state)) {
      if (next === this.#state.playback) return;
      this.#set({ ...this.#pageAt?.(this.#state, next), playback: next, isStep: false, isBusy: true });
      await this.#show();
      if (this.#state.playback !== next || this.#state.isBusy) return;
    }
  }
  /** Runs the spec's own teardown, which removes what the set-up made. */
  tearDown(): void {
    this.move(THE_END);
  }
  /** One step on, as planned; else of the first session that can move. False: no step is possible. */
  step(): boolean {
    const playback = onwards(this.#state);
    if (playback !== null) this.#go(playback, true);
    return playback !== null;
  }
  back(): void {
    this.walk(this.#state.playback.tick - 1);
  }
  /** Along the branch. To the cursor's neighbour it is a single step, whoever asks for it. */
  walk(tick: number): void {
    const { playback } = this.#state;
    this.pause();
    this.#go(seek(playback, tick), Math.abs(tick - playback.tick) === 1);
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
    this.#stopTimer = this.world.later(() => {
      if (!this.#state.isPlaying) return;
      // Never faster than the engine answers; and only planned steps.
      if (this.#state.isBusy) return this.#playOn();
      if (plannedMove(this.#state.playback) === null || !this.step()) return this.pause();
      this.#playOn();
    }, STEP_MS / this.#state.speed);
  }

  #go(playback: Playback, isStep = false): void {
    if (playback === this.#state.playback) return;
    // The engine's answer is a few milliseconds away: the page is drawn once, with it. Of a new branch all learn at once:
    // a standby's place is cut before the worker is asked about it.
    const step = { ...this.#pageAt?.(this.#state, playback), playback, isStep, isBusy: true };
    if (playback.branches.length > this.#state.playback.branches.length) this.#set(step);
    else {
      this.#store.prepare(step);
      this.#isHeld = true;
      this.world.later(this.#showHeld, BUSY_AFTER_MS);
    }
    void this.#show();
  }

  /** Shows what waits for the engine's answer. */
  readonly #showHeld = (): void => {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#tellAddress();
    this.#store.tell();
  };

  // --- choosing ------------------------------------------------------------------------------------------------------

  select(change: Partial<Selection>): void {
    const selection = { ...this.#state.selection, ...change };
    const { tuple } = selection;
    this.#set(
      change.tuple == null || tuple === null ? { selection } : { selection, table: tuple.table, block: tuple.block },
    );
    void this.#show();
  }
  /** Choosing the chosen item again clears the choice. */
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
  /**
   * Clears a chosen version or session. If the stage had chosen it by itself, it is kept instead: from now on it is the
   * reader's choice.
   */
  clearSelection(what: 'tuple' | 'session'): void {
    const { selection, question } = this.#state;
    if (selection[what] !== null) this.select({ [what]: null });
    else this.select({ [what]: question[what] });
  }
  showPage(table: string, block: number): void {
    this.#set({ table, block, selection: { ...this.#state.selection, tuple: null } });
    void this.#show();
  }
  setDepth(depth: PlayDepth): void {
    this.#set({ depth });
    this.#tellAddress();
  }
  closeNote(): void {
    this.#set({ note: null });
  }

  // --- asking the engine ---------------------------------------------------------------------------------------------

  async #show(): Promise<void> {
    if (!this.#isHeld) this.#tellAddress();
    const isNewest = this.#opening.current();
    const { playback, compiled, phase } = this.#state;
    if (compiled === null || phase !== 'ready') return;
    const { moves } = currentBranch(playback);
    const { tick } = playback;
    const same = commonMoves(this.#told.moves, moves);
    const known = Math.min(this.#told.tick, same);
    if (!this.#state.isBusy) this.#set({ isBusy: true });
    const answer = await this.world.client.show(requestOf(this.#state, Math.min(known, tick) + 1));
    if (!isNewest()) return;
    if (!answer.ok) {
      this.pause();
      this.#set({
        phase: 'failed',
        note: this.#failed(answer.error),
        isBusy: false,
      });
    } else if (answer.value !== null) this.#take(answer.value, playback, known);
    else return;
    this.#showHeld();
  }

  /** @param change what else is new with it */
  #take(shown: Shown, playback: Playback, known: number, change: Partial<PlayState> = {}): void {
    const { moves } = currentBranch(playback);
    const { tick } = shown.state;
    // If the cursor is behind the known events, they stay as far as this branch shares them; the same array, so that
    // results derived from it stay too.
    const old = this.#state.events;
    const kept = (old.at(-1)?.tick ?? -1) <= known ? old : old.filter((event) => event.tick <= known);
    const events = tick <= known ? kept : [...kept, ...shown.events];
    this.#told = { moves, tick: Math.max(tick, known) };
    if (shown.stopped !== null) this.pause();
    const at = playback.tick === tick ? playback : { ...playback, tick };
    const question = { ...this.#state.selection, ...shown.question };
    this.#set({ ...change, shown, at, events, isBusy: false, question });
  }

  /** Predicts the next step without doing it. Null: there is none, or the reader moved meanwhile. */
  async foresee(): Promise<Pick<Shown, 'state' | 'events'> | null> {
    const playback = onwards(this.#state);
    if (playback === null) return null;
    const answer = await this.world.client.show(requestOf({ ...this.#state, playback }, playback.tick));
    return answer.ok ? answer.value : null;
  }

  /** Lines of the trace up to now. */
  trace(): Promise<Result<readonly string[], StageStop>> {
    const { playback, permutation } = this.#state;
    const moves = currentBranch(playback).moves.slice(0, playback.tick);
    return this.world.client.trace(moves, permutation === 0 ? null : permutation);
  }

  #tellAddress(): void {
    if (this.#state.phase !== 'ready') return;
    this.#address = addressOf(this.#state);
    this.world.onAddress(this.#address);
  }
}
