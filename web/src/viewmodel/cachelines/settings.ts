/** The settings of the cache-line page: designs, machine, connections. Their defaults, limits, and form in an address. */
import { DESIGN_IDS, type DesignId } from '../../base/designs.ts';
import { SCENE_LIMITS, type ScenePlace, type SceneWorkload } from '../../engine/replay/scene-types.ts';
import { MACHINE_IDS, type Machine, type MachineId, machineCores } from '../../scenario/machine.ts';

export interface LinesSettings {
  readonly left: DesignId;
  readonly right: DesignId;
  readonly machine: MachineId;
  /** Backends that run transactions, one per core. */
  readonly active: number;
  readonly idle: number;
  readonly place: ScenePlace;
  readonly workload: SceneWorkload;
}

/** 100 connections: 19 lines of PGXACT against 7 of xids, few enough to draw all of them. */
export const DEFAULT_LINES: LinesSettings = {
  left: 'pg13',
  right: 'dense',
  machine: MACHINE_IDS[0],
  active: 4,
  idle: 96,
  place: 'spread',
  workload: 'readonly',
};
export const isDesign = (text: string): DesignId | undefined => DESIGN_IDS.find((each) => each === text);

/** As many backends as the machine has cores, 64 at most. */
export const maxActive = (machine: Machine): number => Math.min(SCENE_LIMITS.active.max, machineCores(machine));

/** Fits the settings together: no more backends than cores, no more connections than the limit. */
export function fitSettings(settings: LinesSettings, machine: Machine): LinesSettings {
  const active = Math.max(SCENE_LIMITS.active.min, Math.min(settings.active, maxActive(machine)));
  return { ...settings, active, idle: Math.max(0, Math.min(settings.idle, SCENE_LIMITS.connections - active)) };
}
