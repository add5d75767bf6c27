/**
 * Addresses that were written to keep the page busy. The page reads an address itself, before it draws anything, so the
 * cost of reading must be proportional to its length: a fast-check generator draws long, repetitive and nested values
 * for every parameter of every page, and the test limits the processor time of each. The limit is in processor time and
 * has room for noise: a pattern whose work is the square of its text takes five times the limit, and does so again on
 * the next run.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { rngOf } from '../../base/random.ts';
import { repetitive, SIGNS } from '../../scenario/repetitive.fake.ts';
import { type FromHost, readHostMessage, withMessage } from '../embed/messages.ts';
import { addressNeeds, fetchAllCodecs, pageOf, parseAddress } from './address.ts';

await fetchAllCodecs();

/**
 * The limit for one address: the law allows all formats together a second for 64 kB, which is more than an address
 * needs.
 */
const LIMIT_MS = 250;
const CHARS = 64_000;

const PATHS = [
  ...['', 'play', 'play/server', 'play/standby', 'lessons', 'lessons/walk', 'exercises', 'exercises/write-skew'],
  ...[
    'record',
    'teacher',
    'lab',
    'lab/lines',
    'lab/layout',
    'lab/model',
    'lab/ladder',
    'lab/cliff',
    'lab/litmus',
    'calculator',
    'embed/play',
  ],
  ...['embed', 'nowhere'],
] as const;
/** Every name that some page's address knows, and three unknown ones. */
const NAMES = [
  ...['v', 'lang', 'theme', 'stage', 'show', 'host', 'spec', 'text', 'pg', 'design', 'perm', 'moves', 'branch', 'at'],
  ...[
    'table',
    'block',
    'session',
    'row',
    'xid',
    'idle',
    'active',
    'mostlyIdle',
    'designs',
    'workload',
    'other',
    'lock',
  ],
  ...['slice', 'seconds', 'savepoints', 'slru', 'mode', 'x', 'machine', 'view', 'coherence', 'think', 'network'],
  ...['left', 'right', 'place', 'op', 'by', 'writers', 'readers', 'part', 'from', 'replay', 'snaps', 'id', 'step'],
  ...['notes', 'seed', 'sample', '__proto__', 'constructor', 'utm'],
] as const;

/** A beginning, one sign or a few repeated, and an end that does not match: this makes a pattern start again. */
const spoiled: fc.Arbitrary<string> = fc
  .record({
    begins: fc.constantFrom('', '0', 'p', '~', 'a', 't.1', 'pg17:', 'http://', '/', '.'),
    unit: fc.oneof(
      fc.constantFrom(...SIGNS.address, '0', '\n', '%00', '文', '1-', '~0:1:2', '1,', 'a.1', '[', '\ud800'),
      fc.array(fc.constantFrom(...SIGNS.address), { minLength: 1, maxLength: 3 }).map((signs) => signs.join('')),
    ),
    ends: fc.constantFrom('', 'x', '!', '\n', '.', '~', '/x', ' ', ',1'),
  })
  .map(({ begins, unit, ends }) => `${begins}${unit.repeat(Math.ceil(CHARS / unit.length))}`.slice(0, CHARS) + ends);
const other: fc.Arbitrary<string> = fc.nat().map((seed) => repetitive(seed, SIGNS.address, CHARS));
/** Lists whose members all differ: slow for code that compares each with all before it. */
const list: fc.Arbitrary<string> = fc
  .record({ from: fc.nat(50), by: fc.constantFrom(',', '-', '&a', '/') })
  .map(({ from, by }) => Array.from({ length: 11_000 }, (_, i) => from + i).join(by));
const long = fc.oneof(
  { arbitrary: spoiled, weight: 4 },
  { arbitrary: other, weight: 1 },
  { arbitrary: list, weight: 1 },
);

const hash: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...PATHS), fc.constantFrom(...NAMES), long)
      .map(([path, name, value]) => `#/${path}?v=1&${name}=${value}`),
  },
  { weight: 1, arbitrary: long.map((value) => `#/${value}`) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...PATHS), long).map(([path, value]) => `#/${path}?${value}`) },
);

const read = (text: string): void => {
  pageOf(text);
  addressNeeds(text);
  const parsed = parseAddress(text, () => messagesIn('en'));
  const { error } = parsed.ok ? { error: null } : parsed.error;
  // A sentence stays one, whatever the address contains.
  if (error?.kind === 'bad-value') expect(error.message.length).toBeLessThan(700);
};
const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
/** The minimum of a few: other work of this process is not the address's fault. */
const leastMs = (text: string): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 && least > LIMIT_MS; i++)
    least = Math.min(
      least,
      cpuMs(() => read(text)),
    );
  return least;
};

test.each([
  ['digits that are no number', `#/?idle=${'1'.repeat(CHARS)}x`],
  ['the same, for the model', `#/lab/model?active=${'1'.repeat(CHARS)}x`],
  ['slashes that are not at the end', `#/play${'/'.repeat(CHARS)}x`],
  ['names that are no text', `#/?v=1${'&%'.repeat(CHARS / 2)}`],
  ['a list of numbers that differ', `#/lab?idle=${Array.from({ length: 11_000 }, (_, i) => i).join(',')}`],
])('%s cost no more than their length', (_, text) => {
  expect(leastMs(text)).toBeLessThan(LIMIT_MS);
});

test('no long address costs more than its length (a failure prints the seed)', () => {
  fc.assert(
    fc.property(hash, (text) => {
      expect(leastMs(text)).toBeLessThan(LIMIT_MS);
    }),
    { numRuns: 300 },
  );
});

test('nor does a message of the page around an embed, however deep or long, and a flood of them leaves few that wait', () => {
  const odd = fc.oneof(
    long,
    fc.nat(20_000).map((depth) => {
      let value: unknown = 1;
      for (let i = 0; i < depth; i++)
        value = rngOf(depth).chance(0.5) ? [value] : { xipscope: 1, do: value, to: value };
      return value;
    }),
    fc.constantFrom(1e99, -0, Number.NaN, '__proto__', null),
    fc.nat(2_000_000),
  );
  const message = fc.record({
    xipscope: fc.constantFrom<unknown>(1, '1', 2),
    do: fc.oneof(fc.constantFrom<unknown>('hello', 'step', 'back', 'seek', 'theme'), odd),
    to: odd,
    theme: fc.oneof(fc.constantFrom<unknown>('dark', 'light'), odd),
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(message, odd), { maxLength: 12 }), (messages) => {
      const took = (): number =>
        cpuMs(() => {
          let waiting: readonly FromHost[] = [];
          for (let i = 0; i < 600; i++) {
            const known = readHostMessage(messages[i % Math.max(1, messages.length)]);
            if (known !== null) waiting = withMessage(waiting, known);
          }
          expect(waiting.length).toBeLessThanOrEqual(102);
        });
      expect(Math.min(took(), took())).toBeLessThan(LIMIT_MS);
    }),
    { numRuns: 60 },
  );
});
