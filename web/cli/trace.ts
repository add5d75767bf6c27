/** `xipscope trace FILE`: the trace, one JSON object per line. Each permutation begins with a fresh server. */
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import type { Result } from '../src/base/result.ts';
import { shownJson } from '../src/base/values.ts';
import { type SpecServer, startSpecServer } from '../src/engine/spec/spec-engine.node.ts';
import { limitText } from '../src/engine/spec/spec-limit.ts';
import { encodeHeader, encodeLine } from '../src/engine/trace/codec.ts';
import { createRun } from '../src/engine/trace/run.ts';
import { TRACE_FORMAT } from '../src/engine/trace/trace-types.ts';
import { countOf, permutationsOf } from '../src/scenario/spec-types.ts';
import { LimitReached, OutputUsedUp, tellLimit } from '../src/sql/limits.ts';
import { namedOrPiped } from './input.ts';
import { EXIT, type Io } from './io.ts';
import { checkEngine, designOf, type EngineOptions, failed, readSpecs, refuse } from './spec-input.ts';

const messages = messagesIn(DEFAULT_LANG);
const { t } = messages;

/** Of all lines together. */
const MAX_CHARS = 32_000_000;

export async function runTrace(given: string | undefined, options: EngineOptions, io: Io): Promise<number> {
  const choice = checkEngine(options);
  if (!choice.ok) return refuse(io, choice.error);
  const files = namedOrPiped(given === undefined ? [] : [given], io);
  if (!files.ok) return refuse(io, files.error);
  const specs = await readSpecs(files.value, io);
  const [read] = specs ?? [];
  if (read === undefined) return EXIT.badInput;
  const { compiled, file } = read;
  const { permutation: only, rules, work } = choice.value;
  const permutations = countOf(compiled.spec);
  if (only !== undefined && only > permutations)
    return refuse(io, t('spec.cli.noPermutation', { given: only, max: permutations }));

  await io.prepare();
  const design = designOf(choice.value, compiled);
  const { sessions, extras } = compiled.spec;
  const names = sessions.map((session) => session.name);
  let number = 0;
  let chars = 0;
  let server = null as Result<SpecServer, string> | null;
  for (const permutation of permutationsOf(compiled.spec)) {
    number++;
    if (only !== undefined && number !== only) continue;
    server = server?.ok
      ? server.value.again()
      : await startSpecServer({ rules, design, work, subtransactionBuffers: extras.subtransactionBuffers });
    if (!server.ok) return failed(io, server.error);
    const { db, stateOf } = server.value;
    if (only !== undefined || number === 1)
      io.out(encodeHeader({ format: TRACE_FORMAT, rules, design, sessions: names, title: extras.title }));
    const run = await createRun(compiled, permutation, {
      makeDatabase: () => db,
      stateOf: () => stateOf(names),
      number,
      // Nothing steps back here.
      checkpointEvery: Number.MAX_SAFE_INTEGER,
    });
    let broken = false;
    try {
      for (let lines = run.step(); lines !== null; lines = run.step()) {
        for (const line of lines) {
          const text = encodeLine(line);
          chars += text.length;
          if (chars > MAX_CHARS) throw new OutputUsedUp(MAX_CHARS);
          io.out(shownJson(text));
        }
        broken ||= lines.some((line) => line.status === 'failed');
      }
    } catch (cause) {
      if (!(cause instanceof LimitReached)) throw cause;
      io.err(`${limitText(tellLimit(cause), compiled.text, file, number, messages)}\n`);
      return EXIT.found;
    }
    if (broken) return EXIT.found;
  }
  return EXIT.done;
}
