import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '../base/messages/en/ladder.ts';
import { DESIGN_IDS } from '../base/designs.ts';
import { loadLanguages } from '../base/messages/folders.node.ts';
import { DEFAULT_LANG, langs, messagesIn } from '../base/messages/index.ts';
import { designStyle, LADDER_IDS, markPath } from './design-style.ts';

const css = readFileSync(join(import.meta.dirname, '../ui/tokens.css'), 'utf8');

test('every design that races is a rung of the ladder', () => {
  for (const id of DESIGN_IDS) expect(LADDER_IDS).toContain(id);
});
test('any two designs differ in dash or mark, so colour never stands alone', () => {
  const looks = LADDER_IDS.map((id) => `${designStyle(id).dash}/${designStyle(id).mark}`);
  expect(new Set(looks).size).toBe(looks.length);
});
test('every design has a hue among the tokens, and names', () => {
  const { t } = messagesIn('en');
  for (const id of LADDER_IDS) {
    const style = designStyle(id);
    expect(css).toContain(`${style.token}: #`);
    expect(t(style.shortKey)).not.toBe('');
    expect(t(style.whatKey)).not.toBe('');
  }
});
test('a design is explained in at most seven words, in Chinese in twenty characters', async () => {
  await loadLanguages();
  const zh = langs().find((lang) => lang !== DEFAULT_LANG);
  expect(zh).toBeDefined();
  if (zh === undefined) return;
  for (const id of LADDER_IDS)
    for (const key of [designStyle(id).whatKey, `ladder.what.${id}`] as const) {
      expect(messagesIn('en').t(key).split(/\s+/).length, `${id}: ${key}`).toBeLessThanOrEqual(7);
      const chinese = messagesIn(zh).t(key);
      expect(chinese).not.toBe(messagesIn('en').t(key));
      expect(chinese.match(/\p{Script=Han}|[\w.-]+/gu)?.length, chinese).toBeLessThanOrEqual(20);
    }
});
test('a mark grows with its size', () => {
  expect(markPath('square', 10)).not.toBe(markPath('square', 20));
  expect(markPath('circle', 10)).toMatch(/^M/);
});
