/**
 * `xipscope lint` for the texts of machines in other languages: each file is compared with the machines of its folder.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { ok } from '../src/base/result.ts';
import type { Machine } from '../src/scenario/machine.ts';
import { parseMachineBytes } from '../src/scenario/machine-parse.ts';
import type { SpecProblem } from '../src/scenario/spec-types.ts';
import { machineTextDifferences } from '../src/scenario/texts-file.ts';
import { readSpecFile } from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

function machinesIn(folder: string): ReadonlyMap<string, Machine | null> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return new Map(
    names.map((name) => {
      const bytes = readSpecFile(join(folder, name));
      const parsed = bytes.ok ? parseMachineBytes(bytes.value) : null;
      return [basename(name, '.json'), parsed?.ok === true ? parsed.value : null];
    }),
  );
}

/** All faults of such a file, in the order of its lines. */
export const lintMachineTexts = (bytes: Uint8Array, file: string): readonly SpecProblem[] =>
  machineTextDifferences(bytes, machinesIn(dirname(file))).faults;

/**
 * The texts that each of these languages lacks, line by line: shown in English, and not a fault. Checks only folders
 * that have such files.
 */
export function untranslatedMachines(files: readonly string[], langs: readonly string[]): readonly string[] {
  const folders = [...new Set(files.map((file) => dirname(file)))];
  return folders.flatMap((folder) =>
    langs.flatMap((lang) => {
      const file = join(folder, `texts.${lang}.txt`);
      const bytes = existsSync(file) ? readSpecFile(file) : ok(new Uint8Array());
      if (!bytes.ok) return [];
      const { missing } = machineTextDifferences(bytes.value, machinesIn(folder));
      return [t('machine.cli.lintTexts', { lang, missing: missing.length }), ...missing.map((one) => `  ${one}`)];
    }),
  );
}
