/**
 * The requests that the model accepts, checked in one place for the command line, the Lab's form and its address: the
 * limits that `wasm-core/src/simulation/model.c` checks. Pure. Nothing here throws: bad input is an error that says
 * what is wrong, where, and what to do.
 */

import '../../base/messages/en/lab.ts';
import '../../base/messages/en/model.ts';
import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import {
  counts,
  type Fault,
  type Field,
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
import { ms, us } from '../../base/units.ts';
import { designsField, MAX_SWEEP_POINTS, slruListField } from '../lab/lab-config.ts';
import { DEFAULT_SAVEPOINTS, hasSavepoints, LAB_LIMITS, type SlruShape } from '../lab/lab-types.ts';
import { MECHANISMS, type Mechanism, MODEL_WORKLOADS, type ModelConfig, type ModelWorkload } from './model-types.ts';

export const MODEL_LIMITS = {
  connections: LAB_LIMITS.connections,
  /** Clients in the workloads with savepoints: as many as the lab has threads. */
  activeWithSavepoints: LAB_LIMITS.active,
  /** A second. */
  otherWorkUs: 1_000_000,
  /** Of the shared server: ten times the upper end of its band. */
  sharedNs: 1100,
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

/** Everything that can be asked of the model. */
interface ModelValues {
  designs: readonly DesignId[];
  active: readonly number[];
  idle: readonly number[];
  mostlyIdle: readonly number[];
  workload: ModelWorkload;
  thinkMs: number;
  networkMs: number;
  otherWorkUs: number;
  savepoints: readonly number[];
  slru: readonly SlruShape[];
}
export type ModelField = keyof ModelValues;

/** Workloads that the lab runs and the model does not get their own message, so that nobody looks for a typo. */
const workloadField: Field<ModelWorkload> = word(
  (text): text is ModelWorkload => (MODEL_WORKLOADS as readonly string[]).includes(text),
  (given, { where, messages: { t } }) => {
    const parts = { where, given, known: MODEL_WORKLOADS };
    const kind = given === 'churn' ? 'churn' : /[.]sql$/i.test(given) ? 'script' : null;
    return kind === null ? t('lab.problem.unknown', parts) : t('model.problem.notModelled', { ...parts, kind });
  },
);
const pause: Field<number> = number({ min: 0, max: MODEL_LIMITS.pauseMs, whole: false });

/** The one table: ranges, words, order. */
const FIELDS: Table<ModelValues> = {
  designs: designsField,
  active: counts(1, MODEL_LIMITS.connections),
  idle: counts(0, MODEL_LIMITS.connections),
  mostlyIdle: counts(0, MODEL_LIMITS.connections),
  workload: workloadField,
  thinkMs: pause,
  networkMs: pause,
  otherWorkUs: number({ min: 0, max: MODEL_LIMITS.otherWorkUs, whole: false }),
  savepoints: counts(0, LAB_LIMITS.savepoints),
  slru: slruListField,
};

/** The fields' names as the reader knows them, and the catalogue in the reader's language. */
export type ModelWording = Wording<ModelField>;
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
export interface ModelInputError extends EngineError, Fault<ModelField> {
  readonly kind: 'bad-input';
}
type Checked<T> = Result<T, ModelInputError>;
const fail = (message: string, field: ModelField): Checked<never> => err({ kind: 'bad-input', message, field });

/** The lists as text: options, fields of a form, parameters of an address. A missing one takes its default. */
export type RawModelLists = Raw<ModelValues>;

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

/** Reads one list; `parseModelLists` checks whether it fits the others. */
export function parseCounts(
  text: string | undefined,
  field: 'active' | 'idle' | 'mostlyIdle' | 'savepoints',
  { names, messages }: ModelWording,
): Checked<readonly number[]> {
  if (text === undefined) return ok([field === 'savepoints' ? 0 : MODEL_DEFAULTS[field]]);
  const read = FIELDS[field].read(text, { where: names[field], messages });
  return read.ok ? read : fail(read.error, field);
}

/** Lists that multiply. A single value is a list of one. */
export function parseModelLists(raw: RawModelLists, w: ModelWording = MODEL_OPTIONS): Checked<ModelLists> {
  const read = readFields(FIELDS, raw, w);
  if (!read.ok) return fail(read.error.message, read.error.field);
  const { designs, active, idle, mostlyIdle, workload } = MODEL_DEFAULTS;
  const usual = {
    designs,
    active: [active],
    idle: [idle],
    mostlyIdle: [mostlyIdle],
    workload,
    thinkMs: 0,
    networkMs: 0,
  };
  return checkTogether({ ...usual, otherWorkUs: null, ...read.value }, w);
}

const MULTIPLIED = ['active', 'idle', 'mostlyIdle'] as const;

/** Checks the lists against each other: every connection has room, and the points finish in reasonable time. */
function checkTogether(lists: ModelLists, w: ModelWording): Checked<ModelLists> {
  const { designs, active, idle, mostlyIdle, workload } = lists;
  const { t } = w.messages;
  for (const field of ['savepoints', 'slru'] as const)
    if (lists[field] !== undefined && !hasSavepoints(workload)) {
      const only = Object.keys(DEFAULT_SAVEPOINTS);
      return fail(t('lab.problem.savepoints', { where: w.names[field], only, given: workload }), field);
    }
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
  if (hasSavepoints(workload) && most(active) > limit) {
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

/** What can be switched in the model itself, beside the question. */
export interface ModelSwitches {
  readonly coherence: boolean;
  readonly without?: readonly Mechanism[];
  readonly sharedNs?: number;
}
type Switched = Required<Pick<ModelSwitches, 'without' | 'sharedNs'>>;
const SWITCHES: Table<Switched> = {
  without: listOf(oneOf(MECHANISMS)),
  sharedNs: number({ min: 0, max: MODEL_LIMITS.sharedNs, whole: false }),
};
const SWITCH_OPTIONS: Wording<keyof Switched> = {
  names: { without: '--without', sharedNs: '--shared-ns' },
  messages: messagesIn(DEFAULT_LANG),
};

/** The switches of a workload. Those with savepoints have none of them: there requests for a line do not queue. */
export function parseSwitches(
  raw: Raw<Switched>,
  workload: ModelWorkload,
  w: Wording<keyof Switched> = SWITCH_OPTIONS,
): Result<Partial<Switched>, string> {
  const read = readFields(SWITCHES, raw, w);
  if (!read.ok) return err(read.error.message);
  const given = (['without', 'sharedNs'] as const).filter((name) => read.value[name] !== undefined);
  if (given.length === 0 || !hasSavepoints(workload)) return ok(read.value);
  const where = given.map((name) => w.names[name]);
  return err(w.messages.t('model.problem.switched', { where, given: workload }));
}

/** An optional list as a list: a missing one is a list of `undefined`. */
const maybe = <T>(list: readonly T[] | undefined): readonly (T | undefined)[] => list ?? [undefined];

/**
 * Every combination: all designs of one point, then the next number of savepoints, the next idle, the next mostly idle, the next active, the
 * next shape of pg_subtrans.
 */
export function expandModel(lists: ModelLists, switches: ModelSwitches = { coherence: true }): readonly ModelConfig[] {
  return maybe(lists.slru).flatMap((slru) =>
    expandConnections(lists, switches).flatMap((points) =>
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
function expandConnections(lists: ModelLists, switches: ModelSwitches): readonly (readonly ModelConfig[])[] {
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
          ...switches,
        })),
      ),
    ),
  );
}

/** The texts that `parseModelLists` reads back to equal lists. */
export const formatModelLists = ({ otherWorkUs, ...lists }: ModelLists): Raw<ModelValues> =>
  writeFields<ModelValues>(FIELDS, { ...lists, otherWorkUs: otherWorkUs ?? undefined });
