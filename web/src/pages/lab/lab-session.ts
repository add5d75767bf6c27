/**
 * One page's lab through many requests: it is started when the first is made, and again when one needs more threads
 * than it has room for.
 *
 * Invariants
 * - The newest wish wins: late answers to older requests are dropped.
 * - Slices count only for the request they ran under. They may arrive before that request's number does, so they wait.
 * - A setting that is refused changes nothing: the old one keeps running.
 */
import type { EngineError } from '../../base/engine-error.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type IsNewest, Turns } from '../../base/store.ts';
import type { LabClient, LabConfig, LabInfo, LabSlice, StartLab } from '../../engine/lab/lab-types.ts';

const MAX_WAITING = 5000;

export interface Accepted {
  /** The lab was started for this request: its clock began again. */
  readonly isFresh: boolean;
  readonly info: LabInfo;
}

export interface Refused {
  readonly error: EngineError;
  /** Nothing runs any more; otherwise the setting before keeps running. */
  readonly hasEnded: boolean;
}

export class LabSession {
  readonly #startLab: StartLab;
  #client: LabClient | null = null;
  /** Threads that the client has room for. */
  #room = 0;
  readonly #wishes = new Turns();
  /** Number of the request whose slices count; null while it is on its way. */
  #generation: number | null = null;
  #waiting: readonly LabSlice[] = [];

  constructor(startLab: StartLab) {
    this.#startLab = startLab;
  }

  /**
   * Asks for a setting, with room for that many threads or more. `onStart` is called when a lab has to be started for
   * it. Null: a newer wish, or the end, came first.
   */
  async ask(config: LabConfig, threads: number, onStart: () => void): Promise<Result<Accepted, Refused> | null> {
    const isNewest = this.#wishes.begin();
    const isFresh = !this.#hasRoomFor(threads);
    if (isFresh) {
      this.#drop();
      onStart();
    }
    const started = isFresh ? await this.#start(Math.max(this.#room, threads), isNewest) : null;
    if (started !== null && !started.ok) return err({ error: started.error, hasEnded: true });
    const client = this.#client;
    if (!isNewest() || client === null) return null;
    const before = this.#generation;
    this.#generation = null;
    const answer = await client.request(config);
    if (!isNewest()) return null;
    if (!answer.ok) return err(this.#refused(answer.error, before));
    this.#generation = answer.value;
    client.resume();
    return ok({ isFresh, info: client.info() });
  }

  /** The present request's new slices. */
  drain(): readonly LabSlice[] {
    const slices = [...this.#waiting, ...(this.#client?.drain() ?? [])];
    this.#waiting = this.#generation === null ? slices.slice(-MAX_WAITING) : [];
    return slices.filter(({ generation }) => generation === this.#generation);
  }

  /** Slices that wait belong to an older run: another one begins. */
  forget(): void {
    this.#waiting = [];
  }

  /** Ends the present request, and drops the answer to one that is on its way. */
  stop(): void {
    this.#wishes.end();
    this.#generation = null;
    this.#client?.pause();
  }

  pause(): void {
    this.#client?.pause();
  }

  resume(): void {
    this.#client?.resume();
  }

  /** Null while there is no lab. */
  info(): LabInfo | null {
    return this.#client?.info() ?? null;
  }

  /** True once after the lab stopped by itself; the next request starts it again. */
  takeFailure(): boolean {
    const hasFailed = this.#client?.state() === 'failed';
    if (hasFailed) {
      this.#drop();
      this.#room = 0;
    }
    return hasFailed;
  }

  dispose(): void {
    this.#wishes.end();
    this.#drop();
  }

  #hasRoomFor(threads: number): boolean {
    return this.#client !== null && this.#room >= threads && this.#client.state() !== 'failed';
  }

  async #start(threads: number, isNewest: IsNewest): Promise<Result<null, EngineError>> {
    const started = await this.#startLab(threads);
    if (!isNewest()) {
      if (started.ok) started.value.dispose();
      return ok(null);
    }
    if (!started.ok) {
      this.#room = 0;
      return started;
    }
    this.#client = started.value;
    this.#room = threads;
    return ok(null);
  }

  #refused(error: EngineError, before: number | null): Refused {
    const hasEnded = before === null || error.kind !== 'bad-input';
    if (hasEnded) {
      this.#drop();
      this.#room = 0;
    } else this.#generation = before;
    return { error, hasEnded };
  }

  #drop(): void {
    this.#client?.dispose();
    this.#client = null;
    this.#generation = null;
  }
}
