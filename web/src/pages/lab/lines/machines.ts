/** The shipped machines as the pages have them: inside the page, parsed when one is wanted. */
import { MACHINE_IDS, type Machine, type MachineId } from '../../../scenario/machine.ts';
import { parseMachine } from '../../../scenario/machine-parse.ts';

const texts = import.meta.glob<string>('../../../../../scenarios/machines/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const parsed = new Map<MachineId, Machine>();

/** The tests hold that the shipped files are right; a fault here is one of the build. */
export function shippedMachine(id: MachineId): Machine {
  let machine = parsed.get(id);
  if (machine === undefined) {
    const text = Object.entries(texts).find(([path]) => path.endsWith(`/${id}.json`))?.[1] ?? '';
    const read = parseMachine(text);
    if (!read.ok) throw new Error(`the machine ${id} is not right: ${JSON.stringify(read.error[0])}`);
    machine = read.value;
    parsed.set(id, machine);
  }
  return machine;
}
export const shippedMachines = (): readonly Machine[] => MACHINE_IDS.map(shippedMachine);
