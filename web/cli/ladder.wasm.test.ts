/** `xipscope ladder` with the real WebAssembly: every figure of every rung is there. No timing is judged. */
import { expect, test } from 'vitest';
import { DESIGN_IDS } from '../src/base/designs.ts';
import { ran } from './io.fake.ts';
import type { LadderLine } from './ladder.ts';

const built = { prepare: () => Promise.resolve() };
const SMALL = ['ladder', '--machine', 'core-i5-10310u', '--idle', '10,50', '--writers', '3', '--seconds', '0.1'];

test('each rung has its costs, and its gain over the one before it; the table says the same', {
  timeout: 180_000,
}, async () => {
  const { code, stdout } = await ran([...SMALL, '--json'], built);
  expect(code).toBe(0);
  const lines = JSON.parse(stdout) as LadderLine[];
  expect(lines.map(({ idle, design }) => `${idle} ${design}`)).toEqual(
    [10, 50].flatMap((idle) => DESIGN_IDS.map((design) => `${idle} ${design}`)),
  );
  for (const [i, { design, lines: touched, measured, modelled }] of lines.entries()) {
    expect(touched, design).toBeGreaterThan(0);
    for (const cost of ['snapshot', 'visibility', 'assign', 'end'] as const) {
      expect(measured[cost], `${design} ${cost}`).toBeGreaterThan(0);
      expect(modelled[cost], `${design} ${cost}`).toBeGreaterThan(0);
    }
    const before = design === DESIGN_IDS[0] ? undefined : lines[i - 1];
    expect(measured.gain === null, design).toBe(before === undefined);
    expect(modelled.gain).toBe(before === undefined ? null : before.modelled.snapshot / modelled.snapshot);
    expect(modelled.gainAlone).toBe(
      before === undefined ? null : before.modelled.snapshotAlone / modelled.snapshotAlone,
    );
  }
  const table = await ran(
    ['ladder', '--machine', 'core-i5-10310u', '--idle', '10', '--writers', '2', '--seconds', '0.1'],
    built,
  );
  expect(table.code).toBe(0);
  // Twice: its gain, and the costs of its other operations.
  for (const design of DESIGN_IDS)
    expect(table.stdout.split('\n').filter((line) => line.trim().split(/\s+/)[1] === design)).toHaveLength(2);
});
