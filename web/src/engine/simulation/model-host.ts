/**
 * Models a list of points, one after the other, and stays reachable meanwhile: it works in turns of some milliseconds and looks at what
 * was said to it in between. A new sweep takes the place of the one under way. Runs in `model-worker.ts`; a test gives it another modeller.
 */

import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { FromModel, ToModel } from './model-messages.ts';
import { Modeller } from './modeller.ts';

/** Long enough that looking up costs nothing, short enough that nobody waits for an answer. */
const TURN_MS = 20;
const FIRST_TURN = 2e5;
const PROGRESS_MS = 60;

export type HostModeller = Pick<Modeller, 'start' | 'run' | 'progress' | 'row'>;

export interface ModelHostParts {
  readonly post: (message: FromModel) => void;
  readonly load?: (place: WasmPlace) => Promise<Result<HostModeller, EngineError>>;
  /** Lets messages come in. */
  readonly pause?: () => Promise<void>;
  readonly now?: () => number;
}

export class ModelHost {
  readonly #post: (message: FromModel) => void;
  readonly #load: (place: WasmPlace) => Promise<Result<HostModeller, EngineError>>;
  readonly #pause: () => Promise<void>;
  readonly #now: () => number;
  #modeller: Promise<Result<HostModeller, EngineError>> | undefined;
  /** The sweep that is wanted; every other one has ended or ends at its next look. */
  #wanted: number | null = null;
  /** Sweeps run one after the other: they share the module. */
  #last: Promise<void> = Promise.resolve();
  #accesses = FIRST_TURN;

  constructor({ post, load, pause, now }: ModelHostParts) {
    this.#post = post;
    this.#load = load ?? ((place) => Modeller.load(place));
    this.#pause = pause ?? (() => new Promise((done) => setTimeout(done)));
    this.#now = now ?? (() => performance.now());
  }

  hear(message: ToModel): void {
    if (message.kind === 'cancel') {
      if (this.#wanted === message.id) this.#wanted = null;
      return;
    }
    this.#wanted = message.id;
    this.#last = this.#last.then(() => this.#sweep(message));
  }

  async #sweep(message: ToModel & { readonly kind: 'sweep' }): Promise<void> {
    const { id, place, points } = message;
    const fail = (error: EngineError): void => this.#post({ kind: 'failed', id, error });
    try {
      if (this.#wanted === id) this.#modeller ??= this.#load(place);
      const loaded = await this.#modeller;
      if (loaded !== undefined && !loaded.ok) {
        this.#modeller = undefined;
        fail(loaded.error);
        return;
      }
      for (const [at, { machine, config, seed }] of points.entries()) {
        if (this.#wanted !== id || loaded === undefined) break;
        this.#post({ kind: 'progress', id, at, share: 0 });
        const started = loaded.value.start(machine, config, seed);
        if (!started.ok) {
          fail(started.error);
          return;
        }
        if (!(await this.#run(loaded.value, id, at))) break;
        const row = loaded.value.row();
        if (row !== null) this.#post({ kind: 'row', id, at, row });
      }
      this.#post({ kind: this.#wanted === id ? 'done' : 'cancelled', id });
    } catch (cause) {
      // The module is in no known state: the next sweep gets another.
      this.#modeller = undefined;
      fail({ kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) });
    }
  }

  /** One point to its end; false when nobody wants it any more. */
  async #run(modeller: HostModeller, id: number, at: number): Promise<boolean> {
    let said = this.#now();
    for (;;) {
      await this.#pause();
      if (this.#wanted !== id) return false;
      const from = this.#now();
      const over = modeller.run(this.#accesses);
      const to = this.#now();
      if (over) return true;
      // As many as fit into a turn at the speed of the last one; at most twice as many, since speed depends on what is touched.
      const factor = Math.min(2, Math.max(0.25, TURN_MS / Math.max(1, to - from)));
      this.#accesses = Math.max(1e4, Math.round(this.#accesses * factor));
      if (to - said > PROGRESS_MS) {
        said = to;
        this.#post({ kind: 'progress', id, at, share: modeller.progress() });
      }
    }
  }
}
