/** Whatever the executor of SQL calls beyond the simulation has its words in Chinese. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limitOf } from './limits.ts';

const folder = new URL('../../../sql/', import.meta.url);
const code = readdirSync(folder)
  .filter((name) => /(?<!\.test)\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');
/** The texts as the code has them; what is put in is a name or a number. */
const named = [
  ...code.matchAll(/engineLimit\(\s*(?:'([^']+)'|"([^"]+)"|`([^`]+)`)/g),
  ...code.matchAll(/limit of the simulation reached: (?:([^'"`$;]+)['`]|([^"`$;]+)")/g),
].map(([, ...all]) => (all.find((one) => one !== undefined) ?? '').replace(/\$\{[^}]*\}/g, 'X'));

test('the code names limits, and there are many', () => {
  expect(named.length).toBeGreaterThan(60);
});
test.each([...new Set(named)].filter((text) => text !== 'the engine'))('%s', (text) => {
  // A run of small letters is an English word; SQL's own are capitals, and names are put in.
  const left = limitOf(text).replaceAll(
    /(?<![a-z_])(?:pg_sleep|excluded|extract|date_part|to_char|date_trunc|day|numeric|multixact|pg_export_snapshot|pgrowlocks|generate_series|jsonb)(?![a-z_])/g,
    '',
  );
  expect(left).not.toMatch(/[a-z]{3,}/);
  expect(left).toMatch(/\p{Script=Han}/u);
});
