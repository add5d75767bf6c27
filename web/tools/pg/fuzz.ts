/**
 * Random schedules on pairs of targets that must agree after every step; the first difference is made small.
 * Pure in its targets: where they come from is the caller's matter.
 */
import { asSpec } from './as-spec.ts';
import { type CompareOptions, compare, type Difference, drive, inTurn, type Run } from './drive.ts';
import { Generator, type GeneratorOptions } from './generate.ts';
import { type Rng, rngOf, seedOfSchedule } from './rng.ts';
import { type Schedule, type Step, sqlOf, TABLES } from './schedule.ts';
import { shrink } from './shrink.ts';
import type { Target } from './target.ts';

export interface Pair extends CompareOptions {
  /** The one whose sessions the schedule is drawn from: the first pair's. */
  readonly left: Target;
  readonly right: Target;
}

export interface FuzzOptions extends GeneratorOptions {
  readonly seed: number;
  readonly schedules: number;
  /** The first schedule to run; 0. */
  readonly from?: number;
  readonly steps?: number;
  /** Stop after this many differences; 1. */
  readonly differences?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
  /** Draws the steps; by default those of `Generator`. */
  readonly generator?: (rng: Rng) => Pick<Generator, 'table' | 'next'>;
}

export interface Found {
  /** Which schedule of the seed. */
  readonly index: number;
  readonly left: string;
  readonly right: string;
  readonly schedule: Schedule;
  readonly difference: Difference;
  /** It was there when the schedule ran again: a matter of logic, not of time. */
  readonly isStable: boolean;
  readonly spec: string;
}

export interface FuzzResult {
  readonly schedules: number;
  readonly steps: number;
  /** Schedules in which a session waited, in which a deadlock was found, in which a statement failed. */
  readonly waited: number;
  readonly deadlocks: number;
  readonly failed: number;
  readonly found: readonly Found[];
  readonly seconds: number;
}

const STEPS = 20;
/** How often a difference is looked for again before it counts as one of time. */
const AGAIN = 3;

export async function fuzz(pairs: readonly Pair[], options: FuzzOptions): Promise<FuzzResult> {
  const began = performance.now();
  const from = options.from ?? 0;
  const tally = { schedules: 0, steps: 0, waited: 0, deadlocks: 0, failed: 0 };
  const found: Found[] = [];
  for (let index = from; index < from + options.schedules; index++) {
    if (options.signal?.aborted === true || found.length >= (options.differences ?? 1)) break;
    const { schedule, runs } = await runRandom(pairs, index, options);
    tally.schedules++;
    tally.steps += schedule.steps.length;
    const answers = (runs[0]?.left.moments ?? []).flatMap(({ facts }) => facts.filter(({ isVisible }) => isVisible));
    const has = (what: RegExp): boolean => answers.some(({ lines }) => lines.some((line) => what.test(line)));
    if (has(/^waits$/)) tally.waited++;
    if (has(/^ERROR 40P01/)) tally.deadlocks++;
    if (has(/^ERROR /)) tally.failed++;
    for (const [i, pair] of pairs.entries()) {
      const run = runs[i];
      const difference = run && compare(run.left, run.right, pair);
      if (difference !== undefined) found.push(await explain(pair, schedule, difference, index, options));
    }
    options.onProgress?.(tally.schedules);
  }
  return { ...tally, found, seconds: (performance.now() - began) / 1000 };
}

interface Ran {
  readonly left: Run;
  readonly right: Run;
}

async function runRandom(
  pairs: readonly Pair[],
  index: number,
  options: FuzzOptions,
): Promise<{ schedule: Schedule; runs: Ran[] }> {
  const rng = rngOf(seedOfSchedule(options.seed, index));
  const generator = options.generator?.(rng) ?? new Generator(rng, options);
  const steps: Step[] = [];
  const table = TABLES[generator.table];
  const [first, ...others] = pairs;
  if (first === undefined) throw new Error('fuzz: nothing to compare');
  const left = await drive(first.left, table, (states) => {
    const step = steps.length < (options.steps ?? STEPS) ? generator.next(states) : undefined;
    if (step !== undefined) steps.push(step);
    return step;
  });
  const [right, ...rest] = await Promise.all([
    drive(first.right, table, inTurn(steps)),
    ...others.map(async (pair): Promise<Ran> => {
      const [one, other] = await Promise.all([
        drive(pair.left, table, inTurn(steps)),
        drive(pair.right, table, inTurn(steps)),
      ]);
      return { left: one, right: other };
    }),
  ]);
  return { schedule: { table: generator.table, steps }, runs: [{ left, right }, ...rest] };
}

async function runBoth(pair: Pair, schedule: Schedule): Promise<Ran> {
  const table = TABLES[schedule.table];
  const [left, right] = await Promise.all([
    drive(pair.left, table, inTurn(schedule.steps)),
    drive(pair.right, table, inTurn(schedule.steps)),
  ]);
  return { left, right };
}

async function explain(
  pair: Pair,
  schedule: Schedule,
  first: Difference,
  index: number,
  options: FuzzOptions,
): Promise<Found> {
  const look = async (steps: readonly Step[]): Promise<{ difference: Difference; run: Ran } | undefined> => {
    const run = await runBoth(pair, { ...schedule, steps });
    const difference = compare(run.left, run.right, pair);
    // The same kind of thing, or shrinking wanders off to another difference.
    return difference !== undefined && difference.about === first.about ? { difference, run } : undefined;
  };
  const cut = schedule.steps.slice(0, first.at + 1);
  let isStable = true;
  for (let again = 0; again < AGAIN; again++) isStable &&= (await look(cut)) !== undefined;
  const steps = isStable ? await shrink(cut, async (fewer) => (await look(fewer)) !== undefined) : cut;
  const last = isStable ? await look(steps) : undefined;
  const difference = last?.difference ?? first;
  const small: Schedule = { ...schedule, steps };
  const names = [pair.left.name, pair.right.name] as const;
  const title = [
    `xipscope fuzz --seed ${options.seed}, schedule ${index}: ${names.join(' and ')} differ`,
    ...(isStable ? [] : ['(not seen again when the schedule was repeated: a matter of time)']),
    ...differenceLines(difference, names),
  ];
  return {
    index,
    left: names[0],
    right: names[1],
    schedule: small,
    difference,
    isStable,
    spec: asSpec(small, title, last?.run.right.states ?? []),
  };
}

/** What differs, as lines for a person. */
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
