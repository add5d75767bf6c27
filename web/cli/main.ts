/**
 * The command line: commands, options, exit codes. `runCli` returns the exit code and touches nothing but its `Io`.
 * Exit codes: 0 fine; 1 a difference or a finding; 2 bad usage, bad input, or a machine that cannot run it; else only a
 * signal's.
 */
import '../src/base/messages/en/index.ts';
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { LAB_DEFAULTS } from '../src/engine/lab/lab-config.ts';
import { DEFAULT_SAVEPOINTS, LAB_LIMITS, WORKLOAD_IDS } from '../src/engine/lab/lab-types.ts';
import { MODEL_DEFAULTS } from '../src/engine/simulation/model-config.ts';
import { MECHANISMS, MODEL_WORKLOADS } from '../src/engine/simulation/model-types.ts';
import { LINES_LIMITS } from '../src/scenario/lines-shared.ts';
import { MACHINE_IDS } from '../src/scenario/machine.ts';
import { type BenchOptions, runBench } from './bench.ts';
import { LINES_DEFAULTS, LINES_WORKLOAD } from './bench-lines.ts';
import { fuzzCommand, ladderCommand, runDesigns, serveCommand } from './commands.ts';
import { EXIT, exitOfSignal, type Io, ioOf, type World } from './io.ts';
import { type ModelOptions, runModel } from './model.ts';
import { RECORD_FORMATS, type RecordOptions, runRecord } from './record.ts';
import { specCommands } from './spec-commands.ts';

const { t } = messagesIn(DEFAULT_LANG);

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '';
}

type Done = (exitCode: number) => void;

function designsCommand(io: Io, done: Done): Command {
  return new Command('designs')
    .description(t('cli.designs.what'))
    .option('--json', t('cli.json'))
    .action(async (options: { json?: true }) => done(await runDesigns(options.json === true, io)));
}

function benchCommand(io: Io, done: Done): Command {
  return new Command('bench')
    .description(t('cli.bench.what'))
    .option('--design <ids>', t('cli.bench.design'), LAB_DEFAULTS.designs.join(','))
    .option('--active <list>', t('cli.bench.active'), String(LAB_DEFAULTS.active))
    .option('--idle <list>', t('cli.bench.idle'), String(LAB_DEFAULTS.idle))
    .option('--mostly-idle <list>', t('cli.bench.mostlyIdle'), String(LAB_DEFAULTS.mostlyIdle))
    .option(
      '--workload <name>',
      t('cli.bench.workload', { known: [...WORKLOAD_IDS, LINES_WORKLOAD] }),
      LAB_DEFAULTS.workload,
    )
    .option('--seconds <s>', t('cli.bench.seconds'), String(LAB_DEFAULTS.seconds))
    .option('--other-work <us>', t('cli.bench.otherWork'))
    .option('--no-lock', t('cli.bench.noLock'))
    .option('--slice <ms>', t('cli.bench.slice'), String(LAB_DEFAULTS.sliceMs))
    .option('--savepoints <list>', t('cli.bench.savepoints', DEFAULT_SAVEPOINTS))
    .option('--slru <list>', t('cli.bench.slru', LAB_LIMITS.slruBuffers))
    .option('--json', t('cli.json'))
    .option('--lines <n>', t('cli.lines.lines', { lines: LINES_DEFAULTS.lines, max: LINES_LIMITS.lines }))
    .option('--writers <n>', t('cli.lines.writers', { writers: LINES_DEFAULTS.writers }))
    .option('--readers <n>', t('cli.lines.readers'))
    .option('--rounds <n>', t('cli.lines.rounds', { rounds: LINES_DEFAULTS.rounds, max: LINES_LIMITS.rounds }))
    .addHelpText('after', t('cli.bench.notes') + t('cli.exitCodes'))
    .action(async (options: BenchOptions, command: Command) => {
      const given = Object.keys(options).filter((name) => command.getOptionValueSource(name) === 'cli');
      done(await runBench(options, given, io));
    });
}

function modelCommand(io: Io, done: Done): Command {
  return new Command('model')
    .description(t('model.cli.what'))
    .option('--machine <id>', t('model.cli.machine', { known: MACHINE_IDS }), MODEL_DEFAULTS.machine)
    .option('--design <ids>', t('model.cli.design'), MODEL_DEFAULTS.designs.join(','))
    .option('--active <list>', t('model.cli.active'), String(MODEL_DEFAULTS.active))
    .option('--idle <list>', t('cli.bench.idle'), String(MODEL_DEFAULTS.idle))
    .option('--mostly-idle <list>', t('cli.bench.mostlyIdle'), String(MODEL_DEFAULTS.mostlyIdle))
    .option('--workload <name>', t('cli.bench.workload', { known: MODEL_WORKLOADS }), MODEL_DEFAULTS.workload)
    .option('--think-ms <ms>', t('model.cli.think'), '0')
    .option('--network-ms <ms>', t('model.cli.network'), '0')
    .option('--other-work <us>', t('model.cli.otherWork'))
    .option('--savepoints <list>', t('cli.bench.savepoints', DEFAULT_SAVEPOINTS))
    .option('--slru <list>', t('cli.bench.slru', LAB_LIMITS.slruBuffers))
    .option('--no-coherence', t('model.cli.noCoherence'))
    .option('--without <list>', t('model.cli.without', { known: MECHANISMS }))
    .option('--shared-ns <ns>', t('model.cli.sharedNs'))
    .option('--seeds <n>', t('model.cli.seedsOption'), '1')
    .option('--json', t('cli.json'))
    .addHelpText('after', t('model.cli.notes') + t('cli.exitCodes'))
    .action(async (options: ModelOptions) => done(await runModel(options, io)));
}

function recordCommand(io: Io, done: Done): Command {
  return new Command('record')
    .description(t('record.cli.what'))
    .argument('[paths...]', t('record.cli.paths'))
    .option('--format <format>', t('record.cli.format', { known: RECORD_FORMATS }), 'text')
    .option('--json', t('cli.json'))
    .option('--code <code>', t('record.cli.code'))
    .option('--no-judge', t('record.cli.noJudge'))
    .addHelpText('after', t('record.cli.notes') + t('cli.exitCodes'))
    .action(async (paths: readonly string[], options: RecordOptions) => done(await runRecord(paths, options, io)));
}

/** Runs one command line (without `node` and the script's name). */
export async function runCli(args: readonly string[], world: World): Promise<number> {
  const io = ioOf(world);
  let exitCode: number = EXIT.done;
  const done: Done = (code) => {
    exitCode = code;
  };
  const program = new Command('xipscope')
    .description(t('cli.description'))
    .version(version(), '-V, --version', t('cli.version'))
    .addHelpText('after', t('cli.exitCodes'));
  for (const command of [
    ...specCommands(io, done),
    fuzzCommand(io, done),
    designsCommand(io, done),
    benchCommand(io, done),
    modelCommand(io, done),
    ladderCommand(io, done),
    recordCommand(io, done),
    serveCommand(io, done),
  ])
    program.addCommand(command);
  const known = program.commands.map((command) => command.name());
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'xipscope' : `xipscope ${command.name()}`;
    command
      .helpOption('-h, --help', t('cli.help'))
      .exitOverride()
      .showHelpAfterError(t('cli.seeHelp', { command: name }))
      .configureOutput({
        writeOut: io.out,
        writeErr: io.err,
        outputError: (text, write) => write(t('cli.error', { what: text.replace(/^error: /, '') })),
      });
  }
  // Commander only says that the command is unknown; users want to see the known ones.
  program.on('command:*', ([given = '']: string[]) => {
    program.error(t('cli.unknownCommand', { given, known }), { exitCode: EXIT.badInput });
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode !== EXIT.done && io.signal.aborted ? exitOfSignal(io.signal) : exitCode;
  } catch (error) {
    // Commander throws for --help and --version, too, with exit code 0. All its other errors mean bad usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput;
    throw error;
  }
}
