/** A variant, made in the page's workers; and the parts of the world that judge it. */
import { useEffect, useState } from 'react';
import type { Result } from '../../base/result.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import { useMessages } from '../../ui/messages.tsx';
import { makeVariant, type Variant, type VariantProblem } from '../../viewmodel/exercise/variant.ts';
import type { ShowMoves } from '../../viewmodel/exercise/world.ts';
import { browserWorld } from '../shared/exercises/browser-world.ts';
import { ExerciseStore } from './exercise-store.ts';

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
      const fault = question.kind === 'hunt' ? question.fault : null;
      const show = fault === null ? sound : await world.open(compiled, exercise, fault);
      if (!sound.ok) return { ok: false, error: { kind: 'engine', message: sound.error } };
      if (!show.ok) return { ok: false, error: { kind: 'engine', message: show.error } };
      if (isWanted) {
        store = new ExerciseStore(variant, messages);
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
