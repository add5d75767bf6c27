/** Whatever the compiler of SQL calls outside our subset has its words in Chinese. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { outside } from './outside.ts';

const folder = new URL('../../../sql/', import.meta.url);
const code = readdirSync(folder)
  .filter((name) => /(?<!\.test)\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');
/** The texts as the code has them; what is put in is a name. */
const named = [...code.matchAll(/(?:new Outside\(|\bwhat: )(?:'([^']+)'|`([^`]+)`)/g)]
  .map(([, plain, made]) => plain ?? made ?? '')
  .map((text) => text.replace(/\$\{[^}]*\}(?:[^ ]*\})?/g, 'X'));

test('the code names what is outside, and there are many', () => {
  expect(named.length).toBeGreaterThan(50);
});
test.each([...new Set(named)])('%s', (text) => {
  // A run of small letters is an English word; SQL's own are capitals, names are put in.
  const left = outside(text).replaceAll(
    /(?<![a-z])(?:fillfactor|numeric|format|repeat|no-memory|too-long)(?![a-z])/g,
    '',
  );
  expect(left).not.toMatch(/[a-z]{3,}/);
});

test('what only our own executor knows says where it cannot be used', () => {
  expect(outside('the function repeat in a query with joins, subqueries, WITH or windows')).toBe(
    '带连接、子查询、WITH 或窗口的查询中的函数 repeat',
  );
});
