/**
 * The story's store: both designs play one plan, and the reader goes through its steps. What is shown follows the step; while a step
 * back is played, what is shown is still the step that is taken back. No React, no DOM.
 */
import '../../../base/messages/en/lines.ts';
import '../../../base/messages/en/lines-story.ts';
import type { DesignId } from '../../../base/designs.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { ok, type Result } from '../../../base/result.ts';
import { Store, Turns } from '../../../base/store.ts';
import type { SceneClient } from '../../../engine/replay/scene-client.ts';
import type { LineRange } from '../../../engine/replay/scene-types.ts';
import type { Machine, MachineId } from '../../../scenario/machine.ts';
import {
  DEFAULT_LINES,
  fitSettings,
  type LineSpeed,
  type LinesSettings,
} from '../../../viewmodel/cachelines/position.ts';
import { stageMachine } from '../../../viewmodel/cachelines/scene.ts';
import {
  type ActName,
  type Deed,
  deedsIn,
  deedsText,
  MAX_DEEDS,
  type Plan,
  planOf,
  STORY_CORES,
} from '../../../viewmodel/lines-story/plan.ts';
import { linesOf, type Played, type Story, spanOf, storyOf } from '../../../viewmodel/lines-story/story.ts';
import { isSame, type LinesAddress } from './address.ts';

/** Two releases; addresses of single accesses that name no design are older, and begin with `DEFAULT_LINES`. */
const FIRST: LinesSettings = { ...DEFAULT_LINES, right: 'pg14' };

/** More entries would have no room as cells; 9.1 has some lines of its own for each. */
const CONNECTIONS = 128;
const CONNECTIONS_91 = 16;
export const has91 = ({ left, right }: Pick<LinesSettings, 'left' | 'right'>): boolean =>
  left === 'pg9.1' || right === 'pg9.1';
/** Both designs have as many. */
export const mostConnections = (settings: Pick<LinesSettings, 'left' | 'right'>): number =>
  has91(settings) ? CONNECTIONS_91 : CONNECTIONS;
/** The pause between two steps during play. */
const HOLD_MS = 700;

/** A step that is to be seen happening. */
export interface StepFilm {
  readonly step: number;
  readonly isBackwards: boolean;
}

export interface StoryState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly note: string | null;
  readonly settings: LinesSettings;
  readonly machine: Machine;
  readonly story: Story | null;
  readonly deeds: readonly Deed[];
  /** Of each core, what it can do next. */
  readonly possible: Plan['possible'];
  /** The reader's step, and the one whose picture is there. */
  readonly at: number;
  readonly shown: number;
  readonly film: StepFilm | null;
  readonly isPlaying: boolean;
  readonly speed: LineSpeed;
  readonly isBusy: boolean;
}

export interface StoryDeps {
  readonly start: () => SceneClient;
  readonly machine: (id: MachineId) => Machine;
  readonly messages: Messages;
  readonly onAddress: (address: LinesAddress) => void;
}

/** The workload names the structures that writers touch, too; what is done is the plan's. */
const OF_STORY = { active: STORY_CORES, workload: 'readwrite' } as const;

export class StoryStore {
  readonly #world: StoryDeps;
  readonly #store: Store<StoryState>;
  readonly #clients: readonly [SceneClient, SceneClient];
  readonly #requests = new Turns();
  #address: LinesAddress | null = null;
  /** What the reader wants; the settings are what has room. */
  #wanted: LinesSettings = FIRST;
  /** The deeds of the story that is being made, or is there. */
  #asked: readonly Deed[] = [];
  /** During play: the step at which it ends, and how long the present one has been held. */
  #until = 0;
  #heldMs = 0;

  constructor(world: StoryDeps) {
    this.#world = world;
    this.#clients = [world.start(), world.start()];
    this.#store = new Store<StoryState>({
      phase: 'loading',
      note: null,
      settings: FIRST,
      machine: world.machine(FIRST.machine),
      story: null,
      deeds: [],
      possible: [],
      at: 0,
      shown: 0,
      film: null,
      isPlaying: false,
      speed: 1,
      isBusy: true,
    });
  }

  readonly get = (): StoryState => this.#store.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  dispose(): void {
    this.#requests.end();
    for (const client of this.#clients) client.dispose();
  }

  // --- what is told --------------------------------------------------------------------------------------------------

  async applyAddress(address: LinesAddress): Promise<void> {
    if (isSame(this.#address, address)) return;
    this.#address = address;
    const { step = 1, deeds = '', view, operation, stop, unit, ...settings } = address;
    await this.#open({ ...FIRST, ...settings }, deedsIn(deeds) ?? [], () => step);
  }

  /** Changes the scene; the reader stays at the same deed. */
  async change(change: Partial<LinesSettings>): Promise<void> {
    const { deeds, story, at } = this.get();
    const turn = story?.turns.findLastIndex(({ first }) => first <= at) ?? 0;
    await this.#open({ ...this.#wanted, ...change }, deeds, (next) => (at === 0 ? 0 : (next.turns[turn]?.first ?? 0)));
  }

  /** The same acts with another design on the right, from the beginning. */
  async tellWith(right: DesignId): Promise<void> {
    if (await this.#open({ ...this.#wanted, right }, this.get().deeds, () => 0)) this.playAct('reads');
  }

  /** A person lets a core do something: that becomes the story's end, and is played. */
  async add(deed: Deed): Promise<void> {
    const { deeds, possible, isBusy } = this.get();
    if (isBusy || possible[deed.core]?.has(deed.kind) !== true) return;
    if (deeds.length === MAX_DEEDS) {
      this.#set({ note: this.#world.messages.t('linesStory.full', { max: MAX_DEEDS }) });
      return;
    }
    const before = (story: Story): number => (story.turns.at(-1)?.first ?? 1) - 1;
    if (await this.#open(this.#wanted, [...deeds, deed], before)) this.#playTo(this.get().story?.last ?? 0);
  }

  async takeBack(): Promise<void> {
    const { at } = this.get();
    if (this.#asked.length > 0) await this.#open(this.#wanted, this.#asked.slice(0, -1), () => at);
  }

  /** False: it could not be told, or something newer is. */
  async #open(wanted: LinesSettings, deeds: readonly Deed[], stepIn: (story: Story) => number): Promise<boolean> {
    const plan = planOf(deeds);
    if (plan === null) return false;
    const isNewest = this.#requests.begin();
    this.#wanted = wanted;
    this.#asked = deeds;
    this.#rest();
    const machine = this.#world.machine(wanted.machine);
    const fitted = fitSettings({ ...wanted, ...OF_STORY }, machine);
    const settings = { ...fitted, idle: Math.min(fitted.idle, mostConnections(fitted) - STORY_CORES) };
    this.#set({ settings, machine, isBusy: true, note: null });
    const [left, right] = await Promise.all([
      this.#played(this.#clients[0], settings.left, plan),
      this.#played(this.#clients[1], settings.right, plan),
    ]);
    if (!isNewest()) return false;
    if (!left.ok) return this.#fail(left.error);
    if (!right.ok) return this.#fail(right.error);
    const story = storyOf(left.value, right.value, plan.turns);
    const at = Math.max(0, Math.min(stepIn(story), story.last));
    const { possible } = plan;
    this.#moveTo(at, { phase: 'ready', story, deeds, possible, isBusy: false });
    return true;
  }

  #fail(error: EngineError): false {
    const note = this.#world.messages.t('lines.failed', { what: error.message });
    this.#asked = this.get().deeds;
    this.#set({ phase: this.get().story === null ? 'failed' : 'ready', isBusy: false, note });
    return false;
  }

  /** One design: first which lines are touched, then every operation with a look at all of these. */
  async #played(client: SceneClient, design: DesignId, plan: Plan): Promise<Result<Played, EngineError>> {
    const { settings, machine } = this.get();
    const { place, workload, active, idle } = settings;
    const { operations } = plan;
    const opened = await client.open({
      design,
      machine,
      coherence: true,
      active,
      idle,
      place,
      workload,
      plan: operations,
    });
    if (!opened.ok) return opened;
    const from = plan.turns[0]?.first ?? 0;
    const span = { from, count: operations.length - from };
    const first = await client.run({ ...span, looks: [] });
    if (!first.ok) return first;
    const looks: LineRange[] = linesOf(first.value).map((line) => ({ first: line, count: 1 }));
    const shown = await client.run({ ...span, looks });
    if (!shown.ok) return shown;
    const stage = {
      design,
      machine: stageMachine(machine),
      protocol: machine.protocol.value,
      opened: opened.value,
      connections: active + idle,
    };
    return ok({ stage, shown: shown.value });
  }

  // --- the reader's step ---------------------------------------------------------------------------------------------

  /** One step on or back. What is still playing jumps to its end. */
  step(direction: 1 | -1): void {
    this.#rest();
    this.#step(direction);
  }
  #step(direction: 1 | -1): void {
    const { story, at, isBusy } = this.get();
    const next = at + direction;
    if (story === null || isBusy || next < 0 || next > story.last) return;
    const isBackwards = direction === -1;
    this.#moveTo(next, { film: { step: isBackwards ? at : next, isBackwards }, shown: isBackwards ? at : next });
  }
  seek(at: number): void {
    const { story } = this.get();
    this.#rest();
    if (story !== null) this.#moveTo(Math.max(0, Math.min(at, story.last)));
  }
  /** The film of a step is over. */
  filmOver(film: StepFilm): void {
    if (this.get().film === film) this.#set({ film: null, shown: this.get().at });
  }

  playAct(act: ActName): void {
    const { story } = this.get();
    const span = story === null ? null : spanOf(story, act);
    if (span === null) return;
    this.seek(span.from);
    this.#playTo(span.to);
  }
  /** To the end, or once more from the beginning. */
  play(): void {
    const { story, at } = this.get();
    if (story === null) return;
    if (at >= story.last) this.seek(0);
    this.#playTo(story.last);
  }
  #playTo(step: number): void {
    this.#until = step;
    this.#heldMs = 0;
    this.#set({ isPlaying: true });
    if (this.get().at < step) this.#step(1);
  }
  pause(): void {
    if (this.get().isPlaying) this.#set({ isPlaying: false });
  }
  setSpeed(speed: LineSpeed): void {
    this.#set({ speed });
  }

  /** A frame of the page's clock has passed. */
  tick(sinceLastMs: number): void {
    const { isPlaying, film, speed, at } = this.get();
    if (!isPlaying || film !== null) return;
    if (at >= this.#until) {
      this.pause();
      this.#tellAddress();
      return;
    }
    this.#heldMs += sinceLastMs * speed;
    if (this.#heldMs < HOLD_MS) return;
    this.#heldMs = 0;
    this.#step(1);
  }

  #rest(): void {
    const { film, isPlaying, at } = this.get();
    if (film !== null || isPlaying) this.#set({ film: null, isPlaying: false, shown: at });
  }

  #moveTo(at: number, change: Partial<StoryState> = {}): void {
    this.#set({ at, shown: at, film: null, ...change });
    // While it plays, too: what is shared or embedded is the step that is there.
    this.#tellAddress();
  }
  #tellAddress(): void {
    const { settings, at, deeds } = this.get();
    const { left, right, machine, idle, place } = settings;
    const own = deeds.length === 0 ? {} : { deeds: deedsText(deeds) };
    this.#address = { view: 'story', left, right, machine, idle, place, step: at, ...own };
    this.#world.onAddress(this.#address);
  }

  #set(change: Partial<StoryState>): void {
    this.#store.change(change);
  }
}
