/** Texts of `xipscope fuzz`: random schedules on the engine and on real servers. */
import { addTexts } from '../english.ts';
import type { Format } from '../format.ts';
import type { Area } from '../types.ts';

export const fuzz = addTexts({
  'fuzz.what': 'runs random schedules on the engine and on real servers, and compares them after every step',
  'fuzz.seed': 'where the random numbers begin; the same seed gives the same schedules',
  'fuzz.schedules': 'how many schedules',
  'fuzz.from': 'the first schedule of the seed that is run',
  'fuzz.against': (p: { known: readonly string[] }) => `servers, separated by commas, out of ${p.known.join(', ')}`,
  'fuzz.fault': 'plants a fault in the engine, and looks for a row or an error that shows it',
  'fuzz.noRowLocks': 'leave SELECT … FOR … out',
  'fuzz.serializable': 'most transactions are SERIALIZABLE',
  'fuzz.writes':
    'half of the writes are rarer statements: INSERT … ON CONFLICT, UPDATE … FROM, jsonb, a WITH that writes',
  'fuzz.badNumber': (p: { option: string; given: string; max: number }, f: Format) =>
    `${p.option} ${p.given}: this must be a whole number from 0 to ${f.integer(p.max)}`,
  'fuzz.badFault': (p: { given: string; known: readonly string[] }) =>
    `--fault ${p.given}: there is no such fault; choose from ${p.known.join(', ')}`,
  'fuzz.progress': (p: { done: number; of: number }, f: Format) =>
    `  … ${f.integer(p.done)} of ${f.integer(p.of)} schedules`,
  'fuzz.differs': (p: { server: string; index: number; seed: number }) =>
    `Engine and ${p.server} differ in schedule ${p.index} of seed ${p.seed}. As a spec, made small:`,
  'fuzz.race': (p: { index: number; server: string; about: string }) =>
    `schedule ${p.index}, ${p.server}, ${p.about}: differed once, but not each time it ran again: its sessions race. It counts as a race, not as a difference.`,
  'fuzz.ends': (p: { name: string; commits: number; dangerous: number }, f: Format) =>
    `${p.name}: ${f.integer(p.commits)} commits, ${f.integer(p.dangerous)} ${f.plural(p.dangerous, 'transaction', 'transactions')} rolled back because of a dangerous structure`,
  'fuzz.sum': (
    p: {
      seed: number;
      schedules: number;
      steps: number;
      waited: number;
      deadlocks: number;
      refused: number;
      servers: readonly string[];
      differences: number;
      races: number;
      seconds: number;
    },
    f: Format,
  ) =>
    `seed ${p.seed}: ${f.integer(p.schedules)} schedules, ${f.integer(p.steps)} steps, in ${f.integer(p.waited)} somebody waited, in ${f.integer(p.deadlocks)} a deadlock${p.refused === 0 ? '' : `, in ${f.integer(p.refused)} the engine refused a statement (compared up to it)`}; against ${p.servers.join(', ')}: ${p.differences === 0 ? 'no difference' : p.differences === 1 ? '1 difference' : `${f.integer(p.differences)} differences`}${p.races === 0 ? '' : `, ${f.integer(p.races)} ${f.plural(p.races, 'race', 'races')}`}; ${f.integer(Math.round(p.seconds))} s`,
} satisfies Area<'fuzz'>);
