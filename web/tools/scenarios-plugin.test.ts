import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at } from '../node/tree.mjs';
import { scenarioIndex } from '../src/engine/spec/scenario-index.ts';
import { isScenario, loadScenario } from '../src/engine/spec/scenarios.ts';
import { compileSource } from '../src/engine/spec/spec-compile.ts';
import { loadCompiler } from '../src/sql/compile.ts';
import { compileScenario, scenarioInfo } from './scenarios-plugin.ts';

const files = readdirSync(at('scenarios/specs')).filter((file) => file.endsWith('.spec'));
const ids = files.map((file) => basename(file, '.spec')).sort();
const bytesOf = (id: string): Uint8Array => readFileSync(at('scenarios/specs', `${id}.spec`));
const compile = await loadCompiler();

describe('scenarios that were compiled at build time', () => {
  test('are all of scenarios/specs', () => {
    expect(scenarioIndex().map(({ id }) => id)).toEqual(ids);
  });

  test.each(ids)('%s is what compiling its file gives', async (id) => {
    const fresh = compileSource(bytesOf(id), compile);
    if (!fresh.ok) throw new Error(JSON.stringify(fresh.error));
    const loaded = await loadScenario(id);
    expect(loaded).toStrictEqual(fresh.value);
    expect(loaded.spec.extras.captions).toBeInstanceOf(Map);
    expect(scenarioIndex().find((info) => info.id === id)).toStrictEqual(scenarioInfo(id, fresh.value));
  });

  test('have a title and a sentence each', () => {
    for (const { id, title, about } of scenarioIndex()) {
      expect(title, id).not.toBe(id);
      expect(about, id).not.toBe('');
    }
  });

  test('a name from an address that is no scenario is told apart, not fetched', async () => {
    for (const id of ['', 'no-such', '../specs/first-look', 'toString', '__proto__']) {
      expect(isScenario(id)).toBe(false);
      await expect(loadScenario(id)).rejects.toThrow(RangeError);
    }
  });
});

describe('a scenario that does not compile ends the build', () => {
  test.each([
    ['session s\nstep a { SELECT 1 }\npermutation b', 'x.spec:3:13: undefined step “b” in a permutation'],
    [
      'session s\nstep a { SELECT 1; CREATE ROLE x }\nstep b { CREATE ROLE y }',
      'x.spec:2:20: not supported: CREATE ROLE\nx.spec:3:10: not supported: CREATE ROLE',
    ],
  ])('%j', async (text, error) => {
    expect(await compileScenario('x.spec', new TextEncoder().encode(text))).toEqual({ ok: false, error });
  });
});
