/** `xipscope spec FILE`: prints exactly the output of PostgreSQL's isolationtester for the file. */
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { startSpecServer } from '../src/engine/spec/spec-engine.node.ts';
import type { RunEvent } from '../src/engine/spec/spec-events.ts';
import { runSpecText } from '../src/engine/spec/spec-text.ts';
import { countOf } from '../src/scenario/spec-types.ts';
import { namedOrPiped } from './input.ts';
import { EXIT, type Io } from './io.ts';
import { checkEngine, designOf, type EngineOptions, failed, readSpecs, refuse } from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

export async function runSpec(given: string | undefined, options: EngineOptions, io: Io): Promise<number> {
  const choice = checkEngine(options);
  if (!choice.ok) return refuse(io, choice.error);
  const files = namedOrPiped(given === undefined ? [] : [given], io);
  if (!files.ok) return refuse(io, files.error);
  const specs = await readSpecs(files.value, io);
  const [spec] = specs ?? [];
  if (spec === undefined) return EXIT.badInput;
  const { permutation, rules, work } = choice.value;
  const permutations = countOf(spec.compiled.spec);
  if (permutation !== undefined && permutation > permutations)
    return refuse(io, t('spec.cli.noPermutation', { given: permutation, max: permutations }));

  await io.prepare();
  const server = await startSpecServer({ rules, design: designOf(choice.value, spec.compiled), work });
  if (!server.ok) return failed(io, server.error);
  const events: RunEvent[] = [];
  const ran = runSpecText(spec.compiled, server.value.db, {
    file: spec.file,
    ...(permutation === undefined ? {} : { permutation }),
    ...(options.json ? { onEvent: (event: RunEvent) => events.push(event) } : {}),
  });
  if (options.json) io.json({ completed: ran.completed, events });
  else io.exact(ran.stdout);
  if (ran.stderr !== '') io.err(ran.stderr);
  return ran.completed ? EXIT.done : EXIT.found;
}
