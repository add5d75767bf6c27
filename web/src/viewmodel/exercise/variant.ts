/**
 * An exercise and a seed make a variant: values, a schedule, the asked step, and the key, which the engine computes. If
 * a schedule makes no good question (nothing to choose from, or a step that could not run), the seed draws the next
 * one; the laws that all variants obey are in README.md, and in variant.wasm.test.ts for many seeds.
 */

import { err, ok, type Result } from '../../base/result.ts';
import type { Rng } from '../../base/values.ts';
import type { CompiledSpec } from '../../engine/spec/spec-compile.ts';
import type { Move, Shown } from '../../engine/stage/stage-types.ts';
import type { Claim, Exercise, GoalLine, StandbyAsked } from '../../scenario/exercise.ts';
import type { Prose } from '../../scenario/lesson.ts';
import { brokenClaims, type ClaimRun, fillClaim } from './claims.ts';
import { answerOf, before, mix, outcomesOf, ranThrough, rowsOf, rowsText } from './events.ts';
import { drawValues, fillProse, fillText, numberIn, rngFor, unknownIn, unknownInSpec, type Values } from './fill.ts';
import { fillGoal, goalStates, isReached, stepNamed } from './goal.ts';
import { OVERFLOWED, overflowedWhere, type Question, type StepQuestion, type Version } from './question.ts';
import { type ExerciseWorld, type ShowMoves, sqlProblems } from './world.ts';

export interface Variant {
  readonly id: string;
  readonly seed: number;
  readonly exercise: Exercise;
  readonly values: Values;
  readonly prose: readonly Prose[];
  readonly hints: readonly (readonly Prose[])[];
  readonly why: readonly Prose[];
  readonly claims: readonly Claim[];
  /** The spec with its values; '' if there is none. */
  readonly text: string;
  readonly compiled: CompiledSpec | null;
  readonly question: Question;
}

/** Why there is no variant: a fault of the file, or of the engine. Lines and columns are the file's. */
export type VariantProblem =
  | { readonly kind: 'spec'; readonly problems: readonly { line: number; column: number; message: string }[] }
  | { readonly kind: 'name'; readonly name: string; readonly known: readonly string[] }
  | { readonly kind: 'step' | 'session' | 'design' | 'fault'; readonly name: string }
  | { readonly kind: 'number'; readonly text: string; readonly min: number; readonly max: number }
  | { readonly kind: 'not-posed'; readonly seed: number; readonly tries: number }
  | { readonly kind: 'engine'; readonly message: string };

/** Most schedules that are drawn for one variant. */
export const MAX_TRIES = 60;
/** Other orders that are tried to find different answers of the step. */
const OTHERS = 10;
const MAX_OPTIONS = 5;
/** Orders that are tried until one reaches the goal. */
const ORDERS = 80;
const IDLE = { min: 0, max: 12_000 };
const ACTIVE = { min: 1, max: 64 };

type Made<T> = Result<T, VariantProblem>;
const engineFailed = (message: string): Made<never> => err({ kind: 'engine', message });

/**
 * The schedules that make a good question. 1: those of the first edition, which old records answered; claims do not
 * matter. 2: only those for which every claim holds, too.
 */
export const EDITIONS = [1, 2] as const;
export type Edition = (typeof EDITIONS)[number];

export async function makeVariant(
  id: string,
  exercise: Exercise,
  seed: number,
  world: ExerciseWorld,
  edition: Edition = 2,
): Promise<Made<Variant>> {
  const { vary, spec } = exercise;
  const [unknown] = unknownIn(exercise);
  if (unknown !== undefined) return err({ kind: 'name', name: unknown, known: vary.map(({ name }) => name) });
  if (spec === null) {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const values = drawValues(vary, rngFor(id, seed, attempt));
      const question = await linesQuestion(exercise, values, rngFor(id, seed, attempt + 1), world);
      if (!question.ok) return question;
      if (question.value !== null)
        return ok({ ...filled(id, exercise, seed, values), compiled: null, question: question.value });
    }
    return err({ kind: 'not-posed', seed, tries: MAX_TRIES });
  }
  const values = drawValues(vary, rngFor(id, seed, 0));
  const base = filled(id, exercise, seed, values);
  const made = await world.compile(base.text);
  if (!made.ok) {
    const known = vary.map(({ name }) => name);
    const [hole] = unknownInSpec(spec.text, known);
    if (hole !== undefined) return err({ kind: 'name', name: hole.name, known });
    const problems = made.error.map((one) => ({ ...one, line: one.line + spec.line - 1 }));
    return err({ kind: 'spec', problems });
  }
  const compiled = made.value;
  const question = await stageQuestion({ id, seed, exercise, values, compiled, world, edition });
  if (question.ok) return ok({ ...base, compiled, question: question.value });
  if (question.error.kind !== 'not-posed') return question;
  const [show, steps] = [await world.open(compiled, exercise, null), scheduled(exercise, compiled)];
  if (!show.ok || !steps.ok) return question;
  const problems = await sqlProblems(spec, compiled, steps.value, show.value, ERRORS);
  return problems.length > 0 ? err({ kind: 'spec', problems }) : question;
}

/** The parts of a variant that depend only on its values. */
const filled = (
  id: string,
  exercise: Exercise,
  seed: number,
  values: Values,
): Omit<Variant, 'compiled' | 'question'> => ({
  ...{ id, seed, exercise, values, text: specText(exercise, values) },
  prose: fillProse(exercise.prose, values),
  hints: exercise.hints.map((hint) => fillProse(hint, values)),
  why: fillProse(exercise.why, values),
  claims: exercise.claims.map((claim) => fillClaim(claim, values)),
});

/** The spec with its values; '' if there is none. */
export const specText = (exercise: Exercise, values: Values): string =>
  exercise.spec === null ? '' : withPermutation(fillText(exercise.spec.text, values), exercise);

const STEP_NAME = /^[ \t]*step[ \t]+"?([A-Za-z_][A-Za-z0-9_]*)/gm;

/** A spec without permutations means all orders, which may be too many: one is enough. */
function withPermutation(text: string, { schedule }: Exercise): string {
  if (/^[ \t]*permutation\b/m.test(text)) return text;
  const steps = schedule?.steps ?? [...text.matchAll(STEP_NAME)].map(([, name = '']) => name);
  return `${text}\npermutation ${steps.join(' ')}\n`;
}

interface Making {
  readonly id: string;
  readonly seed: number;
  readonly exercise: Exercise;
  readonly values: Values;
  readonly compiled: CompiledSpec;
  readonly world: ExerciseWorld;
  readonly edition: Edition;
}

async function stageQuestion(making: Making): Promise<Made<Question>> {
  const { id, seed, exercise, values, compiled, world } = making;
  const { spec } = compiled;
  const { ask } = exercise;
  if (ask.what === 'lines') return engineFailed('lines need no spec');
  const steps = scheduled(exercise, compiled);
  if (!steps.ok) return steps;
  if (ask.what === 'hunt') {
    const open = await world.open(compiled, exercise, ask.fault);
    return open.ok ? ok({ kind: 'hunt', fault: ask.fault }) : err({ kind: 'fault', name: ask.fault });
  }
  const opened = await world.open(compiled, exercise, null);
  if (!opened.ok) return engineFailed(opened.error);
  const show = opened.value;
  if ('goal' in ask) {
    const goal = ask.goal.map((one) => fillGoal(one, values));
    const known = checkGoal(goal, compiled);
    if (known !== null) return err(known);
    if (ask.what === 'order') return orderQuestion(making, show, steps.value, goal);
    const atStart = await show([]);
    if (!atStart.ok) return engineFailed(atStart.error);
    const posed = !isReached(goalStates(goal, spec, atStart.value));
    return posed ? ok({ kind: 'make', goal }) : err({ kind: 'not-posed', seed, tries: 1 });
  }
  const needs = namedSteps(compiled, exercise.schedule?.needs ?? []);
  if (!needs.ok) return needs;
  if (!('steps' in ask)) return standbyQuestion(making, ask.what, show, steps.value, needs.value);
  const asked = namedSteps(compiled, ask.steps);
  if (!asked.ok) return asked;
  // In most random schedules a snapshot lists nobody: so the seed decides beforehand whether an empty list is acceptable.
  const mayBeEmpty =
    ask.what !== 'snapshot' || !isClaimed(making) || rngFor(id, seed, MAX_TRIES + 1).below(NOBODY) === 0;
  let first: Question | null = null;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const rng = rngFor(id, seed, attempt + 1);
    const step = asked.value[rng.below(asked.value.length)] ?? 0;
    const order = exercise.schedule?.mixed === true ? mix(spec, steps.value, rng) : steps.value;
    const played = before(order, step);
    if (played === null) return err({ kind: 'step', name: spec.steps[step]?.name ?? '' });
    if (!needs.value.every((need) => played.includes(need))) continue;
    const asking = { what: ask.what, compiled, show, step, played, steps: steps.value, rng };
    const question = await stepQuestion(asking, making);
    if (!question.ok) return question;
    first ??= question.value;
    if (question.value !== null && (mayBeEmpty || listsSomebody(question.value))) return ok(question.value);
  }
  return first === null ? err({ kind: 'not-posed', seed, tries: MAX_TRIES }) : ok(first);
}

/** Claims came with the second edition: an exercise without them keeps its variants. */
const isClaimed = ({ exercise, edition }: Making): boolean => edition > 1 && exercise.claims.length > 0;
const listsSomebody = (question: Question): boolean => question.kind === 'snapshot' && question.key.xip.length > 0;

const scheduled = ({ schedule }: Exercise, compiled: CompiledSpec): Made<readonly Move[]> =>
  namedSteps(compiled, schedule?.steps ?? compiled.spec.steps.map(({ name }) => name));

function namedSteps({ spec }: CompiledSpec, names: readonly string[]): Made<readonly Move[]> {
  const moves: Move[] = [];
  for (const name of names) {
    const step = stepNamed(spec, name);
    if (step === null) return err({ kind: 'step', name });
    moves.push(step);
  }
  return ok(moves);
}

function checkGoal(goals: readonly GoalLine[], { spec }: CompiledSpec): VariantProblem | null {
  for (const goal of goals) {
    if (goal.kind === 'suboverflowed') {
      if (!spec.sessions.some(({ name }) => name === goal.session)) return { kind: 'session', name: goal.session };
    } else if (goal.kind !== 'versions') {
      const names = 'other' in goal ? [goal.step, goal.other] : [goal.step];
      const unknown = names.find((name) => stepNamed(spec, name) === null);
      if (unknown !== undefined) return { kind: 'step', name: unknown };
    }
  }
  return null;
}

// --- one step, predicted -----------------------------------------------------------------------------------------------

interface Asking {
  readonly what: StepQuestion['kind'];
  readonly compiled: CompiledSpec;
  readonly show: ShowMoves;
  readonly step: Move;
  readonly played: readonly Move[];
  readonly steps: readonly Move[];
  readonly rng: Rng;
}

/** Null: it would not be a good question. */
async function stepQuestion(asking: Asking, making: Making): Promise<Made<StepQuestion | null>> {
  const { compiled, show, step, played } = asking;
  const { spec } = compiled;
  const moves = [...played, step];
  const then = await show(moves);
  if (!then.ok) return engineFailed(then.error);
  if (!ranThrough(spec, moves, then.value)) return ok(null);
  if (!isAsClaimed(making, { moves, shown: then.value, step, replayed: null })) return ok(null);
  const now = await show(played);
  if (!now.ok) return engineFailed(now.error);
  const session = spec.sessions[spec.steps[step]?.session ?? 0]?.name ?? '';
  const of = { played, step, session };
  switch (asking.what) {
    case 'rows':
      return ok(rowsQuestion(of, now.value, then.value));
    case 'snapshot':
      return ok(snapshotQuestion(of, now.value, then.value));
    case 'waits':
      return ok(
        waitsQuestion(
          of,
          spec.sessions.map(({ name }) => name),
          now.value,
          then.value,
        ),
      );
    default:
      return choiceQuestion(asking, of, then.value);
  }
}

/** Whether the task's words are true for this question. */
function isAsClaimed(
  { exercise, values, compiled, edition }: Making,
  { step, ...run }: Pick<ClaimRun, 'moves' | 'shown' | 'replayed'> & { readonly step: Move | null },
): boolean {
  const claims = exercise.claims.map((claim) => fillClaim(claim, values));
  const asked = { what: exercise.ask.what, step };
  return edition === 1 || brokenClaims(claims, { compiled, difference: null, asked, ...run }).length === 0;
}

type Of = Pick<StepQuestion, 'played' | 'step' | 'session'>;

/** Well posed: the reader sees some versions but not all, and the step answers exactly those. */
function rowsQuestion(of: Of, now: Shown, then: Shown): StepQuestion | null {
  const outcome = outcomesOf(then.events).get(of.step);
  const [page, after] = [now.state.page, then.state.page];
  const rows = rowsOf(outcome);
  if (outcome?.ended !== true || rows === null || page === null || after === null) return null;
  const { table, block } = page;
  const versions = page.tuples.map(({ lp, values, xmin, xmax }): Version => ({ table, block, lp, values, xmin, xmax }));
  const key = after.tuples.filter(({ visibleTo }) => visibleTo.includes(of.session)).map(({ lp }) => lp);
  const seen = versions.filter(({ lp }) => key.includes(lp)).map(({ values }) => rowsText([values]));
  const answered = rows.map((row) => rowsText([row]));
  if (seen.length !== key.length || [...seen].sort().join() !== [...answered].sort().join()) return null;
  return key.length > 0 && key.length < versions.length ? { ...of, kind: 'rows', versions, key } : null;
}

/** Well posed: another session runs and has an xid; the question is whether the snapshot lists it. */
function snapshotQuestion(of: Of, now: Shown, then: Shown): StepQuestion | null {
  const taken = then.state.sessions.find(({ session }) => session === of.session);
  const event = then.events.find(({ tick, step }) => tick === of.played.length + 1 && step === of.step);
  if (taken?.snapshot == null || event?.snapshot !== true) return null;
  const { xmin, xmax, xip, suboverflowed } = taken.snapshot;
  const runs = now.state.sessions.some(({ session, xid }) => session !== of.session && xid !== 0);
  if (!runs || suboverflowed) return null;
  const given = now.state.xids.filter(({ parent }) => parent === null).map(({ xid }) => xid);
  const from = Math.min(xmin, ...xip);
  const xids = [...given.filter((xid) => xid >= from - 1), now.state.nextXid];
  return xids.includes(xmin) && xids.includes(xmax)
    ? { ...of, kind: 'snapshot', xids, key: { xmin, xmax, xip } }
    : null;
}

/** Well posed: another session with an xid runs, and the step waits for at most one session. */
function waitsQuestion(of: Of, names: readonly string[], now: Shown, then: Shown): StepQuestion | null {
  const outcome = outcomesOf(then.events).get(of.step);
  if (outcome === undefined || outcome.waitedFor.length > 1) return null;
  const others = names.filter((name) => name !== of.session);
  const running = now.state.sessions.filter(({ session, xid }) => others.includes(session) && xid !== 0);
  if (running.length === 0) return null;
  const options = [null, ...others];
  const key = options.indexOf(outcome.waited ? (outcome.waitedFor[0] ?? null) : null);
  return outcome.waited && key === 0 ? null : { ...of, kind: 'waits', options, key };
}

/** Possible errors of a step; '' is none. */
const ERRORS = ['', 'ERROR:  could not serialize access due to concurrent update', 'ERROR:  deadlock detected'];

/** Well posed: in another order the same step answers something else. Those answers are the other options. */
async function choiceQuestion(asking: Asking, of: Of, then: Shown): Promise<Made<StepQuestion | null>> {
  const { what, compiled, show, steps, step, rng } = asking;
  const said = (shown: Shown): string | null => {
    const outcome = outcomesOf(shown.events).get(step);
    if (what === 'answer') return outcome?.error === null ? answerOf(outcome) : null;
    return outcome?.ended === true ? (outcome.error ?? '') : null;
  };
  const right = said(then);
  if (right === null) return ok(null);
  const found = new Set([right]);
  if (what === 'error') for (const text of ERRORS) found.add(text);
  for (let i = 0; i < OTHERS && found.size < MAX_OPTIONS; i++) {
    const other = before(mix(compiled.spec, steps, rng), step);
    if (other === null) break;
    const moves = [...other, step];
    const shown = await show(moves);
    if (!shown.ok) return engineFailed(shown.error);
    const answer = ranThrough(compiled.spec, moves, shown.value) ? said(shown.value) : null;
    if (answer !== null) found.add(answer);
  }
  if (found.size < 2) return ok(null);
  const options = shuffled([...found], rng);
  return ok({ ...of, kind: what === 'error' ? 'error' : 'answer', options, key: options.indexOf(right) });
}

function shuffled<T>(all: readonly T[], rng: Rng): readonly T[] {
  const rest = [...all];
  const out: T[] = [];
  while (rest.length > 0) out.push(...rest.splice(rng.below(rest.length), 1));
  return out;
}

// --- an order ----------------------------------------------------------------------------------------------------------

/** Well posed: the shown order does not reach the goal, and some order in which each session keeps its own does. */
async function orderQuestion(
  { id, seed, compiled, exercise, values, edition }: Making,
  show: ShowMoves,
  steps: readonly Move[],
  goal: readonly GoalLine[],
): Promise<Made<Question>> {
  const rng = rngFor(id, seed, 1);
  const claims = exercise.claims.map((claim) => fillClaim(claim, values));
  let shownAt: readonly Move[] | null = null;
  let reachable = false;
  for (let i = 0; i < ORDERS && (shownAt === null || !reachable); i++) {
    const order = mix(compiled.spec, steps, rng);
    const shown = await show(order);
    if (!shown.ok) return engineFailed(shown.error);
    const fits = ranThrough(compiled.spec, order, shown.value);
    const run = { compiled, moves: order, shown: shown.value, difference: null, replayed: null };
    const isSaid = edition === 1 || brokenClaims(claims, { ...run, asked: { what: 'order', step: null } }).length === 0;
    if (fits && isSaid && isReached(goalStates(goal, compiled.spec, shown.value))) reachable = true;
    else shownAt ??= order;
  }
  if (shownAt === null || !reachable) return err({ kind: 'not-posed', seed, tries: ORDERS });
  return ok({ kind: 'order', steps: shownAt, goal });
}

// --- a standby that is behind --------------------------------------------------------------------------------------------

/** One in four variants has a standby that lists nobody. */
const NOBODY = 4;

/**
 * The seed decides how many steps run, and how many of their writes the standby has replayed. It decides beforehand
 * which kind of answer is wanted, because in most random schedules the standby lists nobody.
 */
async function standbyQuestion(
  making: Making,
  what: StandbyAsked,
  show: ShowMoves,
  steps: readonly Move[],
  needs: readonly Move[],
): Promise<Made<Question>> {
  const { id, seed, exercise, compiled } = making;
  const { spec } = compiled;
  const wanted = rngFor(id, seed, MAX_TRIES + 1).below(what === 'standby' ? NOBODY : OVERFLOWED.length);
  let first: Question | null = null;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const rng = rngFor(id, seed, attempt + 1);
    const order = exercise.schedule?.mixed === true ? mix(spec, steps, rng) : steps;
    const played = order.slice(0, 1 + rng.below(order.length));
    const replayed = rng.below(played.length + 1);
    if (!needs.every((need) => played.includes(need))) continue;
    const all = await show(played, {}, 'end');
    if (!all.ok) return engineFailed(all.error);
    const replay = all.value.standby?.ends[replayed];
    if (!ranThrough(spec, played, all.value) || replay === undefined) continue;
    const shown = await show(played, {}, replay);
    if (!shown.ok) return engineFailed(shown.error);
    if (!isAsClaimed(making, { moves: played, shown: shown.value, step: null, replayed })) continue;
    const question = what === 'standby' ? listedQuestion(shown.value) : overflowQuestion(shown.value);
    if (question === null) continue;
    const isWanted =
      question.kind === 'standby' ? (question.key.xip.length === 0) === (wanted === 0) : question.key === wanted;
    first ??= { ...question, played, replayed };
    if (isWanted) return ok({ ...question, played, replayed });
  }
  return first === null ? err({ kind: 'not-posed', seed, tries: MAX_TRIES }) : ok(first);
}
type Standing<K extends StandbyAsked> = Omit<Extract<Question, { kind: K }>, 'played' | 'replayed'>;

/** Well posed: the standby can take a snapshot, and the primary's own would differ. */
function listedQuestion({ standby, state }: Shown): Standing<'standby'> | null {
  const snapshot = standby?.snapshot ?? null;
  if (standby === undefined || snapshot === null || snapshot.suboverflowed) return null;
  const { xmin, xmax, subxip } = snapshot;
  const { now } = standby.primary;
  const theirs = [now.xmin, now.xmax, ...[...now.xip, ...now.subxip].sort((a, b) => a - b)];
  const xip = [...subxip].sort((a, b) => a - b);
  if ([xmin, xmax, ...xip].join() === theirs.join()) return null;
  const from = Math.min(xmin, now.xmin, ...xip);
  const xids = [...state.xids.map(({ xid }) => xid).filter((xid) => xid >= from - 1), state.nextXid];
  const offered = [xmin, xmax, ...xip].every((xid) => xids.includes(xid));
  return offered ? { kind: 'standby', xids, key: { xmin, xmax, xip } } : null;
}

/** Well posed: the standby can take a snapshot. Each of the four options is right for some schedule. */
function overflowQuestion({ standby, state }: Shown): Standing<'suboverflowed'> | null {
  const snapshot = standby?.snapshot ?? null;
  if (standby === undefined || snapshot === null) return null;
  const is = overflowedWhere(standby.primary.now.suboverflowed, snapshot.suboverflowed);
  const given = new Map<string, number>();
  for (const { owner, parent, status } of state.xids)
    if (owner !== null && parent !== null && status === 'running') given.set(owner, (given.get(owner) ?? 0) + 1);
  return {
    kind: 'suboverflowed',
    options: OVERFLOWED,
    key: OVERFLOWED.indexOf(is),
    facts: {
      given: Math.max(0, ...given.values()),
      lastOverflowedXid: standby.state.lastOverflowedXid,
      xmin: snapshot.xmin,
    },
  };
}

// --- lines -------------------------------------------------------------------------------------------------------------

/**
 * The right option must differ this much from the next one: the question is about bytes per connection, not about one
 * line more or less.
 */
const CLEARLY = 0.1;

/** Well posed: exactly one option has clearly the fewest lines, or the most. Null: none has. */
async function linesQuestion(
  exercise: Exercise,
  values: Values,
  rng: Rng,
  world: ExerciseWorld,
): Promise<Made<Question | null>> {
  const { ask } = exercise;
  if (ask.what !== 'lines') return engineFailed('a spec is missing');
  const active = numberIn(ask.active, values);
  if (active === undefined || active < ACTIVE.min || active > ACTIVE.max)
    return err({ kind: 'number', text: ask.active, ...ACTIVE });
  const counted: Extract<Question, { kind: 'lines' }>['options'][number][] = [];
  for (const { design, reuse, at } of ask.of) {
    const text = at ?? ask.idle ?? '';
    const idle = numberIn(text, values);
    if (idle === undefined || idle < IDLE.min || idle > IDLE.max) return err({ kind: 'number', text, ...IDLE });
    const lines = await world.countLines({ design, reuse }, idle, active);
    if (!lines.ok)
      return lines.error.kind === 'bad-input'
        ? err({ kind: 'design', name: design })
        : engineFailed(lines.error.message);
    counted.push({ design, reuse, idle: at === null ? null : idle, lines: lines.value });
  }
  const options = shuffled(counted, rng);
  const pick = ask.picks[ask.picks.length > 1 ? rng.below(ask.picks.length) : 0] ?? 'fewest';
  const all = options.map(({ lines }) => lines);
  const best = pick === 'fewest' ? Math.min(...all) : Math.max(...all);
  const isClear = (lines: number): boolean => Math.abs(lines - best) >= CLEARLY * Math.max(lines, best);
  if (all.filter((lines) => !isClear(lines)).length !== 1) return ok(null);
  return ok({ kind: 'lines', pick, active, options, key: all.indexOf(best) });
}
