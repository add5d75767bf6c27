/**
 * The requests that the lab accepts, checked in one place for the page, its address and the command line. Pure. Nothing
 * here throws: bad input is a `LabInputError` that says what is wrong, where, and what to do.
 * Invariant: the C engine accepts every `LabConfig` that comes out of here.
 */

import '../../base/messages/en/lab.ts';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import {
  counts,
  type Fault,
  type Field,
  faultOf,
  flag,
  listOf,
  number,
  oneOf,
  type Raw,
  readFields,
  type Table,
  type Wording,
  word,
  writeFields,
} from '../../base/fields.ts';
import { DEFAULT_LANG, messagesIn } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type Microseconds, type Milliseconds, ms, us } from '../../base/units.ts';
import {
  companionsOf,
  DEFAULT_SAVEPOINTS,
  hasSavepoints,
  LAB_LIMITS,
  type LabConfig,
  type SlruShape,
  WORKLOAD,
  WORKLOAD_IDS,
  type WorkloadId,
} from './lab-types.ts';

export const SLICE_MS_LIMITS = { min: 1, max: 1000 } as const;
export const SECONDS_LIMITS = { min: 0.1, max: 600 } as const;
/** The most points that lists may multiply to. More would run for hours and is surely a slip. */
export const MAX_SWEEP_POINTS = 1000;

export const LAB_DEFAULTS = {
  designs: ['pg13', 'pg14'],
  active: 1,
  idle: 0,
  mostlyIdle: 0,
  workload: 'readonly',
  sliceMs: 20,
  seconds: 1,
} as const satisfies {
  designs: readonly DesignId[];
  workload: WorkloadId;
  active: number;
  idle: number;
  mostlyIdle: number;
  sliceMs: number;
  seconds: number;
};

/** The default other work of a transaction: pgbench -S spends about 28 µs outside its snapshots. */
export const defaultOtherWorkUs = (workload: WorkloadId): number => WORKLOAD[workload].otherWorkUs;

/** Savepoints of each transaction, or of the one open next to the readers; 0 in workloads without savepoints. */
export const savepointsOf = ({ workload, savepoints }: Pick<LabConfig, 'workload' | 'savepoints'>): number =>
  hasSavepoints(workload) ? (savepoints ?? DEFAULT_SAVEPOINTS[workload]) : 0;

/** Buffers of pg_subtrans; 0 means the rules up to 16. */
export const slruBuffersOf = ({ slru }: Pick<LabConfig, 'slru'>): number =>
  slru === undefined || slru === 'pg16' ? 0 : Number(slru.slice('pg17:'.length));

/** Everything that can be asked of the lab, as its command line, its form and its address give it. */
interface LabValues {
  designs: readonly DesignId[];
  active: number;
  idle: number;
  mostlyIdle: number;
  workload: WorkloadId;
  otherWorkUs: Microseconds;
  lock: boolean;
  sliceMs: Milliseconds;
  seconds: number;
  savepoints: number;
  slru: SlruShape;
}
export type LabField = keyof LabValues;
/** The five whose lists multiply to a sweep. */
type Listed = 'active' | 'idle' | 'mostlyIdle' | 'savepoints' | 'slru';
type LabListValues = Omit<LabValues, Listed> & { [K in Listed]: readonly LabValues[K][] };

export function isSlru(text: string): text is SlruShape {
  const { min, max, step } = LAB_LIMITS.slruBuffers;
  if (text === 'pg16') return true;
  const buffers = Number(/^pg17:([1-9]\d{0,3})$/.exec(text)?.[1] ?? Number.NaN);
  return buffers >= min && buffers <= max && buffers % step === 0;
}
export const designsField: Field<readonly DesignId[]> = listOf(oneOf(DESIGN_IDS), {
  none: ({ where, messages }) => messages.t('lab.problem.none', { where, known: DESIGN_IDS }),
});
const slru: Field<SlruShape> = word(isSlru, (given, { where, messages }) =>
  messages.t('lab.problem.slru', { where, given, ...LAB_LIMITS.slruBuffers }),
);
export const slruListField = listOf(slru);
const count = (min: number, max: number): Field<number> => number({ min, max, whole: true });

/** The one table: ranges, words, order. */
const ONE: Table<LabValues> = {
  designs: designsField,
  active: count(1, LAB_LIMITS.active),
  idle: count(0, LAB_LIMITS.connections),
  mostlyIdle: count(0, LAB_LIMITS.connections),
  workload: oneOf(WORKLOAD_IDS),
  otherWorkUs: number<Microseconds>({ min: 0, max: LAB_LIMITS.otherWorkUs, whole: true }),
  lock: flag,
  sliceMs: number<Milliseconds>({ ...SLICE_MS_LIMITS, whole: true }),
  seconds: number({ ...SECONDS_LIMITS, whole: false }),
  savepoints: count(0, LAB_LIMITS.savepoints),
  slru,
};
const LISTS: Table<LabListValues> = {
  ...ONE,
  active: counts(1, LAB_LIMITS.active),
  idle: counts(0, LAB_LIMITS.connections),
  mostlyIdle: counts(0, LAB_LIMITS.connections),
  savepoints: counts(0, LAB_LIMITS.savepoints),
  slru: slruListField,
};

/** The fields' names as the reader knows them. These are the command line's; the page passes its own. */
export type LabFieldNames = Readonly<Record<LabField, string>>;
export const OPTION_NAMES: LabFieldNames = {
  designs: '--design',
  active: '--active',
  idle: '--idle',
  mostlyIdle: '--mostly-idle',
  workload: '--workload',
  otherWorkUs: '--other-work',
  lock: '--no-lock',
  sliceMs: '--slice',
  seconds: '--seconds',
  savepoints: '--savepoints',
  slru: '--slru',
};
export type LabWording = Wording<LabField>;
export const OPTION_WORDING: LabWording = { names: OPTION_NAMES, messages: messagesIn(DEFAULT_LANG) };

/** `field` is the one to mark; `fields` are all that are involved (a sum has three). */
export interface LabInputError extends EngineError, Fault<LabField> {
  readonly kind: 'bad-input';
  readonly fields: readonly LabField[];
}
type Checked<T> = Result<T, LabInputError>;
const fail = (message: string, field: LabField, fields: readonly LabField[] = [field]): Checked<never> =>
  err({ kind: 'bad-input', message, field, fields });

/** One setting as text: fields of a form, parameters of an address. A missing one takes its default. */
export type RawLabConfig = Omit<Raw<LabValues>, 'seconds'>;
/** The same, where `active`, `idle`, `mostlyIdle`, `savepoints` and `slru` may be lists; `seconds` a point. */
export type RawLabLists = Raw<LabValues>;

export interface LabLists {
  readonly designs: readonly DesignId[];
  readonly active: readonly number[];
  readonly idle: readonly number[];
  readonly mostlyIdle: readonly number[];
  readonly workload: WorkloadId;
  readonly otherWorkUs: number;
  readonly lock: boolean;
  readonly sliceMs: number;
  readonly seconds: number;
  /** Missing: the workload's usual number. */
  readonly savepoints?: readonly number[];
  readonly slru?: readonly SlruShape[];
}

const CONNECTIONS = ['active', 'idle', 'mostlyIdle'] as const;

/** Lists that multiply. A single value is a list of one. */
export function parseLists(raw: RawLabLists, w: LabWording = OPTION_WORDING): Checked<LabLists> {
  const read = readFields(LISTS, raw, w);
  if (!read.ok) return fail(read.error.message, read.error.field);
  const workload = read.value.workload ?? LAB_DEFAULTS.workload;
  const lists: LabLists = {
    designs: LAB_DEFAULTS.designs,
    active: [LAB_DEFAULTS.active],
    idle: [LAB_DEFAULTS.idle],
    mostlyIdle: [LAB_DEFAULTS.mostlyIdle],
    workload,
    otherWorkUs: defaultOtherWorkUs(workload),
    lock: true,
    sliceMs: LAB_DEFAULTS.sliceMs,
    seconds: LAB_DEFAULTS.seconds,
    ...read.value,
  };
  const points = [lists.active, lists.idle, lists.mostlyIdle, lists.savepoints, lists.slru].reduce(
    (product, list) => product * (list?.length ?? 1),
    1,
  );
  if (points > MAX_SWEEP_POINTS) {
    const where = CONNECTIONS.map((field) => w.names[field]);
    const problem = w.messages.t('lab.problem.tooManyPoints', { where, points, limit: MAX_SWEEP_POINTS });
    return fail(problem, 'idle', CONNECTIONS);
  }
  for (const config of expandSweep(lists)) {
    const checked = checkLabConfig(config, w);
    if (!checked.ok) return checked;
  }
  return ok(lists);
}

/** A list's values of a field that may be missing. */
const each = <Name extends string, T>(name: Name, list: readonly T[] | undefined): readonly { [K in Name]?: T }[] =>
  list === undefined ? [{}] : list.map((value) => ({ [name]: value }) as { [K in Name]?: T });

/**
 * Every combination. Savepoints vary fastest, so that the points to compare are measured one right after the other;
 * then idle, mostly idle, active, and the shape of pg_subtrans.
 */
export function expandSweep(lists: LabLists): LabConfig[] {
  return each('slru', lists.slru).flatMap((slru) =>
    lists.active.flatMap((active) =>
      lists.mostlyIdle.flatMap((mostlyIdle) =>
        lists.idle.flatMap((idle) =>
          each('savepoints', lists.savepoints).map((savepoints) => ({
            designs: lists.designs,
            active,
            idle,
            mostlyIdle,
            workload: lists.workload,
            otherWorkUs: us(lists.otherWorkUs),
            lock: lists.lock,
            sliceMs: ms(lists.sliceMs),
            ...savepoints,
            ...slru,
          })),
        ),
      ),
    ),
  );
}

/** One setting from text. Numbers with commas are refused: a list is not one setting. */
export function parseLabConfig(raw: RawLabConfig, w: LabWording = OPTION_WORDING): Checked<LabConfig> {
  const read = readFields(ONE, raw, w);
  if (!read.ok) return fail(read.error.message, read.error.field);
  const workload = read.value.workload ?? LAB_DEFAULTS.workload;
  const { designs, active, idle, mostlyIdle, sliceMs } = LAB_DEFAULTS;
  const { seconds: _, ...given } = read.value;
  const usual = { designs, active, idle, mostlyIdle, workload, lock: true, sliceMs: ms(sliceMs) };
  return checkLabConfig({ ...usual, otherWorkUs: us(defaultOtherWorkUs(workload)), ...given }, w);
}

/** The same rules for a config that code put together: the last check before the engine. */
export function checkLabConfig(config: LabConfig, w: LabWording = OPTION_WORDING): Checked<LabConfig> {
  const { t } = w.messages;
  const { workload } = config;
  const { savepoints, slru: shape, ...always } = config;
  const wrong = faultOf(ONE, always, w);
  if (wrong !== undefined) return fail(wrong.message, wrong.field);
  if (!config.lock && workload !== 'snapshot') {
    const problem = t('lab.problem.noLock', { where: w.names.lock, only: 'snapshot', given: workload });
    return fail(problem, 'lock', ['lock', 'workload']);
  }
  for (const field of ['savepoints', 'slru'] as const)
    if (config[field] !== undefined && !hasSavepoints(workload)) {
      const problem = { where: w.names[field], only: Object.keys(DEFAULT_SAVEPOINTS), given: workload };
      return fail(t('lab.problem.savepoints', problem), field, [field, 'workload']);
    }
  const wrongThere = faultOf(ONE, { savepoints, slru: shape }, w);
  if (wrongThere !== undefined) return fail(wrongThere.message, wrongThere.field);
  const companions = companionsOf(workload);
  const sum = config.active * (1 + companions) + config.idle + config.mostlyIdle;
  if (sum > LAB_LIMITS.connections) {
    const culprit = config.mostlyIdle > config.idle ? 'mostlyIdle' : 'idle';
    const where = CONNECTIONS.map((field) => w.names[field]);
    return fail(t('lab.problem.sum', { where, sum, limit: LAB_LIMITS.connections, companions }), culprit, CONNECTIONS);
  }
  return ok(config);
}

/** The texts that `parseLists` reads back to equal lists. */
export const formatLists = ({ otherWorkUs, sliceMs, ...lists }: LabLists): RawLabLists =>
  writeFields<LabListValues>(LISTS, { ...lists, otherWorkUs: us(otherWorkUs), sliceMs: ms(sliceMs) });

/** The text that `parseLabConfig` reads back to an equal config. */
export const formatLabConfig = (config: LabConfig): RawLabConfig => writeFields(ONE, config);
