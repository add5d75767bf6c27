/**
 * The values of the Lab page's form, and their place in an address. Pure.
 * Each value in the form is valid alone; `checkForm` says whether they fit together.
 */

import '../../base/messages/en/lab.ts';
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import { ok, type Result } from '../../base/result.ts';
import {
  checkLabConfig,
  defaultOtherWorkUs,
  expandSweep,
  LAB_DEFAULTS,
  type LabFieldNames,
  type LabInputError,
  type LabLists,
  type LabWording,
  parseLists,
} from '../../engine/lab/lab-config.ts';
import {
  hasSavepoints,
  LAB_LIMITS,
  type LabConfig,
  type SlruShape,
  type WorkloadId,
} from '../../engine/lab/lab-types.ts';
import { MODEL_DEFAULTS } from '../../engine/simulation/model-config.ts';
import type { MachineId } from '../../scenario/machine.ts';
import type { LabAddress } from '../addresses.ts';
import type { SweepAxis } from './published-series.ts';
import type { XScaleKind } from './throughput-layout.ts';

export type LabMode = 'single' | 'sweep';

export interface LabForm {
  readonly mode: LabMode;
  readonly designs: readonly DesignId[];
  readonly active: number;
  /** Fixed counts; a sweep takes the counts of its axis from `points` instead. */
  readonly idle: number;
  readonly mostlyIdle: number;
  readonly workload: WorkloadId;
  /** Null: the workload's usual amount. */
  readonly otherWorkUs: number | null;
  readonly lock: boolean;
  readonly sliceMs: number;
  readonly axis: SweepAxis;
  readonly points: readonly number[];
  readonly seconds: number;
  readonly xScale: XScaleKind;
  /** Only an address can set these; they apply to workloads with savepoints. Null: the usual value there. */
  readonly savepoints: number | null;
  readonly slru: SlruShape | null;
  /** Machine whose modelled curves a sweep shows, too; null: none. */
  readonly machine: MachineId | null;
}

/** Connection counts of the published experiments. */
export const PUBLISHED_COUNTS: readonly number[] = [0, 100, 1000, 2500, 5000, 10_000];

/** Leaves one core to the page. */
export const defaultActive = (cores: number): number => Math.min(LAB_LIMITS.active, Math.max(1, cores - 1));

export const defaultForm = (cores: number): LabForm => ({
  // The published curves, which the page begins with, are one, too.
  mode: 'sweep',
  designs: LAB_DEFAULTS.designs,
  active: defaultActive(cores),
  idle: 1000,
  mostlyIdle: 0,
  workload: LAB_DEFAULTS.workload,
  otherWorkUs: null,
  lock: true,
  sliceMs: LAB_DEFAULTS.sliceMs,
  axis: 'idle',
  points: PUBLISHED_COUNTS,
  seconds: LAB_DEFAULTS.seconds,
  xScale: 'sqrt',
  savepoints: null,
  slru: null,
  machine: MODEL_DEFAULTS.machine,
});

/** The questions that the lab is asked most, as settings of a single run. */
export const LAB_PRESETS = ['versions', 'all', 'writers'] as const;
export type LabPreset = (typeof LAB_PRESETS)[number];

/** A preset sets what it is about, and keeps how long a turn is and how the chart is drawn. */
export function presetForm(preset: LabPreset, form: LabForm, cores: number): LabForm {
  const plain = {
    ...form,
    mode: 'single' as const,
    designs: LAB_DEFAULTS.designs,
    mostlyIdle: 0,
    otherWorkUs: null,
    lock: true,
  };
  const quiet = { ...plain, active: defaultActive(cores), savepoints: null, slru: null };
  if (preset === 'versions') return { ...quiet, idle: 10_000, workload: 'readonly' };
  if (preset === 'all') return { ...quiet, designs: DESIGN_IDS, idle: 1000, workload: 'snapshot' };
  return { ...quiet, active: Math.min(LAB_LIMITS.active, Math.max(2, cores)), idle: 1000, workload: 'readwrite' };
}

export const otherWorkOf = (form: LabForm): number => form.otherWorkUs ?? defaultOtherWorkUs(form.workload);

const listsOf = (form: LabForm): LabLists => {
  const swept = (axis: SweepAxis): readonly number[] =>
    form.mode === 'sweep' && form.axis === axis ? form.points : [form[axis]];
  return {
    designs: form.designs,
    active: [form.active],
    idle: swept('idle'),
    mostlyIdle: swept('mostlyIdle'),
    workload: form.workload,
    otherWorkUs: otherWorkOf(form),
    lock: form.lock,
    sliceMs: form.sliceMs,
    seconds: form.seconds,
    ...(form.savepoints !== null && hasSavepoints(form.workload) ? { savepoints: [form.savepoints] } : {}),
    ...(form.slru !== null && hasSavepoints(form.workload) ? { slru: [form.slru] } : {}),
  };
};

export interface CheckedForm {
  /** One for a single run, one per point for a sweep. */
  readonly configs: readonly [LabConfig, ...LabConfig[]];
  readonly seconds: number;
}

/** Whether the values fit together: sums, lock, at least one design, at least one point. */
export function checkForm(form: LabForm, wording: LabWording): Result<CheckedForm, LabInputError> {
  const [first, ...rest] = expandSweep(listsOf(form));
  if (first === undefined) {
    const empty = parseLists({ [form.axis]: '' }, wording);
    if (!empty.ok) return empty;
  }
  if (first === undefined) throw new Error('an empty list of points is refused above');
  for (const config of [first, ...rest]) {
    const checked = checkLabConfig(config, wording);
    if (!checked.ok) return checked;
  }
  return ok({ configs: [first, ...rest], seconds: form.seconds });
}

/** The text of a list field, and back. */
export const formatPoints = (points: readonly number[]): string => points.join(', ');
export function parsePoints(
  text: string,
  axis: SweepAxis,
  wording: LabWording,
): Result<readonly number[], LabInputError> {
  const lists = parseLists({ [axis]: text }, wording);
  return lists.ok ? ok(lists.value[axis]) : lists;
}

/** The fields' names on the page. */
export const fieldNames = ({ t }: Messages): LabFieldNames => ({
  designs: t('lab.field.designs'),
  active: t('lab.field.active'),
  idle: t('lab.field.idle'),
  mostlyIdle: t('lab.field.mostlyIdle'),
  workload: t('lab.field.workload'),
  otherWorkUs: t('lab.field.otherWork'),
  lock: t('lab.field.noLock'),
  sliceMs: t('lab.field.slice'),
  seconds: t('lab.field.seconds'),
  savepoints: t('lab.field.savepoints'),
  slru: t('lab.field.slru'),
});

/** The form's values as an address has them. */
export const formToAddress = (form: LabForm): LabAddress => ({
  mode: form.mode === 'sweep' ? 'sweep' : 'run',
  lists: listsOf(form),
  xScale: form.xScale,
  machine: form.machine ?? 'none',
});

export interface FormFromAddress {
  readonly form: LabForm;
  /** The address varies more than one kind of connections; the form sweeps over one and takes the first value of the others. */
  readonly narrowed: boolean;
}

/**
 * The form for an address. Values that the address lacks (counts of the other mode) come from `before`, so that
 * switching between the modes loses nothing.
 */
export function formFromAddress(address: LabAddress, before: LabForm): FormFromAddress {
  const { mode, lists, xScale, machine } = address;
  const sweep = mode === 'sweep';
  const axis: SweepAxis = lists.mostlyIdle.length > 1 && lists.idle.length === 1 ? 'mostlyIdle' : 'idle';
  const first = (list: readonly number[], usual: number): number => list[0] ?? usual;
  const kinds = [lists.active, lists.idle, lists.mostlyIdle, lists.savepoints ?? [], lists.slru ?? []];
  const many = kinds.filter((list) => list.length > 1).length;
  return {
    narrowed: many > 1 || [lists.active, lists.savepoints, lists.slru].some((list) => (list?.length ?? 0) > 1),
    form: {
      mode: sweep ? 'sweep' : 'single',
      designs: lists.designs,
      active: first(lists.active, before.active),
      idle: sweep && axis === 'idle' ? before.idle : first(lists.idle, before.idle),
      mostlyIdle: sweep && axis === 'mostlyIdle' ? before.mostlyIdle : first(lists.mostlyIdle, before.mostlyIdle),
      workload: lists.workload,
      otherWorkUs: lists.otherWorkUs === defaultOtherWorkUs(lists.workload) ? null : lists.otherWorkUs,
      lock: lists.lock,
      sliceMs: lists.sliceMs,
      axis: sweep ? axis : before.axis,
      points: sweep ? lists[axis] : before.points,
      seconds: lists.seconds,
      xScale: xScale ?? before.xScale,
      savepoints: lists.savepoints?.[0] ?? null,
      slru: lists.slru?.[0] ?? null,
      machine: machine === undefined ? before.machine : machine === 'none' ? null : machine,
    },
  };
}
