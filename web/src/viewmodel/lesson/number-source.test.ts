/** Laws of the sources of a lesson's numbers: whatever a shipped lesson calls published names who published it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MACHINE_IDS } from '../../scenario/machine.ts';
import { loadMachine } from '../../scenario/machines.node.ts';
import { numberSource } from './number-source.ts';

const machines = MACHINE_IDS.flatMap((id) => {
  const machine = loadMachine(id);
  return machine.ok ? [machine.value] : [];
});
const folder = new URL('../../../../scenarios/lessons/', import.meta.url);
const sources = readdirSync(folder)
  .filter((file) => /^\d\d-.*\.md$/.test(file))
  .flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\]\(published:([^)]+)\)/g)])
  .map(([, source = '']) => source);

test('each published number of a lesson has its table, the source of a machine’s figure, or the notes', () => {
  expect(sources.length).toBeGreaterThan(80);
  expect(sources.filter((source) => numberSource({ provenance: 'published', source }, machines) === null)).toEqual([]);
});

test('a machine’s figure is told with the source and the caveat of its file, and nothing is made up', () => {
  const of = (source: string) => numberSource({ provenance: 'published', source }, machines);
  expect(of('xeon-gold-5215-2s.l1')).toMatchObject({ kind: 'machine', figure: { cycles: { count: 4 } } });
  expect(of('README')).toEqual({ kind: 'notes' });
  expect(of('idle-connections')).toMatchObject({ kind: 'table', source: { year: 2020 } });
  for (const source of ['xeon-gold-5215-2s.l9', 'xeon-gold-5215-2s', 'nowhere.l1', 'xeon-gold-5215-2s.toString'])
    expect(of(source)).toBeNull();
  expect(numberSource({ provenance: 'real', source: '13' }, machines)).toBeNull();
});
