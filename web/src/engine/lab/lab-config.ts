/**
 * The requests that the lab accepts, checked in one place for the page, its address and the command line. Pure. Nothing
 * here throws: bad input is a `LabInputError` that says what is wrong, where, and what to do.
 * Invariant: the C engine accepts every `LabConfig` that comes out of here.
 */

import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { DEFAULT_LANG, type Messages, messagesIn } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { ms, us } from '../../base/units.ts';
import {
  companionsOf,
  DEFAULT_SAVEPOINTS,
  hasSavepoints,
  LAB_LIMITS,
  type LabConfig,
  type SlruShape,
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
export const DEFAULT_OTHER_WORK_US: Readonly<Record<WorkloadId, number>> = {
  snapshot: 0,
  readonly: 28,
  batch: 0,
  readwrite: 28,
  churn: 28,
  operations: 0,
  'subtrans-60': 0,
  'subtrans-90': 0,
  'subtrans-spread': 0,
};

/** Savepoints of each transaction, or of the one open next to the readers; 0 in workloads without savepoints. */
export const savepointsOf = ({ workload, savepoints }: Pick<LabConfig, 'workload' | 'savepoints'>): number =>
  hasSavepoints(workload) ? (savepoints ?? DEFAULT_SAVEPOINTS[workload]) : 0;

/** Buffers of pg_subtrans; 0 means the rules up to 16. */
export const slruBuffersOf = ({ slru }: Pick<LabConfig, 'slru'>): number =>
  slru === undefined || slru === 'pg16' ? 0 : Number(slru.slice('pg17:'.length));

export type LabField =
  | 'designs'
  | 'active'
  | 'idle'
  | 'mostlyIdle'
  | 'workload'
  | 'otherWorkUs'
  | 'lock'
  | 'sliceMs'
  | 'seconds'
  | 'savepoints'
  | 'slru';

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

/** The source of the words: the fields' names, and the catalogue in the reader's language. */
export interface LabWording {
  readonly names: LabFieldNames;
  readonly messages: Messages;
}
export const OPTION_WORDING: LabWording = { names: OPTION_NAMES, messages: messagesIn(DEFAULT_LANG) };

/** `field` is the one to mark; `fields` are all that are involved (a sum has three). */
export interface LabInputError extends EngineError {
  readonly kind: 'bad-input';
  readonly field: LabField;
  readonly fields: readonly LabField[];
}
type Checked<T> = Result<T, LabInputError>;

/** One setting as text: fields of a form, parameters of an address. A missing one takes its default. */
export interface RawLabConfig {
  readonly designs?: string | undefined;
  readonly active?: string | undefined;
  readonly idle?: string | undefined;
  readonly mostlyIdle?: string | undefined;
  readonly workload?: string | undefined;
  readonly otherWorkUs?: string | undefined;
  /** '1' or '0'. */
  readonly lock?: string | undefined;
  readonly sliceMs?: string | undefined;
  /** Workloads with savepoints only. */
  readonly savepoints?: string | undefined;
  readonly slru?: string | undefined;
}

/** The same, where `active`, `idle`, `mostlyIdle`, `savepoints` and `slru` may be lists. */
export interface RawLabLists extends RawLabConfig {
  /** How long each design is measured at each point. */
  readonly seconds?: string | undefined;
}

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

interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
const RANGES: Readonly<
  Record<'active' | 'idle' | 'mostlyIdle' | 'otherWorkUs' | 'sliceMs' | 'seconds' | 'savepoints', Range>
> = {
  active: { min: 1, max: LAB_LIMITS.active, whole: true },
  idle: { min: 0, max: LAB_LIMITS.connections, whole: true },
  mostlyIdle: { min: 0, max: LAB_LIMITS.connections, whole: true },
  otherWorkUs: { min: 0, max: LAB_LIMITS.otherWorkUs, whole: true },
  sliceMs: { ...SLICE_MS_LIMITS, whole: true },
  seconds: { ...SECONDS_LIMITS, whole: false },
  savepoints: { min: 0, max: LAB_LIMITS.savepoints, whole: true },
};
type NumberField = keyof typeof RANGES;

const fail = (message: string, field: LabField, fields: readonly LabField[] = [field]): Checked<never> =>
  err({ kind: 'bad-input', message, field, fields });

const isDesign = (word: string): word is DesignId => (DESIGN_IDS as readonly string[]).includes(word);
const isWorkload = (word: string): word is WorkloadId => (WORKLOAD_IDS as readonly string[]).includes(word);

/** Shortens long input, so that a message stays a sentence. */
const quoted = (given: string): string => (given.length > 40 ? `${given.slice(0, 39)}…` : given);
const show = (n: number, wording: LabWording): string => wording.messages.format.integer(n);

function allowed(field: NumberField, inList: boolean, wording: LabWording): string {
  const { min, max, whole } = RANGES[field];
  const { t } = wording.messages;
  const one = t(whole ? 'lab.problem.wholeBetween' : 'lab.problem.between', { min, max });
  return inList ? t('lab.problem.orSeveral', { one }) : one;
}

function checkNumber(
  value: number,
  given: string,
  field: NumberField,
  inList: boolean,
  w: LabWording,
): Checked<number> {
  const { min, max, whole } = RANGES[field];
  const where = w.names[field];
  const what = allowed(field, inList, w);
  const { t } = w.messages;
  const parts = { where, given: quoted(given), allowed: what };
  if (Number.isNaN(value)) return fail(t('lab.problem.notANumber', parts), field);
  if (value < 0) return fail(t('lab.problem.negative', parts), field);
  if (value > max) return fail(t('lab.problem.tooLarge', parts), field);
  if (whole && !Number.isInteger(value)) return fail(t('lab.problem.fraction', parts), field);
  if (value < min) return fail(t('lab.problem.tooSmall', parts), field);
  return ok(Object.is(value, -0) ? 0 : value);
}

/**
 * Plain decimal notation only: no exponent, no hex, no thousands separators, because commas make lists here. There is
 * only one way to match the digits: a pattern that can split them in many places takes seconds on a link full of them.
 */
export const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

function parseNumber(text: string, field: NumberField, inList: boolean, w: LabWording): Checked<number> {
  const given = text.trim();
  if (given === '')
    return fail(
      w.messages.t('lab.problem.empty', { where: w.names[field], allowed: allowed(field, inList, w) }),
      field,
    );
  const value = DECIMAL.test(given) ? Number(given) : Number.NaN;
  return checkNumber(value, given, field, inList, w);
}

/** @param inList false: the setting takes only one number, so the message must not suggest several */
function parseNumbers(
  text: string | undefined,
  fallback: number,
  field: NumberField,
  inList: boolean,
  w: LabWording,
): Checked<number[]> {
  if (text === undefined) return ok([fallback]);
  const values = new Set<number>();
  for (const part of inList ? text.split(',') : [text]) {
    const value = parseNumber(part, field, inList, w);
    if (!value.ok) return value;
    if (values.has(value.value)) {
      return fail(w.messages.t('lab.problem.duplicate', { where: w.names[field], given: show(value.value, w) }), field);
    }
    values.add(value.value);
  }
  return ok([...values]);
}

function checkDesigns(words: readonly string[], w: LabWording): Checked<DesignId[]> {
  const { t } = w.messages;
  const where = w.names.designs;
  if (words.length === 0) return fail(t('lab.problem.none', { where, known: DESIGN_IDS }), 'designs');
  const designs: DesignId[] = [];
  for (const word of words) {
    if (!isDesign(word))
      return fail(t('lab.problem.unknown', { where, given: quoted(word), known: DESIGN_IDS }), 'designs');
    if (designs.includes(word)) return fail(t('lab.problem.duplicate', { where, given: word }), 'designs');
    designs.push(word);
  }
  return ok(designs);
}

function parseDesigns(text: string | undefined, w: LabWording): Checked<DesignId[]> {
  if (text === undefined) return ok([...LAB_DEFAULTS.designs]);
  return checkDesigns(text.trim() === '' ? [] : text.split(',').map((word) => word.trim()), w);
}

function parseWorkload(text: string | undefined, w: LabWording): Checked<WorkloadId> {
  const word = (text ?? LAB_DEFAULTS.workload).trim();
  return isWorkload(word)
    ? ok(word)
    : fail(
        w.messages.t('lab.problem.unknown', { where: w.names.workload, given: quoted(word), known: WORKLOAD_IDS }),
        'workload',
      );
}

function parseLock(text: string | undefined, w: LabWording): Checked<boolean> {
  if (text === undefined || text === '1') return ok(true);
  return text === '0'
    ? ok(false)
    : fail(w.messages.t('lab.problem.yesNo', { where: w.names.lock, given: quoted(text) }), 'lock');
}

export function isSlru(word: string): word is SlruShape {
  const { min, max, step } = LAB_LIMITS.slruBuffers;
  if (word === 'pg16') return true;
  const buffers = Number(/^pg17:([1-9]\d{0,3})$/.exec(word)?.[1] ?? Number.NaN);
  return buffers >= min && buffers <= max && buffers % step === 0;
}

function checkSlru(word: string, w: LabWording): Checked<SlruShape> {
  return isSlru(word)
    ? ok(word)
    : fail(
        w.messages.t('lab.problem.slru', { where: w.names.slru, given: quoted(word), ...LAB_LIMITS.slruBuffers }),
        'slru',
      );
}

function parseSlru(text: string, w: LabWording): Checked<SlruShape[]> {
  const shapes: SlruShape[] = [];
  for (const part of text.split(',')) {
    const shape = checkSlru(part.trim(), w);
    if (!shape.ok) return shape;
    if (shapes.includes(shape.value))
      return fail(w.messages.t('lab.problem.duplicate', { where: w.names.slru, given: shape.value }), 'slru');
    shapes.push(shape.value);
  }
  return ok(shapes);
}

/** The two fields that only workloads with savepoints have. */
function checkSavepoints(config: LabConfig, w: LabWording): Checked<LabConfig> {
  for (const field of ['savepoints', 'slru'] as const)
    if (config[field] !== undefined && !hasSavepoints(config.workload)) {
      const only = Object.keys(DEFAULT_SAVEPOINTS);
      const problem = { where: w.names[field], only, given: config.workload };
      return fail(w.messages.t('lab.problem.savepoints', problem), field, [field, 'workload']);
    }
  if (config.savepoints !== undefined) {
    const value = checkNumber(config.savepoints, String(config.savepoints), 'savepoints', false, w);
    if (!value.ok) return value;
  }
  const slru = config.slru === undefined ? ok(config.slru) : checkSlru(config.slru, w);
  return slru.ok ? ok(config) : slru;
}

/** Lists that multiply. A single value is a list of one. */
export const parseLists = (raw: RawLabLists, w: LabWording = OPTION_WORDING): Checked<LabLists> =>
  parseSettings(raw, true, w);

function parseSettings(raw: RawLabLists, inLists: boolean, w: LabWording): Checked<LabLists> {
  const designs = parseDesigns(raw.designs, w);
  if (!designs.ok) return designs;
  const active = parseNumbers(raw.active, LAB_DEFAULTS.active, 'active', inLists, w);
  if (!active.ok) return active;
  const idle = parseNumbers(raw.idle, LAB_DEFAULTS.idle, 'idle', inLists, w);
  if (!idle.ok) return idle;
  const mostlyIdle = parseNumbers(raw.mostlyIdle, LAB_DEFAULTS.mostlyIdle, 'mostlyIdle', inLists, w);
  if (!mostlyIdle.ok) return mostlyIdle;
  const workload = parseWorkload(raw.workload, w);
  if (!workload.ok) return workload;
  const one = (text: string | undefined, fallback: number, field: NumberField): Checked<number> =>
    text === undefined ? ok(fallback) : parseNumber(text, field, false, w);
  const otherWorkUs = one(raw.otherWorkUs, DEFAULT_OTHER_WORK_US[workload.value], 'otherWorkUs');
  if (!otherWorkUs.ok) return otherWorkUs;
  const lock = parseLock(raw.lock, w);
  if (!lock.ok) return lock;
  const sliceMs = one(raw.sliceMs, LAB_DEFAULTS.sliceMs, 'sliceMs');
  if (!sliceMs.ok) return sliceMs;
  const seconds = one(raw.seconds, LAB_DEFAULTS.seconds, 'seconds');
  if (!seconds.ok) return seconds;
  const savepoints = raw.savepoints === undefined ? null : parseNumbers(raw.savepoints, 0, 'savepoints', inLists, w);
  if (savepoints?.ok === false) return savepoints;
  const slru = raw.slru === undefined ? null : parseSlru(raw.slru, w);
  if (slru?.ok === false) return slru;

  const lists: LabLists = {
    designs: designs.value,
    active: active.value,
    idle: idle.value,
    mostlyIdle: mostlyIdle.value,
    workload: workload.value,
    otherWorkUs: otherWorkUs.value,
    lock: lock.value,
    sliceMs: sliceMs.value,
    seconds: seconds.value,
    ...(savepoints === null ? {} : { savepoints: savepoints.value }),
    ...(slru === null ? {} : { slru: slru.value }),
  };
  const points =
    lists.active.length *
    lists.idle.length *
    lists.mostlyIdle.length *
    (lists.savepoints?.length ?? 1) *
    (lists.slru?.length ?? 1);
  if (points > MAX_SWEEP_POINTS) {
    const fields = ['active', 'idle', 'mostlyIdle'] as const;
    const names = fields.map((field) => w.names[field]);
    return fail(
      w.messages.t('lab.problem.tooManyPoints', { where: names, points, limit: MAX_SWEEP_POINTS }),
      'idle',
      fields,
    );
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
  if (raw.slru?.includes(',')) {
    const whole = checkSlru(raw.slru, w);
    if (!whole.ok) return whole;
  }
  const lists = parseSettings(
    {
      designs: raw.designs,
      active: raw.active,
      idle: raw.idle,
      mostlyIdle: raw.mostlyIdle,
      workload: raw.workload,
      otherWorkUs: raw.otherWorkUs,
      lock: raw.lock,
      sliceMs: raw.sliceMs,
      savepoints: raw.savepoints,
      slru: raw.slru,
    },
    false,
    w,
  );
  if (!lists.ok) return lists;
  const [config] = expandSweep(lists.value);
  return config
    ? ok(config)
    : fail(w.messages.t('lab.problem.empty', { where: w.names.idle, allowed: allowed('idle', false, w) }), 'idle');
}

/** The same rules for a config that code put together: the last check before the engine. */
export function checkLabConfig(config: LabConfig, w: LabWording = OPTION_WORDING): Checked<LabConfig> {
  const designs = checkDesigns(config.designs, w);
  if (!designs.ok) return designs;
  for (const field of ['active', 'idle', 'mostlyIdle', 'otherWorkUs', 'sliceMs'] as const) {
    const value = checkNumber(config[field], String(config[field]), field, false, w);
    if (!value.ok) return value;
  }
  const workload = parseWorkload(config.workload, w);
  if (!workload.ok) return workload;
  if (!config.lock && config.workload !== 'snapshot') {
    return fail(
      w.messages.t('lab.problem.noLock', { where: w.names.lock, only: 'snapshot', given: config.workload }),
      'lock',
      ['lock', 'workload'],
    );
  }
  const savepoints = checkSavepoints(config, w);
  if (!savepoints.ok) return savepoints;
  const companions = companionsOf(config.workload);
  const sum = config.active * (1 + companions) + config.idle + config.mostlyIdle;
  if (sum > LAB_LIMITS.connections) {
    const fields = ['active', 'idle', 'mostlyIdle'] as const;
    const culprit = config.mostlyIdle > config.idle ? 'mostlyIdle' : 'idle';
    const names = fields.map((field) => w.names[field]);
    const problem = { where: names, sum, limit: LAB_LIMITS.connections, companions };
    return fail(w.messages.t('lab.problem.sum', problem), culprit, fields);
  }
  return ok(config);
}

/** The text that `parseLabConfig` reads back to an equal config. */
export function formatLabConfig(
  config: LabConfig,
): Record<Exclude<keyof RawLabConfig, 'savepoints' | 'slru'>, string> & { savepoints?: string; slru?: string } {
  return {
    designs: config.designs.join(','),
    active: String(config.active),
    idle: String(config.idle),
    mostlyIdle: String(config.mostlyIdle),
    workload: config.workload,
    otherWorkUs: String(config.otherWorkUs),
    lock: config.lock ? '1' : '0',
    sliceMs: String(config.sliceMs),
    ...(config.savepoints === undefined ? {} : { savepoints: String(config.savepoints) }),
    ...(config.slru === undefined ? {} : { slru: config.slru }),
  };
}
