/**
 * Machine files: text to `Machine`, or all that is wrong with it, each fault with line, column and the path of the
 * field. One table (`MACHINE`), in the order of `machine.ts`, lists the fields; rules between fields are checked after
 * it. Nothing here throws, and time grows only with the text's length.
 */

import '../base/messages/en/json.ts';
import '../base/messages/en/machine.ts';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Bytes, bytes, type Gigahertz, ghz, type Nanoseconds, ns } from '../base/units.ts';
import { choice, Faults, listOf, mapOf, numberIn, object, optional, type Reader, required, text } from './json-read.ts';
import { parseJson } from './json-text.ts';
import { MACHINE_FORMAT, type Machine, PROTOCOLS, type Sourced } from './machine.ts';
import { decodeSpec, Lines } from './spec-scan.ts';
import type { SpecProblem } from './spec-types.ts';

/** Readers for the special parts of machine files: a figure with its source, a time that may be given in cycles. */

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
function figure<T>(rule: OtherRule<T>): Reader<Sourced<T>>;
function figure<T extends number = number>(rule: NumberRule<T>): Reader<Sourced<T>>;
function figure(rule: NumberRule<number> | OtherRule<unknown>): Reader<Sourced<unknown>> {
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

export const MACHINE_LIMITS = {
  fileBytes: 64_000,
  /** Cores of all sockets together: the limit of `wasm-core/src/machine`. */
  cores: 64,
  fittedPoints: 3,
  fittedConstants: 3,
  /** Further faults are not shown. */
  faults: 100,
} as const;

/** A fault, its place in the text and its field in the machine. */
export interface MachineFault extends SpecProblem {
  readonly path: string;
}

const count = (from: number, to: number): Reader<Sourced<number>> => figure({ from, to, whole: true });
const size: Reader<Sourced<Bytes>> = figure({ from: 1, to: 2 ** 40, whole: true, unit: 'bytes', make: bytes });
const clock: Reader<Sourced<Gigahertz>> = figure({ from: 0.1, to: 20, unit: 'GHz', make: ghz });
/** In ns, or in cycles at a stated clock. */
const time: Reader<Sourced<Nanoseconds>> = figure({ from: 0, to: 100_000, unit: 'ns', inCycles: true, make: ns });

const cache = { size: required(size), ways: required(count(1, 128)) };

const FIT = object({
  publishedTable: required(text({ max: 100 })),
  points: required(listOf(object({ where: required(mapOf(numberIn(0, 1e9))), column: required(text({ max: 100 })) }))),
  constants: required(
    listOf(
      object({
        name: required(text({ max: 100 })),
        value: required(numberIn(-1e12, 1e12)),
        unit: required(text({ max: 40 })),
        how: required(text({ max: 1000 })),
      }),
    ),
  ),
});

const MACHINE: Reader<Omit<Machine, never> & { readonly format: string }> = object({
  format: required(text({ max: 40, is: MACHINE_FORMAT })),
  id: required(text({ max: 60, id: true })),
  name: required(text({ max: 100 })),
  short: required(text({ max: 40 })),
  about: required(text({ max: 1000 })),
  simplified: required(listOf(text({ max: 1000 }))),
  protocol: required(figure({ read: choice(PROTOCOLS) })),
  sockets: required(count(1, 8)),
  coresPerSocket: required(count(1, MACHINE_LIMITS.cores)),
  threadsPerCore: required(count(1, 8)),
  l3PerSocket: required(count(1, MACHINE_LIMITS.cores)),
  lineBytes: required(figure({ from: 32, to: 256, whole: true, unit: 'bytes', make: bytes })),
  clock: required(object({ base: required(clock), allCore: required(clock), singleCore: required(clock) })),
  caches: required(
    object({
      l1: required(object(cache)),
      l2: optional(object(cache)),
      l3: required(object({ ...cache, inclusive: optional(figure({ read: choice([true, false]) })) })),
    }),
  ),
  latency: required(
    object({
      l1: required(time),
      l2: optional(time),
      l3: required(time),
      coreToCore: required(time),
      acrossL3: optional(time),
      socketToSocket: optional(time),
      memory: required(time),
      remoteMemory: optional(time),
      upgrade: required(time),
      upgradeAcross: optional(time),
      atomicExtra: required(time),
    }),
  ),
  core: required(
    object({
      loadsPerCycle: required(count(1, 16)),
      issueWidth: optional(count(1, 16)),
      takenJumpCycles: optional(count(1, 16)),
      storesPerCycle: optional(count(1, 16)),
      lineFillBuffers: optional(count(1, 1000)),
      outOfOrderWindow: required(count(1, 10_000)),
    }),
  ),
  system: required(object({ contextSwitch: required(time), wakeup: required(time) })),
  fitted: optional(FIT),
});

/** Reads a machine file's bytes. */
export function parseMachineBytes(
  given: Uint8Array,
  messages: Messages = messagesIn('en'),
): Result<Machine, readonly MachineFault[]> {
  if (given.length > MACHINE_LIMITS.fileBytes) return tooLarge(messages);
  const decoded = decodeSpec(given, messages);
  return decoded.ok ? parseMachine(decoded.value, messages) : err([{ ...decoded.error, path: '' }]);
}

/** Reads a machine file's text. The faults are sorted by their places. */
export function parseMachine(
  given: string,
  messages: Messages = messagesIn('en'),
): Result<Machine, readonly MachineFault[]> {
  if (given.length > MACHINE_LIMITS.fileBytes) return tooLarge(messages);
  const lines = new Lines(given);
  const json = parseJson(given, messages);
  if (!json.ok) return err([{ ...lines.placeOf(json.error.offset), path: '', message: json.error.message }]);
  const faults = new Faults(messages);
  const read = MACHINE(json.value, '', faults);
  if (read !== undefined) checkWhole(read, faults);
  if (read === undefined || faults.all.length > 0) {
    const sorted = [...faults.all].sort((a, b) => a.offset - b.offset).slice(0, MACHINE_LIMITS.faults);
    return err(sorted.map(({ offset, path, message }) => ({ ...lines.placeOf(offset), path, message })));
  }
  const { format: _, ...machine } = read;
  return ok(machine);
}

const tooLarge = ({ t }: Messages): Result<never, readonly MachineFault[]> =>
  err([{ line: 1, column: 1, path: '', message: t('json.fileTooLarge', { max: MACHINE_LIMITS.fileBytes }) }]);

/** Checks the rules between fields. */
function checkWhole(machine: Machine, faults: Faults): void {
  const { t } = faults;
  const { sockets, coresPerSocket, l3PerSocket } = machine;
  const cores = sockets.value * coresPerSocket.value;
  if (cores > MACHINE_LIMITS.cores)
    faults.at('coresPerSocket', (path) => t('machine.tooManyCores', { path, cores, max: MACHINE_LIMITS.cores }));
  if (coresPerSocket.value % l3PerSocket.value !== 0)
    faults.at('l3PerSocket', (path) =>
      t('machine.unevenL3', { path, cores: coresPerSocket.value, l3: l3PerSocket.value }),
    );
  checkNeeded(machine, faults);
  checkOrder(machine, faults);
  checkFitted(machine, faults);
}

/** Places that the machine has need a latency, and only those. */
function checkNeeded({ sockets, l3PerSocket, caches, latency }: Machine, faults: Faults): void {
  const { t } = faults;
  const needs = (parent: string, key: string, given: unknown, needed: boolean, because: string): void => {
    if (needed && given === null) faults.at(parent, (path) => t('machine.neededWith', { path, key, because }));
    if (!needed && given !== null) faults.at(`${parent}.${key}`, (path) => t('machine.notNeeded', { path, because }));
  };
  const two = sockets.value > 1;
  const bySockets = t('machine.because.sockets', { sockets: sockets.value });
  needs('latency', 'socketToSocket', latency.socketToSocket, two, bySockets);
  needs('latency', 'remoteMemory', latency.remoteMemory, two, bySockets);
  const split = l3PerSocket.value > 1;
  needs('latency', 'acrossL3', latency.acrossL3, split, t('machine.because.l3', { l3: l3PerSocket.value }));
  needs(
    'latency',
    'upgradeAcross',
    latency.upgradeAcross,
    two || split,
    t('machine.because.far', { far: two || split }),
  );
  const ownL2 = caches.l2 !== null;
  needs('latency', 'l2', latency.l2, ownL2, t(ownL2 ? 'machine.because.l2' : 'machine.because.noL2'));
}

/** Nearer places and slower clocks come first. */
function checkOrder({ latency, clock: clocks }: Machine, faults: Faults): void {
  const { t } = faults;
  // From near to far: each place takes at least as long as the one before it, among those that the file has.
  const farther = (...keys: readonly (keyof typeof latency)[]): void => {
    let before: keyof typeof latency | null = null;
    for (const key of keys) {
      const here = latency[key];
      if (here === null) continue;
      const nearer = before === null ? null : latency[before];
      if (nearer !== null && here.value < nearer.value)
        faults.at(`latency.${key}`, (path) =>
          t('machine.order', { path, ns: inNs(here), other: `latency.${before}`, otherNs: inNs(nearer) }),
        );
      before = key;
    }
  };
  farther('l1', 'l2', 'l3', 'coreToCore', 'acrossL3', 'socketToSocket');
  farther('l3', 'memory', 'remoteMemory');
  farther('upgrade', 'upgradeAcross');
  if (clocks.allCore.value < clocks.base.value)
    faults.at('clock.allCore', (path) => t('machine.clockOrder', { path, other: 'clock.base' }));
  if (clocks.singleCore.value < clocks.allCore.value)
    faults.at('clock.singleCore', (path) => t('machine.clockOrder', { path, other: 'clock.allCore' }));
}

function checkFitted({ fitted }: Machine, faults: Faults): void {
  if (fitted === null) return;
  const { t } = faults;
  const { points, constants } = fitted;
  const { fittedPoints, fittedConstants } = MACHINE_LIMITS;
  if (points.length > fittedPoints)
    faults.at('fitted.points', (path) => t('machine.tooManyPoints', { path, given: points.length, max: fittedPoints }));
  if (points.length === 0 && constants.length > 0)
    faults.at('fitted.points', (path) => t('machine.noPoints', { path }));
  if (constants.length > fittedConstants)
    faults.at('fitted.constants', (path) =>
      t('machine.tooManyConstants', { path, given: constants.length, max: fittedConstants }),
    );
}

const inNs = ({ value }: Sourced<Nanoseconds>): string => `${Number(value.toPrecision(4))} ns`;
