/** The command as users start it: a separate process, the real WebAssembly, real threads. No timing is judged. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DESIGN_IDS } from '../src/base/designs.ts';

const launcher = fileURLToPath(new URL('./xipscope.mjs', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function xipscope(args: string, during?: (child: ChildProcess, stderr: string) => void): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [launcher, ...args.split(' ')], { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      during?.(child, stderr);
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function rowsIn(stdout: string): Record<string, unknown>[] {
  const parsed: unknown = JSON.parse(stdout);
  if (!Array.isArray(parsed) || !parsed.every(isRecord)) throw new Error('not an array of objects');
  return parsed;
}

describe('designs', () => {
  test('are the ladder, oldest first, each with what a snapshot, a visibility check, an xid and an end touch', async () => {
    const { code, stdout } = await xipscope('designs --json');
    const rungs = rowsIn(stdout);
    expect(rungs.map((rung) => rung.id)).toEqual([...DESIGN_IDS]);
    for (const rung of rungs)
      for (const column of ['name', 'commit', 'layout', 'reads', 'checks', 'assigns', 'ends'])
        expect(rung[column], `${rung.id} ${column}`).toMatch(/\S/);
    expect(code).toBe(0);
  });
  test('are a table for people, a head and a line each; below it what else each touches', async () => {
    const { stdout } = await xipscope('designs');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^id +name$/);
    const end = lines.indexOf('');
    expect(lines.slice(1, end).map((line) => line.split(' ')[0])).toEqual([...DESIGN_IDS]);
    const touched = [
      'commit',
      'layout',
      'one snapshot reads',
      'a visibility check',
      'an xid assignment',
      'a transaction end',
    ].map((what) => `  ${what}`);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const begun = lines.slice(end + 1).filter((line) => !line.startsWith('    '));
    expect(begun.map((line) => line.split(':')[0])).toEqual(DESIGN_IDS.flatMap((id) => [id, ...touched]));
  });
});

describe('bench', () => {
  test('has a row with all columns for each design at each point, and nothing else on standard output', async () => {
    const { code, stdout } = await xipscope(
      `bench --json --design ${DESIGN_IDS.join(',')} --active 1 --idle 0,200 --mostly-idle 0,10 --seconds 0.1 --slice 10`,
    );
    expect(code).toBe(0);
    const rows = rowsIn(stdout);
    expect(rows.length).toBe(DESIGN_IDS.length * 4);
    expect(rows.map((row) => `${row.design} ${row.mostlyIdle} ${row.idle}`)).toEqual(
      [0, 10].flatMap((mostly) => [0, 200].flatMap((idle) => DESIGN_IDS.map((id) => `${id} ${mostly} ${idle}`))),
    );
    for (const row of rows) {
      expect(row).toMatchObject({ active: 1, workload: 'readonly', provenance: 'measured', otherWorkUsAsked: 28 });
      for (const column of ['seconds', 'transactions', 'snapshots', 'tps', 'slices'])
        expect(row[column], column).toBeGreaterThan(0);
      expect(row.seconds).toBeGreaterThanOrEqual(0.1);
      expect(row.snapshots).toBe(2 * Number(row.transactions));
      expect(row.reused).toBeTypeOf('number');
      expect(row.nsPerSnapshot === null || typeof row.nsPerSnapshot === 'number').toBe(true);
      for (const rate of ['mostlyIdleAskedPerS', 'mostlyIdleReachedPerS', 'connectsAskedPerS', 'connectsReachedPerS'])
        expect(row[rate], rate).toBeTypeOf('number');
      expect(row.oversubscribed).toBe(false);
      expect(row.machine).toMatchObject({ node: process.versions.node, cores: expect.any(Number) });
      expect(row.timesFirst === null).toBe(row.design === DESIGN_IDS[0]);
    }
  });
  test('a snapshot without other work costs a number of nanoseconds, with and without the lock', async () => {
    for (const lock of ['', ' --no-lock']) {
      const { stdout } = await xipscope(`bench --json --design pg13 --workload snapshot --seconds 0.1${lock}`);
      expect(rowsIn(stdout)[0]).toMatchObject({ lock: lock === '', nsPerSnapshot: expect.any(Number) });
    }
  });
  test('the table says the machine, the clock, N and what is oversubscribed; the warning is not in it', async () => {
    const { code, stdout, stderr } = await xipscope('bench --active 64 --idle 10 --seconds 0.1 --slice 10');
    expect(code).toBe(0);
    expect(stdout).toMatch(/cores?, Node \d+.*clock step/);
    expect(stdout).toMatch(/pg13 .*oversubscribed\npg14 .*oversubscribed\n$/);
    expect(stderr).toMatch(/Warning: oversubscribed: 64/);
    expect(stdout).not.toContain('Warning');
  });
  test('bad input ends with 2, a sentence, and nothing on standard output', async () => {
    expect(await xipscope('bench --active 65')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--active: 65 is too large'),
    });
  });
  test('Ctrl-C ends it at once and prints no half result', async () => {
    let asked = false;
    const ended = await xipscope('bench --json --idle 0,1,2,3,4,5,6,7,8,9 --seconds 1', (child, stderr) => {
      if (asked || !stderr.includes('1/10')) return;
      asked = true;
      child.kill('SIGINT');
    });
    expect(ended).toMatchObject({ code: 130, stdout: '' });
    expect(ended.stderr).toContain('Interrupted');
  });
});

/** As a shell starts it. */
function shell(line: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', line], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, XIP: `${process.execPath} ${launcher}` },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

describe('whatever goes wrong', () => {
  test.each(['designs', 'spec hermitage-p4', '--help'])(
    '%s: a full disk is one sentence and exit code 2',
    async (args) => {
      const { code, stderr } = await shell(`$XIP ${args} > /dev/full`);
      expect(stderr).toMatch(/^xipscope: standard output cannot be written \(ENOSPC\); .*\n$/);
      expect(code).toBe(2);
    },
  );
  test('a reader that has seen enough is no fault; without standard output nothing breaks', async () => {
    expect(await shell('set -o pipefail; $XIP designs --json | head -n 1')).toEqual({
      code: 0,
      stdout: '[\n',
      stderr: '',
    });
    expect(await shell('$XIP designs >&-')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await shell('$XIP nonsense 2> /dev/full')).code).toBe(2);
  });
  test.each(['designs', 'spec hermitage-p4', 'model --active 1 --idle 0'])(
    '%s: an error that nobody caught is one sentence and exit code 2, whatever is loaded',
    async (args) => {
      // Thrown from outside when the result is printed: the WebAssembly is then loaded, with its own listeners.
      const thrown =
        'const w = process.stdout.write; process.stdout.write = () => { setTimeout(() => { throw new Error("oh\\x1b[31m\\nno") }); return true; };';
      const late = `data:text/javascript,${encodeURIComponent(thrown)}`;
      const { code, stderr } = await shell(`$XIP ${args}`, { NODE_OPTIONS: `--import=${late}` });
      expect(stderr.split('\n').filter((one) => one.startsWith('xipscope: '))).toEqual([
        'xipscope: this is a fault of xipscope itself (XIPSCOPE_DEBUG=1 prints where it happened): Error: oh<U+001B>[31m',
      ]);
      expect(stderr.length).toBeLessThan(500);
      expect(code).toBe(2);
    },
  );
  test('a spec comes from a pipe, a redirection, /dev/stdin or <(...) as from its file', async () => {
    const spec = fileURLToPath(new URL('../../scenarios/specs/hermitage-p4.spec', import.meta.url));
    const { stdout: expected } = await shell(`$XIP spec ${spec}`);
    expect(expected).toMatch(/^Parsed test spec with /);
    for (const line of [
      `cat ${spec} | $XIP spec -`,
      `$XIP spec < ${spec}`,
      `cat ${spec} | $XIP spec /dev/stdin`,
      `$XIP spec <(cat ${spec})`,
      '$XIP spec hermitage-p4',
    ])
      expect(await shell(line)).toEqual({ code: 0, stdout: expected, stderr: '' });
  });
});

describe('trace', () => {
  test('has tables and sessions of any name', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'xip-names-')), 'names.spec');
    writeFileSync(
      file,
      'setup { CREATE TABLE "__proto__" (a int) }\nsession "__proto__"\nstep "constructor" { SELECT 1 }\n',
    );
    const { code, stdout } = await xipscope(`trace ${file}`);
    const last: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(code).toBe(0);
    const state = isRecord(last) && isRecord(last.state) ? last.state : {};
    expect(isRecord(state.tables) && Object.keys(state.tables)).toEqual(['__proto__']);
  });
});
