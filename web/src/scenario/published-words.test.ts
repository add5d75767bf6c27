/** All words in the published tables' descriptions have a Chinese text. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CITED } from '../base/messages/zh/cited.ts';
import { PUBLISHED, parsePublished } from './published.ts';

test('each part, machine and workload that a published table names, and nothing else', () => {
  const file = new URL('../../../scenarios/published/commit-gains.csv', import.meta.url);
  const gains = parsePublished('commitGains', readFileSync(file, 'utf8'));
  if (!gains.ok) throw new Error(gains.error.message);
  const said = [
    ...Object.values(PUBLISHED).flatMap(({ source }) => [source.part, source.machine, source.machineShort]),
    ...gains.value.rows.map(({ workload }) => workload),
  ];
  // A bare product name is the same in every language.
  const words = new Set(said.filter((text) => !/^[^a-z]*(?:Xeon Gold|Azure F)[\w ]*$/.test(text)));
  expect(new Set(Object.keys(CITED))).toEqual(words);
});
