/** The ladder page's part of an address: machine, connections, writers. */
import { flag, number, oneOf, parameters } from '../../../base/fields.ts';
import { MACHINE_IDS, type MachineId } from '../../../scenario/machine.ts';
import type { AddressCodec } from '../../../ui/page.tsx';
import type { LadderCase } from '../../../viewmodel/ladder/ladder.ts';
import { LADDER_LIMITS } from '../../../viewmodel/ladder/ladder-case.ts';

export interface LadderAddress {
  readonly machine?: MachineId;
  /** Connections that are only open: each takes one slot. */
  readonly idle?: number;
  /** Active connections, which write. */
  readonly writers?: number;
  /** Whether others commit between two snapshots; nobody does unless somebody asks. */
  readonly when?: LadderCase;
  /** The commits' gains with the band of the shared server; off unless somebody asks. */
  readonly band?: boolean;
}

export const address: AddressCodec<LadderAddress> = parameters<Required<LadderAddress>>({
  machine: oneOf(MACHINE_IDS),
  idle: number({ ...LADDER_LIMITS.idle, whole: true }),
  writers: number({ ...LADDER_LIMITS.writers, whole: true }),
  when: oneOf(['quiet', 'writers']),
  band: flag,
});
