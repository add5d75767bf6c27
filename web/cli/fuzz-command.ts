/** `xipscope fuzz` and its options. */
import { Command, Option } from 'commander';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { MAJORS } from '../tools/pg/packages.ts';
import { type FuzzCliOptions, runFuzz } from './fuzz.ts';
import type { Io } from './io.ts';

const { t } = messagesIn(DEFAULT_LANG);

export function fuzzCommand(io: Io, done: (exitCode: number) => void): Command {
  return new Command('fuzz')
    .description(t('fuzz.what'))
    .option('--seed <s>', t('fuzz.seed'), '1')
    .option('--schedules <n>', t('fuzz.schedules'), '200')
    .addOption(new Option('--from <n>', t('fuzz.from')).default('0'))
    .option('--against <servers>', t('fuzz.against', { known: MAJORS.map(String) }), '13,17')
    .option('--fault <name>', t('fuzz.fault'))
    .option('--no-row-locks', t('fuzz.noRowLocks'))
    .option('--json', t('cli.json'))
    .addHelpText('after', t('cli.exitCodes'))
    .action(async (options: FuzzCliOptions) => done(await runFuzz(options, io)));
}
