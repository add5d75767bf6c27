/** Snapshots are also right under real threads in WebAssembly, and the checker that says so catches planted faults. */
import { expect, test } from 'vitest';
import { DESIGN_IDS, REUSING_IDS } from '../../base/designs.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { type HistoryPlan, type HistoryVerdict, LabHost } from './lab-host.ts';

const LIMIT_MS = 120_000;
const NO_COMPLETION_COUNT = 1;
const NO_EXCLUSIVE_AT_END = 2;
const REUSE_WITHOUT_XMIN = 0x2000;

const PLAN: HistoryPlan = {
  design: 'pg14',
  threads: 4,
  idle: 400,
  transactions: 2000,
  seed: 20200812,
  churn: true,
  faults: 0,
};

/** Each run has its own module: threads return to a module's pool only when its event loop turns. */
async function run(plan: Partial<HistoryPlan>): Promise<HistoryVerdict> {
  const all = { ...PLAN, ...plan };
  const loaded = await LabHost.load(wasmPlaceInNode('xip-lab'), all.threads, (what) => {
    throw new Error(what);
  });
  if (!loaded.ok) throw new Error(loaded.error.message);
  const verdict = loaded.value.history(all);
  loaded.value.stop();
  if (!verdict.ok) throw new Error(verdict.error.message);
  return verdict.value;
}

test.each(DESIGN_IDS)(
  'no snapshot of %s misses an ended transaction or contains half of a commit',
  { timeout: LIMIT_MS },
  async (design) => {
    const verdict = await run({ design });
    expect(verdict.report).toBe('');
    expect(verdict.violations).toBe(0);
    expect(verdict.transactions).toBeGreaterThan(PLAN.threads * PLAN.transactions * 0.75);
    expect(verdict.snapshots).toBeGreaterThan(PLAN.threads * PLAN.transactions);
    expect(verdict.xids).toBeGreaterThan(4 * verdict.transactions);
    expect(verdict.reused > 0).toBe(REUSING_IDS.includes(design));
  },
);

test.each([
  { what: 'xactCompletionCount not bumped at a commit', design: 'pg14', faults: NO_COMPLETION_COUNT },
  { what: 'ProcArrayLock left out at the end in pg13', design: 'pg13', faults: NO_EXCLUSIVE_AT_END },
  { what: 'ProcArrayLock left out at the end in pg14', design: 'pg14', faults: NO_EXCLUSIVE_AT_END },
  { what: 'a snapshot used again without its xmin', design: 'unlocked-reuse', faults: REUSE_WITHOUT_XMIN },
] as const)('the checker catches: $what', { timeout: LIMIT_MS }, async ({ design, faults }) => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const verdict = await run({
      design,
      faults,
      churn: false,
      idle: 1000,
      transactions: 4000,
      seed: PLAN.seed + attempt,
    });
    if (verdict.violations === 0) continue;
    expect(verdict.report).toMatch(/^law \d, snapshot \d+ of thread \d/);
    return;
  }
  expect.unreachable('never caught');
});

test('a history that cannot be run is refused in words', async () => {
  await expect(run({ transactions: 0 })).rejects.toThrow('an argument is outside its range');
  await expect(run({ idle: 12_500 })).rejects.toThrow('12,500');
});
