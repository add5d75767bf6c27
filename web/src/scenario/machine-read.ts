/** Readers for the special parts of machine files: a figure with its source, a time that may be given in cycles. */
import { type Gigahertz, ghz } from '../base/units.ts';
import { choice, numberIn, object, optional, type Reader, required, text } from './json-read.ts';
import type { Sourced } from './machine.ts';

/** A shorter source cannot be looked up. */
const MIN_SOURCE = 12;
const MAX_SOURCE = 1000;

interface NumberRule<T extends number> {
  readonly from: number;
  readonly to: number;
  readonly whole?: boolean;
  /** Unit of the value; a file may write it as `unit` or leave it out. */
  readonly unit?: string;
  /** A time that may be given in cycles at a stated clock instead. */
  readonly inCycles?: boolean;
  readonly make?: (value: number) => T;
}
interface OtherRule<T> {
  readonly read: Reader<T>;
}

/** `{"value": …, "unit"?: …, "atGHz"?: …, "source": "…", "note"?: "…"}` */
export function figure<T>(rule: OtherRule<T>): Reader<Sourced<T>>;
export function figure<T extends number = number>(rule: NumberRule<T>): Reader<Sourced<T>>;
export function figure(rule: NumberRule<number> | OtherRule<unknown>): Reader<Sourced<unknown>> {
  const words = {
    source: required(text({ max: MAX_SOURCE, min: MIN_SOURCE })),
    note: optional(text({ max: MAX_SOURCE })),
  };
  if ('read' in rule) {
    const whole = object({ value: required(rule.read), ...words });
    return (node, path, faults) => {
      const got = whole(node, path, faults);
      return got && { ...got, cycles: null };
    };
  }
  const { from, to, whole = false, unit = '', inCycles = false, make = (value: number) => value } = rule;
  const units = inCycles ? [unit, 'cycles'] : [unit];
  const shape = object({
    value: required(numberIn(from, to, whole, unit)),
    ...(unit === '' ? {} : { unit: optional(choice(units)) }),
    ...(inCycles ? { atGHz: optional(numberIn(0.1, 20, false, 'GHz')) } : {}),
    ...words,
  });
  return (node, path, faults) => {
    const got = shape(node, path, faults);
    if (got === undefined) return undefined;
    const at: Gigahertz | null = typeof got.atGHz === 'number' ? ghz(got.atGHz) : null;
    const { value, source, note } = got;
    if (got.unit !== 'cycles') {
      if (at === null) return { value: make(value), source, note, cycles: null };
      faults.at(`${path}.atGHz`, () => faults.t('machine.clockWithoutCycles', { path }));
      return undefined;
    }
    if (at !== null) return { value: make(value / at), source, note, cycles: { count: value, at } };
    faults.at(path, () => faults.t('machine.cyclesNeedClock', { path }));
    return undefined;
  };
}
