/** `xipscope lint` for machine files: the shipped ones are clean, and a fault is reported as FILE:LINE:COL. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { MACHINE_IDS } from '../src/scenario/machine.ts';
import { machineText } from '../src/scenario/machines.node.ts';
import { ran } from './io.fake.ts';

const folder = mkdtempSync(join(tmpdir(), 'xipscope-machines-'));
mkdirSync(join(folder, 'machines'));
afterAll(() => rmSync(folder, { recursive: true }));

const lint = (path: string) => ran(['lint', path]);
const put = (name: string, text: string): string => {
  const file = join(folder, 'machines', name);
  writeFileSync(file, text);
  return file;
};

describe('lint of machines', () => {
  it('the shipped machines have no fault', async () => {
    const path = fileURLToPath(new URL('../../scenarios/machines', import.meta.url));
    // The texts in another language are one more file.
    expect(await lint(path)).toEqual({ code: 0, stdout: `${MACHINE_IDS.length + 1} files: no fault\n`, stderr: '' });
  });

  it('a fault is told with file, line, column and the field’s path', async () => {
    const text = machineText('epyc-7742').replace('"value": 122', '"value": -122');
    const line = text.split('\n').findIndex((one) => one.includes('-122')) + 1;
    const file = put('epyc-7742.json', text);
    const { code, stdout, stderr } = await lint(folder);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(`${file}:${line}:16: latency.memory.value: -122 is outside 0 to 100,000 ns`);
    rmSync(file);
  });

  it('a machine is called by its file’s name', async () => {
    const file = put('my-box.json', machineText('epyc-7742'));
    expect((await lint(file)).stdout).toContain(`${file}:1:1: id: “epyc-7742” is not the file’s name`);
    rmSync(file);
  });

  it('other JSON in other folders is nobody’s business', async () => {
    writeFileSync(join(folder, 'package.json'), '{}');
    put('epyc-7742.json', machineText('epyc-7742'));
    expect(await lint(folder)).toMatchObject({ code: 0, stdout: '1 file: no fault\n' });
  });
});
