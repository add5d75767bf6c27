/** Every bad input ends with code 2, words on standard error that name the option, and nothing on standard output. */
import { describe, expect, test } from 'vitest';
import { LAB_LIMITS, WORKLOAD_IDS } from '../src/engine/lab/lab-types.ts';
import { ran } from './io.fake.ts';

const digits = '9'.repeat(60);

const BAD: readonly (readonly [what: string, args: string, says: RegExp])[] = [
  ['a negative number of active connections', '--active -1', /--active: -1 is negative/],
  ['no active connection', '--active 0', /--active: 0 is too small/],
  ['more than 64 active connections', '--active 65', /--active: 65 is too large.*64/],
  ['half a connection', '--active 1.5', /--active: 1.5 is not a whole number/],
  ['a word for a number', '--active many', /--active: “many” is not a number/],
  ['an exponent', '--idle 1e3', /--idle: “1e3” is not a number/],
  ['a hexadecimal number', '--idle 0x10', /--idle: “0x10” is not a number/],
  ['infinity', '--idle Infinity', /--idle: “Infinity” is not a number/],
  ['not a number', '--idle NaN', /--idle: “NaN” is not a number/],
  ['a negative number of idle connections', '--idle -5', /--idle: -5 is negative/],
  ['too many idle connections', '--idle 12501', /--idle: 12501 is too large.*12,500/],
  ['a huge number', `--idle ${digits}`, /--idle: 9{39}… is too large/],
  ['a list with a hole', '--idle 1,,2', /--idle is empty/],
  ['a list that ends with a comma', '--idle 1,2,', /--idle is empty/],
  ['the same count twice', '--idle 5,5', /--idle: 5 is given twice/],
  ['one bad count in a list', '--idle 0,100,-1', /--idle: -1 is negative/],
  [
    'too many connections together',
    '--idle 12500 --active 1',
    /--active \+ --idle \+ --mostly-idle: 12,501 connections/,
  ],
  ['a negative number of mostly idle ones', '--mostly-idle -1', /--mostly-idle: -1 is negative/],
  ['an unknown design', '--design pg15', /--design: unknown “pg15”.*pg13/],
  ['an unknown design among known ones', '--design pg13,nope', /--design: unknown “nope”/],
  ['a design twice', '--design pg13,pg13', /--design: pg13 is given twice/],
  ['an unknown workload', '--workload pgbench', /--workload: unknown “pgbench”.*readonly/],
  ['no time', '--seconds 0', /--seconds: 0 is too small/],
  ['negative time', '--seconds -1', /--seconds: -1 is negative/],
  ['time without end', '--seconds 601', /--seconds: 601 is too large/],
  ['a word for a time', '--seconds soon', /--seconds: “soon” is not a number/],
  ['negative work', '--other-work -1', /--other-work: -1 is negative/],
  ['too much work', '--other-work 10001', /--other-work: 10001 is too large/],
  ['no lock with another workload', '--no-lock --workload readonly', /--no-lock is for the workload snapshot only/],
  ['an endless turn', '--slice 1001', /--slice: 1001 is too large/],
  ['an unknown option', '--threads 3', /unknown option '--threads'/],
  ['an option without its value', '--active', /--active <list>' argument missing/],
  ['a word too many', 'pg13', /too many arguments/],
  ['a pgbench script', '--workload mine.sql', /not supported yet: --workload mine.sql/],
  [
    'an SLRU of no bank',
    '--workload subtrans-spread --slru pg17:40',
    /--slru: “pg17:40” is not a size of pg_subtrans: write pg16/,
  ],
  [
    'an SLRU beside no savepoints',
    '--slru pg17:32',
    /--slru goes with the workloads subtrans-60, subtrans-90, subtrans-spread only/,
  ],
  ['savepoints where none are', '--savepoints 65', /--savepoints goes with the workloads .* not with “readonly”/],
  [
    'too many savepoints',
    '--workload subtrans-60 --savepoints 1001',
    /--savepoints: 1,?001 is too large; .*0 to 1,000/,
  ],
  ['lines with a workload of designs', '--lines 5', /--lines goes with the workload lines-shared only/],
  [
    'rounds with a workload of designs',
    '--workload snapshot --rounds 5',
    /--rounds goes with the workload lines-shared/,
  ],
  [
    'a design with lines-shared',
    '--workload lines-shared --design pg13',
    /--design does not go with the workload lines-shared; its options are --lines, .*--json/,
  ],
  ['no lock with lines-shared', '--workload lines-shared --no-lock', /--no-lock does not go with/],
  ['mostly idle ones with lines-shared', '--workload lines-shared --mostly-idle 0', /--mostly-idle does not go with/],
  ['no lines', '--workload lines-shared --lines 0', /--lines: 0 is too small; .*1 to 64/],
  ['too many lines', '--workload lines-shared --lines 65', /--lines: 65 is too large/],
  ['too many rounds', '--workload lines-shared --rounds 301', /--rounds: 301 is too large/],
  ['a round without time', '--workload lines-shared --seconds 0', /--seconds: 0 is too small/],
  ['no threads', '--workload lines-shared --writers 0 --readers 0', /--writers \+ --readers: 0 threads/],
  [
    'too many threads together',
    '--workload lines-shared --writers 200 --readers 57',
    /--writers \+ --readers: 257 threads; give 1 to 256 together/,
  ],
];

describe('bench', () => {
  test.each(BAD)('%s is refused: %s', async (_, args, says) => {
    const { code, stdout, stderr } = await ran(['bench', ...args.split(' ')]);
    expect(stderr.replaceAll('\n', ' ')).toMatch(says);
    expect(stderr.startsWith('xipscope: ')).toBe(true);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
  test('an empty design list is refused', async () => {
    expect(await ran(['bench', '--design', ''])).toMatchObject({ code: 2, stdout: '' });
  });
  test('bad input stays bad with --json', async () => {
    expect(await ran(['bench', '--json', '--idle', '-1'])).toMatchObject({ code: 2, stdout: '' });
  });
  test('a list that multiplies to too many points is refused before anything runs', async () => {
    const list = Array.from({ length: 40 }, (_, i) => i + 1).join(',');
    const { code, stderr } = await ran(['bench', '--active', list, '--idle', list]);
    expect(stderr).toContain('1,600 points');
    expect(code).toBe(2);
  });
  test('the largest that is allowed is not refused', async () => {
    const most = ['bench', '--active', '64', '--idle', String(LAB_LIMITS.connections - 64)];
    await expect(ran(most)).rejects.toThrow('before anything is built');
  });
  test('more active connections than cores are warned of before the run', async () => {
    let stderr = '';
    const err = (text: string) => {
      stderr += text;
    };
    await expect(ran(['bench', '--active', '64'], { err })).rejects.toThrow();
    expect(stderr).toMatch(/oversubscribed: 64 active connections share/);
  });
  test.each([
    ['subtrans-90', '--active 1', true],
    ['subtrans-60', '--active 4,1 --savepoints 60,65', true],
    ['subtrans-60', '--active 1', false],
    ['subtrans-90', '--active 1 --savepoints 64', false],
    ['subtrans-90', '--active 2', false],
    ['subtrans-spread', '--active 1', false],
    ['readonly', '--active 1', false],
  ])('%s %s: that one client overflows for nobody is said before the run: %s', async (workload, args, isSaid) => {
    let stderr = '';
    const err = (text: string) => {
      stderr += text;
    };
    await expect(ran(['bench', '--workload', workload, ...args.split(' ')], { err })).rejects.toThrow();
    expect(/no cliff appears/.test(stderr)).toBe(isSaid);
  });
});

describe('commands', () => {
  test.each([['modell'], ['nonsense']])('%s is unknown, and the known ones are named', async (command) => {
    const { code, stdout, stderr } = await ran([command, 'FILE']);
    expect(stderr).toContain(
      `Unknown command “${command}”; the commands are spec, trace, check, lint, fuzz, designs, bench, model, ladder, record, serve.`,
    );
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
  test('no command at all gets the help on standard error', async () => {
    const { code, stdout, stderr } = await ran([]);
    expect(stderr).toContain('Usage: xipscope');
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
  test('an unknown option of designs is refused', async () => {
    expect(await ran(['designs', '--all'])).toMatchObject({ code: 2, stdout: '' });
  });
  test('--help is a result: on standard output, with every design’s option and exit code 0', async () => {
    const { code, stdout, stderr } = await ran(['bench', '--help']);
    for (const option of ['--design', '--active', '--idle', '--mostly-idle', '--workload', '--seconds', '--other-work'])
      expect(stdout).toContain(option);
    for (const option of ['--no-lock', '--json']) expect(stdout).toContain(option);
    for (const workload of WORKLOAD_IDS) expect(stdout).toContain(workload);
    expect(stdout).toContain('Exit codes: 0 fine; 1');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });
  test('the help lists the commands that are there', async () => {
    const { code, stdout } = await ran(['--help']);
    for (const command of ['spec', 'trace', 'check', 'lint', 'fuzz', 'designs', 'bench', 'model', 'ladder', 'serve'])
      expect(stdout).toMatch(new RegExp(`\\n {2}${command} `));
    expect(code).toBe(0);
  });
  test('the version is the package’s', async () => {
    expect(await ran(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
