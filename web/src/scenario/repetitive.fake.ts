/**
 * Repetitive texts, as an attacker writes them to make a parser take long: a short unit of a format's own signs that is
 * repeated, nested, alternated with another, or put once a line. For tests and benchmarks; the same seed gives the same
 * text.
 */
import { type Rng, rngOf } from '../base/random.ts';

export type Signs = readonly [string, ...string[]];

/** The signs with a meaning in each format, and a few without one. */
export const SIGNS = {
  markdown: [
    ...([
      '*',
      '_',
      '**',
      '[',
      ']',
      '](',
      '][',
      '![',
      '<',
      '>',
      '`',
      '``',
      '\\',
      '&',
      '&amp;',
      '"',
      "'",
      '(',
      ')',
    ] as const),
    ...([
      '- ',
      '1. ',
      '> ',
      '# ',
      '===',
      '---',
      '```',
      '~~~',
      '    ',
      '\t',
      '<!--',
      '<a b="',
      '<?',
      ']: ',
      ':',
      '|',
    ] as const),
    ...(['\n', '\n\n', ' ', 'a', 'a ', '文', '\u00a0'] as const),
  ],
  spec: [
    ...(['{', '}', '"', "'", '$$', '$a$', '/*', '*/', '--', '#', '(', ')', ';', ',', '*', '\\'] as const),
    ...([
      'session s',
      'step a',
      'permutation ',
      'setup',
      'select ',
      'from ',
      ' and ',
      ' or ',
      'not ',
      '1',
      '+',
      '\n',
      ' ',
      'a',
    ] as const),
  ],
  json: [
    ...(['{', '}', '[', ']', '"', ':', ',', '\\', '\\u', '\\u0000', '-', '1', 'e', '.', '0', 'true', 'null'] as const),
    ...(['"a":', '"a":{', '[[', ']]', '\n', ' ', 'a', '文', '\ud800'] as const),
  ],
  address: [
    '&',
    '=',
    '%',
    '%2',
    '%25',
    ',',
    '.',
    '-',
    ':',
    '/',
    '1',
    '9'.repeat(40),
    'e',
    '+',
    '~',
    '(',
    ')',
    'a',
    ' ',
  ],
} as const satisfies Readonly<Record<string, Signs>>;

const unitOf = (rng: Rng, signs: Signs): string =>
  Array.from({ length: 1 + rng.below(4) }, () => rng.pick(signs)).join('');
const fill = (unit: string, chars: number): string => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);

/** @param chars how long the text is */
export function repetitive(seed: number, signs: Signs, chars: number): string {
  const rng = rngOf(seed);
  const [one, other] = [unitOf(rng, signs), unitOf(rng, signs)];
  switch (rng.below(6)) {
    case 0:
    case 1:
      return fill(one, chars);
    case 2:
      return fill(one, chars / 2) + fill(other, chars / 2);
    case 3:
      // Each pair inside the next one.
      return fill(one, chars / 2) + [...fill(other, chars / 2)].reverse().join('');
    case 4: {
      const line = fill(one, 1 + rng.below(200)).replaceAll('\n', '');
      return fill(`${line}\n`, chars);
    }
    default: {
      const paragraph = fill(one, 1 + rng.below(2000));
      return fill(`${paragraph}\n\n${other}\n\n`, chars);
    }
  }
}
