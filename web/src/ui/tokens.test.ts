import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** The declarations of the first block with the selector in its list. */
function tokensOf(selector: string): ReadonlyMap<string, string> {
  for (const [, selectors = '', body = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors.split(',').some((one) => one.trim() === selector)) continue;
    return new Map(
      [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
    );
  }
  throw new Error(`no block ${selector}`);
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const light = tokensOf("[data-theme='light']");
const dark = tokensOf("[data-theme='dark']");

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, tokens) => {
  const paper = tokens.get('--paper') ?? '';
  const hues = [...tokens].filter(([name]) => /^--(session|design)-/.test(name));

  test('every hue of a session and of a design is AA as text on paper', () => {
    expect(hues.length).toBe(8 + 12);
    for (const [name, value] of hues) expect(contrast(value, paper), name).toBeGreaterThanOrEqual(4.5);
  });
  test('ink is AAA and muted text AA, on every paper', () => {
    for (const name of ['--paper', '--paper-raised', '--paper-sunken']) {
      const ground = tokens.get(name) ?? '';
      expect(contrast(tokens.get('--ink') ?? '', ground), name).toBeGreaterThanOrEqual(7);
      expect(contrast(tokens.get('--muted') ?? '', ground), name).toBeGreaterThanOrEqual(4.5);
    }
  });
  test('edges of controls are seen: 3 : 1', () => {
    for (const name of ['--edge', '--focus'])
      expect(contrast(tokens.get(name) ?? '', paper), name).toBeGreaterThanOrEqual(3);
  });
  test('no two designs share a hue', () => {
    const designs = hues.filter(([name]) => name.startsWith('--design-')).map(([, value]) => value);
    expect(new Set(designs).size).toBe(designs.length);
  });
});

test('both themes define the same tokens', () => {
  expect([...dark.keys()].sort()).toEqual([...light.keys()].sort());
});
