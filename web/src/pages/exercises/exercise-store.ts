/** The Playground's store for an exercise: the variant's spec, the schedule played so far, and a server that may have a fault. */

import { useEffect, useState } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { ok, type Result } from '../../base/result.ts';
import { type StageClient, startStage } from '../../engine/stage/stage-client.ts';
import type { Move } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { ExerciseDeps, ShowMoves } from '../../viewmodel/exercise/exercise-deps.ts';
import type { VariantProblem } from '../../viewmodel/exercise/kind.ts';
import type { Exercise } from '../../viewmodel/exercise/kinds.ts';
import { faultOf, settingOf } from '../../viewmodel/exercise/kinds.ts';
import { makeVariant, type Variant } from '../../viewmodel/exercise/variant.ts';
import { browserWorld } from '../shared/exercises/browser-deps.ts';
import { PlayStore } from '../shared/play/play-store.ts';

/** A stage whose server has this fault, whatever spec is opened. */
function withFault(client: StageClient, fault: string | null): StageClient {
  if (fault === null) return client;
  return { ...client, open: (compiled, options) => client.open(compiled, { ...options, faults: [fault] }) };
}

export class ExerciseStore extends PlayStore {
  readonly #variant: Variant;
  readonly #stage: StageClient;
  /** While a prediction is open the reader cannot go beyond the played steps. */
  #last: number | null;

  /** @param compile for what the learner types: it becomes a new text */
  constructor(variant: Variant, messages: Messages, compile: ExerciseDeps['compile']) {
    const { question, compiled, text } = variant;
    const stage = startStage();
    super({
      client: withFault(stage, faultOf(question)),
      load: () => Promise.resolve(null),
      compile: async (source) => {
        const given = typeof source === 'string' ? source : new TextDecoder().decode(source);
        return given === text && compiled !== null ? ok(compiled) : compile(given);
      },
      messages,
      later: (callback, ms) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      onAddress: () => undefined,
    });
    this.#variant = variant;
    this.#stage = stage;
    this.#last = settingOf(question)?.played.length ?? null;
  }

  /** Goes to the step where the question is asked. */
  begin(): Promise<void> {
    const { question, text, exercise } = this.#variant;
    const played = settingOf(question)?.played ?? [];
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
    super.seek(this.#asFarAs(tick), branch);
  }
  override walk(tick: number): void {
    super.walk(this.#asFarAs(tick));
  }
  /** While a question is asked, its answer stays ahead. */
  readonly #asFarAs = (tick: number): number => (this.#last === null ? tick : Math.min(tick, this.#last));
  override step(): boolean {
    return this.#last === null ? super.step() : false;
  }
}

export interface Asked {
  readonly variant: Variant;
  /** Null: the question has no stage. */
  readonly store: ExerciseStore | null;
  /** The student's server, and a sound one. */
  readonly show: ShowMoves | null;
  readonly sound: ShowMoves | null;
  /** ISO 8601. */
  readonly begun: string;
  /** Cancels the servers' current questions. */
  stop(): void;
}

export type AskedState =
  | { readonly kind: 'making'; cancel(): void }
  | { readonly kind: 'cancelled'; again(): void }
  | { readonly kind: 'made'; readonly made: Result<Asked, VariantProblem> };

/** A variant, made in the page's workers; and the parts of the world that judge it. */
export function useVariant(id: string, exercise: Exercise, seed: number): AskedState {
  const messages = useMessages();
  const [made, setMade] = useState<Result<Asked, VariantProblem> | null>(null);
  /** Null: cancelled; else the number of the try. */
  const [attempt, setAttempt] = useState<number | null>(1);
  useEffect(() => {
    setMade(null);
    if (attempt === null) return undefined;
    const world = browserWorld(messages.lang);
    let store: ExerciseStore | null = null;
    let isWanted = true;
    const make = async (): Promise<Result<Asked, VariantProblem>> => {
      const made = await makeVariant(id, exercise, seed, world);
      if (!made.ok) return made;
      const variant = made.value;
      const { compiled, question } = variant;
      const begun = new Date().toISOString();
      if (compiled === null)
        return { ok: true, value: { variant, store: null, show: null, sound: null, begun, stop: world.stop } };
      const sound = await world.open(compiled, exercise, null);
      const fault = faultOf(question);
      const show = fault === null ? sound : await world.open(compiled, exercise, fault);
      if (!sound.ok) return { ok: false, error: { kind: 'engine', message: sound.error } };
      if (!show.ok) return { ok: false, error: { kind: 'engine', message: show.error } };
      if (isWanted) {
        store = new ExerciseStore(variant, messages, world.compile);
        void store.begin();
      }
      return { ok: true, value: { variant, store, show: show.value, sound: sound.value, begun, stop: world.stop } };
    };
    void make().then((done) => {
      if (isWanted) setMade(done);
    });
    return () => {
      isWanted = false;
      store?.dispose();
      world.dispose();
    };
  }, [id, exercise, seed, messages, attempt]);
  if (attempt === null) return { kind: 'cancelled', again: () => setAttempt(1) };
  return made === null ? { kind: 'making', cancel: () => setAttempt(null) } : { kind: 'made', made };
}
