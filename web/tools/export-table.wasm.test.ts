/**
 * The loaders' exports are one table, and not a statement each: if a newer Emscripten writes another form, this test
 * reports it, by its version.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withExportTable } from '../../wasm-core/build.mjs';
import { run } from '../node/proc.mjs';
import { wasmDir } from '../node/tree.mjs';

const WRAPPER = (name: string, key: string): string =>
  `var _xip_${name}=Module["_xip_${name}"]=function(){return(_xip_${name}=Module["_xip_${name}"]=Module["asm"]["${key}"]).apply(null,arguments)};`;

describe('the table', () => {
  test.each([
    ['by their places among the exports', ['memory', 'a', 'b'], false],
    ['by name, if the exports come in another order', ['memory', 'b', 'a'], true],
  ] as const)('takes the place of all wrappers, and calls what they called, %s', (_, exported, isNamed) => {
    const glue = `var Module={asm:{memory:0,a:(x)=>x+1,b:(x,y)=>x*y}};${WRAPPER('one', 'a')}${WRAPPER('two', 'b')}export default Module;`;
    const small = withExportTable(glue, exported);
    expect(small?.includes('one a two b')).toBe(isNamed);
    expect(small).not.toBeNull();
    expect(small).not.toContain('var _xip_');
    const made = new Function(`${(small ?? '').replace('export default', 'return')}`)();
    expect([made._xip_one(1), made._xip_two(3, 4), made._xip_one(2)]).toEqual([2, 12, 3]);
  });
  test.each([
    ['another form', 'var _xip_one=Module["_xip_one"]=a0=>(_xip_one=wasmExports["a"])(a0);'],
    ['a wrapper that the loader calls itself', `${WRAPPER('one', 'a')}_xip_one(1);`],
    ['none', 'export default 1;'],
  ])('is not made of %s, and says so', (_, glue) => {
    expect(withExportTable(glue, ['a'])).toBeNull();
  });
});

test.each(['xip-lab', 'xip-engine', 'xip-model'])(
  '%s.mjs as built has the table, or its Emscripten is named',
  async (name) => {
    const loader = readFileSync(join(wasmDir, `${name}.mjs`), 'utf8');
    const hasTable = loader.includes('.split(" ").forEach(function(own,at,all)');
    const { stdout } = await run('emcc', ['--version']);
    const [version = 'no emcc'] = stdout.split('\n');
    // 3.1.69 is known to write another form. The versions in between were not tried.
    const isKnown = /\) 3\.1\.6 |[ ]3\.1\.6 /.test(version);
    if (!isKnown && !hasTable) console.warn(`${name}.mjs: the exports are not a table; written by ${version}`);
    expect(hasTable || !isKnown, version).toBe(true);
    expect(loader).not.toMatch(/process(\["on"\]|\.on)\("?'?(uncaughtException|unhandledRejection)/);
  },
);
