/**
 * Moments of real runs for tests and the gallery (`npm run gen:stage` writes them; web/tools/stage-fixture.ts lists
 * them; a test compares them with the engine's present answers).
 */
import type { Move, Shown, StageExplanation } from '../../engine/stage/stage-types.ts';
import { parseSpec } from '../../scenario/spec-parse.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import fixture from './stage.fixture.json' with { type: 'json' };

export type MomentName = keyof typeof fixture;
export interface StageMoment {
  readonly text: string;
  readonly spec: Spec;
  readonly moves: readonly Move[];
  readonly tick: number;
  readonly shown: Shown;
  /** For every row version on the page (the first twelve), for every session. */
  readonly explanations: readonly StageExplanation[];
}

export const MOMENT_NAMES = Object.keys(fixture) as readonly MomentName[];

export function moment(name: MomentName): StageMoment {
  const one = fixture[name] as unknown as Omit<StageMoment, 'spec'>;
  const spec = parseSpec(one.text);
  if (!spec.ok) throw new Error(`the spec of ${name} is broken`);
  return { ...one, spec: spec.value };
}
