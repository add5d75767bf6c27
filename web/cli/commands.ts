/** The smaller commands and their options: designs, fuzz, ladder, serve. */
import '../src/base/messages/en/index.ts';
import { Command, Option } from 'commander';
import { MAJORS } from '../node/pg/packages.ts';
import { HOST, listen, staticServer } from '../node/serve.mjs';
import { textTable } from '../node/text-table.ts';
import { siteDir } from '../node/tree.mjs';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { LabHost } from '../src/engine/lab/lab-host.ts';
import { MODEL_DEFAULTS } from '../src/engine/simulation/model-config.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { MACHINE_IDS } from '../src/scenario/machine.ts';
import { type FuzzCliOptions, runFuzz } from './fuzz.ts';
import { EXIT, type Io } from './io.ts';
import { LADDER_DEFAULTS, type LadderOptions, runLadder } from './ladder.ts';
import { refuse } from './spec-input.ts';
import { USUAL_WIDTH, wrapped } from './wrapped.ts';

const { t } = messagesIn(DEFAULT_LANG);

/** `xipscope ladder` and its options. */
export function ladderCommand(io: Io, done: (exitCode: number) => void): Command {
  return new Command('ladder')
    .description(t('ladder.cli.what'))
    .option('--machine <id>', t('model.cli.machine', { known: MACHINE_IDS }), MODEL_DEFAULTS.machine)
    .option('--idle <list>', t('cli.bench.idle'), LADDER_DEFAULTS.idle)
    .option('--writers <n>', t('ladder.cli.writers'), LADDER_DEFAULTS.writers)
    .option('--seconds <s>', t('ladder.cli.seconds'), LADDER_DEFAULTS.seconds)
    .option('--json', t('cli.json'))
    .addHelpText('after', t('ladder.cli.notes') + t('cli.exitCodes'))
    .action(async (options: LadderOptions) => done(await runLadder(options, io)));
}

/** `xipscope fuzz` and its options. */
export function fuzzCommand(io: Io, done: (exitCode: number) => void): Command {
  return new Command('fuzz')
    .description(t('fuzz.what'))
    .option('--seed <s>', t('fuzz.seed'), '1')
    .option('--schedules <n>', t('fuzz.schedules'), '200')
    .addOption(new Option('--from <n>', t('fuzz.from')).default('0'))
    .option('--against <servers>', t('fuzz.against', { known: MAJORS.map(String) }), '13,17')
    .option('--fault <name>', t('fuzz.fault'))
    .option('--no-row-locks', t('fuzz.noRowLocks'))
    .option('--serializable', t('fuzz.serializable'))
    .option('--writes', t('fuzz.writes'))
    .option('--json', t('cli.json'))
    .addHelpText('after', t('cli.exitCodes'))
    .action(async (options: FuzzCliOptions) => done(await runFuzz(options, io)));
}

const DEFAULT_PORT = '4173';
const MAX_PORT = 65_535;

interface ServeOptions {
  readonly port?: string;
}

/** `xipscope serve`: the page on this machine, with the headers that give it threads. */
export function serveCommand(io: Io, done: (exitCode: number) => void): Command {
  return new Command('serve')
    .description(t('cli.serve.what'))
    .option('--port <n>', t('cli.serve.port', { port: DEFAULT_PORT }))
    .addHelpText('after', t('cli.exitCodes'))
    .action(async (options: ServeOptions) => done(await runServe(options, io)));
}

/** Runs until Ctrl-C. A requested port is taken or refused; without one the next free port is taken. */
async function runServe({ port: asked }: ServeOptions, io: Io): Promise<number> {
  const port = /^[0-9]{1,5}$/.test(asked ?? DEFAULT_PORT) ? Number(asked ?? DEFAULT_PORT) : Number.NaN;
  if (!(port <= MAX_PORT)) return refuse(io, t('cli.serve.badPort', { given: asked ?? '', max: MAX_PORT }));
  await io.prepare(true);
  const server = staticServer(siteDir);
  const got = await listen(server, port, asked !== undefined);
  io.out(`${t('cli.serve.at', { address: `http://${HOST}:${got}/` })}\n`);
  if (!io.signal.aborted)
    await new Promise((resolve) => {
      io.signal.addEventListener('abort', resolve, { once: true });
    });
  server.closeAllConnections();
  server.close();
  // Ctrl-C is the intended end.
  return EXIT.done;
}

/** `xipscope designs`: the ladder, as the C code describes itself. */
export async function runDesigns(json: boolean, io: Io): Promise<number> {
  await io.prepare();
  let aborted = '';
  const loaded = await LabHost.load(wasmPlaceInNode('xip-lab'), 1, (what) => {
    aborted = what;
  });
  if (!loaded.ok) {
    io.err(`${t('cli.error', { what: aborted || loaded.error.message })}\n`);
    return EXIT.badInput;
  }
  const rungs = loaded.value.ladder();
  loaded.value.stop();
  if (json) {
    io.json(rungs);
    return EXIT.done;
  }
  const table = textTable(
    [
      { head: t('cli.head.id'), cell: (rung) => rung.id },
      { head: t('cli.head.name'), cell: (rung) => rung.name },
    ],
    rungs,
  );
  const width = process.stdout.columns ?? USUAL_WIDTH;
  const rest = rungs.map((rung) => {
    const touched = [
      { what: t('cli.head.commit'), text: rung.commit },
      { what: t('cli.head.layout'), text: rung.layout },
      { what: t('cli.head.reads'), text: rung.reads },
      { what: t('cli.designs.checks'), text: rung.checks },
      { what: t('cli.designs.assigns'), text: rung.assigns },
      { what: t('cli.designs.ends'), text: rung.ends },
    ];
    return [rung.id, ...touched.map(({ what, text }) => wrapped(`${what}: ${text}`, width, '  '))].join('\n');
  });
  // What a design touches is too long for a table.
  io.out(`${table}\n\n${rest.join('\n')}\n`);
  return EXIT.done;
}
