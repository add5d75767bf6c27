/** Every language besides English: what is in its folder says what English says. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageDifferences, parametersOf } from './compare.ts';
import { en } from './en/index.ts';
import { loadLanguages } from './folders.node.ts';
import { createMessages, isLang, type Language, langs, messagesIn } from './index.ts';

const names = await loadLanguages();
const languages = await Promise.all(
  names.map(async (name) => {
    const { language }: { readonly language: Language } = await import(`./${name}/index.ts`);
    return { name, language };
  }),
);

describe.each(languages)('$name', ({ name, language }) => {
  const { messages, tag } = language;

  test('is found by its folder, and named so in addresses', () => {
    expect(isLang(name)).toBe(true);
    expect(langs()).toContain(name);
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(new Intl.Locale(tag).language).toBe(new Intl.Locale(name).language);
  });
  test('has no key that English lacks, and says the same parameters', () => {
    const { unknown, parameters } = languageDifferences(language);
    expect({ unknown, parameters }).toEqual({ unknown: [], parameters: [] });
  });
  test('a plain text has English’s numbers', () => {
    // One that is written as a word in one of both languages, as in “August” or “half”, is small.
    const numbers = (text: string) =>
      new Set((text.match(/\d[\d,.]*\d|\d/g) ?? []).filter((n) => n.length > 1 && n !== '11'));
    const texts = new Map<string, unknown>(Object.entries(en));
    for (const [key, text] of Object.entries(messages)) {
      const english = texts.get(key);
      if (typeof text === 'string' && typeof english === 'string') expect(numbers(text), key).toEqual(numbers(english));
    }
  });
  test('no text is empty', () => {
    for (const [key, text] of Object.entries(messages))
      if (typeof text === 'string') expect(text.trim(), key).not.toBe('');
  });
});

describe('a text that a language lacks', () => {
  const half = createMessages('en', { tag: 'de', messages: { 'ui.close': 'Schließen' } });
  test('is shown in English, with numbers the way of the language', () => {
    expect(half.t('ui.close')).toBe('Schließen');
    expect(half.t('ui.file.save')).toBe(en['ui.file.save']);
    expect(half.t('errors.tooLarge', { name: 'n', max: 12_500 })).toContain('12.500');
  });
  test('is found for every key that is left out', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...Object.keys(en)), { maxLength: 20 }), (left) => {
        const rest = Object.fromEntries(Object.entries(en).filter(([key]) => !left.includes(key)));
        const { missing, unknown, parameters } = languageDifferences({ messages: rest });
        expect([...missing].sort()).toEqual([...left].sort());
        expect([unknown, parameters]).toEqual([[], []]);
      }),
      { numRuns: 20 },
    );
  });
  test('is tidied where what is put in meets the words around it, and only there', () => {
    const made = createMessages('en', {
      tag: 'de',
      messages: { 'ui.file.saved': (p: { file: string }) => `a ${p.file}`, 'ui.file.save': 'a b' },
      tidy: (text) => text.replace(' ', ''),
    });
    expect([made.t('ui.file.saved', { file: 'b' }), made.t('ui.file.save')]).toEqual(['ab', 'a b']);
  });
  test('a language that is not loaded is English', () => {
    expect(messagesIn('en').tag).toBe('en');
  });
});

describe('the parameters that a text says', () => {
  const one = { 'a.b': (p: { n: number; who: string }) => `${p.who} ${p.n}` };
  test('are compared', () => {
    const differ = (text: (p: { n: number; who: string }) => string) =>
      languageDifferences({ messages: { 'a.b': text } as Language['messages'] }, one).parameters;
    expect(differ((p) => `${p.n} ${p.who}`)).toEqual([]);
    expect(differ((p) => p.who)).toEqual([{ key: 'a.b', leftOut: ['n'], own: [] }]);
  });
  test('one that only chooses between one and many may be left out', () => {
    const { said, asWords } = parametersOf((p: { n: number }, f: { plural(n: number, a: string, b: string): string }) =>
      f.plural(p.n, 'line', 'lines'),
    );
    expect([[...said], [...asWords]]).toEqual([[], ['n']]);
  });
});
