/**
 * The points of the published tables that are modelled, their machine, and the resulting curves. Pure: callers that can
 * run the model (`web/tools/model-check.ts`, the page's worker) ask for `comparisonPoints`, run each with and without
 * coherence, and pass the throughputs to `comparisonOf`.
 */

import '../../base/messages/en/model-chart.ts';
import type { PlainKey } from '../../base/messages/index.ts';
import { ASSUMED, type ModelBreakdown } from '../../engine/simulation/model-types.ts';
import type { Machine, MachineId } from '../../scenario/machine.ts';
import {
  type IdleConnectionsRow,
  PUBLISHED,
  type PublishedRow,
  type PublishedSource,
} from '../../scenario/published.ts';
import { type Formula, isAt } from './formula.ts';
import {
  CONSTANT_NAMES,
  type ComparisonAxis,
  type ComparisonRow,
  type ComparisonTable,
  CURVE_DESIGN,
  type Curve,
  type Curves,
  type ModelComparison,
  type PointBand,
  type Reason,
} from './model-chart.ts';

/** The tables that the model is compared with. */
export const COMPARED = ['idleConnections', 'mostlyIdleConnections', 'readonlyByClients'] as const;
export type ComparedId = (typeof COMPARED)[number];

interface Compared {
  readonly axis: ComparisonAxis;
  readonly machine: MachineId;
  /** Bounds of the mean absolute percentage errors, as shares; null if none was promised. */
  readonly bounds: { readonly throughput: number; readonly ratio: number } | null;
  /** Rows below this x are drawn but not judged: the machine has idle cores there. */
  readonly judgedFrom: number;
  /** What the published curve shows and the model does not have. */
  readonly notes: readonly PlainKey[];
  /** Of the points where the model is off; the first one that fits is the likely one. */
  readonly reasons: readonly Reason[];
}

export const COMPARED_AS: Readonly<Record<ComparedId, Compared>> = {
  idleConnections: {
    axis: 'idle',
    machine: 'xeon-gold-5215-2s',
    bounds: { throughput: 0.12, ratio: 0.1 },
    judgedFrom: 0,
    notes: ['modelChart.note.flat'],
    reasons: [
      { curve: 'pre', side: 'high', to: 100, why: 'modelChart.reason.firstHundred' },
      { curve: 'pre', active: 48, side: 'high', parts: ['scan'], why: 'modelChart.reason.sharedCore' },
      { active: 1, why: 'modelChart.reason.oneClient' },
      { curve: 'post', why: 'modelChart.reason.unsteady' },
    ],
  },
  mostlyIdleConnections: {
    axis: 'mostlyIdle',
    machine: 'xeon-gold-5215-2s',
    bounds: null,
    judgedFrom: 0,
    notes: [],
    reasons: [
      { side: 'high', why: 'modelChart.reason.waking' },
      { side: 'low', why: 'modelChart.reason.unsteady' },
    ],
  },
  readonlyByClients: {
    axis: 'clients',
    machine: 'azure-f72s-v2',
    bounds: { throughput: 0.15, ratio: 0.1 },
    judgedFrom: 36,
    notes: ['modelChart.note.wakeUps', 'modelChart.note.dropAtOnce'],
    reasons: [
      { side: 'high', to: 80, why: 'modelChart.reason.superlinear' },
      { curve: 'pre', side: 'high', parts: ['coherence', 'lineWait'], why: 'modelChart.reason.contention' },
      { side: 'low', why: 'modelChart.reason.unsteady' },
    ],
  },
};

/** One published x and its settings. */
export interface ComparisonPoint {
  readonly x: number;
  readonly active: number;
  readonly idle: number;
  readonly mostlyIdle: number;
  readonly published: { readonly pre: number; readonly post: number };
  /** The key columns of its row, as a fitted point names them. */
  readonly where: Readonly<Record<string, number>>;
}

type Rows = readonly (IdleConnectionsRow | PublishedRow<'mostlyIdleConnections'> | PublishedRow<'readonlyByClients'>)[];

/** Every row of a table as a point to model. */
export function comparisonPoints(rows: Rows): readonly ComparisonPoint[] {
  return rows.map((row) => {
    const published = { pre: row.tps_pre, post: row.tps_post };
    if ('clients' in row)
      return {
        x: row.clients,
        active: row.clients,
        idle: 0,
        mostlyIdle: 0,
        published,
        where: { clients: row.clients },
      };
    if ('mostly_idle' in row) {
      const { mostly_idle, active } = row;
      return { x: mostly_idle, active, idle: 0, mostlyIdle: mostly_idle, published, where: { mostly_idle, active } };
    }
    const { idle, active } = row;
    return { x: idle, active, idle, mostlyIdle: 0, published, where: { idle, active } };
  });
}

/** Transactions per second of one point: modelled, and with coherence switched off. */
export interface PointThroughput {
  readonly modelled: Readonly<Record<Curve, number>>;
  readonly without: Readonly<Record<Curve, number>> | null;
}

/** The table that a machine's constants were fitted to; null if none of these. */
export const fitTableOf = ({ fitted }: Machine): ComparedId | null =>
  COMPARED.find((id) => PUBLISHED[id].source.file === fitted?.publishedTable) ?? null;

/** What the modelled time of each point is made of. */
export type PointParts = readonly (readonly [ComparisonPoint, Curves<ModelBreakdown>])[];

/** The band of the shared server at the points that have one. */
export type PointBands = ReadonlyMap<ComparisonPoint, PointBand>;

/** Points with the model's results. */
export type Throughputs = readonly (readonly [ComparisonPoint, PointThroughput])[];

/** What the model takes for a machine for which nothing was fitted. A core with one thread has no second one to slow it. */
const assumedFor = ({ fitted, threadsPerCore }: Machine): ModelComparison['assumed'] =>
  fitted !== null
    ? []
    : CONSTANT_NAMES.filter((name) => name !== 'smtSlowdown' || threadsPerCore.value > 1).map((name) => ({
        name,
        value: ASSUMED[name],
        unit: name === 'otherWorkUs' ? 'µs' : '×',
      }));

/** What is held against each other. */
export interface Compare {
  /** The published table, or the one whose columns somebody's own table has. */
  readonly id: ComparedId;
  readonly source: PublishedSource | OwnSource;
  readonly machine: Machine;
  /** Of this machine; null if it has none. */
  readonly formula: Formula | null;
}

/** Somebody's own table: the machine is the one that they say. */
export interface OwnSource {
  readonly file: string;
}
/** Nothing is known of what an own table shows and the model does not have, and all of it is judged. */
const asOf = ({ id, source, machine }: Compare) =>
  'author' in source ? COMPARED_AS[id] : { ...COMPARED_AS[id], ...NOTHING_KNOWN, machine: machine.id };
const NOTHING_KNOWN = { notes: [], reasons: [], judgedFrom: 0 } as const;
const citedOf = (source: Compare['source']): ComparisonTable['cited'] => {
  if (!('author' in source)) return null;
  const { file: _, ...cited } = source;
  return cited;
};

/** The curves of one number of active clients, or of all (`active` null, if x counts them). */
export function comparisonOf(
  compare: Compare,
  active: number | null,
  points: Throughputs,
  seeds: readonly Throughputs[] = [points],
  all: readonly ComparisonPoint[] = points.map(([point]) => point),
  parts: PointParts = [],
  bands: PointBands = new Map(),
): ModelComparison {
  const { source, machine, formula } = compare;
  const { axis, notes, judgedFrom, ...as } = asOf(compare);
  const isOther = machine.id !== as.machine;
  const fit = machine.fitted;
  const usedFor = (point: ComparisonPoint, curve: Curve): boolean =>
    fit !== null &&
    fit.publishedTable === source.file &&
    fit.points.some((fitted) => fitted.column === `tps_${curve}` && isAt(fitted, point.where));
  const isOwn = (point: ComparisonPoint): boolean => active === null || point.active === active;
  const rowsOf = (known: Throughputs): readonly ComparisonRow[] =>
    known
      .filter(([point]) => isOwn(point))
      .map(([point, { modelled, without }]) => ({
        x: point.x,
        published: point.published,
        modelled,
        without,
        formula: formula?.(point) ?? null,
        fitted: { pre: usedFor(point, 'pre'), post: usedFor(point, 'post') },
      }));
  return {
    table: { file: source.file, axis, cited: citedOf(source), active },
    machine: { id: machine.id, name: machine.name, short: machine.short },
    published: all.filter(isOwn).map(({ x, published }) => ({ x, published })),
    rows: rowsOf(points),
    seeds: seeds.map(rowsOf),
    constants: fit === null ? [] : fit.constants.map(({ name, value, unit, how }) => ({ name, value, unit, how })),
    isOther,
    assumed: assumedFor(machine),
    judgedFrom,
    // This one tells which points were fitted.
    notes: isOther ? notes.filter((note) => note !== 'modelChart.note.flat') : notes,
    reasons: isOther ? [] : as.reasons,
    parts: new Map(parts.flatMap(([point, made]) => (isOwn(point) ? [[point.x, made] as const] : []))),
    bands: new Map([...bands].flatMap(([point, band]) => (isOwn(point) ? [[point.x, band] as const] : []))),
  };
}

/** The numbers of active clients that a table has curves for; `[null]` if x counts them. */
export function curvesOf(points: readonly ComparisonPoint[], axis: ComparisonAxis): readonly (number | null)[] {
  return axis === 'clients' ? [null] : [...new Set(points.map(({ active }) => active))];
}

export { CURVE_DESIGN };
