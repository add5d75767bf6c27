/** Every exercise of a folder, made for some seeds: what a person would be asked, and what is wrong. `node … check.ts [SEEDS] [NAME]` */
import { readdirSync, readFileSync } from 'node:fs';
import { makeVariant } from '../../src/model/exercise/variant.ts';
import { parseExerciseBytes } from '../../src/scenario/exercise-parse.ts';
import { exerciseWorld } from './world.ts';

const folder = new URL('../../../scenarios/exercises/', import.meta.url);
const [seeds = '3', only = ''] = process.argv.slice(2);
const world = await exerciseWorld();
for (const file of readdirSync(folder).filter((name) => name.endsWith('.en.md') && name.includes(only))) {
  const parsed = parseExerciseBytes(readFileSync(new URL(file, folder)));
  if (!parsed.ok) {
    console.log(file, JSON.stringify(parsed.error));
    continue;
  }
  const start = performance.now();
  for (let seed = 1; seed <= Number(seeds); seed++) {
    const made = await makeVariant(file.replace('.en.md', ''), parsed.value, seed, world);
    console.log(
      file,
      seed,
      made.ok ? JSON.stringify(made.value.question).slice(0, 230) : `FAULT ${JSON.stringify(made.error)}`,
    );
  }
  console.log('   ', Math.round(performance.now() - start), 'ms');
}
