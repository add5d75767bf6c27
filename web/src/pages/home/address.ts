/** The Home page's part of an address: the slider's position, 14's case, and on stage the scene. */
import { number, oneOf, parameters } from '../../base/fields.ts';
import { LAB_DEFAULTS } from '../../engine/lab/lab-config.ts';
import { LAB_LIMITS } from '../../engine/lab/lab-types.ts';
import type { AddressCodec } from '../../ui/page.tsx';
import { READS_CASES, type ReadsCase } from '../../viewmodel/race/snapshot-reads.ts';

/** What the stage shows of Home, one at a time, in the order in which a speaker goes on. */
export const SCENES = ['race', 'slowed'] as const;
export type Scene = (typeof SCENES)[number];

export interface HomeAddress {
  /** Position of the slider of idle connections; absent until somebody has moved it. */
  readonly idle?: number;
  /** Absent: the race. Off the stage the page shows both. */
  readonly scene?: Scene;
  /** What happened since 14's last snapshot; absent: nothing, and it is reused. */
  readonly reads?: ReadsCase;
}

export const address: AddressCodec<HomeAddress> = parameters<Required<HomeAddress>>({
  idle: number({ min: 0, max: LAB_LIMITS.connections - LAB_DEFAULTS.active, whole: true }),
  scene: oneOf(SCENES),
  reads: oneOf(READS_CASES),
});
