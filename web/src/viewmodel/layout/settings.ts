/** The layout bench's settings, their defaults and limits. */
import { type LayoutRequest, TABLE_LIMITS, type TableRequest } from '../../engine/replay/layout-types.ts';
import { SCENE_LIMITS, type ScenePlace, type SceneWorkload } from '../../engine/replay/scene-types.ts';
import { MACHINE_IDS, type Machine, type MachineId, machineCores, type Protocol } from '../../scenario/machine.ts';
import { type Layout, type LayoutCode, LINE_BYTES } from './layout.ts';
import { type PlacedLayout, piecesOf } from './place.ts';

export interface LayoutSettings {
  readonly machine: MachineId;
  /** Null: the machine's own. */
  readonly protocol: Protocol | null;
  readonly active: number;
  readonly idle: number;
  readonly place: ScenePlace;
  readonly workload: SceneWorkload;
}

export const LAYOUT_SETTINGS = {
  active: { min: SCENE_LIMITS.active.min, max: 32 },
  /** So that an answer comes within a moment. */
  idle: { min: 0, max: 500 },
} as const;

export const DEFAULT_LAYOUT: LayoutSettings = {
  machine: MACHINE_IDS[0],
  protocol: null,
  active: 8,
  idle: 92,
  place: 'spread',
  workload: 'readwrite',
};

/** The versions beside which a layout is shown. */
export const BESIDE = ['pg9.1', 'pg13', 'pg14'] as const satisfies readonly LayoutCode[];
export type Beside = (typeof BESIDE)[number];

/** No more backends than cores. */
export const mostActive = (machine: Machine): number => Math.min(LAYOUT_SETTINGS.active.max, machineCores(machine));
export const fitLayoutSettings = (settings: LayoutSettings, machine: Machine): LayoutSettings => ({
  ...settings,
  active: Math.max(LAYOUT_SETTINGS.active.min, Math.min(settings.active, mostActive(machine))),
});

/** Transactions of each backend in a replay: enough that all lines have been fetched, and that means settle. */
const WARM_UP = 4;
const COUNTED = 20;

/** The design itself, where the engine has its fields. */
export function designRequest(design: LayoutCode, settings: LayoutSettings, machine: Machine): LayoutRequest {
  const { active, idle, place, workload, protocol } = settings;
  const own = protocol === null ? machine : { ...machine, protocol: { ...machine.protocol, value: protocol } };
  return { design, machine: own, coherence: true, active, idle, place, workload, warmUp: WARM_UP, counted: COUNTED };
}

/** The same accesses under a layout, wherever its structs have been placed. */
export const layoutRequest = (
  replay: LayoutCode,
  placed: PlacedLayout,
  settings: LayoutSettings,
  machine: Machine,
): LayoutRequest => ({ ...designRequest(replay, settings, machine), pieces: piecesOf(replay, placed) });

/** An own table's accesses, each with the places that its field has. */
export function tableRequest(
  { access }: Layout,
  placed: PlacedLayout,
  settings: LayoutSettings,
  machine: Machine,
  seed: number,
): TableRequest {
  const accesses = access.flatMap(({ field, kind, by, rate }) =>
    placed.structs.flatMap(({ fields, entries, struct: { count } }) =>
      fields
        .filter((one) => one.field.name === field)
        .map(({ at, stride, field: { size } }) => ({
          kind,
          by,
          rate,
          at,
          stride,
          size,
          entries,
          perConnection: count === 'connections',
        })),
    ),
  );
  const { machine: own, coherence, active, warmUp, counted } = designRequest('pg13', settings, machine);
  return { machine: own, coherence, active, bytes: placed.bytes, accesses, warmUp, counted, seed };
}

/** Why a table cannot be replayed with so many connections; null: it can. */
export function tableFault({ bytes, accesses }: TableRequest): 'bytes' | 'accesses' | null {
  if (bytes > TABLE_LIMITS.bytes) return 'bytes';
  const most = accesses.reduce(
    (sum, { rate, entries, size }) => sum + Math.ceil(rate) * entries * Math.ceil(size / LINE_BYTES),
    0,
  );
  return most > TABLE_LIMITS.accesses ? 'accesses' : null;
}
