/** The shipped exercises, as their tests read them, and one engine on which they make variants. */
import { readdirSync, readFileSync } from 'node:fs';
import { exerciseWorld } from '../../node/exercises/node-deps.ts';
import type { Exercise } from '../../src/viewmodel/exercise/kinds.ts';
import { parseExerciseBytes } from '../../src/viewmodel/exercise/parse.ts';
import { makeVariant, type Variant } from '../../src/viewmodel/exercise/variant.ts';

export const world = await exerciseWorld();

export const folder = new URL('../../../scenarios/exercises/', import.meta.url);

export function readExercise(file: string): Exercise {
  const parsed = parseExerciseBytes(readFileSync(new URL(file, folder)));
  if (!parsed.ok) throw new Error(`${file}: ${JSON.stringify(parsed.error)}`);
  return parsed.value;
}

/** In every language. */
export const files = readdirSync(folder).filter((file) => /\.[a-z]{2}\.md$/.test(file));

/** In English, by id. */
export const exercises = files
  .filter((file) => file.endsWith('.en.md'))
  .map((file): readonly [string, Exercise] => [file.replace('.en.md', ''), readExercise(file)]);

export function exerciseOf(id: string): Exercise {
  const [, found] = exercises.find(([name]) => name === id) ?? [];
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

export async function variantOf(id: string, exercise: Exercise, seed: number): Promise<Variant> {
  const made = await makeVariant(id, exercise, seed, world);
  if (!made.ok) throw new Error(`${id}, seed ${seed}: ${JSON.stringify(made.error)}`);
  return made.value;
}
