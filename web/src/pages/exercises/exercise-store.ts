/** The Playground's store for an exercise: the variant's spec, the schedule played so far, and a server that may have a fault. */
import type { Messages } from '../../base/messages/index.ts';
import { ok } from '../../base/result.ts';
import { type StageClient, startStage } from '../../engine/stage/stage-client.ts';
import type { Move } from '../../engine/stage/stage-types.ts';
import type { Variant } from '../../viewmodel/exercise/variant.ts';
import { PlayStore } from '../shared/play/play-store.ts';

/** A stage whose server has this fault, whatever spec is opened. */
function withFault(client: StageClient, fault: string | null): StageClient {
  if (fault === null) return client;
  return {
    open: (compiled, options) => client.open(compiled, { ...options, faults: [fault] }),
    show: (request) => client.show(request),
    trace: (moves, permutation) => client.trace(moves, permutation),
    stop: () => client.stop(),
    dispose: () => client.dispose(),
  };
}

export class ExerciseStore extends PlayStore {
  readonly #variant: Variant;
  readonly #stage: StageClient;
  /** While a prediction is open the reader cannot go beyond the played steps. */
  #last: number | null;

  constructor(variant: Variant, messages: Messages) {
    const { question, compiled } = variant;
    const stage = startStage();
    super({
      client: withFault(stage, question.kind === 'hunt' ? question.fault : null),
      load: () => Promise.resolve(null),
      compile: () => Promise.resolve(compiled === null ? { ok: false, error: [] } : ok(compiled)),
      messages,
      later: (callback, ms) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      onAddress: () => undefined,
    });
    this.#variant = variant;
    this.#stage = stage;
    this.#last = 'played' in question ? question.played.length : null;
  }

  /** Goes to the step where the question is asked. */
  begin(): Promise<void> {
    const { question, text, exercise } = this.#variant;
    const played = 'played' in question ? question.played : [];
    return this.openText(text, 'exercise.spec', {
      permutation: 0,
      rules: exercise.rules,
      ...(played.length === 0 ? {} : { moves: played.join('-'), tick: played.length }),
    });
  }

  /** Plays these moves from the set-up on. */
  run(moves: readonly Move[]): Promise<void> {
    this.#last = null;
    const { text, exercise } = this.#variant;
    return this.openText(text, 'exercise.spec', {
      permutation: 0,
      rules: exercise.rules,
      ...(moves.length === 0
        ? {}
        : { moves: moves.map((move) => (move < 0 ? 't' : move)).join('-'), tick: moves.length }),
    });
  }

  /** Cancels the running playback, and goes to the step where the question is asked. */
  stop(): Promise<void> {
    this.#stage.stop();
    return this.begin();
  }

  override move(move: Move): void {
    if (this.#last === null) super.move(move);
  }
  override seek(tick: number, branch?: number): void {
    super.seek(this.#last === null ? tick : Math.min(tick, this.#last), branch);
  }
  override step(): boolean {
    return this.#last === null ? super.step() : false;
  }
}
