/** The texts of machines in another language: parsed, compared with the machines' own, and put in their place. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MACHINE_IDS, type Machine } from './machine.ts';
import { loadMachine } from './machines.node.ts';
import { machineTextDifferences, parseMachineTexts, withMachineTexts } from './texts-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const shipped: ReadonlyMap<string, Machine> = new Map(
  MACHINE_IDS.map((id) => {
    const loaded = loadMachine(id);
    if (!loaded.ok) throw new Error(id);
    return [id, loaded.value];
  }),
);

test('Chinese says all that the shipped machines say, nothing else, with the same figures, and is set as Chinese is', () => {
  const file = readFileSync(new URL('../../../scenarios/machines/texts.zh.txt', import.meta.url));
  expect(machineTextDifferences(file, shipped)).toEqual({ faults: [], missing: [] });
  const texts = parseMachineTexts(file);
  if (!texts.ok) throw new Error('not read');
  const figures = (said: string): readonly string[] => (said.match(/\d[\d.,]*\d|\d/g) ?? []).sort();
  for (const machine of shipped.values()) {
    const said = withMachineTexts(machine, texts.value);
    const pairs = [
      [said.name, machine.name],
      [said.about, machine.about],
      ...machine.simplified.map((text, i) => [said.simplified[i] ?? '', text]),
      ...(machine.fitted?.constants ?? []).map(({ how }, i) => [said.fitted?.constants[i]?.how ?? '', how]),
    ] as const;
    for (const [chinese = '', english = ''] of pairs) {
      expect(figures(chinese), `${machine.id}: ${chinese}`).toEqual(figures(english));
      expect(chinese.match(/\p{sc=Han}[,;:?!.()]|[,;:?!()]\p{sc=Han}/gu) ?? [], chinese).toEqual([]);
      expect(chinese.match(/\p{sc=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{sc=Han}/gu) ?? [], chinese).toEqual([]);
    }
    expect({ ...said, name: '', about: '', simplified: [], fitted: null }).toEqual({
      ...machine,
      name: '',
      about: '',
      simplified: [],
      fitted: null,
    });
  }
});
test('what is lacking is English still, and is named', () => {
  const machine = shipped.get('azure-f72s-v2');
  if (machine === undefined) throw new Error('there is none');
  const file = bytes('[azure-f72s-v2]\nsimplified 2: Zwei\nfitted smtSlowdown: Drei\n');
  const texts = parseMachineTexts(file);
  if (!texts.ok) throw new Error('not read');
  const said = withMachineTexts(machine, texts.value);
  expect(said.simplified).toEqual(machine.simplified.map((text, i) => (i === 1 ? 'Zwei' : text)));
  expect(said.fitted?.constants.map(({ how }) => how)).toEqual([machine.fitted?.constants[0]?.how, 'Drei']);
  expect(machineTextDifferences(file, new Map([[machine.id, machine]])).missing).toEqual([
    'azure-f72s-v2: about, simplified 1, simplified 3, simplified 4, fitted otherWorkUs',
  ]);
});
describe('a fault is told with its line', () => {
  test.each([
    ['a text of no such key', '[epyc-7742]\nlatency: schnell\n', 2, 'write [machine]'],
    ['a machine that is not there', '[pdp-11]\nabout: alt\n', 2, 'there is no machine “pdp-11”'],
    ['a text that the machine lacks', '[epyc-7742]\nsimplified 9: neun\n', 2, 'has no “simplified 9”'],
  ])('%s', (_, text, line, message) => {
    const { faults } = machineTextDifferences(bytes(text), shipped);
    expect(faults).toEqual([{ line, column: 1, message: expect.stringContaining(message) }]);
  });
});
