/** The cache-line page's part of an address: designs, machine, connections, and the clock's position. */
import { DESIGN_IDS } from '../../../base/designs.ts';
import { number, oneOf, parameters } from '../../../base/fields.ts';
import { SCENE_LIMITS, SCENE_PLACES, SCENE_WORKLOADS } from '../../../engine/replay/scene-types.ts';
import { MACHINE_IDS } from '../../../scenario/machine.ts';
import type { AddressCodec } from '../../../ui/page.tsx';
import { type LinesSettings, STEP_UNITS, type StepUnit } from '../../../viewmodel/cachelines/position.ts';

/** The page's settings, and the position of its clock. Anything left out has its default. */
export interface LinesAddress extends Partial<LinesSettings> {
  /** Number of core A's operation, from 0; the page begins with one that has something to show. */
  readonly operation?: number;
  /** Access of the longer design; beyond the last: the operation's end. */
  readonly stop?: number;
  readonly unit?: StepUnit;
}

const { active, connections, operations } = SCENE_LIMITS;
const upTo = (max: number, min = 0) => number({ min, max, whole: true });

export const address: AddressCodec<LinesAddress> = parameters<Required<LinesAddress>>(
  {
    left: oneOf(DESIGN_IDS),
    right: oneOf(DESIGN_IDS),
    machine: oneOf(MACHINE_IDS),
    active: upTo(active.max, active.min),
    idle: upTo(connections - active.min),
    place: oneOf(SCENE_PLACES),
    workload: oneOf(SCENE_WORKLOADS),
    operation: upTo(operations),
    stop: upTo(999_999),
    unit: oneOf(STEP_UNITS),
  },
  { operation: 'op', stop: 'at', unit: 'by' },
);
