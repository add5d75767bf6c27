/** The commands that read specs: names, arguments, options. */
import { Command } from 'commander';
import { DESIGN_IDS } from '../src/base/designs.ts';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { RUN_LIMITS } from '../src/engine/spec/spec-text.ts';
import { MAJORS } from '../tools/pg/packages.ts';
import { type CheckOptions, runCheck } from './check.ts';
import type { Io } from './io.ts';
import { type LintOptions, runLint } from './lint.ts';
import { runSpec } from './spec.ts';
import { DEFAULT_RULES, type EngineOptions, RULES } from './spec-input.ts';
import { runTrace } from './trace.ts';

const { t } = messagesIn(DEFAULT_LANG);

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
