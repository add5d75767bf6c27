/** The cache-line page's part of an address: designs, machine, connections, and the clock's position. */

import { DESIGN_IDS } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { SCENE_LIMITS, SCENE_PLACES, SCENE_WORKLOADS } from '../../engine/replay/scene-types.ts';
import { MACHINE_IDS } from '../../scenario/machine.ts';
import type { LinesAddress } from '../../viewmodel/addresses.ts';
import { STEP_UNITS } from '../../viewmodel/cachelines/position.ts';
import type { RawAddress } from './raw.ts';

const MAX_STOP = 999_999;

export function parseLines(params: RawAddress['params'], { t }: Messages): Result<LinesAddress, string> {
  const faults: string[] = [];
  const read = <T>(name: string, want: () => string, parse: (text: string) => T | undefined): T | undefined => {
    const text = params[name];
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value === undefined) faults.push(t('shell.badAddress.param', { name, text: text.slice(0, 80), want: want() }));
    return value;
  };
  const one = <T extends string>(name: string, of: readonly T[]): T | undefined =>
    read(
      name,
      () => of.join(', '),
      (text) => of.find((each) => each === text),
    );
  const number = (name: string, min: number, max: number): number | undefined =>
    read(
      name,
      () => t('stage.want.number', { min, max }),
      (text) => {
        const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
        return value >= min && value <= max ? value : undefined;
      },
    );
  const all = {
    left: one('left', DESIGN_IDS),
    right: one('right', DESIGN_IDS),
    machine: one('machine', MACHINE_IDS),
    active: number('active', SCENE_LIMITS.active.min, SCENE_LIMITS.active.max),
    idle: number('idle', 0, SCENE_LIMITS.connections - SCENE_LIMITS.active.min),
    place: one('place', SCENE_PLACES),
    workload: one('workload', SCENE_WORKLOADS),
    operation: number('op', 0, SCENE_LIMITS.operations),
    stop: number('at', 0, MAX_STOP),
    unit: one('by', STEP_UNITS),
  };
  const [fault] = faults;
  if (fault !== undefined) return err(fault);
  return ok(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
}

export function formatLines(address: LinesAddress): Record<string, string> {
  const { operation: op, stop: at, unit: by, ...settings } = address;
  return Object.fromEntries(
    Object.entries({ ...settings, op, at, by }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
