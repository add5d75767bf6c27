/**
 * A permutation in which one can step back and forth. Ticks: the set-up is tick 0, each launch of a step is one more,
 * the end (remaining waits, teardown) is the last. The same ticks always give the same lines, so going back means
 * restoring a checkpoint and repeating some ticks.
 *
 * Checkpoints are copies of the database's and the runner's state that share unchanged pages (paged-copy.ts). They are
 * taken every few ticks, and thinned out when they grow beyond `checkpointBytes`.
 */

import type { Permutation } from '../../scenario/spec-types.ts';
import type { Checkpoint, Database } from '../../sql/database.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import { SpecRunner } from '../spec/spec-run.ts';
import type { RunState } from '../spec/tester-conns.ts';
import { ownBytes, type PagedCopy, pagedCopy, wholeOf } from './paged-copy.ts';
import { TraceLineBuilder } from './trace-lines.ts';
import type { TraceLine, TraceState } from './trace-types.ts';

export interface RunOptions {
  /** A new server. Called once for a run, and once more for each fork. Its deadlocks must be 'when-checked'. */
  readonly makeDatabase: () => Database | Promise<Database>;
  /** The server's state in a line; without it, lines have no state. */
  readonly stateOf?: (db: Database) => TraceState;
  /** Called before each tick that is done, also again after a checkpoint. */
  readonly beforeTick?: (tick: number) => void;
  /** Number of the permutation, from 1, for its lines. */
  readonly number?: number;
  /** Ticks between two checkpoints. Default 8. */
  readonly checkpointEvery?: number;
  /** Bytes of the database that all checkpoints together may take. Default 64 MB. */
  readonly checkpointBytes?: number;
}

interface State {
  readonly tick: number;
  readonly db: Checkpoint;
  readonly runner: RunState;
}

interface Saved {
  readonly tick: number;
  readonly core: PagedCopy;
  /** Bytes of `core` that the checkpoint before it does not share. */
  readonly bytes: number;
  readonly sessions: Checkpoint['sessions'];
  readonly runner: RunState;
}

export interface TraceRun {
  readonly permutation: Permutation;
  /** Ticks done: 0 before the set-up. */
  readonly position: number;
  /** Ticks in total: set-up, launches, end. A run that fails has fewer. */
  readonly length: number;
  /** Ticks ever done with these steps: up to there a seek finds checkpoints. */
  readonly known: number;
  /** No tick can follow. */
  readonly ended: boolean;
  /** Lines of all ticks ever done, in order, including those after the position. */
  readonly lines: readonly TraceLine[];
  /** The database at this position. Callers may read it; changing it would spoil the run. */
  readonly database: Database;
  /** The step under way (it waits) in each session, as its index in the spec's `steps`. */
  readonly underWay: readonly (number | null)[];
  /** A session waits whose deadlock check is still to come. */
  readonly timeCanPass: boolean;
  /**
   * Does one tick; returns its lines, or null when the run has ended. Throws when it reaches a limit; the run then
   * stays where it was, and its next call starts from a checkpoint.
   */
  step(): readonly TraceLine[] | null;
  /** Moves to where `position` ticks are done, or to the end if there are fewer. Returns the new position. */
  seek(position: number): number;
  /**
   * Changes the steps: those in common with the present ones stay done, with their lines; later ones are forgotten. The
   * position stays, or moves back to where the steps part.
   */
  reroute(permutation: Permutation): void;
  /** A separate run that shares the first `position` ticks, and continues with `rest` if given. */
  fork(position: number, rest?: Permutation): Promise<TraceRun>;
}

export async function createRun(
  compiled: CompiledSpec,
  permutation: Permutation,
  options: RunOptions,
): Promise<TraceRun> {
  return new Run(compiled, permutation, options, await options.makeDatabase(), null);
}

/** How many of their first steps two permutations share, including the blockers. */
function commonSteps(a: Permutation, b: Permutation): number {
  let i = 0;
  for (; i < a.length && i < b.length; i++) {
    const [one, other] = [a[i], b[i]];
    if (one === other) continue;
    if (one?.step !== other?.step || one?.blockers.length !== 0 || other?.blockers.length !== 0) break;
  }
  return i;
}

class Run implements TraceRun {
  readonly #compiled: CompiledSpec;
  readonly #options: RunOptions;
  readonly #runner: SpecRunner;
  readonly #maker: TraceLineBuilder;
  readonly database: Database;
  permutation: Permutation;
  #lines: TraceLine[] = [];
  /** Index of each tick's first line, and the end of the last tick. */
  #lineOf: number[] = [0];
  #saved: Saved[] = [];
  #every: number;
  position = 0;
  #failed = false;
  /** A tick was interrupted: the run cannot continue from the state it left. */
  #spoilt = false;

  constructor(
    compiled: CompiledSpec,
    permutation: Permutation,
    options: RunOptions,
    database: Database,
    from: State | null,
  ) {
    this.#compiled = compiled;
    this.#options = options;
    this.permutation = permutation;
    this.#every = Math.max(1, options.checkpointEvery ?? 8);
    this.database = database;
    if (from !== null) this.database.restore(from.db);
    const { stateOf } = options;
    this.#maker = new TraceLineBuilder(compiled.spec, options.number ?? 1, () =>
      stateOf === undefined || this.#doneBefore ? null : stateOf(this.database),
    );
    this.#runner = new SpecRunner(compiled, this.database, this.#maker.onEvent, from?.runner);
    if (from === null) this.#save();
  }

  get length(): number {
    return this.#failed ? this.#lineOf.length - 1 : this.permutation.length + 2;
  }

  get known(): number {
    return this.#lineOf.length - 1;
  }

  get ended(): boolean {
    return this.position >= this.length;
  }

  get lines(): readonly TraceLine[] {
    return this.#lines;
  }

  get underWay(): readonly (number | null)[] {
    const { conns, permutation } = this.#runner.state;
    return conns.map(({ active }) => (active === null ? null : (permutation[active]?.step ?? null)));
  }

  get timeCanPass(): boolean {
    return this.#runner.timeCanPass;
  }

  /** The next tick was done before: its lines are known. */
  get #doneBefore(): boolean {
    return this.position < this.known;
  }

  step(): readonly TraceLine[] | null {
    if (this.#spoilt) this.#rewind(this.position);
    if (this.ended) return null;
    const tick = this.position;
    const known = this.#doneBefore;
    let worked = false;
    try {
      worked = this.#tick(tick);
    } catch (cause) {
      this.#maker.take();
      this.#spoilt = true;
      throw cause;
    }
    const made = this.#maker.take();
    this.position++;
    // Lines made again lack the state, so the known ones are returned.
    if (known) return this.#lines.slice(this.#lineOf[tick], this.#lineOf[tick + 1]);
    this.#lines.push(...made);
    this.#lineOf.push(this.#lines.length);
    if (!worked) this.#failed = true;
    if (this.position % this.#every === 0 && !this.ended) this.#save();
    return made;
  }

  seek(position: number): number {
    const target = Math.max(0, Math.min(Math.trunc(position), this.length));
    if (this.#spoilt || target < this.position || this.#nearest(target).tick > this.position) this.#rewind(target);
    while (this.position < target && this.step() !== null);
    return this.position;
  }

  /** Restores the last checkpoint before a position, then repeats ticks up to it. */
  #rewind(position: number): void {
    const saved = this.#nearest(position);
    this.database.restore({ core: wholeOf(saved.core), sessions: saved.sessions });
    this.#runner.restore(saved.runner);
    this.position = saved.tick;
    this.#spoilt = false;
    while (this.position < position && this.step() !== null);
  }

  reroute(permutation: Permutation): void {
    const common = commonSteps(this.permutation, permutation);
    if (common === this.permutation.length && common === permutation.length) return;
    // The set-up, and the steps in common.
    const kept = common + 1;
    if (this.position > kept) this.seek(kept);
    if (this.#lineOf.length > kept + 1) {
      this.#lineOf.length = kept + 1;
      this.#lines.length = this.#lineOf[kept] ?? 0;
      this.#failed = false;
    }
    this.#saved = this.#saved
      .filter((one) => one.tick <= kept)
      .map((one) => (one.tick === 0 ? one : { ...one, runner: { ...one.runner, permutation } }));
    this.permutation = permutation;
    if (this.position > 0) this.#runner.setRest(permutation.slice(this.position - 1));
  }

  async fork(position: number, rest?: Permutation): Promise<TraceRun> {
    const here = this.position;
    // New steps have to start before the end.
    this.seek(rest === undefined ? position : Math.min(position, this.permutation.length + 1));
    const tick = this.position;
    const saved = this.#state();
    this.seek(here);
    const launched = Math.max(0, Math.min(tick - 1, this.permutation.length));
    const permutation = rest === undefined ? this.permutation : [...this.permutation.slice(0, launched), ...rest];
    // Taken now, because this run may move on while the database is made.
    const common = {
      lines: this.#lines.slice(0, this.#lineOf[tick] ?? 0),
      lineOf: this.#lineOf.slice(0, tick + 1),
      failed: this.#failed && tick >= this.length,
      saved: this.#saved.filter((one) => one.tick < tick),
    };
    const fork = new Run(this.#compiled, permutation, this.#options, await this.#options.makeDatabase(), saved);
    fork.#takeOver(common, saved, rest ?? null);
    return fork;
  }

  /** Takes over the ticks in common with the run that this one was forked from. */
  #takeOver(
    common: { lines: TraceLine[]; lineOf: number[]; failed: boolean; saved: readonly Saved[] },
    at: State,
    rest: Permutation | null,
  ): void {
    this.position = at.tick;
    this.#lines = common.lines;
    this.#lineOf = common.lineOf;
    this.#failed = common.failed;
    if (at.tick > 0 && rest !== null) this.#runner.setRest(rest);
    // Earlier checkpoints are valid for both once they hold the new steps.
    this.#saved = common.saved.map((one) =>
      one.tick === 0 ? one : { ...one, runner: { ...one.runner, permutation: this.permutation } },
    );
    this.#save();
  }

  #tick(tick: number): boolean {
    this.#maker.tick = Math.max(0, tick);
    this.#options.beforeTick?.(tick);
    if (tick === 0) {
      this.#maker.beginSetup();
      return this.#runner.begin(this.permutation);
    }
    if (tick <= this.permutation.length) return this.#runner.launch();
    return this.#runner.finish();
  }

  #state(): State {
    return {
      tick: this.position,
      db: this.database.checkpoint(),
      runner: this.#runner.save(),
    };
  }

  #nearest(position: number): Saved {
    let best: Saved | undefined;
    for (const saved of this.#saved)
      if (saved.tick <= position && (best === undefined || saved.tick > best.tick)) best = saved;
    if (best === undefined) throw new RangeError(`no checkpoint before tick ${position}`);
    return best;
  }

  #save(): void {
    if (this.#saved.some((saved) => saved.tick === this.position)) return;
    const { tick, db, runner } = this.#state();
    const before = this.#saved.at(-1)?.core;
    const core = pagedCopy(db.core, before);
    this.#saved.push({ tick, core, bytes: ownBytes(core, before), sessions: db.sessions, runner });
    const max = this.#options.checkpointBytes ?? 64_000_000;
    const bytes = (): number => this.#saved.reduce((sum, saved) => sum + saved.bytes, 0);
    while (this.#saved.length > 2 && bytes() > max) {
      // Removes every second one but keeps the first: the rest are twice as far apart.
      this.#saved = this.#saved
        .filter((_, i) => i % 2 === 0)
        .map((saved, i, left) => ({ ...saved, bytes: ownBytes(saved.core, left[i - 1]?.core) }));
      this.#every *= 2;
    }
  }
}
