/**
 * Texts of the Lab and of its figures, and what is wrong with an input of the lab (page, address, command line).
 * `where` is the name of the option or of the field; every problem's text says what to do.
 */
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

type Given = { where: string; given: string; allowed: string };
type Known = { where: string; given: string; known: readonly string[] };

export const lab = {
  'lab.title': 'Lab',

  'lab.problem.empty': (p: Omit<Given, 'given'>) => `${p.where} is empty; give ${p.allowed}.`,
  'lab.problem.notANumber': (p: Given) => `${p.where}: “${p.given}” is not a number; give ${p.allowed}.`,
  'lab.problem.fraction': (p: Given) => `${p.where}: ${p.given} is not a whole number; give ${p.allowed}.`,
  'lab.problem.negative': (p: Given) => `${p.where}: ${p.given} is negative; give ${p.allowed}.`,
  'lab.problem.tooSmall': (p: Given) => `${p.where}: ${p.given} is too small; give ${p.allowed}.`,
  'lab.problem.tooLarge': (p: Given) => `${p.where}: ${p.given} is too large; give ${p.allowed}.`,
  'lab.problem.unknown': (p: Known) =>
    p.given === ''
      ? `${p.where} holds an empty name; choose from ${p.known.join(', ')}.`
      : `${p.where}: unknown “${p.given}”; choose from ${p.known.join(', ')}.`,
  'lab.problem.none': (p: Omit<Known, 'given'>) =>
    `${p.where}: nothing is chosen; choose at least one of ${p.known.join(', ')}.`,
  'lab.problem.duplicate': (p: Omit<Given, 'allowed'>) => `${p.where}: ${p.given} is given twice; give it once.`,
  'lab.problem.sum': (p: { where: readonly string[]; sum: number; limit: number }, f: Format) =>
    `${p.where.join(' + ')}: ${f.integer(p.sum)} connections together; at most ${f.integer(p.limit)} fit, so lower one of them.`,
  'lab.problem.noLock': (p: { where: string; only: string; given: string }) =>
    `${p.where} is for the workload ${p.only} only, not for ${p.given}; choose ${p.only} or keep the lock.`,
  'lab.problem.tooManyPoints': (p: { where: readonly string[]; points: number; limit: number }, f: Format) =>
    `${p.where.join(' × ')}: ${f.integer(p.points)} points to measure; at most ${f.integer(p.limit)}, so shorten a list.`,
  'lab.problem.yesNo': (p: Omit<Given, 'allowed'>) => `${p.where}: “${p.given}” is neither yes nor no; give 1 or 0.`,
  'lab.problem.wholeBetween': (p: { min: number; max: number }, f: Format) =>
    `a whole number from ${f.integer(p.min)} to ${f.integer(p.max)}`,
  'lab.problem.between': (p: { min: number; max: number }, f: Format) =>
    `a number from ${p.min} to ${f.integer(p.max)}`,
  'lab.problem.orSeveral': (p: { one: string }) => `${p.one}, or several separated by commas`,
} satisfies Area<'lab'>;
