/**
 * The layout bench's store: the layout, what its replay has counted, and what the versions of PostgreSQL have. A change
 * of the layout asks for its own replay alone; a change of the settings for all of them. No React, no DOM.
 */
import '../../../base/messages/en/layout.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import { ok, type Result } from '../../../base/result.ts';
import { type IsNewest, Store, Turns } from '../../../base/store.ts';
import type { LayoutClient } from '../../../engine/replay/layout-client.ts';
import type { Kept } from '../../../ui/kept.ts';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { presetOf } from '../../../viewmodel/layout/catalogue.ts';
import { CHALLENGE_WORKLOAD, CHALLENGES, type Challenge, progressOf } from '../../../viewmodel/layout/challenges.ts';
import {
  type Direction,
  joinAbove,
  type Moved,
  moveField,
  nudge,
  setPad,
  setWay,
  splitField,
} from '../../../viewmodel/layout/edit.ts';
import { effectOf } from '../../../viewmodel/layout/effect.ts';
import { formatLayout, parseLayout } from '../../../viewmodel/layout/format.ts';
import { type Layout, type LayoutCode, LINE_BYTES, shortName } from '../../../viewmodel/layout/layout.ts';
import { place } from '../../../viewmodel/layout/place.ts';
import { BESIDE, DEFAULT_LAYOUT, fitLayoutSettings, type LayoutSettings } from '../../../viewmodel/layout/settings.ts';
import { stepBack, stepOn, type Trail } from '../../../viewmodel/layout/trail.ts';
import type { LayoutAddress } from './address.ts';
import { challengeInput } from './judge.ts';
import type { Counted, FileNote, LayoutDeps, LayoutState } from './layout-state.ts';
import { Replaying } from './replaying.ts';

const NONE: LayoutState['beside'] = { 'pg9.1': null, pg13: null, pg14: null };
const START: LayoutCode = 'pg13';
const DONE_KEY = 'layout.done';
/** What Undo brings back. */
type Bench = Pick<LayoutState, 'layout' | 'origin'>;
const benchOf = (layout: Layout): Bench => ({ layout, origin: layout.replay === null ? layout : null });
/** Layouts that can be taken back. */
const MOST_UNDONE = 100;

const readDone = (kept: Kept): readonly Challenge[] => {
  const names = kept.getItem(DONE_KEY)?.split(' ') ?? [];
  return CHALLENGES.filter((each) => names.includes(each));
};

export class LayoutStore {
  readonly #world: LayoutDeps;
  readonly #client: LayoutClient;
  readonly #replaying: Replaying;
  readonly #store: Store<LayoutState>;
  /** Of the layout's own replay, and of those beside it. */
  readonly #own = new Turns();
  readonly #all = new Turns();
  #address: LayoutAddress | null = null;
  #undo: readonly Bench[] = [];
  #trail: Trail = [];

  constructor(world: LayoutDeps) {
    this.#world = world;
    this.#client = world.start();
    this.#replaying = new Replaying(this.#client, world.messages);
    this.#store = new Store<LayoutState>({
      settings: DEFAULT_LAYOUT,
      machine: world.machine(DEFAULT_LAYOUT.machine),
      ...benchOf(presetOf(START)),
      yours: null,
      beside: NONE,
      start: null,
      given: null,
      selected: null,
      named: null,
      challenge: CHALLENGES[0],
      done: readDone(world.kept),
      said: '',
      effect: '',
      fileNote: null,
      failure: null,
    });
  }

  readonly get = (): LayoutState => this.#store.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  dispose(): void {
    this.#own.end();
    this.#all.end();
    this.#client.dispose();
  }

  /** Adopts an address from outside: a link, the Back button. */
  applyAddress(given: LayoutAddress): void {
    if (given === this.#address) return;
    this.#address = given;
    const { layout = presetOf(START), ...settings } = given;
    this.#undo = [];
    this.#store.change({ ...benchOf(layout), selected: null, named: null, said: '', effect: '', fileNote: null });
    this.#settle({ ...DEFAULT_LAYOUT, ...settings });
  }

  change(change: Partial<LayoutSettings>): void {
    this.#settle({ ...this.get().settings, ...change });
    this.#tellAddress();
  }
  /** A challenge has its own workload: the page says so when it changes. */
  choose(challenge: Challenge): void {
    const workload = CHALLENGE_WORKLOAD[challenge];
    const isChange = workload !== this.get().settings.workload;
    this.#store.change({ challenge });
    if (!isChange) return;
    this.change({ workload });
    this.#store.change({ said: this.#world.messages.t(`layout.said.workload.${workload}`), effect: '' });
  }

  // --- the layout ----------------------------------------------------------------------------------------------------

  select(field: string | null): void {
    if (field !== this.get().selected) this.#store.change({ selected: field });
  }
  /** The solution stays, once it has been found. */
  name(field: string): void {
    if (progressOf('what-hurts', challengeInput(this.get())).isMet) return;
    this.#store.change({ named: field });
    this.#judge();
  }

  take(code: LayoutCode): void {
    const { layout } = this.get();
    const isOwn = layout.replay === null || formatLayout(layout) !== formatLayout(presetOf(layout.replay));
    const { t } = this.#world.messages;
    this.#adopt(benchOf(presetOf(code)), t('layout.said.preset', { code: t(designStyle(code).shortKey), isOwn }));
  }

  /** Reads a layout that the reader has opened or pasted. @param file its name, if it is one */
  read(text: string, file: string | null): void {
    const { t } = this.#world.messages;
    const layout = parseLayout(text, this.#world.messages);
    if (!layout.ok) {
      this.refuse(layout.error, file);
      return;
    }
    this.#store.change({ selected: null });
    this.#adopt(benchOf(layout.value), t('layout.said.read'));
    this.note({ isFault: false, text: t('layout.said.taken', { file }) });
  }
  refuse(why: string, file: string | null): void {
    const text = file === null ? why : this.#world.messages.t('layout.said.notTaken', { file, why });
    this.note({ isFault: true, text });
  }
  note(fileNote: FileNote): void {
    this.#store.change({ fileNote });
  }

  step(field: string, direction: Direction): void {
    const { layout } = this.get();
    const back = stepBack(this.#trail, layout, field, direction);
    const moved = back === null ? nudge(layout, field, direction) : ok(back.layout);
    if (back !== null) this.#trail = back.trail;
    else if (moved.ok) this.#trail = stepOn(this.#trail, { field, direction, from: layout, to: moved.value });
    this.#moved(moved, field);
  }
  drop(field: string, struct: number, index: number): void {
    this.#moved(moveField(this.get().layout, field, struct, index), field);
  }
  split(field: string): void {
    this.#moved(splitField(this.get().layout, field), field);
  }
  join(struct: number): void {
    this.#moved(joinAbove(this.get().layout, struct), null);
  }
  setArrays(struct: number, on: boolean): void {
    const { layout } = this.get();
    const said = this.#world.messages.t('layout.said.arrays', { struct: layout.structs[struct]?.name ?? '', on });
    this.#adopt({ layout: setWay(layout, struct, on ? 'arrays' : 'structs') }, said);
  }
  setPadded(struct: number, on: boolean): void {
    const { layout } = this.get();
    const said = this.#world.messages.t('layout.said.padded', { struct: layout.structs[struct]?.name ?? '', on });
    this.#adopt({ layout: setPad(layout, struct, on ? LINE_BYTES : 1) }, said);
  }
  get canUndo(): boolean {
    return this.#undo.length > 0;
  }
  undo(): void {
    const last = this.#undo.at(-1);
    if (last === undefined) return;
    this.#undo = this.#undo.slice(0, -1);
    this.#show(last, this.#world.messages.t('layout.said.undone'));
  }

  #moved(moved: Moved, field: string | null): void {
    const { t } = this.#world.messages;
    if (!moved.ok) {
      const { why, field: name, struct } = moved.error;
      this.#store.change({ said: t(`layout.said.${why}`, { field: shortName(name), struct }), effect: '' });
      return;
    }
    const said = field === null ? t('layout.said.joined') : this.#placeOf(moved.value, field);
    this.#adopt({ layout: moved.value }, said);
  }

  #placeOf(layout: Layout, name: string): string {
    const { active, idle } = this.get().settings;
    for (const { struct, fields } of place(layout, active + idle).structs) {
      const own = fields.find(({ field }) => field.name === name);
      if (own === undefined) continue;
      const [line, byte] = [Math.floor(own.at / LINE_BYTES), own.at % LINE_BYTES];
      const isAlone = fields.length === 1;
      return this.#world.messages.t('layout.said.moved', {
        field: shortName(name),
        struct: isAlone ? null : struct.name,
        line,
        byte,
      });
    }
    return '';
  }

  #adopt(next: Pick<Bench, 'layout'> & Partial<Bench>, said: string): void {
    const { layout, origin } = this.get();
    this.#undo = [...this.#undo, { layout, origin }].slice(-MOST_UNDONE);
    this.#show(next, said);
  }

  #show(next: Partial<Bench>, said: string): void {
    this.#store.change({ ...next, said, effect: '', fileNote: null });
    this.#tellAddress();
    void this.#runOwn();
  }

  // --- the replays ---------------------------------------------------------------------------------------------------

  #settle(wanted: LayoutSettings): void {
    const machine = this.#world.machine(wanted.machine);
    const settings = fitLayoutSettings(wanted, machine);
    this.#store.change({ settings, machine, effect: '', failure: null });
    void this.#runOwn().then(() => this.#runBeside());
  }

  async #runOwn(): Promise<void> {
    const isNewest = this.#own.begin();
    const { layout, origin, yours: before, said } = this.get();
    const counted = await this.#count(layout, isNewest);
    if (counted === null) return;
    if (!counted.ok) {
      this.#store.change({ yours: null, failure: counted.error });
      return;
    }
    // What has been said meanwhile, as that a move is refused, is about something else.
    const effect = said === this.get().said ? this.#effectSince(before, counted.value) : this.get().effect;
    this.#store.change({ yours: counted.value, effect, failure: null });
    this.#judge();
    const other = await this.#count(origin ?? presetOf(layout.replay ?? START), isNewest);
    if (other?.ok === true) this.#store.change({ [origin === null ? 'start' : 'given']: other.value });
  }

  async #runBeside(): Promise<void> {
    const isNewest = this.#all.begin();
    for (const design of BESIDE) {
      const counted = await this.#count(presetOf(design), isNewest);
      if (counted === null) return;
      if (!counted.ok) {
        this.#store.change({ failure: counted.error });
        return;
      }
      this.#store.change({ beside: { ...this.get().beside, [design]: counted.value } });
      this.#judge();
    }
  }

  /** @returns null: the answer is not wanted any more, because the layout or the settings are others by now */
  async #count(layout: Layout, isNewest: IsNewest): Promise<Result<Counted, EngineError> | null> {
    const { settings, machine } = this.get();
    const isAsked = () => isNewest() && this.get().settings === settings;
    const replayed = await this.#replaying.of(layout, { settings, machine }, isAsked);
    if (replayed === null || !isAsked()) return null;
    if (!replayed.ok) return replayed;
    const placed = place(layout, settings.active + settings.idle);
    return ok({ layout, settings, replayed: replayed.value, placed });
  }

  /** What the last change has done, as a sentence; empty where the two are not comparable. */
  #effectSince(before: Counted | null, now: Counted): string {
    const isComparable =
      before !== null &&
      before.layout !== now.layout &&
      before.layout.replay === now.layout.replay &&
      // Moves keep the table itself; another one has other accesses.
      (now.layout.replay !== null || before.layout.access === now.layout.access) &&
      before.settings === now.settings;
    if (!isComparable) return '';
    const isTable = now.layout.replay === null;
    return this.#world.messages.t('layout.effect', { ...effectOf(before, now), isTable });
  }

  /** A challenge that is met once stays done. */
  #judge(): void {
    const { done, ...state } = this.get();
    const input = challengeInput(state);
    const all = CHALLENGES.filter((each) => done.includes(each) || progressOf(each, input).isMet);
    if (all.length === done.length) return;
    this.#world.kept.setItem(DONE_KEY, all.join(' '));
    this.#store.change({ done: all });
  }

  #tellAddress(): void {
    const { layout, settings } = this.get();
    const { protocol, ...others } = settings;
    this.#address = { ...others, ...(protocol === null ? {} : { protocol }), layout };
    this.#world.onAddress(this.#address);
  }
}
