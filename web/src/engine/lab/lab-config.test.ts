/** Laws of the lab's input: nothing throws, an error names the bad input, good input survives the round trip. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DESIGN_IDS } from '../../base/designs.ts';
import { ms, us } from '../../base/units.ts';
import {
  checkLabConfig,
  expandSweep,
  formatLabConfig,
  parseLabConfig,
  parseLists,
  type RawLabLists,
  SLICE_MS_LIMITS,
  savepointsOf,
  slruBuffersOf,
} from './lab-config.ts';
import { companionsOf, hasSavepoints, LAB_LIMITS, type LabConfig, WORKLOAD_IDS } from './lab-types.ts';

const configs: fc.Arbitrary<LabConfig> = fc
  .record({
    designs: fc.uniqueArray(fc.constantFrom(...DESIGN_IDS), { minLength: 1 }),
    active: fc.integer({ min: 1, max: LAB_LIMITS.active }),
    idleShare: fc.double({ min: 0, max: 1, noNaN: true }),
    mostlyIdleShare: fc.double({ min: 0, max: 1, noNaN: true }),
    workload: fc.constantFrom(...WORKLOAD_IDS),
    otherWorkUs: fc.integer({ min: 0, max: LAB_LIMITS.otherWorkUs }).map(us),
    wantLock: fc.boolean(),
    savepoints: fc.option(fc.integer({ min: 0, max: LAB_LIMITS.savepoints }), { nil: undefined }),
    slru: fc.option(fc.constantFrom('pg16' as const, 'pg17:16' as const, 'pg17:1024' as const), { nil: undefined }),
    sliceMs: fc.integer(SLICE_MS_LIMITS).map(ms),
  })
  .map(({ idleShare, mostlyIdleShare, wantLock, savepoints, slru, ...rest }) => {
    const room = LAB_LIMITS.connections - rest.active * (1 + companionsOf(rest.workload));
    const idle = Math.floor(idleShare * room);
    return {
      ...rest,
      idle,
      mostlyIdle: Math.floor(mostlyIdleShare * (room - idle)),
      lock: wantLock || rest.workload !== 'snapshot',
      ...(savepoints === undefined || !hasSavepoints(rest.workload) ? {} : { savepoints }),
      ...(slru === undefined || !hasSavepoints(rest.workload) ? {} : { slru }),
    };
  });

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('-1', '1e9', '0x10', 'Infinity', 'NaN', '١٢', '1,,2', ',', '9'.repeat(400), 'pg13,pg14', '__proto__'),
);
const rawLists = fc.record(
  {
    designs: anyText,
    active: anyText,
    idle: anyText,
    mostlyIdle: anyText,
    workload: anyText,
    otherWorkUs: anyText,
    lock: anyText,
    sliceMs: anyText,
    seconds: anyText,
    savepoints: anyText,
    slru: fc.oneof(anyText, fc.constantFrom('pg16,pg17:32', 'pg17:0', 'pg17:1040', 'pg17:-16', 'pg17:016')),
  },
  { requiredKeys: [] },
);

describe('what may be asked of the lab', () => {
  it('never throws, and what it accepts is acceptable to the last gate', () => {
    fc.assert(
      fc.property(rawLists, (raw) => {
        parseLabConfig(raw);
        const lists = parseLists(raw);
        if (!lists.ok) {
          expect(lists.error.kind).toBe('bad-input');
          expect(lists.error.message.length).toBeGreaterThan(10);
          return;
        }
        for (const config of expandSweep(lists.value)) expect(checkLabConfig(config).ok).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('reads back every valid config that it wrote', () => {
    fc.assert(
      fc.property(configs, (config) => {
        const read = parseLabConfig(formatLabConfig(config));
        expect(read).toEqual({ ok: true, value: config });
      }),
    );
  });

  it('multiplies lists, connections growing fastest', () => {
    const lists = parseLists({ active: '1, 2', idle: '0,100', mostlyIdle: '0,5' });
    expect(lists.ok).toBe(true);
    if (!lists.ok) return;
    expect(expandSweep(lists.value).map((c) => [c.active, c.mostlyIdle, c.idle])).toEqual([
      [1, 0, 0],
      [1, 0, 100],
      [1, 5, 0],
      [1, 5, 100],
      [2, 0, 0],
      [2, 0, 100],
      [2, 5, 0],
      [2, 5, 100],
    ]);
  });

  it('multiplies savepoints and shapes of pg_subtrans, savepoints growing fastest', () => {
    const lists = parseLists({ workload: 'subtrans-spread', savepoints: '60,100', slru: 'pg16, pg17:128' });
    expect(lists.ok && expandSweep(lists.value).map((c) => [c.slru, savepointsOf(c), slruBuffersOf(c)])).toEqual([
      ['pg16', 60, 0],
      ['pg16', 100, 0],
      ['pg17:128', 60, 128],
      ['pg17:128', 100, 128],
    ]);
    const usual = parseLabConfig({ workload: 'subtrans-90' });
    expect(usual.ok && [savepointsOf(usual.value), slruBuffersOf(usual.value)]).toEqual([90, 0]);
  });

  it('takes 28 µs of other work for readonly and none for the bare loop', () => {
    const otherWork = (workload: string): unknown => {
      const parsed = parseLabConfig({ workload });
      return parsed.ok && parsed.value.otherWorkUs;
    };
    expect(otherWork('readonly')).toBe(28);
    expect(otherWork('snapshot')).toBe(0);
  });

  const bad: readonly (readonly [string, RawLabLists, RegExp])[] = [
    ['negative', { idle: '-3' }, /^--idle: -3 is negative; give a whole number from 0 to 12,500/],
    ['huge', { idle: '99999999999999999999999' }, /^--idle: 9+ is too large; .*12,500/],
    ['not a number', { active: 'many' }, /^--active: “many” is not a number in plain digits; .*1 to 64/],
    ['an exponent', { idle: '1e3' }, /^--idle: “1e3” is not a number/],
    ['a fraction', { mostlyIdle: '1.5' }, /^--mostly-idle: 1\.5 is not a whole number/],
    ['empty', { idle: '' }, /^--idle is empty; give/],
    ['an empty part of a list', { idle: '1,,2' }, /^--idle is empty; give/],
    ['no active connection', { active: '0' }, /^--active: 0 is too small; .*1 to 64/],
    ['more than 64 active', { active: '65' }, /^--active: 65 is too large; .*1 to 64/],
    ['negative other work', { otherWorkUs: '-28' }, /^--other-work: -28 is negative/],
    ['unknown design', { designs: 'pg13,pg12' }, /^--design: unknown “pg12”; choose from pg9\.1, pg13/],
    ['no design', { designs: ' ' }, /^--design: nothing is chosen; choose at least one of pg9\.1/],
    ['the same design twice', { designs: 'pg13,pg13' }, /^--design: pg13 is given twice/],
    ['the same count twice', { idle: '100,0100' }, /^--idle: 100 is given twice/],
    ['unknown workload', { workload: 'tpcb' }, /^--workload: unknown “tpcb”; choose from snapshot, readonly/],
    ['no lock beside other work', { lock: '0', workload: 'readonly' }, /^--no-lock is for the workload snapshot only/],
    [
      'too many connections in sum',
      { active: '1', idle: '0,10000', mostlyIdle: '2500' },
      /^--active \+ --idle \+ --mostly-idle: 12,501 connections together; at most 12,500/,
    ],
    ['too long', { seconds: '601' }, /^--seconds: 601 is too large; give a number from 0\.1 to 600/],
    [
      'a shape without banks',
      { workload: 'subtrans-60', slru: 'pg17' },
      /^--slru: “pg17” is not a size of pg_subtrans/,
    ],
    [
      'half a bank',
      { workload: 'subtrans-60', slru: 'pg17:24' },
      /^--slru: “pg17:24” .* a multiple of 16 from 16 to 1,024/,
    ],
    ['the same shape twice', { workload: 'subtrans-60', slru: 'pg16,pg16' }, /^--slru: pg16 is given twice/],
    ['savepoints beside no savepoints', { savepoints: '5' }, /^--savepoints goes with the workloads subtrans-60/],
    [
      'too many savepoints',
      { workload: 'subtrans-60', savepoints: '1001' },
      /^--savepoints: 1001 is too large; .*1,000/,
    ],
    ['a slice of no length', { sliceMs: '0' }, /^--slice: 0 is too small/],
  ];
  it.each(bad)('says what is wrong, where, and what to do: %s', (_name, raw, message) => {
    const parsed = parseLists(raw);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error.message).toMatch(message);
  });

  it('refuses lists that multiply to more points than anybody wants', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i).join(',');
    const parsed = parseLists({ idle: hundred, mostlyIdle: hundred });
    expect(!parsed.ok && parsed.error.message).toMatch(/10,000 points to measure; at most 1,000/);
  });

  it('refuses a list where one setting is wanted', () => {
    const parsed = parseLabConfig({ idle: '0,100' });
    expect(!parsed.ok && parsed.error.field).toBe('idle');
  });

  it('refuses configs made by code that break the rules', () => {
    const good = parseLabConfig({});
    if (!good.ok) throw new Error('defaults must be valid');
    expect(checkLabConfig({ ...good.value, active: Number.NaN }).ok).toBe(false);
    expect(checkLabConfig({ ...good.value, idle: Number.POSITIVE_INFINITY }).ok).toBe(false);
    expect(checkLabConfig({ ...good.value, designs: [] }).ok).toBe(false);
  });
});
