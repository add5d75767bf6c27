/**
 * Looks for a smallest schedule of each hunt and each `make`, and writes them to schedules.json: tests check the
 * exercises with them, the page never gets them. `node web/tools/exec.mjs web/tools/exercises/find.ts [NAME]`
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { exerciseWorld } from '../../node/exercises/node-deps.ts';
import { judgeOf, searchMoves } from '../../node/exercises/search.ts';
import { TIME_PASSES } from '../../src/engine/stage/stage-types.ts';
import { kindAsked, promptsOf } from '../../src/viewmodel/exercise/kinds.ts';
import { parseExerciseBytes } from '../../src/viewmodel/exercise/parse.ts';
import { makeVariant } from '../../src/viewmodel/exercise/variant.ts';

const TIME = 'time';
const SEEDS = 6;
const SCHEDULES = 150;

const folder = new URL('../../../scenarios/exercises/', import.meta.url);
const target = new URL('schedules.json', import.meta.url);
const [only = ''] = process.argv.slice(2);
const known: Record<string, readonly string[]> = JSON.parse(readFileSync(target, 'utf8'));
const world = await exerciseWorld();
function save(): void {
  const lines = Object.entries(known)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, names]) => `  "${id}": [${names.map((name) => `"${name}"`).join(', ')}]`);
  writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`);
}
for (const file of readdirSync(folder).filter((name) => name.endsWith('.en.md') && name.includes(only))) {
  const id = file.replace('.en.md', '');
  const parsed = parseExerciseBytes(readFileSync(new URL(file, folder)));
  // What is typed is in typed.json, written by hand.
  if (!parsed.ok || kindAsked(parsed.value).shape !== 'schedule' || promptsOf(parsed.value).length > 0) continue;
  const made = await makeVariant(id, parsed.value, 1, world);
  if (!made.ok || made.value.compiled === null) throw new Error(`${file}: ${JSON.stringify(made)}`);
  const { spec } = made.value.compiled;
  const holds = await judgeOf(made.value, world);
  // The shortest result of several searches.
  let best: readonly number[] | null = null;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const withTime = kindAsked(parsed.value).needs.goal && seed % 2 === 0;
    const found = await searchMoves(spec.steps.length, holds, {
      seed,
      schedules: best === null ? SCHEDULES : 10,
      withTime,
    });
    if (found !== null && (best === null || found.length < best.length)) best = found;
  }
  if (best === null) {
    process.stderr.write(`${file}: no schedule shows it\n`);
    process.exitCode = 1;
    continue;
  }
  known[id] = best.map((move) => (move === TIME_PASSES ? TIME : (spec.steps[move]?.name ?? '')));
  save();
  process.stdout.write(`${id}: ${known[id]?.join(' ')}\n`);
}
