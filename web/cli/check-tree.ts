/**
 * `xipscope check --tree DIR`: compares the specs of the user's PostgreSQL source tree with the expected outputs next
 * to them. A spec may have alternatives, NAME_1.out and so on: one of them has to match. Specs outside the subset are
 * named with the first unsupported thing. Nothing of the tree is copied or run.
 */

import '../src/base/messages/en/index.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { startSpecServer } from '../src/engine/spec/spec-engine.node.ts';
import { runSpecText } from '../src/engine/spec/spec-text.ts';
import { loadCompiler } from '../src/sql/compile.ts';
import { EXIT, exitOfSignal, type Io } from './io.ts';
import { compileBytes, designOf, type EngineChoice, failed, readSpecFile, refuse } from './spec-input.ts';

/** Finds where two outputs of isolationtester begin to differ: permutation, step, and the text of each. */

const { t } = messagesIn(DEFAULT_LANG);

export interface SpecDifference {
  /** From 1; 0 before the first. */
  readonly permutation: number;
  /** The permutation's steps. */
  readonly steps: string;
  /** The step's line under which they differ; empty in the set-up. */
  readonly step: string;
  /** The line of the output, from 1. */
  readonly line: number;
  readonly here: string;
  readonly there: string;
}

/** The number of lines shown from each side. */
const SHOWN = 8;

/** Null if both are equal to the byte. */
export function firstDifference(here: string, there: string): SpecDifference | null {
  if (here === there) return null;
  const ours = here.split('\n');
  const theirs = there.split('\n');
  let line = 0;
  let permutation = 0;
  let steps = '';
  let step = '';
  // The common lines tell which permutation and step this is.
  for (; line < ours.length && ours[line] === theirs[line]; line++) {
    const text = ours[line] ?? '';
    if (text.startsWith('starting permutation:')) {
      permutation++;
      steps = text.slice('starting permutation: '.length);
      step = '';
    } else if (/^step \S+: /.test(text)) step = text;
  }
  const shown = (lines: readonly string[]): string => lines.slice(line, line + SHOWN).join('\n');
  return { permutation, steps, step, line: line + 1, here: shown(ours), there: shown(theirs) };
}

/** Several lines, indented. */
export function differenceText(difference: SpecDifference, there: string): string {
  const { permutation, steps, step, line } = difference;
  const indented = (text: string): string => text.replaceAll(/^/gm, '    ');
  return `${[
    `  ${t('spec.cli.differsAt', { permutation, steps, step, line })}`,
    `  ${t('spec.cli.here')}`,
    indented(difference.here),
    `  ${there}:`,
    indented(difference.there),
  ].join('\n')}\n`;
}

/** Errors of a statement that no server has: what the subset lacks is known only when it runs. */
const OUR_OWN = /(?:limit of the simulation reached|not supported): .*/;

interface TreeChecked {
  readonly file: string;
  readonly outcome: 'same' | 'differs' | 'unsupported' | 'no expected output';
  /** The unsupported thing, with file, line and column. */
  readonly reason?: string;
  readonly difference?: SpecDifference;
}

function namesIn(folder: string, ending: string): readonly string[] | null {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .sort();
  } catch {
    return null;
  }
}

export async function checkTree(tree: string, choice: EngineChoice, json: boolean, io: Io): Promise<number> {
  const folder = join(tree, 'src/test/isolation');
  const specs = namesIn(join(folder, 'specs'), '.spec');
  const outputs = namesIn(join(folder, 'expected'), '.out');
  if (specs === null || outputs === null || specs.length === 0) return refuse(io, t('spec.cli.noTree', { tree }));

  const compile = await loadCompiler();
  await io.prepare();
  const all: TreeChecked[] = [];
  const tell = (checked: TreeChecked): void => {
    all.push(checked);
    if (!json) io.out(treeText(checked));
  };
  for (const name of specs) {
    if (io.signal.aborted) return exitOfSignal(io.signal);
    const file = join(folder, 'specs', name);
    const bytes = readSpecFile(file);
    const spec = bytes.ok ? compileBytes(file, bytes.value, compile) : bytes;
    if (!spec.ok) {
      const reason = typeof spec.error === 'string' ? spec.error : (spec.error[0] ?? '');
      tell({ file, outcome: 'unsupported', reason });
      continue;
    }
    const stem = name.slice(0, -'.spec'.length);
    const expected = outputs
      .filter((output) => output.startsWith(stem) && /^(_[0-9]+)?[.]out$/.test(output.slice(stem.length)))
      .map((output) => readFileSync(join(folder, 'expected', output), 'utf8'));
    const { rules } = choice;
    const work = TREE_WORK * choice.work;
    const { compiled } = spec.value;
    const server = await startSpecServer({ rules, design: designOf(choice, compiled), work, compiled });
    if (!server.ok) return failed(io, server.error);
    const { stdout, stderr, limit } = runSpecText(compiled, server.value.db, { file });
    const stopped = limit ?? OUR_OWN.exec(stderr + stdout)?.[0];
    if (stopped !== undefined) {
      tell({ file, outcome: 'unsupported', reason: stopped });
      continue;
    }
    const differences = expected.map((text) => firstDifference(stdout, text));
    // Shows the alternative whose first difference comes latest: it is the most useful.
    const best = differences.reduce(
      (a, b) => (a === null || b === null ? null : b.line > a.line ? b : a),
      differences[0] ?? null,
    );
    if (expected.length === 0) tell({ file, outcome: 'no expected output' });
    else if (best === null) tell({ file, outcome: 'same' });
    else tell({ file, outcome: 'differs', difference: best });
  }
  const counted = (outcome: TreeChecked['outcome']): number => all.filter((one) => one.outcome === outcome).length;
  const sum = {
    specs: all.length,
    same: counted('same'),
    differ: counted('differs'),
    unsupported: counted('unsupported'),
    without: counted('no expected output'),
  };
  if (json) io.json({ specs: all, sum });
  else io.out(`${t('spec.cli.treeSum', sum)}\n`);
  return sum.differ === 0 ? EXIT.done : EXIT.found;
}

/** PostgreSQL's own specs are no stranger's, and some have hundreds of permutations. */
const TREE_WORK = 2;

function treeText({ file, outcome, reason, difference }: TreeChecked): string {
  if (outcome === 'same') return `${t('spec.cli.treeSame', { file })}\n`;
  if (outcome === 'no expected output') return `${t('spec.cli.treeWithout', { file })}\n`;
  if (difference === undefined) return `${reason}\n`;
  return `${t('spec.cli.treeDiffers', { file })}\n${differenceText(difference, t('spec.cli.expected'))}`;
}
