/**
 * Makes a module of every scenario, at build time and in the development server, so that opening a shipped one needs no
 * parser: `x.spec` is the compiled spec, `x.spec?info` its entry in a list of scenarios,
 * `texts.LANG.txt?scenario-texts` the texts of all of them in another language, `texts.LANG.txt?machine-texts` the same
 * of machines. web/src/engine/spec/scenarios.ts and scenario-texts.ts, and the Lab's machines.ts import them. A scenario that
 * does not compile ends the build, with file, line and column.
 */
import { readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import type { Plugin } from 'vite';
import type { Result } from '../src/base/result.ts';
import { compileSource } from '../src/engine/spec/compile-source.ts';
import type { ScenarioInfo } from '../src/engine/spec/scenario-index.ts';
import type { CompiledSpec } from '../src/engine/spec/spec-compile.ts';
import { countPermutations, type SpecProblem } from '../src/scenario/spec-types.ts';
import { parseMachineTexts, parseScenarioTexts } from '../src/scenario/texts-file.ts';
import { loadCompiler } from '../src/sql/compile.ts';
import { moduleText } from './module-text.ts';
import { at } from './tree.mjs';

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** A list's entry for a compiled scenario. */
export function scenarioInfo(id: string, { spec }: CompiledSpec): ScenarioInfo {
  const { extras, sessions, steps, permutations, setups } = spec;
  const searched = [
    ...[...setups, ...steps].map((block) => block.sql),
    ...[...sessions, ...steps].map(({ name }) => name),
    ...extras.captions.values(),
  ];
  const words = searched.flatMap((text) => text.toLowerCase().match(WORD) ?? []);
  return {
    id,
    title: extras.title ?? id,
    about: extras.about ?? '',
    sessions: sessions.length,
    steps: steps.length,
    permutations: permutations?.length ?? countPermutations(sessions.map((session) => session.steps.length)),
    words: [...new Set(words)].join(' '),
  };
}

/** Compiles the bytes of a shipped scenario. The error has one line per problem: FILE:LINE:COL: text. */
export async function compileScenario(file: string, bytes: Uint8Array): Promise<Result<CompiledSpec, string>> {
  const compiled = compileSource(bytes, await loadCompiler());
  if (compiled.ok) return compiled;
  return { ok: false, error: faultLines(file, compiled.error) };
}

const faultLines = (file: string, faults: readonly SpecProblem[]): string =>
  faults.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n');

export function scenarioModules(): Plugin {
  return {
    name: 'xip-scenario-modules',
    enforce: 'pre',
    load: {
      // `?raw` and the like are Vite's own.
      filter: { id: /[.]spec([?]info)?$|[.]txt[?](scenario|machine)-texts$/ },
      async handler(id) {
        const [file = '', query] = id.split('?');
        this.addWatchFile(file);
        if (query === 'scenario-texts' || query === 'machine-texts') {
          const parse = query === 'machine-texts' ? parseMachineTexts : parseScenarioTexts;
          const texts: Result<unknown, readonly SpecProblem[]> = parse(await readFile(file));
          if (!texts.ok) return this.error(faultLines(relative(at(), file), texts.error));
          return { code: `export default ${moduleText(texts.value)};\n`, map: null, moduleType: 'js' };
        }
        const compiled = await compileScenario(relative(at(), file), await readFile(file));
        if (!compiled.ok) return this.error(compiled.error);
        const data = query === undefined ? compiled.value : scenarioInfo(basename(file, '.spec'), compiled.value);
        return { code: `export default ${moduleText(data)};\n`, map: null, moduleType: 'js' };
      },
    },
  };
}
