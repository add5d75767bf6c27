/**
 * A page's litmus runs: two threads, started with the first run and kept for the next ones. The newest wish wins; counts
 * of every variant stay until it is run again.
 */
import type { EngineError } from '../../../base/engine-error.ts';
import { Store, Turns } from '../../../base/store.ts';
import type { LitmusClient, LitmusPlan, StartLitmus } from '../../../engine/lab/litmus-types.ts';
import { runsOf, type Seen } from '../../../viewmodel/litmus/litmus.ts';

/** The counts of one variant, and how it was run. */
export interface LitmusResult {
  readonly plan: LitmusPlan;
  readonly seen: Seen;
  readonly naps: number;
}

export interface LitmusView {
  readonly phase: 'ready' | 'starting' | 'running' | 'done' | 'stopped' | 'failed';
  readonly error: EngineError | null;
  /** The test that is running, or ran last. */
  readonly plan: LitmusPlan | null;
  /** By the variant's place among all. */
  readonly results: ReadonlyMap<number, LitmusResult>;
}

/** Numbers that change in every frame cannot be read. */
const PUBLISH_MS = 100;

export class LitmusRun {
  readonly #start: StartLitmus;
  readonly #store = new Store<LitmusView>({ phase: 'ready', error: null, plan: null, results: new Map() });
  readonly get = this.#store.get;
  readonly subscribe = this.#store.subscribe;
  readonly #turns = new Turns();
  #client: LitmusClient | null = null;
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(start: StartLitmus) {
    this.#start = start;
  }

  async start(plan: LitmusPlan): Promise<void> {
    const isNewest = this.#turns.begin();
    this.#store.change({ phase: 'starting', error: null, plan });
    if (this.#client?.failure() !== undefined) this.#drop();
    if (this.#client === null) {
      const started = await this.#start();
      if (!isNewest()) {
        if (started.ok) started.value.dispose();
        return;
      }
      if (!started.ok) {
        this.#store.change({ phase: 'failed', error: started.error });
        return;
      }
      this.#client = started.value;
    }
    const answer = await this.#client.run(plan);
    if (!isNewest()) return;
    if (!answer.ok) {
      this.#store.change({ phase: 'failed', error: answer.error });
      return;
    }
    this.#publishedAt = Number.NEGATIVE_INFINITY;
    this.#store.change({ phase: 'running' });
  }

  /** Stops at once and keeps what was counted. */
  readonly stop = (): void => {
    const { phase } = this.get();
    if (phase !== 'starting' && phase !== 'running') return;
    this.#turns.end();
    this.#client?.stop();
    if (phase === 'running') this.#take();
    this.#store.change({ phase: 'stopped' });
  };

  /** Once per animation frame. */
  pump(nowMs: number): void {
    if (this.get().phase !== 'running' || this.#client === null) return;
    const error = this.#client.failure();
    if (error !== undefined) {
      this.#store.change({ phase: 'failed', error });
      return;
    }
    const { isRunning } = this.#client.counts();
    if (isRunning && nowMs - this.#publishedAt < PUBLISH_MS) return;
    this.#publishedAt = nowMs;
    this.#take();
    if (!isRunning) this.#store.change({ phase: 'done' });
  }

  dispose(): void {
    this.#turns.end();
    this.#drop();
  }

  #take(): void {
    const { plan, results } = this.get();
    if (plan === null || this.#client === null) return;
    const { seen, naps } = this.#client.counts();
    if (runsOf(seen) === 0) return;
    this.#store.change({ results: new Map([...results, [plan.variant, { plan, seen, naps }]]) });
  }

  #drop(): void {
    this.#client?.dispose();
    this.#client = null;
  }
}
