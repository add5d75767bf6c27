/**
 * English text of the lab: what is wrong with an input, and (below) the Lab page.
 * Plain strings, and plain functions where a value goes into the sentence. A translation has the same shape.
 */
import type { Area } from '../types.ts';

const list = (words: readonly string[]): string => words.join(', ');

/** What is wrong with an input. `where` is the name of the option or of the field; the text says what to do. */
export const labProblems = {
  empty: (where: string, allowed: string): string => `${where} is empty; give ${allowed}.`,
  notANumber: (where: string, given: string, allowed: string): string =>
    `${where}: "${given}" is not a number; give ${allowed}.`,
  fraction: (where: string, given: string, allowed: string): string =>
    `${where}: ${given} is not a whole number; give ${allowed}.`,
  negative: (where: string, given: string, allowed: string): string =>
    `${where}: ${given} is negative; give ${allowed}.`,
  tooSmall: (where: string, given: string, allowed: string): string =>
    `${where}: ${given} is too small; give ${allowed}.`,
  tooLarge: (where: string, given: string, allowed: string): string =>
    `${where}: ${given} is too large; give ${allowed}.`,
  unknown: (where: string, given: string, known: readonly string[]): string =>
    given === ''
      ? `${where} holds an empty name; choose from ${list(known)}.`
      : `${where}: unknown "${given}"; choose from ${list(known)}.`,
  none: (where: string, known: readonly string[]): string =>
    `${where}: nothing is chosen; choose at least one of ${list(known)}.`,
  duplicate: (where: string, given: string): string => `${where}: ${given} is given twice; give it once.`,
  sum: (where: readonly string[], sum: string, limit: string): string =>
    `${where.join(' + ')}: ${sum} connections together; at most ${limit} fit, so lower one of them.`,
  noLock: (where: string, workload: string, given: string): string =>
    `${where} is for the workload ${workload} only, not for ${given}; choose ${workload} or keep the lock.`,
  tooManyPoints: (where: readonly string[], points: string, limit: string): string =>
    `${where.join(' × ')}: ${points} points to measure; at most ${limit}, so shorten a list.`,
  yesNo: (where: string, given: string): string => `${where}: "${given}" is neither yes nor no; give 1 or 0.`,
  wholeBetween: (low: string, high: string): string => `a whole number from ${low} to ${high}`,
  between: (low: string, high: string): string => `a number from ${low} to ${high}`,
  listOf: (what: string): string => `${what}, or several separated by commas`,
};

export type LabProblemTexts = typeof labProblems;

/** Texts of the Lab page and of its figures. */
export const lab = {
  'lab.title': 'Lab',
} satisfies Area<'lab'>;
