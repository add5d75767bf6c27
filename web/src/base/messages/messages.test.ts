import { describe, expect, expectTypeOf, test } from 'vitest';
import { en } from './en/index.ts';
import { createFormat } from './format.ts';
import { type Catalogue, DEFAULT_LANG, isLang, langs, messagesIn } from './index.ts';

describe('the catalogue', () => {
  const { t } = messagesIn(DEFAULT_LANG);

  test('a message without parameters is its text', () => {
    expect(t('shell.nav.lab')).toBe('Lab');
  });
  test('a message with parameters writes numbers the way of its language', () => {
    expect(t('errors.tooLarge', { name: 'Idle', max: 12_500 })).toBe('Idle: 12,500 is the largest allowed value.');
  });
  test('a missing or wrong parameter is a type error', () => {
    // @ts-expect-error: no parameters given
    expect(() => t('errors.tooLarge')).toThrow();
    // @ts-expect-error: takes none
    t('shell.nav.lab', { name: 'x' });
    // @ts-expect-error: no such key
    expect(() => t('shell.nav.labs')).toThrow();
  });
  test('another language must have every key and the same parameters', () => {
    const { 'shell.nav.lab': _, ...incomplete } = en;
    expectTypeOf(en).toExtend<Catalogue>();
    expectTypeOf(incomplete).not.toExtend<Catalogue>();
    expectTypeOf({ ...en, 'shell.nav.lab': 'Labor' }).toExtend<Catalogue>();
    expectTypeOf({ ...en, 'errors.empty': (p: { other: number }) => `${p.other}` }).not.toExtend<Catalogue>();
  });
  test('a key belongs to one area only, so no area overwrites another', async () => {
    const areas = import.meta.glob<Record<string, unknown>>(['./en/*.ts', '!./en/index.ts'], { eager: true });
    const keys = Object.values(areas).flatMap((module) =>
      Object.values(module).flatMap((area) => (typeof area === 'object' && area !== null ? Object.keys(area) : [])),
    );
    expect(keys.length).toBe(new Set(keys).size);
    expect(new Set(keys)).toEqual(new Set(Object.keys(en)));
  });
  test('no text is empty, and no apostrophe is a typewriter’s', () => {
    for (const [key, text] of Object.entries(en)) {
      if (typeof text !== 'string') continue;
      expect(text.trim(), key).not.toBe('');
      expect(text, key).not.toMatch(/\w'\w/);
    }
  });
  test('only languages that are there count as languages', () => {
    expect(langs()).toContain('en');
    expect(isLang('en')).toBe(true);
    for (const none of ['', 'xx', 'toString', '__proto__']) expect(isLang(none)).toBe(false);
  });
});

describe('numbers', () => {
  const f = createFormat('en');
  test.each([
    [0.5, '0.5×'],
    [2.0712, '2.1×'],
    [9.94, '9.9×'],
    [9.96, '10×'],
    [47.4, '47×'],
  ])('%f times is %s', (ratio, text) => expect(f.times(ratio)).toBe(text));
  test.each([
    [0, '0'],
    [12, '12'],
    [0.1234, '0.123'],
    [999, '999'],
    [999.96, '1.00 k'],
    [33_400, '33.4 k'],
    [999_960, '1.00 M'],
    [1_240_000, '1.24 M'],
  ])('%f with an SI letter is %s', (n, text) => expect(f.si(n).replace('\u202f', ' ')).toBe(text));
  test.each([
    [0, '0 ns'],
    [0.7, '0.700 ns'],
    [4.3, '4.30 ns'],
    [5000, '5 µs'],
    [28_000, '28 µs'],
    [1_204_000, '1.20 ms'],
    [2.5e9, '2.50 s'],
  ])('%f ns is %s', (n, text) => expect(f.duration(n).replace('\u202f', ' ')).toBe(text));
  test.each([
    [8, '8 B'],
    [120_000, '120 kB'],
    [64_000_000, '64 MB'],
  ])('%d bytes are %s', (n, text) => expect(f.bytes(n).replace('\u202f', ' ')).toBe(text));
  test.each([
    [0, '0%'],
    [0.004, '0.4%'],
    [0.00004, '0.004%'],
    [0.013, '1%'],
    [-0.58, '-58%'],
  ])('a share of %f is %s: what is left of something is never 0%%', (n, text) => expect(f.percent(n)).toBe(text));
  test('what is not a number is a dash, never NaN or ∞', () => {
    for (const n of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (const text of [f.integer(n), f.fixed(n, 1), f.si(n), f.duration(n), f.bytes(n), f.percent(n)])
        expect(text).toBe('–');
      expect(f.times(n)).not.toMatch(/NaN|∞/);
    }
  });
});
