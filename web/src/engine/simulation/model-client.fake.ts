/** FAKE machine for tests that never read its values. */
import type { Machine } from '../../scenario/machine.ts';

export const machineNamed = (id: string): Machine => ({ id, name: id }) as unknown as Machine;
