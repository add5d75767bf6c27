/** Laws of the Lab's form: an address gives back the form it was made from, and incompatible values are named. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DESIGN_IDS } from '../../base/designs.ts';
import { messagesIn } from '../../base/messages/index.ts';
import { type LabWording, SECONDS_LIMITS, SLICE_MS_LIMITS } from '../../engine/lab/lab-config.ts';
import { hasSavepoints, LAB_LIMITS, WORKLOAD_IDS } from '../../engine/lab/lab-types.ts';
import { MACHINE_IDS } from '../../scenario/machine.ts';
import {
  checkForm,
  defaultForm,
  fieldNames,
  formFromAddress,
  formToAddress,
  type LabForm,
  PUBLISHED_COUNTS,
  parsePoints,
} from './lab-form.ts';

const messages = messagesIn('en');
const wording: LabWording = { names: fieldNames(messages), messages };
const count = fc.integer({ min: 0, max: LAB_LIMITS.connections });

const forms: fc.Arbitrary<LabForm> = fc
  .record({
    mode: fc.constantFrom('single' as const, 'sweep' as const),
    designs: fc.uniqueArray(fc.constantFrom(...DESIGN_IDS), { minLength: 1 }),
    active: fc.integer({ min: 1, max: LAB_LIMITS.active }),
    idle: count,
    mostlyIdle: count,
    workload: fc.constantFrom(...WORKLOAD_IDS),
    otherWorkUs: fc.option(fc.integer({ min: 0, max: LAB_LIMITS.otherWorkUs })),
    lock: fc.boolean(),
    sliceMs: fc.integer(SLICE_MS_LIMITS),
    axis: fc.constantFrom('idle' as const, 'mostlyIdle' as const),
    points: fc.uniqueArray(count, { minLength: 2, maxLength: 8 }),
    seconds: fc.double({ ...SECONDS_LIMITS, noNaN: true }),
    xScale: fc.constantFrom('sqrt' as const, 'linear' as const),
    savepoints: fc.option(fc.integer({ min: 0, max: LAB_LIMITS.savepoints })),
    slru: fc.option(fc.constantFrom('pg16' as const, 'pg17:32' as const, 'pg17:1024' as const)),
    machine: fc.option(fc.constantFrom(...MACHINE_IDS)),
  })
  // Asking for the usual amount equals not asking.
  .map((form) => (form.otherWorkUs === 28 || form.otherWorkUs === 0 ? { ...form, otherWorkUs: null } : form))
  // An address has no values that its workload ignores.
  .map((form) => (hasSavepoints(form.workload) ? form : { ...form, savepoints: null, slru: null }));

describe('the form of the Lab', () => {
  it('comes back from the address it was written to', () => {
    fc.assert(
      fc.property(forms, (form) => {
        expect(formFromAddress(formToAddress(form), form)).toEqual({ form, narrowed: false });
      }),
    );
  });

  it('leaves a core to the page, and has at least one thread', () => {
    expect(defaultForm(8).active).toBe(7);
    expect(defaultForm(1).active).toBe(1);
    expect(defaultForm(256).active).toBe(64);
  });

  it('measures the published counts unless told otherwise', () => {
    const checked = checkForm({ ...defaultForm(2), mode: 'sweep' }, wording);
    expect(checked.ok && checked.value.configs.map((c) => c.idle)).toEqual(PUBLISHED_COUNTS);
  });

  it('sweeps over mostly idle connections beside a fixed number of idle ones', () => {
    const checked = checkForm(
      { ...defaultForm(2), mode: 'sweep', axis: 'mostlyIdle', idle: 7, points: [0, 5] },
      wording,
    );
    expect(checked.ok && checked.value.configs.map((c) => [c.idle, c.mostlyIdle])).toEqual([
      [7, 0],
      [7, 5],
    ]);
  });

  const refused: readonly (readonly [string, Partial<LabForm>, RegExp])[] = [
    ['no design', { designs: [] }, /^Designs: nothing is chosen/],
    ['too many connections together', { idle: 12_000, mostlyIdle: 500 }, /12,501 connections together; at most 12,500/],
    ['no lock beside work', { lock: false }, /^Leaving ProcArrayLock out is for the workload snapshot only/],
    ['no point', { mode: 'sweep', points: [] }, /^Idle is empty; give a whole number/],
    ['a point that is too large', { mode: 'sweep', points: [0, 12_500] }, /12,501 connections together/],
  ];
  it.each(refused)('names what does not go together: %s', (_name, change, message) => {
    const checked = checkForm({ ...defaultForm(2), mode: 'single', ...change }, wording);
    expect(checked.ok ? '' : checked.error.message).toMatch(message);
  });

  it('reads lists of counts, and says what is wrong with one', () => {
    const read = parsePoints(' 0, 50,100', 'mostlyIdle', wording);
    expect(read.ok && read.value).toEqual([0, 50, 100]);
    const wrong = parsePoints('0, many', 'mostlyIdle', wording);
    expect(wrong.ok ? '' : wrong.error.message).toMatch(/^Mostly idle: “many” is not a number/);
  });
});
