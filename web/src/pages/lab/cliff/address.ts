/** The cliff page's part of an address: the readers, their other work, and the machine of the modelled lines. */
import { number, oneOf, parameters } from '../../../base/fields.ts';
import { MACHINE_IDS, type MachineId } from '../../../scenario/machine.ts';
import type { AddressCodec } from '../../../ui/page.tsx';
import { CLIFF_LIMITS, CLIFF_SAVEPOINTS } from '../../../viewmodel/cliff/cliff.ts';

export interface CliffAddress {
  readonly readers?: number;
  /** Other work of a reader's transaction, in µs. */
  readonly other?: number;
  readonly machine?: MachineId;
  /** Of the strip above the chart. */
  readonly savepoints?: number;
}

export const address: AddressCodec<CliffAddress> = parameters<Required<CliffAddress>>({
  readers: number({ ...CLIFF_LIMITS.readers, whole: true }),
  other: number({ ...CLIFF_LIMITS.otherWorkUs, whole: true }),
  machine: oneOf(MACHINE_IDS),
  savepoints: number({ min: 0, max: Math.max(...CLIFF_SAVEPOINTS), whole: true }),
});
