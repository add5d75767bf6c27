/** A wrong prediction of an error shows the version that another session changed, and none that it only locked. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exerciseWorld } from '../../node/exercises/node-deps.ts';
import { sourceCompilerInNode } from '../../src/engine/spec/compile-source.node.ts';
import { parseExerciseBytes } from '../../src/viewmodel/exercise/parse.ts';
import { whyError } from '../../src/viewmodel/exercise/why.ts';

const compile = await sourceCompilerInNode();
const world = await exerciseWorld();
const FILE = new URL('../../../scenarios/exercises/who-sees-it.en.md', import.meta.url);

test('a row that a committed transaction locked is not called changed; the one beside it that it updated is', async () => {
  const compiled = compile(`
setup { CREATE TABLE seat (id int PRIMARY KEY, who text); INSERT INTO seat VALUES (1, 'a'), (2, 'b'); }
session a
step ab { BEGIN ISOLATION LEVEL REPEATABLE READ; }
step ar { SELECT * FROM seat; }
step au { UPDATE seat SET who = 'c' WHERE id = 2; }
step ac { COMMIT; }
session b
step bl { BEGIN; SELECT * FROM seat WHERE id = 1 FOR UPDATE; }
step bu { UPDATE seat SET who = 'd' WHERE id = 2; }
step bc { COMMIT; }
`);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  const stepOf = (name: string): number => compiled.value.spec.steps.findIndex((step) => step.name === name);
  const played = ['ab', 'ar', 'bl', 'bu', 'bc'].map(stepOf);
  const exercise = parseExerciseBytes(readFileSync(FILE));
  if (!exercise.ok) throw new Error(JSON.stringify(exercise.error));
  const opened = await world.open(compiled.value, exercise.value, null);
  if (!opened.ok) throw new Error(opened.error);
  const why = await whyError({ played, session: 'a' }, opened.value);
  if (!why.ok) throw new Error(why.error);
  expect(why.value.seen).toHaveLength(2);
  expect(why.value.changed).toMatchObject({ version: { block: 0, lp: 2 } });
});
