/** Each construction that makes a reader read twice is found, good sentences next to it are not, and no text has any. */
import { expect, test } from 'vitest';
import {
  allFaults,
  allMissing,
  faultsOf,
  PATTERNS,
  passagesOfC,
  passagesOfCode,
  passagesOfMarkdown,
  passagesOfSpec,
  termsWithoutEntry,
} from './check-words.mjs';

/** In the order of `PATTERNS`: what is found, and what is left alone. */
const CASES: readonly { readonly bad: readonly string[]; readonly good: readonly string[] }[] = [
  {
    bad: ['Who works sits in the array.', 'It is free. Who waits holds the lock.'],
    good: ['Who waits for whom?', 'A backend who waits.', 'Who sees which version?', 'Whose cache line is it?'],
  },
  {
    bad: ['It ends, so who waits goes on.', 'A lock is there; who only reads walks past it.'],
    good: ['See who owns a line, and who waits for it.', 'the one who waits'],
  },
  { bad: ['Whoever finished it released the lock.'], good: ['Anyone who finished it'] },
  { bad: ['What is there is seen.'], good: ['What is there to see?', 'See what is there.'] },
  { bad: ['Whose turn it is may go.'], good: ['It is your turn.'] },
  { bad: ['It runs all the same.'], good: ['all the same size', 'All are the same.'] },
  { bad: ['it goes to\nand fro'], good: ['to and from the server'] },
  { bad: ['computed anew'], good: ['a new one'] },
  { bad: ['thereby', 'Hence it fails.'], good: ['there by', 'the sequence'] },
  { bad: ['beside the server'], good: ['besides, it is fast', 'on both sides'] },
  { bad: ['a dear walk', 'it became dearer'], good: ['endearing', 'clear'] },
  { bad: ['longer, as the way is'], good: ['by the way, isolation', 'This is the way.'] },
  { bad: ['It ends of its own accord, in a line of its own accord', 'of itself, it waits'], good: ['half of itself'] },
  {
    bad: ['It has a line of its own.', 'in a table of their own'],
    good: ['each page of its own table', 'its own line'],
  },
  { bad: ['the story is told below'], good: ['is told apart by', 'can be told to stop', 'was told that'] },
  { bad: ['How to bring it about', 'brought about'], good: ['bring it back', 'bring both'] },
  { bad: ['what it says of itself'], good: ['what it says about itself'] },
  { bad: ['Of a session the oldest snapshot is meant.'], good: ['Of the sessions, three are idle.'] },
  { bad: ['It stands in the list.', 'what stands here'], good: ['It stands for the rest.', 'a standby in recovery'] },
  { bad: ['“x” will not do'], good: ['it will not wait', 'I will do'] },
  { bad: ['Each deed is kept.'], good: ['indeed'] },
  { bad: ['to mend the row', 'mended first'], good: ['recommend', 'the amendment'] },
  { bad: ['wants a superuser', 'want an extension'], good: ['wants the same row'] },
  { bad: ['Not so.', 'To be brought to an end'], good: ['not so long ago'] },
  { bad: ['or does it otherwise', 'claims otherwise'], good: ['otherwise it waits'] },
  {
    bad: ['A new version of Xipscope is there.', 'The file is there.'],
    good: ['the version is available', 'there is a file'],
  },
  { bad: ['fetched after an end', 'an end in between'], good: ['after an ending commit', 'until the end'] },
  { bad: ['each try is kept'], good: ['try again', 'each tries'] },
  { bad: ['save for the lock', 'upon commit'], good: ['save it for later', 'on commit'] },
  {
    bad: ['The page is the primary’s, for a standby gets it by replay.'],
    good: ['Look, for example, here.', 'It waits, for the first time, there', 'a list, for each row one'],
  },
  { bad: ['Nor is it there.'], good: ['neither A nor B is there'] },
  { bad: ['as good as nothing'], good: ['as well as any'] },
  { bad: ['3 k/s'], good: ['3 thousand transactions/s', 'blocks/s'] },
  {
    bad: ['It takes 57 times as long.', 'three times as many rows.'],
    good: ['57 times as long as alone.', 'ten times as many lines as 14'],
  },
  { bad: ['81 × as long'], good: ['81 × as long as before', '81 ×'] },
];

test('every pattern has its cases', () => {
  expect(CASES).toHaveLength(PATTERNS.length);
});

const found = (text: string): readonly string[] => faultsOf({ text, start: 0 }).map(({ write }) => write);

test.each(PATTERNS.map((pattern, i) => ({ ...pattern, ...CASES[i] })))('$pattern', ({ write, bad, good }) => {
  for (const text of bad ?? []) expect([text, found(text)]).toEqual([text, expect.arrayContaining([write])]);
  for (const text of good ?? []) expect([text, found(text)]).toEqual([text, []]);
});

test('a caption has one semicolon at most', () => {
  const caption = { start: 0, caption: true };
  expect(faultsOf({ ...caption, text: 'One; two; three' })).toHaveLength(1);
  expect(faultsOf({ ...caption, text: 'One; two' })).toEqual([]);
  expect(faultsOf({ text: 'One; two; three', start: 0 })).toEqual([]);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code as it is read
test.each([
  ["'a.beside': 'x',", []],
  ["'a.b': 'it is beside',", ['beside']],
  ["'a.b': (p) => `${p.beside} and ${p.n === 1 ? 'beside one' : beside}`,", ['beside']],
  ["// beside\n/* beside */ const beside = /'beside/;\n'a.b': 'x',", []],
  ["'a.b': 'don\\'t go beside',", ['beside']],
])('in code only what is read counts: %s', (code, words) => {
  expect(
    passagesOfCode(code)
      .flatMap((one) => faultsOf(one))
      .map(({ text }) => text),
  ).toEqual(words);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: to here

test('in a lesson addresses and code do not count, and a turn of phrase may be broken over two lines', () => {
  const text =
    '---\ntitle: A\n---\n\n## Beside\n\nRun `beside` [here](#/beside). It goes to\nand fro.\n\n```figure\nat: #/beside\n```\n\n```notes\nAll anew.\n```\n';
  expect(
    passagesOfMarkdown(text)
      .flatMap((one) => faultsOf(one))
      .map((one) => one.text),
  ).toEqual(['Beside', 'to and fro', 'anew']);
});

test('the end of a block that is read does not begin another: the text behind it is read, too', () => {
  const text =
    '```predict\nask: Why anew?\n```\n\nAll goes on beside it.\n\n```figure\nat: #/beside\n```\n\nAnd thereby.\n';
  expect(
    passagesOfMarkdown(text)
      .flatMap((one) => faultsOf(one))
      .map((one) => one.text),
  ).toEqual(['anew', 'beside', 'thereby']);
});

test('what a page shows has typographic apostrophes; a text of code may have the keyboard’s', () => {
  const found = (text: string, isShown: boolean) => faultsOf({ text, start: 0 }, isShown).map((one) => one.text);
  expect(found("The clerk's snapshot, the clerks' and O'Neil", true)).toEqual(["k'", "s'", "O'"]);
  expect(found("The clerk's snapshot", false)).toEqual([]);
  expect(found("The clerk’s snapshot says '…' and ''", true)).toEqual([]);
});

test('a scenario says its title, what it is about, and captions', () => {
  const spec = '#: title: Beside\n#: caption a: x; y; z\n# beside\nstep a { SELECT beside; }\n';
  expect(
    passagesOfSpec(spec)
      .flatMap((one) => faultsOf(one))
      .map((one) => one.text),
  ).toEqual(['Beside', 'two semicolons']);
});

test('a simplification ends with its paragraph', () => {
  const c = '/*\n * MODEL: it lies\n * beside it.\n *\n * More beside.\n */ int beside;';
  expect(
    passagesOfC(c)
      .flatMap((one) => faultsOf(one))
      .map((one) => one.text),
  ).toEqual(['beside']);
});

test('nothing that a reader sees has any of them', () => {
  expect(allFaults()).toEqual([]);
});

test('what a lesson names in code is a term of the glossary, if it is neither SQL nor a setting', () => {
  const text =
    'Its `PGXACT`,\nin `pg_xact`: `SELECT`, `max_connections`, `csn`.\n```figure\nat: `XidGenLock`\n```\n`XidGenLock`';
  expect(termsWithoutEntry(text, new Set(['PGXACT']))).toEqual([
    { name: 'pg_xact', line: 2 },
    { name: 'XidGenLock', line: 6 },
  ]);
  expect(allMissing()).toEqual([]);
});
