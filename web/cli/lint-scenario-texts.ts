/**
 * `xipscope lint` for the texts of scenarios in other languages: each file is compared with the specs of its folder.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { ok } from '../src/base/result.ts';
import { parseSpecBytes } from '../src/scenario/spec-parse.ts';
import type { Spec, SpecProblem } from '../src/scenario/spec-types.ts';
import { scenarioTextDifferences } from '../src/scenario/texts-file.ts';
import { readSpecFile } from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

const TEXTS = /^texts\.([a-zA-Z-]+)\.txt$/;
export const isScenarioTexts = (file: string): boolean => TEXTS.test(basename(file));

function specsBeside(file: string): ReadonlyMap<string, Spec | null> {
  const folder = dirname(file);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.spec'))
    .sort();
  return new Map(
    names.map((name) => {
      const bytes = readSpecFile(join(folder, name));
      const parsed = bytes.ok ? parseSpecBytes(bytes.value) : null;
      return [basename(name, '.spec'), parsed?.ok === true ? parsed.value : null];
    }),
  );
}

/** All faults of such a file, in the order of its lines. */
export const lintScenarioTexts = (bytes: Uint8Array, file: string): readonly SpecProblem[] =>
  scenarioTextDifferences(bytes, specsBeside(file)).faults;

/**
 * The texts that each of these languages lacks, line by line: shown in English, and not a fault. Checks only folders
 * that have such files: nobody translates a user's own specs.
 */
export function untranslatedScenarios(files: readonly string[], langs: readonly string[]): readonly string[] {
  const folders = [...new Set(files.filter(isScenarioTexts).map((file) => dirname(file)))];
  return folders.flatMap((folder) =>
    langs.flatMap((lang) => {
      const file = join(folder, `texts.${lang}.txt`);
      const bytes = existsSync(file) ? readSpecFile(file) : ok(new Uint8Array());
      if (!bytes.ok) return [];
      const { missing } = scenarioTextDifferences(bytes.value, specsBeside(file));
      return [t('spec.cli.lintScenarioTexts', { lang, missing: missing.length }), ...missing.map((one) => `  ${one}`)];
    }),
  );
}
