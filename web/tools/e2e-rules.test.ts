/**
 * An end-to-end test may not put text into a page by other means than keys and the clipboard, or wait for a time
 * instead of a state. The editor of specs once accepted no typing, and all its tests passed, because they inserted
 * text.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at, filesUnder } from '../node/tree.mjs';

const RULES: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /insertText/, instead: 'keyboard.type, or typeInto of typing.ts' },
  { pattern: /(?<!\bArray\(\w*\))\.(fill|setValue|setRangeText)\(/, instead: 'typeInto or pasteInto of typing.ts' },
  { pattern: /\.value\s*=[^=]/, instead: 'typeInto of typing.ts' },
  { pattern: /new (Keyboard|Input|Composition)Event\(|new Event\(['"](input|change|key)/, instead: 'keyboard.press' },
  { pattern: /waitForTimeout|\bsleep\(/, instead: 'wait for a state: expect, expect.poll' },
  { pattern: /networkidle/, instead: 'settling of site.ts' },
  { pattern: /\bretries:/, instead: 'mend what fails now and then' },
  { pattern: /\btimeout: (?:[1-5]\d|60)_000\b/, instead: 'no limit: the configuration has a longer one' },
];

function faultsIn(path: string, text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, i) =>
      RULES.flatMap(({ pattern, instead }) =>
        pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()} — use ${instead}`] : [],
      ),
    );
}

test('every end-to-end test types key by key and waits for states', () => {
  const files = filesUnder(['web/e2e'], (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap((path) => faultsIn(path, readFileSync(at(path), 'utf8')))).toEqual([]);
});

test.each([
  "await page.keyboard.insertText('x');",
  "await field.fill('5');",
  "await page.locator('input').fill(text);",
  "await page.evaluate(() => { document.querySelector('input').value = '5'; });",
  "element.dispatchEvent(new Event('input'));",
  'await page.waitForTimeout(1500);',
  "await page.waitForLoadState('networkidle');",
  "await expect(page.locator('main')).toBeVisible({ timeout: 30_000 });",
])('such a line is found: %s', (line) => {
  expect(faultsIn('x.spec.ts', `\n${line}`)).toHaveLength(1);
});

test.each([
  "await field.pressSequentially('5');",
  'expect(found.value === 5).toBe(true);',
  'const bytes = new Array(7).fill(0x20);',
  "await expect(page.locator('main')).toBeVisible({ timeout: 120_000 });",
])('such a line is none: %s', (line) => {
  expect(faultsIn('x.spec.ts', line)).toEqual([]);
});
