/** The commands that read specs: names, arguments, options. */

import '../src/base/messages/en/index.ts';
import { Command } from 'commander';
import { MAJORS } from '../node/pg/packages.ts';
import { DESIGN_IDS } from '../src/base/designs.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import type { Result } from '../src/base/result.ts';
import { shownJson } from '../src/base/written.ts';
import { type SpecServer, startSpecServer } from '../src/engine/spec/spec-engine.node.ts';
import type { RunEvent } from '../src/engine/spec/spec-events.ts';
import { limitText } from '../src/engine/spec/spec-limit.ts';
import { RUN_LIMITS, runSpecText } from '../src/engine/spec/spec-text.ts';
import { encodeHeader, encodeLine } from '../src/engine/trace/codec.ts';
import { createRun } from '../src/engine/trace/run.ts';
import { TRACE_FORMAT } from '../src/engine/trace/trace-types.ts';
import { countOf, permutationsOf } from '../src/scenario/spec-types.ts';
import { LimitReached, OutputUsedUp, tellLimit } from '../src/sql/limits.ts';
import { type CheckOptions, runCheck } from './check.ts';
import { namedOrPiped } from './input.ts';
import { EXIT, type Io } from './io.ts';
import { type LintOptions, runLint } from './lint.ts';
import {
  checkEngine,
  DEFAULT_RULES,
  designOf,
  type EngineOptions,
  failed,
  RULES,
  readSpecs,
  refuse,
} from './spec-input.ts';

/** `xipscope spec FILE`: prints exactly the output of PostgreSQL's isolationtester for the file. */

const messages = messagesIn(DEFAULT_LANG);
const { t } = messages;

async function runSpec(given: string | undefined, options: EngineOptions, io: Io): Promise<number> {
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
  const { compiled } = spec;
  const server = await startSpecServer({ rules, design: designOf(choice.value, compiled), work, compiled });
  if (!server.ok) return failed(io, server.error);
  const events: RunEvent[] = [];
  const ran = runSpecText(compiled, server.value.db, {
    file: spec.file,
    ...(permutation === undefined ? {} : { permutation }),
    ...(options.json ? { onEvent: (event: RunEvent) => events.push(event) } : {}),
  });
  if (options.json) io.json({ completed: ran.completed, events });
  else io.exact(ran.stdout);
  if (ran.stderr !== '') io.err(ran.stderr);
  return ran.completed ? EXIT.done : EXIT.found;
}

/** `xipscope trace FILE`: the trace, one JSON object per line. Each permutation begins with a fresh server. */

/** Of all lines together. */
const MAX_CHARS = 32_000_000;

async function runTrace(given: string | undefined, options: EngineOptions, io: Io): Promise<number> {
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
      : await startSpecServer({ rules, design, work, compiled, subtransactionBuffers: extras.subtransactionBuffers });
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

type Done = (exitCode: number) => void;

function withEngine(command: Command): Command {
  return command
    .option('--pg <major>', `${t('spec.cli.pg', { known: RULES.map(String) })} (${DEFAULT_RULES})`)
    .option('--design <id>', t('spec.cli.design', { known: DESIGN_IDS }))
    .option('--work <units>', t('spec.cli.work', { units: RUN_LIMITS.work }));
}

export function specCommands(io: Io, done: Done): readonly Command[] {
  const help = t('cli.exitCodes');
  return [
    withEngine(new Command('spec').description(t('spec.cli.spec.what')).argument('[file]', t('spec.cli.file')))
      .option('--permutation <n>', t('spec.cli.permutation'))
      .option('--json', t('cli.json'))
      .addHelpText('after', help)
      .action(async (file: string | undefined, options: EngineOptions) => done(await runSpec(file, options, io))),
    withEngine(new Command('trace').description(t('spec.cli.trace.what')).argument('[file]', t('spec.cli.file')))
      .option('--permutation <n>', t('spec.cli.permutation'))
      .option('--json', t('cli.json'))
      .addHelpText('after', help)
      .action(async (file: string | undefined, options: EngineOptions) => done(await runTrace(file, options, io))),
    withEngine(new Command('check').description(t('spec.cli.check.what')).argument('[files...]', t('spec.cli.file')))
      .option('--against <servers>', t('spec.cli.against', { known: MAJORS.map(String) }))
      .option('--tree <dir>', t('spec.cli.tree'))
      .option('--json', t('cli.json'))
      .addHelpText('after', help)
      .action(async (files: readonly string[], options: CheckOptions) => done(await runCheck(files, options, io))),
    new Command('lint')
      .description(t('spec.cli.lint.what'))
      .argument('[paths...]', t('spec.cli.paths'))
      .option('--json', t('cli.json'))
      .option('--languages', t('spec.cli.lintLanguages'))
      .addHelpText('after', help)
      .action(async (paths: readonly string[], options: LintOptions) => done(await runLint(paths, options, io))),
  ];
}
