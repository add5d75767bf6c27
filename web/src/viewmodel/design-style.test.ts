import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DESIGN_IDS } from '../base/designs.ts';
import { messagesIn } from '../base/messages/index.ts';
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
test('a mark grows with its size', () => {
  expect(markPath('square', 10)).not.toBe(markPath('square', 20));
  expect(markPath('circle', 10)).toMatch(/^M/);
});
