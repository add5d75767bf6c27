/**
 * The standby page's state: the Playground's for the primary, and the standby's position. Both go to the worker with
 * each question, and into the address with each change; no React, no DOM.
 */
import { Store } from '../../base/store.ts';
import type { StandbyShown } from '../../engine/server/standby-types.ts';
import type { StandbyAddress } from '../../viewmodel/addresses.ts';
import {
  copiedAt,
  cutAt,
  exampleOf,
  FIRST_PLACE,
  placeIn,
  placeParts,
  release,
  replayTo,
  type StandbyPlace,
  standsAt,
  takeHere,
} from '../../viewmodel/standby/place.ts';
import { NOTHING_OPEN, type PlayDeps, type PlayState } from '../shared/play/play-state.ts';
import { PlayStore } from '../shared/play/play-store.ts';

export interface StandbyPageState {
  readonly play: PlayState;
  readonly place: StandbyPlace;
}
export type StandbyWorld = Omit<PlayDeps, 'onAddress'> & { onAddress(address: StandbyAddress): void };

export class StandbyStore {
  /** The primary. */
  readonly play: PlayStore;
  readonly #store = new Store<StandbyPageState>({ play: NOTHING_OPEN, place: FIRST_PLACE });
  readonly get = this.#store.get;
  readonly subscribe = this.#store.subscribe;
  #place: StandbyPlace = FIRST_PLACE;
  #told: StandbyAddress | null = null;
  #branches = 1;

  constructor(world: StandbyWorld) {
    const { client } = world;
    this.play = new PlayStore({
      ...world,
      client: {
        ...client,
        open: (compiled, options) => client.open(compiled, { ...options, standby: true }),
        show: (request) => client.show({ ...request, standby: this.#place }),
      },
      onAddress: (address) => {
        const told = { ...address, ...placeParts(this.#place) };
        // The bare address of an example's spec opens the example: its beginning is said.
        this.#told = exampleOf(told) === undefined ? told : { ...told, from: 0 };
        world.onAddress(this.#told);
      },
    });
    this.play.subscribe(() => this.#heard());
  }

  dispose(): void {
    this.play.dispose();
  }

  /** Adopts an address from outside. Without a source the first example; with an example's source alone, that one. */
  async applyAddress(given: StandbyAddress): Promise<void> {
    if (given === this.#told) return;
    const address = { ...given, ...exampleOf(given)?.address };
    this.#told = given;
    const { from: _, replay: __, held: ___, ...play } = address;
    this.#place = placeIn(address);
    await this.play.applyAddress(play);
  }
  /** Opens another spec: its standby starts at the beginning. */
  openScenario(id: string): Promise<void> {
    this.#place = FIRST_PLACE;
    return this.play.openScenario(id);
  }

  replayTo(to: number): void {
    this.#move((place, shown) => replayTo(place, shown, to));
  }
  replayBy(records: number): void {
    this.#move((place, shown) => replayTo(place, shown, standsAt(place, shown) + records));
  }
  /** Sets whether the standby replays the primary's WAL as soon as it is written. */
  follow(follows: boolean): void {
    this.#move((place, { at }) => ({ ...place, replay: follows ? 'end' : at }));
  }
  take(): void {
    this.#move(takeHere);
  }
  release(at: number): void {
    this.#move((place) => release(place, at));
  }
  copyHere(): void {
    this.#move((_, { records }) => copiedAt(records.length));
  }
  copyFromStart(): void {
    this.#move(() => copiedAt(0));
  }

  #move(make: (place: StandbyPlace, shown: StandbyShown) => StandbyPlace): void {
    const { phase, shown } = this.play.get();
    if (phase !== 'ready' || shown?.standby === undefined) return;
    const place = make(this.#place, shown.standby);
    if (place === this.#place) return;
    this.#place = place;
    this.play.select({});
    this.#tell();
  }

  #heard(): void {
    const { playback, shown } = this.play.get();
    const { branches } = playback;
    const made = branches.at(-1);
    // The primary has just started a new branch: the place is cut before the worker is asked about it.
    if (branches.length > this.#branches && made !== undefined && made.parent !== null && branches.length > 1) {
      const end = shown?.standby?.ends[made.at];
      if (end !== undefined && this.play.get().isBusy) this.#place = cutAt(this.#place, end);
    }
    this.#branches = branches.length;
    this.#tell();
  }
  #tell(): void {
    this.#store.set({ play: this.play.get(), place: this.#place });
  }
}
