/** `xipscope ladder` and its options. */
import { Command } from 'commander';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { MODEL_DEFAULTS } from '../src/engine/simulation/model-config.ts';
import { MACHINE_IDS } from '../src/scenario/machine.ts';
import type { Io } from './io.ts';
import { LADDER_DEFAULTS, type LadderOptions, runLadder } from './ladder.ts';

const { t } = messagesIn(DEFAULT_LANG);

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
