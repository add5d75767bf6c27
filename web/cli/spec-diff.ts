/** Finds where two outputs of isolationtester begin to differ: permutation, step, and the text of each. */
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';

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
