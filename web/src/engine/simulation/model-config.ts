/**
 * The requests that the model accepts, checked in one place for the command line, the Lab's form and its address: the
 * limits that `wasm-core/src/simulation/model.c` checks. Pure. Nothing here throws: bad input is an error that says
 * what is wrong, where, and what to do.
 */

import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { DEFAULT_LANG, type Messages, messagesIn } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { ms, us } from '../../base/units.ts';
import { DECIMAL, isSlru, MAX_SWEEP_POINTS } from '../lab/lab-config.ts';
import { DEFAULT_SAVEPOINTS, hasSavepoints, LAB_LIMITS, type SlruShape } from '../lab/lab-types.ts';
import { MODEL_WORKLOADS, type ModelConfig, type ModelWorkload } from './model-types.ts';

export const MODEL_LIMITS = {
  connections: LAB_LIMITS.connections,
  /** Clients in the workloads with savepoints: as many as the lab has threads. */
  activeWithSavepoints: LAB_LIMITS.active,
  /** A second. */
  otherWorkUs: 1_000_000,
  /** 1,000 seconds, for each of the two pauses. */
  pauseMs: 1_000_000,
} as const;

export const MODEL_DEFAULTS = {
  machine: 'xeon-gold-5215-2s',
  designs: ['pg13', 'pg14'],
  active: 1,
  idle: 0,
  mostlyIdle: 0,
  workload: 'readonly',
} as const satisfies { readonly designs: readonly DesignId[]; readonly workload: ModelWorkload } & Record<
  string,
  unknown
>;

export type ModelField =
  | 'designs'
  | 'active'
  | 'idle'
  | 'mostlyIdle'
  | 'workload'
  | 'thinkMs'
  | 'networkMs'
  | 'otherWorkUs'
  | 'savepoints'
  | 'slru';

/** The fields' names as the reader knows them, and the catalogue in the reader's language. */
export interface ModelWording {
  readonly names: Readonly<Record<ModelField, string>>;
  readonly messages: Messages;
}
export const MODEL_OPTIONS: ModelWording = {
  names: {
    designs: '--design',
    active: '--active',
    idle: '--idle',
    mostlyIdle: '--mostly-idle',
    workload: '--workload',
    thinkMs: '--think-ms',
    networkMs: '--network-ms',
    otherWorkUs: '--other-work',
    savepoints: '--savepoints',
    slru: '--slru',
  },
  messages: messagesIn(DEFAULT_LANG),
};

/** `field` is the one to mark. */
export interface ModelInputError extends EngineError {
  readonly kind: 'bad-input';
  readonly field: ModelField;
}
type Checked<T> = Result<T, ModelInputError>;

/** The lists as text: options, fields of a form, parameters of an address. A missing one takes its default. */
export type RawModelLists = { readonly [F in ModelField]?: string | undefined };

/** The lists to multiply. `otherWorkUs` null: the value fitted for the machine. */
export interface ModelLists {
  readonly designs: readonly DesignId[];
  readonly active: readonly number[];
  readonly idle: readonly number[];
  readonly mostlyIdle: readonly number[];
  readonly workload: ModelWorkload;
  readonly thinkMs: number;
  readonly networkMs: number;
  readonly otherWorkUs: number | null;
  /** Only for workloads with savepoints; missing: the usual number. */
  readonly savepoints?: readonly number[];
  readonly slru?: readonly SlruShape[];
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
const connections = { max: MODEL_LIMITS.connections, whole: true };
const RANGES = {
  active: { min: 1, ...connections },
  idle: { min: 0, ...connections },
  mostlyIdle: { min: 0, ...connections },
  thinkMs: { min: 0, max: MODEL_LIMITS.pauseMs, whole: false },
  networkMs: { min: 0, max: MODEL_LIMITS.pauseMs, whole: false },
  otherWorkUs: { min: 0, max: MODEL_LIMITS.otherWorkUs, whole: false },
  savepoints: { min: 0, max: LAB_LIMITS.savepoints, whole: true },
} as const satisfies Partial<Record<ModelField, Range>>;
type NumberField = keyof typeof RANGES;

const fail = (message: string, field: ModelField): Checked<never> => err({ kind: 'bad-input', message, field });

/** Shortens long input, so that a message stays a sentence. */
const quoted = (given: string): string => (given.length > 40 ? `${given.slice(0, 39)}…` : given);

function parseNumber(text: string, field: NumberField, inList: boolean, w: ModelWording): Checked<number> {
  const { min, max, whole } = RANGES[field];
  const { t } = w.messages;
  const where = w.names[field];
  const one = t(whole ? 'lab.problem.wholeBetween' : 'lab.problem.between', { min, max });
  const allowed = inList ? t('lab.problem.orSeveral', { one }) : one;
  const given = text.trim();
  if (given === '') return fail(t('lab.problem.empty', { where, allowed }), field);
  const value = DECIMAL.test(given) ? Number(given) : Number.NaN;
  const parts = { where, given: quoted(given), allowed };
  if (Number.isNaN(value)) return fail(t('lab.problem.notANumber', parts), field);
  if (value < 0) return fail(t('lab.problem.negative', parts), field);
  if (value > max) return fail(t('lab.problem.tooLarge', parts), field);
  if (whole && !Number.isInteger(value)) return fail(t('lab.problem.fraction', parts), field);
  if (value < min) return fail(t('lab.problem.tooSmall', parts), field);
  return ok(Object.is(value, -0) ? 0 : value);
}

/** Reads one list; `parseModelLists` checks whether it fits the others. */
export function parseCounts(
  text: string | undefined,
  field: 'active' | 'idle' | 'mostlyIdle' | 'savepoints',
  w: ModelWording,
): Checked<number[]> {
  if (text === undefined) return ok([field === 'savepoints' ? 0 : MODEL_DEFAULTS[field]]);
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const value = parseNumber(part, field, true, w);
    if (!value.ok) return value;
    if (values.has(value.value)) {
      const given = w.messages.format.integer(value.value);
      return fail(w.messages.t('lab.problem.duplicate', { where: w.names[field], given }), field);
    }
    values.add(value.value);
  }
  return ok([...values]);
}

function parseDesigns(text: string | undefined, w: ModelWording): Checked<readonly DesignId[]> {
  if (text === undefined) return ok(MODEL_DEFAULTS.designs);
  const { t } = w.messages;
  const where = w.names.designs;
  if (text.trim() === '') return fail(t('lab.problem.none', { where, known: DESIGN_IDS }), 'designs');
  const designs: DesignId[] = [];
  for (const word of text.split(',').map((one) => one.trim())) {
    const design = DESIGN_IDS.find((known) => known === word);
    if (design === undefined)
      return fail(t('lab.problem.unknown', { where, given: quoted(word), known: DESIGN_IDS }), 'designs');
    if (designs.includes(design)) return fail(t('lab.problem.duplicate', { where, given: design }), 'designs');
    designs.push(design);
  }
  return ok(designs);
}

/** Workloads that the lab runs and the model does not get their own message, so that nobody looks for a typo. */
function parseWorkload(text: string | undefined, w: ModelWording): Checked<ModelWorkload> {
  const word = (text ?? MODEL_DEFAULTS.workload).trim();
  const workload = MODEL_WORKLOADS.find((known) => known === word);
  if (workload !== undefined) return ok(workload);
  const parts = { where: w.names.workload, given: quoted(word), known: MODEL_WORKLOADS };
  const kind = word === 'churn' ? 'churn' : /[.]sql$/i.test(word) ? 'script' : null;
  return fail(
    kind === null
      ? w.messages.t('lab.problem.unknown', parts)
      : w.messages.t('model.problem.notModelled', { ...parts, kind }),
    'workload',
  );
}

function parseSlruList(text: string, w: ModelWording): Checked<SlruShape[]> {
  const { t } = w.messages;
  const where = w.names.slru;
  const shapes: SlruShape[] = [];
  for (const given of text.split(',').map((part) => part.trim())) {
    if (!isSlru(given))
      return fail(t('lab.problem.slru', { where, given: quoted(given), ...LAB_LIMITS.slruBuffers }), 'slru');
    if (shapes.includes(given)) return fail(t('lab.problem.duplicate', { where, given }), 'slru');
    shapes.push(given);
  }
  return ok(shapes);
}

type SubtransLists = Pick<ModelLists, 'savepoints' | 'slru'>;

/** The two fields that only workloads with savepoints have. */
function parseSubtrans(raw: RawModelLists, workload: ModelWorkload, w: ModelWording): Checked<SubtransLists> {
  for (const field of ['savepoints', 'slru'] as const)
    if (raw[field] !== undefined && !hasSavepoints(workload)) {
      const only = Object.keys(DEFAULT_SAVEPOINTS);
      return fail(w.messages.t('lab.problem.savepoints', { where: w.names[field], only, given: workload }), field);
    }
  const savepoints = raw.savepoints === undefined ? null : parseCounts(raw.savepoints, 'savepoints', w);
  if (savepoints?.ok === false) return savepoints;
  const slru = raw.slru === undefined ? null : parseSlruList(raw.slru, w);
  if (slru?.ok === false) return slru;
  return ok({
    ...(savepoints === null ? {} : { savepoints: savepoints.value }),
    ...(slru === null ? {} : { slru: slru.value }),
  });
}

/** Lists that multiply. A single value is a list of one. */
export function parseModelLists(raw: RawModelLists, w: ModelWording = MODEL_OPTIONS): Checked<ModelLists> {
  const designs = parseDesigns(raw.designs, w);
  if (!designs.ok) return designs;
  const active = parseCounts(raw.active, 'active', w);
  if (!active.ok) return active;
  const idle = parseCounts(raw.idle, 'idle', w);
  if (!idle.ok) return idle;
  const mostlyIdle = parseCounts(raw.mostlyIdle, 'mostlyIdle', w);
  if (!mostlyIdle.ok) return mostlyIdle;
  const workload = parseWorkload(raw.workload, w);
  if (!workload.ok) return workload;
  const thinkMs = parseNumber(raw.thinkMs ?? '0', 'thinkMs', false, w);
  if (!thinkMs.ok) return thinkMs;
  const networkMs = parseNumber(raw.networkMs ?? '0', 'networkMs', false, w);
  if (!networkMs.ok) return networkMs;
  const otherWorkUs = raw.otherWorkUs === undefined ? ok(null) : parseNumber(raw.otherWorkUs, 'otherWorkUs', false, w);
  if (!otherWorkUs.ok) return otherWorkUs;
  const subtrans = parseSubtrans(raw, workload.value, w);
  if (!subtrans.ok) return subtrans;
  return checkTogether(
    {
      ...subtrans.value,
      designs: designs.value,
      active: active.value,
      idle: idle.value,
      mostlyIdle: mostlyIdle.value,
      workload: workload.value,
      thinkMs: thinkMs.value,
      networkMs: networkMs.value,
      otherWorkUs: otherWorkUs.value,
    },
    w,
  );
}

const MULTIPLIED = ['active', 'idle', 'mostlyIdle'] as const;

/** Checks the lists against each other: every connection has room, and the points finish in reasonable time. */
function checkTogether(lists: ModelLists, w: ModelWording): Checked<ModelLists> {
  const { designs, active, idle, mostlyIdle } = lists;
  const { t } = w.messages;
  const points =
    designs.length *
    active.length *
    idle.length *
    mostlyIdle.length *
    (lists.savepoints?.length ?? 1) *
    (lists.slru?.length ?? 1);
  if (points > MAX_SWEEP_POINTS) {
    const where = (['designs', ...MULTIPLIED] as const).map((field) => w.names[field]);
    return fail(t('model.problem.tooManyPoints', { where, points, limit: MAX_SWEEP_POINTS }), 'idle');
  }
  const most = (list: readonly number[]): number => Math.max(...list);
  const limit = MODEL_LIMITS.activeWithSavepoints;
  if (hasSavepoints(lists.workload) && most(active) > limit) {
    const allowed = t('lab.problem.wholeBetween', { min: 1, max: limit });
    const given = w.messages.format.integer(most(active));
    return fail(t('lab.problem.tooLarge', { where: w.names.active, given, allowed }), 'active');
  }
  const sum = most(active) + most(idle) + most(mostlyIdle);
  if (sum > MODEL_LIMITS.connections) {
    const where = MULTIPLIED.map((field) => w.names[field]);
    const culprit = MULTIPLIED.reduce((a, b) => (most(lists[b]) > most(lists[a]) ? b : a));
    return fail(t('lab.problem.sum', { where, sum, limit: MODEL_LIMITS.connections, companions: 0 }), culprit);
  }
  return ok(lists);
}

/** An optional list as a list: a missing one is a list of `undefined`. */
const maybe = <T>(list: readonly T[] | undefined): readonly (T | undefined)[] => list ?? [undefined];

/**
 * Every combination: all designs of one point, then the next number of savepoints, the next idle, the next mostly idle, the next active, the
 * next shape of pg_subtrans.
 */
export function expandModel(lists: ModelLists, coherence = true): readonly ModelConfig[] {
  return maybe(lists.slru).flatMap((slru) =>
    expandConnections(lists, coherence).flatMap((points) =>
      maybe(lists.savepoints).flatMap((savepoints) =>
        points.map((point) => ({
          ...point,
          ...(savepoints === undefined ? {} : { savepoints }),
          ...(slru === undefined ? {} : { slru }),
        })),
      ),
    ),
  );
}

/** All designs of each point. */
function expandConnections(lists: ModelLists, coherence: boolean): readonly (readonly ModelConfig[])[] {
  return lists.active.flatMap((active) =>
    lists.mostlyIdle.flatMap((mostlyIdle) =>
      lists.idle.map((idle) =>
        lists.designs.map((design) => ({
          design,
          active,
          idle,
          mostlyIdle,
          workload: lists.workload,
          thinkMs: ms(lists.thinkMs),
          networkMs: ms(lists.networkMs),
          otherWorkUs: lists.otherWorkUs === null ? null : us(lists.otherWorkUs),
          coherence,
        })),
      ),
    ),
  );
}
