/** A variant, made where the page's workers are; and what of the world is needed to judge it. */
import { useEffect, useState } from 'react';
import type { Result } from '../../base/result.ts';
import { makeVariant, type Variant, type VariantProblem } from '../../model/exercise/variant.ts';
import type { ShowMoves } from '../../model/exercise/world.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import { useMessages } from '../../ui/messages.tsx';
import { browserWorld } from './browser-world.ts';
import { ExerciseStore } from './exercise-store.ts';

export interface Asked {
  readonly variant: Variant;
  /** Null: the question has no stage. */
  readonly store: ExerciseStore | null;
  /** The server as the student has it, and a sound one. */
  readonly show: ShowMoves | null;
  readonly sound: ShowMoves | null;
  /** ISO 8601. */
  readonly begun: string;
}

export type AskedState =
  | { readonly kind: 'making' }
  | { readonly kind: 'made'; readonly made: Result<Asked, VariantProblem> };

export function useVariant(id: string, exercise: Exercise, seed: number): AskedState {
  const messages = useMessages();
  const [state, setState] = useState<AskedState>({ kind: 'making' });
  useEffect(() => {
    const world = browserWorld(messages.lang);
    let store: ExerciseStore | null = null;
    let isWanted = true;
    setState({ kind: 'making' });
    const make = async (): Promise<Result<Asked, VariantProblem>> => {
      const made = await makeVariant(id, exercise, seed, world);
      if (!made.ok) return made;
      const variant = made.value;
      const { compiled, question } = variant;
      const begun = new Date().toISOString();
      if (compiled === null) return { ok: true, value: { variant, store: null, show: null, sound: null, begun } };
      const sound = await world.open(compiled, exercise, null);
      const fault = question.kind === 'hunt' ? question.fault : null;
      const show = fault === null ? sound : await world.open(compiled, exercise, fault);
      if (!sound.ok) return { ok: false, error: { kind: 'engine', message: sound.error } };
      if (!show.ok) return { ok: false, error: { kind: 'engine', message: show.error } };
      if (isWanted) {
        store = new ExerciseStore(variant, messages);
        void store.begin();
      }
      return { ok: true, value: { variant, store, show: show.value, sound: sound.value, begun } };
    };
    void make().then((made) => {
      if (isWanted) setState({ kind: 'made', made });
    });
    return () => {
      isWanted = false;
      store?.dispose();
      world.dispose();
    };
  }, [id, exercise, seed, messages]);
  return state;
}
