/**
 * The layout bench's store: the layout, what its replay has counted, and what the versions of PostgreSQL have. A change
 * of the layout asks for its own replay alone; a change of the settings for all of them. No React, no DOM.
 */
import '../../../base/messages/en/layout.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err, type Result } from '../../../base/result.ts';
import { Store, Turns } from '../../../base/store.ts';
import type { LayoutClient } from '../../../engine/replay/layout-client.ts';
import { type LayoutTally, TABLE_LIMITS } from '../../../engine/replay/layout-types.ts';
import type { Machine, MachineId } from '../../../scenario/machine.ts';
import { presetOf } from '../../../viewmodel/layout/catalogue.ts';
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
import { parseLayout } from '../../../viewmodel/layout/format.ts';
import { type Layout, type LayoutCode, LINE_BYTES, shortName } from '../../../viewmodel/layout/layout.ts';
import { place } from '../../../viewmodel/layout/place.ts';
import {
  BESIDE,
  type Beside,
  DEFAULT_LAYOUT,
  designRequest,
  fitLayoutSettings,
  type LayoutSettings,
  layoutRequest,
  tableFault,
  tableRequest,
} from '../../../viewmodel/layout/settings.ts';
import type { LayoutAddress } from './address.ts';

export interface Counted {
  readonly layout: Layout;
  readonly connections: number;
  readonly tally: LayoutTally;
}

export interface LayoutState {
  readonly settings: LayoutSettings;
  readonly machine: Machine;
  readonly layout: Layout;
  /** What the last replay has counted, and of which layout; null: nothing yet. */
  readonly yours: Counted | null;
  readonly beside: Readonly<Record<Beside, LayoutTally | null>>;
  /** Of an own table: the counts of the layout as it was read. */
  readonly given: LayoutTally | null;
  readonly selected: string | null;
  /** The field that the reader has named as the one that hurts. */
  readonly named: string | null;
  /** The last move in words, and what could not be done. */
  readonly said: string;
  readonly fault: string | null;
  /** A worker that did not answer. */
  readonly failure: EngineError | null;
}

export interface LayoutDeps {
  readonly start: () => LayoutClient;
  readonly machine: (id: MachineId) => Machine;
  readonly messages: Messages;
  readonly onAddress: (address: LayoutAddress) => void;
}

const NONE: LayoutState['beside'] = { 'pg9.1': null, pg13: null, pg14: null };
const START: LayoutCode = 'pg13';
/** Layouts that can be taken back. */
const MOST_UNDONE = 100;

export class LayoutStore {
  readonly #world: LayoutDeps;
  readonly #client: LayoutClient;
  readonly #store: Store<LayoutState>;
  /** Of the layout's own replay, and of those beside it. */
  readonly #own = new Turns();
  readonly #all = new Turns();
  #address: LayoutAddress | null = null;
  #undo: readonly Layout[] = [];

  constructor(world: LayoutDeps) {
    this.#world = world;
    this.#client = world.start();
    this.#store = new Store<LayoutState>({
      settings: DEFAULT_LAYOUT,
      machine: world.machine(DEFAULT_LAYOUT.machine),
      layout: presetOf(START),
      yours: null,
      beside: NONE,
      given: null,
      selected: null,
      named: null,
      said: '',
      fault: null,
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
    this.#store.change({ layout, selected: null, named: null, said: '', fault: null });
    this.#settle({ ...DEFAULT_LAYOUT, ...settings });
  }

  change(change: Partial<LayoutSettings>): void {
    this.#settle({ ...this.get().settings, ...change });
    this.#tellAddress();
  }

  // --- the layout ----------------------------------------------------------------------------------------------------

  select(field: string | null): void {
    if (field !== this.get().selected) this.#store.change({ selected: field });
  }
  name(field: string): void {
    this.#store.change({ named: field });
  }

  take(code: LayoutCode): void {
    this.#adopt(presetOf(code), this.#world.messages.t('layout.said.preset', { code }));
  }

  /** Reads a layout that the reader has opened or pasted. */
  read(text: string): void {
    const layout = parseLayout(text, this.#world.messages);
    if (layout.ok) {
      this.#store.change({ given: null, selected: null });
      this.#adopt(layout.value, this.#world.messages.t('layout.said.read'));
    } else this.#store.change({ fault: layout.error });
  }
  refuse(why: string): void {
    this.#store.change({ fault: why });
  }

  step(field: string, direction: Direction): void {
    this.#moved(nudge(this.get().layout, field, direction), field);
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
    this.#adopt(setWay(this.get().layout, struct, on ? 'arrays' : 'structs'));
  }
  setPadded(struct: number, on: boolean): void {
    this.#adopt(setPad(this.get().layout, struct, on ? LINE_BYTES : 1));
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
      const what = { field: shortName(name), struct };
      this.#store.change({ said: why === 'count' ? t('layout.said.count', what) : t('layout.said.end', what) });
      return;
    }
    this.#adopt(moved.value, field === null ? t('layout.said.joined') : this.#placeOf(moved.value, field));
  }

  #placeOf(layout: Layout, name: string): string {
    const { active, idle } = this.get().settings;
    for (const { struct, fields } of place(layout, active + idle).structs) {
      const own = fields.find(({ field }) => field.name === name);
      if (own === undefined) continue;
      const [line, byte] = [Math.floor(own.at / LINE_BYTES), own.at % LINE_BYTES];
      return this.#world.messages.t('layout.said.moved', { field: shortName(name), struct: struct.name, line, byte });
    }
    return '';
  }

  #adopt(layout: Layout, said = ''): void {
    this.#undo = [...this.#undo, this.get().layout].slice(-MOST_UNDONE);
    this.#show(layout, said);
  }

  #show(layout: Layout, said: string): void {
    this.#store.change({ layout, said, fault: null });
    this.#tellAddress();
    void this.#runOwn();
  }

  // --- the replays ---------------------------------------------------------------------------------------------------

  #settle(wanted: LayoutSettings): void {
    const machine = this.#world.machine(wanted.machine);
    this.#store.change({
      settings: fitLayoutSettings(wanted, machine),
      machine,
      beside: NONE,
      given: null,
      failure: null,
    });
    void this.#runOwn().then(() => this.#runBeside());
  }

  async #runOwn(): Promise<void> {
    const isNewest = this.#own.begin();
    const { layout, settings } = this.get();
    const connections = settings.active + settings.idle;
    const tally = await this.#ownTally(layout);
    if (!isNewest()) return;
    if (tally.ok) {
      const { given } = this.get();
      const first = layout.replay === null ? (given ?? tally.value) : null;
      this.#store.change({ yours: { layout, connections, tally: tally.value }, given: first, failure: null });
    } else this.#store.change({ yours: null, failure: tally.error });
  }

  async #ownTally(layout: Layout): Promise<Result<LayoutTally, EngineError>> {
    const { settings, machine } = this.get();
    const { replay } = layout;
    if (replay !== null) return this.#client.run(layoutRequest({ ...layout, replay }, settings, machine));
    const request = tableRequest(layout, settings, machine);
    const why = tableFault(request);
    if (why === null) return this.#client.table(request);
    return err({ kind: 'bad-input', message: this.#world.messages.t(`layout.file.${why}`, TABLE_LIMITS) });
  }

  async #runBeside(): Promise<void> {
    const isNewest = this.#all.begin();
    const { settings, machine } = this.get();
    for (const design of BESIDE) {
      const tally = await this.#client.run(designRequest(design, settings, machine));
      if (!isNewest()) return;
      if (!tally.ok) {
        this.#store.change({ failure: tally.error });
        return;
      }
      this.#store.change({ beside: { ...this.get().beside, [design]: tally.value } });
    }
  }

  #tellAddress(): void {
    const { layout, settings } = this.get();
    const { protocol, ...others } = settings;
    this.#address = { ...others, ...(protocol === null ? {} : { protocol }), layout };
    this.#world.onAddress(this.#address);
  }
}
