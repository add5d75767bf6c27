/** Functions stay short: sizes as they are counted, and a list of exceptions that only shrinks. */
import { expect, test } from 'vitest';
import { faultsIn, functionsIn } from './check-functions.mjs';

const long = (name: string, lines: number): string => `function ${name}() {\n${'  step();\n'.repeat(lines - 2)}}\n`;
const branchy = (name: string, branches: number): string =>
  `const ${name} = () => {\n  return ${'a || '.repeat(branches)}a;\n};\n`;

test('a function over 60 lines or 25 branches is a fault with its line', () => {
  expect(faultsIn('x.ts', long('f', 60) + branchy('g', 25), {})).toEqual([]);
  expect(faultsIn('x.ts', `\n${long('f', 61)}`, {})).toEqual([
    'x.ts:2: f has 61 lines and 0 branches; at most 60 and 25: split it by what its parts decide',
  ]);
  expect(faultsIn('x.ts', branchy('g', 26), {})).toHaveLength(1);
});

test('every way to choose counts as a branch, also in what is nested', () => {
  const text = `const f = memo(() => {
    if (a && b || (c ?? d)) for (const x of y) while (z) a ??= b ? c : d;
    try { switch (a) { case 1: case 2: default: } } catch {}
    return () => { if (a) b(); };
  });`;
  expect(functionsIn('x.ts', text).map(({ name, branches }) => [name, branches])).toEqual([
    ['f', 12],
    ['(anonymous)', 1],
  ]);
});

test('a listed function may shrink and not grow', () => {
  const list = { 'x.ts f': [70, 0] } as const;
  expect(faultsIn('x.ts', long('f', 65), list)).toEqual([]);
  expect(faultsIn('x.ts', long('f', 71), list)).toHaveLength(1);
});

test('the list only shrinks: a listed function that is short by now has to be struck', () => {
  expect(faultsIn('x.ts', long('f', 60), { 'x.ts f': [70, 0] })).toEqual([
    'x.ts:1: no longer has a large function f: strike it from web/tools/check-functions.json',
  ]);
});
