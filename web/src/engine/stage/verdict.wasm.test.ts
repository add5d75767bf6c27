/** Which anomaly a run has: for Hermitage's cases, which have known names, and for schedules that are drawn. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { compileSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { StageHost } from './stage-host.ts';

const compile = await loadCompiler();
const shipped = (id: string): string =>
  readFileSync(new URL(`../../../../scenarios/specs/${id}.spec`, import.meta.url), 'utf8');

async function opened(text: string) {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const compiled = compileSpec(text, spec.value, compile);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  const options = { rules: 17, design: 'pg14', file: 'f' } as const;
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, options);
  if (!host.ok) throw new Error(host.error);
  return { host: host.value, spec: spec.value, compiled: compiled.value };
}

/** @param steps names; or the number of a permutation */
async function verdictOf(text: string, steps: string | number) {
  const { host, spec } = await opened(text);
  const names = typeof steps === 'string' ? steps.split(' ') : [];
  const moves =
    typeof steps === 'string'
      ? names.map((name) => spec.steps.findIndex((step) => step.name === name))
      : (spec.permutations?.[steps - 1] ?? []).map(({ step }) => step);
  const request = { permutation: typeof steps === 'string' ? null : steps, moves, tick: moves.length };
  const before = host.show({ ...request, look: {}, eventsFrom: 0 });
  const verdict = await host.verdict(request);
  // Asking changes nothing.
  expect(host.show({ ...request, look: {}, eventsFrom: 0 })).toEqual(before);
  host.close();
  return verdict;
}

test.each([
  ['hermitage-g0', 1],
  ['hermitage-p4', 1],
  ['hermitage-p4', 2],
  ['hermitage-g-single', 1],
  ['hermitage-g-single', 2],
  ['hermitage-g-single-predicate', 1],
  ['hermitage-g-single-write', 1],
  ['hermitage-pmp', 1],
  ['hermitage-pmp-write', 1],
  ['hermitage-otv', 1],
  ['hermitage-g2-item', 1],
  ['hermitage-g2-item', 2],
  ['hermitage-g2-item', 3],
  ['hermitage-g2', 1],
  ['hermitage-g2', 2],
  ['hermitage-g2-fekete', 1],
  ['hermitage-g2-fekete', 2],
  ['hermitage-g1a', 1],
  ['hermitage-g1b', 1],
  ['hermitage-g1c', 1],
])('%s, permutation %i', async (id, permutation) => {
  console.log(id, permutation, JSON.stringify(await verdictOf(shipped(id), permutation)));
});
