/**
 * Every exercise of a folder, made for many seeds: whether each variant is well posed, how many differ, and how often each
 * answer is the right one. `node web/tools/exec.mjs web/tools/exercises/check.ts [SEEDS] [NAME]`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { exerciseWorld } from '../../node/exercises/node-deps.ts';
import { parseExerciseBytes } from '../../src/viewmodel/exercise/parse.ts';
import { makeVariant } from '../../src/viewmodel/exercise/variant.ts';
import { askedText, faultsOf, keyText } from './well-posed.ts';

/** Lists this many keys, the most frequent first. */
const KEYS_SHOWN = 4;

const folder = new URL('../../../scenarios/exercises/', import.meta.url);
const [seeds = '3', only = ''] = process.argv.slice(2);
const world = await exerciseWorld();
let faulty = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith('.en.md') && name.includes(only))) {
  const parsed = parseExerciseBytes(readFileSync(new URL(file, folder)));
  const id = file.replace('.en.md', '');
  if (!parsed.ok) {
    console.log(id, JSON.stringify(parsed.error));
    faulty++;
    continue;
  }
  const asked = new Set<string>();
  const keys = new Map<string, number>();
  for (let seed = 1; seed <= Number(seeds); seed++) {
    const made = await makeVariant(id, parsed.value, seed, world);
    const faults = made.ok ? await faultsOf(made.value, world) : [JSON.stringify(made.error)];
    for (const fault of faults) console.log(`  ${id} seed ${seed}: ${fault}`);
    if (faults.length > 0) faulty++;
    if (!made.ok) continue;
    asked.add(askedText(made.value));
    const key = keyText(made.value);
    keys.set(key, (keys.get(key) ?? 0) + 1);
  }
  const often = [...keys].sort(([, a], [, b]) => b - a);
  const shown = often.slice(0, KEYS_SHOWN).map(([key, count]) => `${count} × ${key.slice(0, 50)}`);
  console.log(
    `${id} (${parsed.value.ask.what}): ${asked.size} variants differ, ${keys.size} keys: ${shown.join(' | ')}`,
  );
}
console.log(`${faulty} faulty`);
process.exitCode = faulty > 0 ? 1 : 0;
