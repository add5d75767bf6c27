/** `xipscope record`: the teacher's page on a class, printed; faults of a file, with their places. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownId } from '../src/viewmodel/exercise/fill.ts';
import type { Deed } from '../src/viewmodel/record/progress.ts';
import { recordCode, recordText } from '../src/viewmodel/record/record.ts';
import { ran } from './io.fake.ts';

const deed = (over: Partial<Deed>): Deed => ({
  ...{ kind: 'exercise', id: 'who-sees-it', seed: 1, part: 0, answer: 'rows:2,3', isRight: true, hints: 0 },
  begun: '2026-11-22T01:00:00.000Z',
  at: '2026-11-22T01:01:00.000Z',
  ...over,
});
let folder = '';
const at = (name: string): string => join(folder, name);
async function handIn(file: string, name: string, deeds: readonly Deed[]): Promise<string> {
  const record = { name, deeds };
  const code = (await recordCode(record)) ?? '';
  writeFileSync(at(file), recordText(record, code));
  return code;
}
const template = readFileSync(new URL('../../scenarios/templates/my-exercise.en.md', import.meta.url), 'utf8');
const record = (...args: readonly string[]) => ran(['record', ...args], { prepare: () => Promise.resolve() });

let annsCode = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xip-record-'));
  annsCode = await handIn('ann.json', 'Ann', [
    deed({}),
    // An answer to another variant, later.
    deed({ seed: 2, answer: 'rows:1', isRight: false, at: '2026-11-22T01:02:00.000Z' }),
  ]);
  await handIn('bob.json', 'Bob', [deed({ answer: 'rows:1', at: '2026-11-22T02:01:00.000Z' })]);
  await handIn('own.json', '=Eve', [deed({ id: ownId(template), seed: 5, answer: 'rows:77', isRight: true })]);
  writeFileSync(at('changed.json'), readFileSync(at('ann.json'), 'utf8').replace('"name": "Ann"', '"name": "Dan"'));
  writeFileSync(at('mine.md'), template);
  writeFileSync(at('README.md'), '# About this class\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('records', () => {
  test('one that is as it was made: its code fits, and the engine judges as it says', async () => {
    const { code, stdout, stderr } = await record(at('ann.json'), '--code', annsCode.toLowerCase());
    expect(stdout).toMatch(
      /^Name +File +Right, checked +Right, by the file +Questions tried +Tries in all +Code +Last try \(UTC\)\nAnn +\S+ann\.json +1 +1 +1 +2 +fits +2026/,
    );
    expect(stderr).toMatch(/checked 2 tries: all as the records say/);
    expect(stderr).toMatch(/It fits \S+ann\.json \(Ann\)/);
    expect(code).toBe(0);
  });
  test('a wrong answer that is called right, a changed file and a copy are named; the exit code says so', async () => {
    const { code, stdout } = await record(at('ann.json'), at('bob.json'), at('changed.json'));
    // Comes before Ann, whose file was named first: right only by its own claim.
    expect(stdout).toMatch(/^Name.*\nBob +\S+ +0 +1 +1 +1 .*\n +The engine judges 1 try differently/);
    expect(stdout).toMatch(/Dan .*does not fit.*\n +The code does not match the file, which was changed/);
    expect(stdout).toContain('The same tries as');
    expect(code).toBe(1);
  });
  test('CSV has a line a record, or a line a try; a name is no formula', async () => {
    const table = await record(at('own.json'), '--format', 'csv', '--no-judge');
    expect(table.stdout.split('\r\n')[1]).toMatch(/^'=Eve,.*,fits,1,,,1,1,0,0,1,/);
    const tries = await record(at('ann.json'), at('own.json'), '--format', 'tries');
    expect(tries.stdout.split('\r\n')).toHaveLength(5);
    expect(tries.stdout).toContain('"rows:2,3",true,agrees,0,');
    expect(tries.stdout).toContain(',rows:77,true,unknown,0,');
  });
  test('--json has what both tables and the notes say, from standard input, too', async () => {
    const { code, stdout } = await record(at('ann.json'), at('bob.json'), '--json');
    const { records, tries, unreadable } = JSON.parse(stdout);
    expect(records.map((one: { name: string }) => one.name)).toEqual(['Bob', 'Ann']);
    expect(records[0]).toMatchObject({ questions_right_judged: 0, questions_right_claimed: 1 });
    expect(records[0].notes[0]).toContain('The engine judges 1 try differently');
    expect(tries).toHaveLength(3);
    expect(tries[0]).toMatchObject({ answer: 'rows:2,3' });
    expect(unreadable).toEqual([]);
    expect(code).toBe(1);
    const text = readFileSync(at('ann.json'));
    const piped = await ran(['record', '-', '--json', '--no-judge'], {
      prepare: () => Promise.resolve(),
      input: async function* () {
        yield text;
      },
    });
    expect(JSON.parse(piped.stdout).records).toMatchObject([{ name: 'Ann', file: '<stdin>' }]);
  });
  test('a forged record is told first: marked right a hundred times in one millisecond, and all of it wrong', async () => {
    const begun = '2026-11-22T03:00:00.000Z';
    const forged = Array.from({ length: 100 }, () => deed({ answer: 'rows:1', begun, at: begun }));
    await handIn('forged.json', 'Eve', forged);
    const { code, stdout } = await record(at('ann.json'), at('forged.json'));
    const csv = await record(at('ann.json'), at('forged.json'), '--format', 'csv');
    rmSync(at('forged.json'));
    expect(stdout).toMatch(
      /^Name.*\nEve +\S+ +0 +1 +1 +100 .*\n +The engine judges 100 tries differently.*\n +100 answers were given in the same millisecond.*\n +100 tries at one question.*\nAnn /,
    );
    expect(csv.stdout.split('\r\n')[1]).toMatch(/^Eve,.*,fits,1,0,0,1,100,100,100,100,.*,0$/);
    expect(code).toBe(1);
  });
  test('a folder is read whole; answers to an own exercise are judged when its file is there', async () => {
    const { stdout, stderr } = await record(folder, '--format', 'tries');
    expect(stdout).toContain(',rows:77,true,differs,0,');
    expect(stderr).not.toContain('README');
    const without = await record(at('own.json'));
    expect(without.stderr).toMatch(new RegExp(`These exercises are not among ours: ${ownId(template)}`));
  });
});

describe('what cannot be read', () => {
  test('is named with its place, and the rest is printed', async () => {
    const broken = at('broken.json');
    writeFileSync(broken, readFileSync(at('ann.json'), 'utf8').replace('"seed":1', '"seed":"1"'));
    const { code, stdout, stderr } = await record(at('ann.json'), broken, '--no-judge');
    rmSync(broken);
    expect(stderr).toMatch(/broken\.json:\d+:\d+: deeds\[0\]\.seed/);
    expect(stdout).toContain('Ann');
    expect(code).toBe(1);
  });
  test.each([
    ['a path that is not there', ['nowhere.json'], /nowhere\.json/],
    ['a format that is none', ['x.json', '--format', 'xml'], /--format xml: it is one of text, csv, tries/],
    ['a code that is none', ['x.json', '--code', '0000'], /--code: A code has 18 letters and digits; this one has 4/],
    ['no path', [], /Name a file, or - for standard input/],
    ['JSON and a format', ['x', '--json', '--format', 'csv'], /--json prints records and tries together/],
  ])('%s: exit code 2, and nothing on standard output', async (_, args, said) => {
    expect(await record(...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(said) });
  });
});
