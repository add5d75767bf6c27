/** Bad specs and bad options end with code 2, the place on standard error, and nothing on standard output. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPEC_LIMITS } from '../src/scenario/spec-types.ts';
import { firstDifference } from './check-tree.ts';
import { ran } from './io.fake.ts';

let folder = '';
const path = (name: string): string => join(folder, name);
const GOOD = 'session s step a { SELECT 1; }\n';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'xipscope-spec-'));
  writeFileSync(path('good.spec'), GOOD);
  writeFileSync(path('syntax.spec'), 'session s\nstep a SELECT');
  writeFileSync(path('unsupported.spec'), 'session s\nstep a {\n  SELECT 1;\n  LISTEN x; }\nstep b { CREATE ROLE r; }');
  writeFileSync(path('bytes.spec'), Buffer.from([0x73, 0xff]));
  writeFileSync(path('large.spec'), ' '.repeat(SPEC_LIMITS.ownFileBytes + 1));
  writeFileSync(path('empty.spec'), '');
  writeFileSync(path('extras.spec'), `#: design: pg15\n${GOOD}step b {}\npermutation a\n`);
  mkdirSync(path('tree/src/test/isolation/specs'), { recursive: true });
  mkdirSync(path('none'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['spec', 'trace'])('%s', (command) => {
  test.each([
    ['syntax.spec', '', /syntax[.]spec:2:8: syntax error: a block of SQL is expected here, but this is “SELECT”/],
    ['bytes.spec', '', /bytes[.]spec:1:2: these bytes are not UTF-8/],
    ['large.spec', '', /large[.]spec:1:1: the file is larger than/],
    ['empty.spec', '', /empty[.]spec:1:1: syntax error: “session” is expected/],
    ['missing.spec', '', /missing[.]spec: there is no such file/],
    ['none', '', /none: this is a folder/],
    ['good.spec', '--pg 12', /--pg: unknown “12”; choose from 13, 14/],
    ['good.spec', '--design pg15', /--design: unknown “pg15”/],
    ['good.spec', '--permutation 0', /--permutation: “0” is not/],
    ['good.spec', '--permutation 2', /--permutation: 2 is too large; the spec has 1 permutation[.]/],
    ['good.spec', '--against 17', /unknown option '--against'/],
    ['', '', /Name a file, or - for standard input/],
  ])('refuses %s %s', async (file, options, says) => {
    const args = [command, ...(file === '' ? [] : [path(file)]), ...options.split(' ').filter((word) => word !== '')];
    const { code, stdout, stderr } = await ran(args);
    expect(stderr).toMatch(says);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('names everything that is not supported, with its place, before anything is built', async () => {
    const { code, stdout, stderr } = await ran([command, path('unsupported.spec')]);
    expect(stderr).toMatch(
      /unsupported[.]spec:4:3: not supported: .+\n.*unsupported[.]spec:5:10: not supported: .+\n$/,
    );
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});

describe('check', () => {
  test.each([
    [[], /Name a file, or - for standard input[.] Or give --tree DIR/],
    [['good.spec'], /--against says on which servers/],
    [['good.spec', '--against', '12'], /unknown server “12”; choose from 13, 14, 15, 16, 17, 18/],
    [['good.spec', '--against', '17,'], /unknown server “”/],
    [['good.spec', '--against', '17,17'], /17 is given twice/],
    [['good.spec', '--against', '17', '--pg', '13'], /--pg goes with --tree/],
    [['good.spec', '--tree', 'x'], /--tree takes neither/],
    [['--tree', 'none'], /holds no src\/test\/isolation/],
    [['--tree', 'tree'], /holds no src\/test\/isolation/],
    [['syntax.spec', 'good.spec', '--against', '17'], /syntax[.]spec:2:8/],
  ])('refuses %j', async (args, says) => {
    const isFile = (word: string): boolean => /[.]spec$|^none$|^tree$/.test(word);
    const { code, stdout, stderr } = await ran(['check', ...args.map((word) => (isFile(word) ? path(word) : word))]);
    expect(stderr).toMatch(says);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});

describe('lint', () => {
  test('a clean file is a result', async () => {
    expect(await ran(['lint', path('good.spec')])).toEqual({ code: 0, stdout: '1 file: no fault\n', stderr: '' });
  });
  test('a folder’s faults are all told, with their places', async () => {
    const { code, stdout, stderr } = await ran(['lint', folder]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    for (const says of [
      'bytes.spec:1:2: ',
      'empty.spec:1:1: ',
      'extras.spec:1:1: design “pg15” is unknown',
      'extras.spec:1:1: a “#: title: …” is missing',
      'extras.spec:3:6: unused step name: “b”',
      'large.spec:1:1: ',
      'syntax.spec:2:8: ',
      'unsupported.spec:4:3: ',
      'unsupported.spec:5:10: ',
    ])
      expect(stderr).toContain(says);
    expect(stderr).not.toContain('good.spec');
  });
  test('a folder without specs is no clean folder', async () => {
    expect(await ran(['lint', path('none')])).toMatchObject({ code: 2, stdout: '' });
  });
  test('--json tells the same as data', async () => {
    const { code, stdout } = await ran(['lint', '--json', path('extras.spec')]);
    expect(JSON.parse(stdout)).toHaveLength(3);
    expect(code).toBe(1);
    expect(await ran(['lint', '--json', path('good.spec')])).toMatchObject({ code: 0, stdout: '[]\n' });
  });
});

describe('the first difference', () => {
  const out = (rows: string): string =>
    `Parsed test spec with 1 sessions\n\nstarting permutation: a b\nstep a: x\nstep b: y\n${rows}\nend\n`;
  test('is told with permutation, step and line', () => {
    expect(firstDifference(out('1'), out('2'))).toEqual({
      permutation: 1,
      steps: 'a b',
      step: 'step b: y',
      line: 6,
      here: '1\nend\n',
      there: '2\nend\n',
    });
  });
  test('is seen when one output is the beginning of the other', () => {
    expect(firstDifference('a\n', 'a\nb')).toMatchObject({ line: 2, here: '', there: 'b' });
    expect(firstDifference('a', 'a')).toBeNull();
  });
});
