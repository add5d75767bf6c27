/** The generated mirrors are what the built modules have and say; if not: `npm run gen:abi`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import type { EngineExports } from '../src/engine/wasm/exports.gen.ts';
import { instantiate } from '../src/engine/wasm/wasm-module.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { SIM_MIRRORS, simSource, wasmExports } from './abi-source.ts';

async function moduleOf<E>(build: 'xip-engine' | 'xip-model') {
  const loaded = await instantiate<E>(wasmPlaceInNode(build), undefined, () => undefined);
  if (!loaded.ok) throw new Error(loaded.error.message);
  return loaded.value.module;
}

test.each(['xip-engine', 'xip-model'] as const)('%s has the exports of its C files and no others', async (build) => {
  const module = await moduleOf<Record<string, unknown>>(build);
  const exported = Object.keys(module).filter((name) => name.startsWith('_xip_') && typeof module[name] === 'function');
  expect(exported.sort()).toEqual((wasmExports().get(build) ?? []).map(({ name }) => `_${name}`).sort());
});

test.each(SIM_MIRRORS)(
  'TypeScript reads the answers of the simulated server as C lays them out: %s',
  async (mirror) => {
    const module = await moduleOf<EngineExports>('xip-engine');
    const said = JSON.parse(module.UTF8ToString(module._xip_sim_abi_json()));
    expect(readFileSync(at(`web/src/engine/wasm/${mirror}.gen.ts`), 'utf8')).toBe(simSource(said, mirror));
  },
);
