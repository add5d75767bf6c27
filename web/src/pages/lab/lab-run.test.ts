/**
 * Laws of running the lab for the page, against a fake lab: the newest wish wins, refusals change nothing, points are
 * kept.
 */
import { describe, expect, it } from 'vitest';
import { err } from '../../base/result.ts';
import { ms, us } from '../../base/units.ts';
import type { LabConfig } from '../../engine/lab/lab-types.ts';
import { createFakeLab } from './lab-client.fake.ts';
import { LabRun } from './lab-run.ts';

const config = (change: Partial<LabConfig> = {}): LabConfig => ({
  designs: ['pg13', 'pg14'],
  active: 1,
  idle: 0,
  mostlyIdle: 0,
  workload: 'readonly',
  otherWorkUs: us(28),
  lock: true,
  sliceMs: ms(20),
  ...change,
});
/** Lets promises that are ready settle. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};
function setUp() {
  const fake = createFakeLab();
  const run = new LabRun(fake.startLab);
  let frame = 0;
  const pass = async (milliseconds: number): Promise<void> => {
    fake.advance(milliseconds);
    frame += 300;
    run.pump(frame);
    await settle();
  };
  return { fake, run, pass };
}

describe('a single run', () => {
  it('shows rows of both designs and their paired ratio', async () => {
    const { run, pass } = setUp();
    run.startSingle(config({ idle: 10_000 }));
    await settle();
    await pass(1000);
    const { rows, ratio, phase } = run.get();
    expect(phase).toBe('running');
    expect(rows.map((r) => r.design)).toEqual(['pg13', 'pg14']);
    expect([ratio?.a, ratio?.b]).toEqual(['pg14', 'pg13']);
    expect(ratio?.claim.kind).toBe('measuring');
    await pass(4000);
    const claim = run.get().ratio?.claim;
    expect(claim).toMatchObject({ kind: 'faster', ratio: expect.closeTo(56_000 / 28_300, 2) });
  });

  it('takes a changed setting up at once and forgets the rows of the old one', async () => {
    const { run, pass } = setUp();
    run.startSingle(config());
    await settle();
    await pass(1000);
    run.change(config({ idle: 5000 }));
    await settle();
    await pass(500);
    expect(run.get().rows.every((r) => r.idle === 5000)).toBe(true);
    expect(run.get().changes.map((c) => [c.from.idle, c.to.idle])).toEqual([[0, 5000]]);
  });

  it('goes on with the old setting when the new one is refused', async () => {
    const { run, pass } = setUp();
    run.startSingle(config());
    await settle();
    run.change(config({ idle: -1 }));
    await settle();
    expect(run.get().error?.kind).toBe('bad-input');
    await pass(500);
    expect(run.get().phase).toBe('running');
    expect(run.get().rows[0]?.idle).toBe(0);
  });

  it('follows the newest of several wishes', async () => {
    const { fake, run, pass } = setUp();
    run.startSingle(config());
    await settle();
    fake.hold = true;
    run.change(config({ idle: 100 }));
    run.change(config({ idle: 200 }));
    await settle();
    fake.hold = false;
    fake.release();
    await settle();
    await pass(500);
    expect(run.get().config?.idle).toBe(200);
    expect(run.get().rows.every((r) => r.idle === 200)).toBe(true);
  });

  it('stays stopped when the answer to an older wish comes late', async () => {
    const { fake, run } = setUp();
    run.startSingle(config());
    await settle();
    fake.hold = true;
    run.change(config({ idle: 100 }));
    await settle();
    run.stop();
    fake.release();
    await settle();
    expect(run.get()).toMatchObject({ phase: 'stopped', config: { idle: 0 } });
  });

  it('starts anew when more threads are wanted than there is room for, and not otherwise', async () => {
    const { fake, run } = setUp();
    run.startSingle(config({ active: 2 }));
    await settle();
    run.change(config({ active: 1 }));
    await settle();
    expect(fake.started).toEqual([2]);
    run.change(config({ active: 3 }));
    await settle();
    expect(fake.started).toEqual([2, 3]);
    expect(fake.disposed()).toBe(1);
  });

  it('says so when the lab fails by itself', async () => {
    const { fake, run, pass } = setUp();
    run.startSingle(config());
    await settle();
    fake.failing = true;
    await pass(100);
    expect(run.get().phase).toBe('failed');
  });

  it('fails with a reason when the lab cannot be started, and can be tried again', async () => {
    const fake = createFakeLab();
    let broken = true;
    const run = new LabRun((room) =>
      broken ? Promise.resolve(err({ kind: 'unsupported', message: 'no threads' })) : fake.startLab(room),
    );
    run.startSingle(config());
    await settle();
    expect(run.get()).toMatchObject({ phase: 'failed', error: { message: 'no threads' } });
    broken = false;
    run.startSingle(config());
    await settle();
    expect(run.get()).toMatchObject({ phase: 'running', error: null });
  });

  it('rests while hidden', async () => {
    const { fake, run, pass } = setUp();
    run.startSingle(config());
    await settle();
    run.setHidden(true);
    expect(run.get().phase).toBe('hidden');
    await pass(1000);
    expect(fake.requests).toHaveLength(1);
    run.setHidden(false);
    await pass(1000);
    expect(run.get().rows).toHaveLength(2);
  });
});

describe('a sweep', () => {
  const plan = { points: [config(), config({ idle: 1000 })], seconds: 0.2, cores: 4 };

  it('measures one point after the other and ends by itself', async () => {
    const { run, pass } = setUp();
    run.startSweep(plan);
    await settle();
    for (let i = 0; i < 20 && run.get().phase === 'running'; i += 1) await pass(200);
    expect(run.get().phase).toBe('done');
    expect(run.get().rows.map((r) => [r.design, r.idle])).toEqual([
      ['pg13', 0],
      ['pg14', 0],
      ['pg13', 1000],
      ['pg14', 1000],
    ]);
    expect(run.get().sweep?.progress).toBe(1);
  });

  it('keeps its points when it is stopped, and asks for nothing more', async () => {
    const { fake, run, pass } = setUp();
    run.startSweep(plan);
    await settle();
    for (let i = 0; i < 20 && run.get().rows.length === 0; i += 1) await pass(200);
    run.stop();
    await pass(2000);
    expect(run.get().phase).toBe('stopped');
    expect(run.get().rows).toHaveLength(2);
    expect(fake.requests).toHaveLength(2);
  });
});

describe('the end', () => {
  it('ends the lab, even one that was still starting', async () => {
    const { fake, run } = setUp();
    run.startSingle(config());
    run.dispose();
    await settle();
    expect(fake.disposed()).toBe(1);
  });
});
