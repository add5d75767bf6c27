/** `xipscope check`: compares specs here and on real servers; or a source tree's specs with their expected outputs. */

import '../src/base/messages/en/index.ts';
import { cancelsIn, patienceFor, startTesters, type Testers } from '../node/pg/isolationtester.ts';
import { isMajor, MAJORS, type Major } from '../node/pg/packages.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import { startSpecServer } from '../src/engine/spec/spec-engine.node.ts';
import { runSpecText, type SpecOutput } from '../src/engine/spec/spec-text.ts';
import type { Rules } from '../src/sql/core.ts';
import { checkTree, differenceText, firstDifference, type SpecDifference } from './check-tree.ts';
import { namedOrPiped } from './input.ts';
import { EXIT, exitOfSignal, type Io } from './io.ts';
import {
  checkEngine,
  defaultDesign,
  type EngineChoice,
  type EngineOptions,
  failed,
  problemLines,
  type ReadSpec,
  readSpecs,
  refuse,
} from './spec-input.ts';

const { t } = messagesIn(DEFAULT_LANG);

export interface CheckOptions extends EngineOptions {
  readonly against?: string;
  readonly tree?: string;
}

export interface Checked {
  readonly file: string;
  readonly server: Major;
  readonly same: boolean;
  readonly difference: SpecDifference | null;
  /** If only some of `RUNS` runs of the server matched, their number: its own sessions race. Else null. */
  readonly races: number | null;
}

/** How often a server runs the spec when its first output differs: two sessions that wake up together race there. */
const RUNS = 5;

/** The interval between lines that name the server that the run waits for. */
const TELL_MS = 10_000;

/** Servers, or the fault of the list. */
function serversIn(list: string): Result<readonly Major[], string> {
  const known = MAJORS.map(String);
  const majors: Major[] = [];
  for (const item of list.split(',')) {
    const major = /^[0-9]{1,3}$/.test(item) ? Number(item) : 0;
    if (!isMajor(major)) return err(t('spec.cli.badServer', { given: item, known }));
    if (majors.includes(major)) return err(t('spec.cli.serverTwice', { given: item }));
    majors.push(major);
  }
  return ok(majors);
}

export async function runCheck(files: readonly string[], options: CheckOptions, io: Io): Promise<number> {
  const choice = checkEngine(options);
  if (!choice.ok) return refuse(io, choice.error);
  if (options.tree !== undefined) {
    if (files.length > 0 || options.against !== undefined) return refuse(io, t('spec.cli.treeAlone'));
    return checkTree(options.tree, choice.value, options.json === true, io);
  }
  const named = namedOrPiped(files, io);
  if (!named.ok) return refuse(io, t('spec.cli.noFiles', { what: named.error }));
  if (options.pg !== undefined) return refuse(io, t('spec.cli.pgWithAgainst'));
  if (options.against === undefined) return refuse(io, t('spec.cli.noAgainst'));
  const servers = serversIn(options.against);
  if (!servers.ok) return refuse(io, servers.error);
  const specs = await readSpecs(named.value, io);
  if (specs === null) return EXIT.badInput;

  // All servers answer a typing error alike: reported, because "the same" would hide it.
  for (const { file, compiled } of specs)
    for (const line of problemLines(file, compiled.spec.warnings)) io.err(`${line}\n`);
  await io.prepare();
  const testers = await startTesters(servers.value);
  if (!testers.ok) return failed(io, testers.error.message);
  try {
    const comparison = new Comparison(testers.value, choice.value, servers.value, io);
    return await comparison.run(specs, options.json === true);
  } finally {
    await testers.value.stop();
  }
}

/** Runs specs here and on each server, and reports where their outputs differ. */
class Comparison {
  readonly #testers: Testers;
  readonly #choice: EngineChoice;
  readonly #servers: readonly Major[];
  readonly #io: Io;
  /** Servers that have not answered yet. */
  readonly #waiting = new Set<Major>();

  constructor(testers: Testers, choice: EngineChoice, servers: readonly Major[], io: Io) {
    this.#testers = testers;
    this.#choice = choice;
    this.#servers = servers;
    this.#io = io;
  }

  async run(specs: readonly ReadSpec[], json: boolean): Promise<number> {
    const io = this.#io;
    const checked: Checked[] = [];
    let file = '';
    const ticker = setInterval(() => {
      const done = checked.length / this.#servers.length;
      io.err(`${t('spec.cli.checkProgress', { done, of: specs.length, file, servers: [...this.#waiting] })}\n`);
    }, TELL_MS);
    try {
      for (const spec of specs) {
        file = spec.file;
        const ran = await Promise.all(this.#servers.map((server) => this.#check(spec, server)));
        if (io.signal.aborted) return exitOfSignal(io.signal);
        checked.push(...ran);
        if (!json) io.out(ran.map(checkedText).join(''));
      }
    } finally {
      clearInterval(ticker);
    }
    const different = checked.filter((one) => !one.same).length;
    const races = checked.filter((one) => one.races !== null).length;
    if (json) io.json(checked);
    else io.out(`${t('spec.cli.checkSum', { runs: checked.length, different, races })}\n`);
    return different === 0 ? EXIT.done : EXIT.found;
  }

  async #check(spec: ReadSpec, server: Major): Promise<Checked> {
    const here = await runHere(spec, server, this.#choice);
    if (here.limit !== null) this.#io.err(`${here.limit}\n`);
    const patience = patienceFor(spec.text, cancelsIn(here.stdout));
    const ask = async (): Promise<SpecDifference | null> => {
      const there = await this.#testers.run(server, spec.text, patience);
      return firstDifference(here.stdout, there.stdout) ?? complaints(here, there);
    };
    this.#waiting.add(server);
    const first = await ask();
    let same = first === null ? RUNS : 0;
    for (let i = 1; first !== null && i < RUNS && !this.#io.signal.aborted; i++) same += (await ask()) === null ? 1 : 0;
    this.#waiting.delete(server);
    const races = same > 0 && same < RUNS ? same : null;
    return { file: spec.file, server, same: same > 0, difference: first, races };
  }
}

async function runHere(spec: ReadSpec, rules: Rules, choice: EngineChoice): Promise<SpecOutput> {
  const server = await startSpecServer({
    rules,
    design: choice.design ?? defaultDesign(rules),
    work: choice.work,
    compiled: spec.compiled,
  });
  if (!server.ok) throw new Error(server.error);
  return runSpecText(spec.compiled, server.value.db, { file: spec.file });
}

/** The same output, but only one of them failed: texts on standard error may contain more than the message. */
function complaints(
  here: SpecOutput,
  there: { readonly stderr: string; readonly code: number },
): SpecDifference | null {
  if (here.completed === (there.code === 0)) return null;
  return { permutation: 0, steps: '', step: '', line: 0, here: here.stderr.trimEnd(), there: there.stderr.trimEnd() };
}

function checkedText({ file, server, difference, races }: Checked): string {
  if (races !== null) return `${t('spec.cli.races', { file, server, same: races, runs: RUNS })}\n`;
  if (difference === null) return `${t('spec.cli.same', { file, server })}\n`;
  return `${t('spec.cli.differs', { file, server })}\n${differenceText(difference, t('spec.cli.server', { server }))}`;
}
