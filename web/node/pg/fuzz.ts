/**
 * Random schedules on pairs of targets that must agree after every step; the first difference is shrunk. Pure in its
 * targets: the caller provides them.
 */

import { type Rng, rngOf, seedOfSchedule } from '../../src/base/random.ts';
import { type CompareOptions, compare, type Difference, drive, inTurn, type Run } from './drive.ts';
import type { Target } from './facts.ts';
import { Generator, type GeneratorOptions } from './generate.ts';
import { DangerousGenerator } from './generate-dangerous.ts';
import { type Schedule, type Step, sqlOf, TABLES } from './schedule.ts';
import { asSpec, shrink } from './shrink.ts';

export interface Pair extends CompareOptions {
  /** The target whose sessions guide the drawing: the first pair's. */
  readonly left: Target;
  readonly right: Target;
}

export interface FuzzOptions extends GeneratorOptions {
  readonly seed: number;
  readonly schedules: number;
  /** The first schedule to run; default 0. */
  readonly from?: number;
  readonly steps?: number;
  /** Stop after this many differences; default 1. */
  readonly differences?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
  /** Draws the steps; by default those of `Generator`. */
  readonly generator?: (rng: Rng) => Pick<Generator, 'table' | 'next'> & { readonly waiters?: number };
}

export interface Found {
  /** The schedule's number within the seed. */
  readonly index: number;
  readonly left: string;
  readonly right: string;
  readonly schedule: Schedule;
  readonly difference: Difference;
  readonly spec: string;
}

export interface FuzzResult {
  readonly schedules: number;
  readonly steps: number;
  /** Schedules in which a session waited, a deadlock was found, a timeout ran out, a statement failed. */
  readonly waited: number;
  readonly deadlocks: number;
  readonly timedOut: number;
  readonly failed: number;
  /** Schedules in which the engine refused a statement by name: compared up to it. */
  readonly refused: number;
  /** Schedules in which SERIALIZABLE found a dangerous structure. */
  readonly dangerous: number;
  /** How often each target ended a transaction for one, beside its commits. */
  readonly ends: readonly Ends[];
  readonly found: readonly Found[];
  /** Differences that did not recur each time the schedule ran again: a matter of time, not of logic. */
  readonly races: readonly Race[];
  readonly seconds: number;
}

export interface Ends {
  readonly name: string;
  commits: number;
  dangerous: number;
}

export interface Race {
  readonly index: number;
  readonly right: string;
  readonly about: string;
}

const STEPS = 20;
/** How often a difference must recur before it counts as one of logic: a busy server may answer late. */
const AGAIN = 5;

export async function fuzz(pairs: readonly Pair[], options: FuzzOptions): Promise<FuzzResult> {
  const began = performance.now();
  const from = options.from ?? 0;
  const tally = { schedules: 0, steps: 0, waited: 0, deadlocks: 0, timedOut: 0, failed: 0, refused: 0, dangerous: 0 };
  const found: Found[] = [];
  const races: Race[] = [];
  const ends = pairs.flatMap(({ left, right }) =>
    [left, right].map(({ name }) => ({ name, commits: 0, dangerous: 0 })),
  );
  for (let index = from; index < from + options.schedules; index++) {
    if (options.signal?.aborted === true || found.length >= (options.differences ?? 1)) break;
    const { schedule, runs } = await runRandom(pairs, index, options);
    tally.schedules++;
    tally.steps += schedule.steps.length;
    const answers = (runs[0]?.left.moments ?? []).flatMap(({ facts }) => facts.filter(({ isVisible }) => isVisible));
    const has = (what: RegExp): boolean => answers.some(({ lines }) => lines.some((line) => what.test(line)));
    if (has(/^waits$/)) tally.waited++;
    if (has(/^ERROR 40P01/)) tally.deadlocks++;
    if (has(/^ERROR .* due to (lock|statement) timeout$/)) tally.timedOut++;
    if (has(/^ERROR /)) tally.failed++;
    if (has(REFUSAL)) tally.refused++;
    if (has(DANGEROUS)) tally.dangerous++;
    for (const [i, run] of runs.flatMap(({ left, right }) => [left, right]).entries()) countEnds(run, ends[i]);
    for (const [i, pair] of pairs.entries()) {
      const run = runs[i];
      const difference = run && comparedTo(run, pair);
      if (difference === undefined) continue;
      const explained = await explain(pair, schedule, difference, index, options);
      if (explained === null) races.push({ index, right: pair.right.name, about: difference.about });
      else found.push(explained);
    }
    options.onProgress?.(tally.schedules);
  }
  return { ...tally, ends, found, races, seconds: (performance.now() - began) / 1000 };
}

const REFUSAL = /limit of the simulation reached/;
const DANGEROUS = /^ERROR 40001.* read\/write dependencies/;

function countEnds(run: Run, ends: Ends | undefined): void {
  if (ends === undefined) return;
  const answers = run.moments.flatMap(({ facts }) => facts.filter(({ isVisible }) => isVisible));
  const lines = answers.flatMap((fact) => fact.lines);
  ends.commits += lines.filter((line) => line === 'COMMIT').length;
  ends.dangerous += lines.filter((line) => DANGEROUS.test(line)).length;
}

interface Ran {
  readonly left: Run;
  readonly right: Run;
}

/** Up to the first statement that the engine refuses by name: from there on both sides differ. */
function comparedTo({ left, right }: Ran, pair: Pair): Difference | undefined {
  const refuses = ({ facts }: Run['moments'][number]): boolean =>
    facts.some(({ lines }) => lines.some((line) => REFUSAL.test(line)));
  const end = left.moments.findIndex(refuses);
  const cut = (run: Run): Run => (end < 0 ? run : { ...run, moments: run.moments.slice(0, end) });
  return compare(cut(left), cut(right), pair);
}

async function runRandom(
  pairs: readonly Pair[],
  index: number,
  options: FuzzOptions,
): Promise<{ schedule: Schedule; runs: Ran[] }> {
  const rng = rngOf(seedOfSchedule(options.seed, index));
  const generator = options.generator?.(rng) ?? generatorOf(rng, options);
  const steps: Step[] = [];
  const table = TABLES[generator.table];
  const [first, ...others] = pairs;
  if (first === undefined) throw new Error('fuzz: nothing to compare');
  const { waiters = 1 } = generator;
  const left = await drive(
    first.left,
    table,
    (states) => {
      const step = steps.length < (options.steps ?? STEPS) ? generator.next(states) : undefined;
      if (step !== undefined) steps.push(step);
      return step;
    },
    { waiters },
  );
  const [right, ...rest] = await Promise.all([
    drive(first.right, table, inTurn(steps), { waiters }),
    ...others.map(async (pair): Promise<Ran> => {
      const [one, other] = await Promise.all([
        drive(pair.left, table, inTurn(steps), { waiters }),
        drive(pair.right, table, inTurn(steps), { waiters }),
      ]);
      return { left: one, right: other };
    }),
  ]);
  return { schedule: { table: generator.table, steps, waiters }, runs: [{ left, right }, ...rest] };
}

const generatorOf = (rng: Rng, options: GeneratorOptions): Generator | DangerousGenerator =>
  options.serializable === true && rng.chance(0.5) ? new DangerousGenerator(rng) : new Generator(rng, options);

async function runBoth(pair: Pair, schedule: Schedule): Promise<Ran> {
  const table = TABLES[schedule.table];
  const [left, right] = await Promise.all([
    drive(pair.left, table, inTurn(schedule.steps), schedule),
    drive(pair.right, table, inTurn(schedule.steps), schedule),
  ]);
  return { left, right };
}

/** A difference of logic, shrunk; null for one that does not always recur. */
async function explain(
  pair: Pair,
  schedule: Schedule,
  first: Difference,
  index: number,
  options: FuzzOptions,
): Promise<Found | null> {
  const look = async (steps: readonly Step[]): Promise<{ difference: Difference; run: Ran } | undefined> => {
    const run = await runBoth(pair, { ...schedule, steps });
    const difference = comparedTo(run, pair);
    // The same kind of difference; otherwise shrinking would drift to another one.
    return difference !== undefined && difference.about === first.about ? { difference, run } : undefined;
  };
  const cut = schedule.steps.slice(0, first.at + 1);
  for (let again = 0; again < AGAIN; again++) if ((await look(cut)) === undefined) return null;
  const steps = await shrink(cut, async (fewer) => (await look(fewer)) !== undefined);
  const last = await look(steps);
  const difference = last?.difference ?? first;
  const small: Schedule = { ...schedule, steps };
  const names = [pair.left.name, pair.right.name] as const;
  const title = [
    `xipscope fuzz --seed ${options.seed}, schedule ${index}: ${names.join(' and ')} differ`,
    ...differenceLines(difference, names),
  ];
  return {
    index,
    left: names[0],
    right: names[1],
    schedule: small,
    difference,
    spec: asSpec(small, title, last?.run.right.states ?? []),
  };
}

/** The difference as lines for a person. */
export function differenceLines(difference: Difference, names: readonly [string, string]): string[] {
  const { step, about, left, right } = difference;
  const when = step === undefined ? 'At the end' : `After s${step.session + 1}: ${short(sqlOf(step))}`;
  const side = (name: string, lines: readonly string[]): string[] => [
    `  ${name}:`,
    ...(lines.length === 0 ? ['    nothing'] : lines.slice(0, 12).map((line) => `    ${line}`)),
    ...(lines.length > 12 ? [`    … and ${lines.length - 12} lines more`] : []),
  ];
  return [`${when}`, `differs: ${about}`, ...side(names[0], left), ...side(names[1], right)];
}

const short = (sql: string): string => (sql.length <= 100 ? sql : `${sql.slice(0, 97)}…`);
