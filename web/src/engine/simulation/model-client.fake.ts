/** FAKE machine for tests that never look into it. */
import type { Machine } from '../../scenario/machine.ts';

export const machineNamed = (id: string): Machine => ({ id, name: id }) as unknown as Machine;
