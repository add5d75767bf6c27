/**
 * Questions about one step of a schedule: the steps before it are played, and the reader predicts what it does. The seed
 * picks the step and mixes the sessions' turns. A schedule that makes no good question is passed over.
 */

import '../../../base/messages/en/exercise.ts';
import type { Rng } from '../../../base/random.ts';
import { err, ok } from '../../../base/result.ts';
import type { CompiledSpec } from '../../../engine/spec/spec-compile.ts';
import type { Move, Shown } from '../../../engine/stage/stage-types.ts';
import { mayBeSerializable } from '../../../scenario/serializable.ts';
import {
  answerOf,
  before,
  labelledRow,
  mix,
  type Outcome,
  outcomesOf,
  ranThrough,
  rowsOf,
  rowsText,
  shuffled,
} from '../events.ts';
import type { AnyAsk } from '../exercise.ts';
import { SCHEDULE_ERRORS, SERIALIZABLE_ERROR, type ShowMoves } from '../exercise-deps.ts';
import { rngFor } from '../fill.ts';
import {
  type AnyQuestion,
  type Drawn,
  engineFailed,
  type FormOf,
  isAsClaimed,
  type Kind,
  MAX_TRIES,
  type Made,
  type Making,
  missingField,
  namedSteps,
  notPosed,
  type OfStep,
  openSound,
  partsOf,
  type SnapshotKey,
  type Stage,
  type Version,
  type Wording,
} from '../kind.ts';
import { errorFacts, snapshotFacts, versionsOn, whyError, whyPage, whyVersions } from '../why.ts';

interface StepAsk<K extends string> extends AnyAsk {
  readonly what: K;
  /** Names of steps; the seed picks one. */
  readonly steps: readonly string[];
  /** What would have to be made for a wrong answer that tempts. Empty: nothing. */
  readonly tempts: readonly Tempt<string>[];
}

/** A step that the schedule lacks, and the one whose place it takes; where that was not made, it is made last. */
interface Tempt<S> {
  readonly step: S;
  readonly instead: S;
}

/** One schedule, before and after the asked step. */
export interface Seen {
  readonly of: OfStep;
  readonly now: Shown;
  readonly after: Shown;
  readonly compiled: CompiledSpec;
  readonly show: ShowMoves;
  /** All steps of the schedule, in the order of the file. */
  readonly steps: readonly Move[];
  readonly tempts: readonly Tempt<Move>[];
  readonly rng: Rng;
}

/** The part of a record that differs between these kinds. */
interface StepRecord<Q extends OfStep & AnyQuestion>
  extends Pick<Kind<StepAsk<Q['kind']>, Q>, 'shape' | 'outcome' | 'form' | 'facts' | 'paths'> {
  /** The block `ask` may have `tempt`. */
  readonly canTempt: boolean;
  /** The question about one schedule. Null: it would not be a good one. */
  pose(seen: Seen): Made<Q | null> | Promise<Made<Q | null>>;
  /** Most random schedules make questions that are not like this: three in four variants have to be. Null: all are equal. */
  readonly isRare: ((question: Q) => boolean) | null;
}

export const stepKind = <Q extends OfStep & AnyQuestion>(record: StepRecord<Q>): Kind<StepAsk<Q['kind']>, Q> => ({
  ...record,
  group: 'predict',
  needs: { spec: true, goal: false, standby: false, step: true },
  fields: record.canTempt ? ['step', 'tempt'] : ['step'],
  read: (block, what) => {
    const { step, tempt } = block.fields;
    if (step === undefined) return missingField(block, 'step');
    const tempts = partsOf(tempt?.text ?? '', ',').map(temptOf);
    if (tempt !== undefined && (tempts.length === 0 || !tempts.every((one) => one !== null)))
      return block.faults.atLine(tempt.line, block.faults.t('exercise.tempt'), tempt.column + 1);
    const steps = partsOf(step.text, '|').flatMap((part) => partsOf(part, ','));
    return { what, steps, tempts: tempts.filter((one) => one !== null) };
  },
  named: ({ steps, tempts }) => ({ steps: [...steps, ...tempts.flatMap(({ step, instead }) => [step, instead])] }),
  draw: (making, stage) => drawStep(making, stage, record),
  setting: ({ played, step, session }) => ({ played, replayed: null, next: { step, session } }),
});

/** `keep for regret` */
function temptOf(text: string): Tempt<string> | null {
  const [, step = '', instead = ''] = /^(\S+) for (\S+)$/.exec(text) ?? [];
  return step === '' ? null : { step, instead };
}

/** In one claimed variant of four a question that is not rare is acceptable. */
const NOT_RARE = 4;

async function drawStep<Q extends OfStep & AnyQuestion>(
  making: Making<StepAsk<Q['kind']>>,
  stage: Stage | null,
  record: StepRecord<Q>,
): Promise<Made<Drawn<Q>>> {
  if (stage === null) return engineFailed('a spec is missing');
  const { id, seed, exercise, values, edition } = making;
  const { compiled, steps } = stage;
  const opened = await openSound(making, stage);
  if (!opened.ok) return opened;
  const needs = namedSteps(compiled, exercise.schedule?.needs ?? []);
  if (!needs.ok) return needs;
  const asked = namedSteps(compiled, exercise.ask.steps);
  if (!asked.ok) return asked;
  const { tempts } = exercise.ask;
  const tempting = namedSteps(
    compiled,
    tempts.map(({ step }) => step),
  );
  if (!tempting.ok) return tempting;
  const instead = namedSteps(
    compiled,
    tempts.map((one) => one.instead),
  );
  if (!instead.ok) return instead;
  const temptations = tempting.value.map((step, i) => ({ step, instead: instead.value[i] ?? step }));
  // The seed decides beforehand. Claims came with the second edition: an exercise without them keeps its variants.
  const isClaimed = edition > 1 && exercise.claims.length > 0;
  const { isRare } = record;
  const isAnyFine = isRare === null || !isClaimed || rngFor(id, seed, MAX_TRIES + 1).below(NOT_RARE) === 0;
  let first: Q | null = null;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const rng = rngFor(id, seed, attempt + 1);
    const step = asked.value[rng.below(asked.value.length)] ?? 0;
    const order = exercise.schedule?.mixed === true ? mix(compiled.spec, steps, rng) : steps;
    const played = before(order, step);
    if (played === null) return err({ kind: 'step', name: compiled.spec.steps[step]?.name ?? '' });
    if (!needs.value.every((need) => played.includes(need))) continue;
    const seen = await see(making, stage, opened.value, { played, step, tempts: temptations, rng });
    if (!seen.ok) return seen;
    const posed: Made<Q | null> = seen.value === null ? ok(null) : await record.pose(seen.value);
    if (!posed.ok) return posed;
    const question = posed.value;
    first ??= question;
    if (question !== null && (isAnyFine || isRare?.(question) === true)) return ok({ question, values });
  }
  return first === null ? notPosed(making) : ok({ question: first, values });
}

/** Null: it did not run through, or a claim is not true of it. */
async function see(
  making: Making<AnyAsk>,
  { compiled, steps }: Stage,
  show: ShowMoves,
  { played, step, tempts, rng }: Pick<OfStep, 'played' | 'step'> & Pick<Seen, 'tempts' | 'rng'>,
): Promise<Made<Seen | null>> {
  const { spec } = compiled;
  const moves = [...played, step];
  const after = await show(moves);
  if (!after.ok) return engineFailed(after.error);
  if (!ranThrough(spec, moves, after.value)) return ok(null);
  if (!isAsClaimed(making, { compiled, moves, shown: after.value, step, replayed: null })) return ok(null);
  const now = await show(played);
  if (!now.ok) return engineFailed(now.error);
  const session = spec.sessions[spec.steps[step]?.session ?? 0]?.name ?? '';
  return ok({ of: { played, step, session }, now: now.value, after: after.value, compiled, show, steps, tempts, rng });
}

// --- which row versions does it see? --------------------------------------------------------------------------------------

interface RowsQuestion extends OfStep {
  readonly kind: 'rows';
  readonly versions: readonly Version[];
  /** Line pointers. */
  readonly key: readonly number[];
}

/** Well posed: the reader sees some versions but not all, and the step answers exactly those. */
function poseRows({ of, now, after }: Seen): RowsQuestion | null {
  const outcome = outcomesOf(after.events).get(of.step);
  const [page, later] = [now.state.page, after.state.page];
  const rows = rowsOf(outcome);
  if (outcome?.ended !== true || rows === null || page === null || later === null) return null;
  const versions = versionsOn(page);
  const key = later.tuples.filter(({ visibleTo }) => visibleTo.includes(of.session)).map(({ lp }) => lp);
  const seen = versions.filter(({ lp }) => key.includes(lp)).map(({ values }) => rowsText([values]));
  const answered = rows.map((row) => rowsText([row]));
  if (seen.length !== key.length || [...seen].sort().join() !== [...answered].sort().join()) return null;
  return key.length > 0 && key.length < versions.length ? { ...of, kind: 'rows', versions, key } : null;
}

// --- what does its snapshot hold? -------------------------------------------------------------------------------------------

interface SnapshotQuestion extends OfStep {
  readonly kind: 'snapshot';
  /** Possible bounds: ascending, the next xid last. */
  readonly xids: readonly number[];
  readonly key: SnapshotKey;
}

/** Well posed: another session runs and has an xid; the question is whether the snapshot lists it. */
function poseSnapshot({ of, now, after }: Seen): SnapshotQuestion | null {
  const taken = after.state.sessions.find(({ session }) => session === of.session);
  const event = after.events.find(({ tick, step }) => tick === of.played.length + 1 && step === of.step);
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

// --- does it wait? -----------------------------------------------------------------------------------------------------------

interface WaitsQuestion extends OfStep {
  readonly kind: 'waits';
  /** Sessions that it may wait for; null: none. */
  readonly options: readonly (string | null)[];
  readonly key: number;
}

/** Well posed: another session with an xid runs, and the step waits for at most one session. */
function poseWaits({ of, now, after, compiled: { spec } }: Seen): WaitsQuestion | null {
  const outcome = outcomesOf(after.events).get(of.step);
  if (outcome === undefined || outcome.waitedFor.length > 1) return null;
  const others = spec.sessions.map(({ name }) => name).filter((name) => name !== of.session);
  const running = now.state.sessions.filter(({ session, xid }) => others.includes(session) && xid !== 0);
  if (running.length === 0) return null;
  const options = [null, ...others];
  const key = options.indexOf(outcome.waited ? (outcome.waitedFor[0] ?? null) : null);
  return outcome.waited && key === 0 ? null : { ...of, kind: 'waits', options, key };
}

// --- what does it return, and how does it end? -------------------------------------------------------------------------------

interface SaidQuestion<K extends 'answer' | 'error'> extends OfStep {
  readonly kind: K;
  /** Texts as `answerOf` makes them; for an error, '' means none. The seed decides the order. */
  readonly options: readonly string[];
  /** Into `options`. */
  readonly key: number;
  /** An option that is one row of several columns, with each column's name. */
  readonly labelled?: ReadonlyMap<string, string>;
}

/** Other orders that are tried to find different answers of the step. */
const OTHERS = 10;
/** Orders that are tried after them: a sensible wrong answer may come of few orders. */
const RARER = 60;
const MAX_OPTIONS = 5;

/**
 * Well posed: in another order the same step says something else. What it says there are the other options.
 * @param always options that are there in any case
 */
async function poseSaid<K extends 'answer' | 'error'>(
  kind: K,
  { of, after, compiled, show, steps, tempts, rng }: Seen,
  saidBy: (outcome: Outcome | undefined) => string | null,
  always: readonly string[],
): Promise<Made<SaidQuestion<K> | null>> {
  const said = ({ events }: Shown): string | null => {
    const outcome = outcomesOf(events).get(of.step);
    const text = saidBy(outcome);
    const label = labelledRow(outcome);
    if (text !== null && label !== null) labelled.set(text, label);
    return text;
  };
  const labelled = new Map<string, string>();
  const right = said(after);
  if (right === null) return ok(null);
  const found = new Set([right, ...always]);
  const tryMoves = async (moves: readonly Move[]): Promise<Made<null>> => {
    const shown = await show(moves);
    if (!shown.ok) return engineFailed(shown.error);
    const answer = ranThrough(compiled.spec, moves, shown.value) ? said(shown.value) : null;
    if (answer !== null) found.add(answer);
    return ok(null);
  };
  const tryOrders = async (count: number): Promise<Made<null>> => {
    for (let i = 0; i < count && found.size < MAX_OPTIONS; i++) {
      const other = before(mix(compiled.spec, steps, rng), of.step);
      if (other === null) break;
      const tried = await tryMoves([...other, of.step]);
      if (!tried.ok) return tried;
    }
    return ok(null);
  };
  const tried = await tryOrders(OTHERS);
  if (!tried.ok) return tried;
  if (found.size < 2) return ok(null);
  const first = shuffled([...found], rng);
  const more = await tryOrders(RARER);
  if (!more.ok) return more;
  for (const tempt of tempts) {
    const tempted = await tryMoves([...temptedBy(of.played, tempt), of.step]);
    if (!tempted.ok) return tempted;
  }
  // Added behind the first ones: a record names an option by its place, and each place keeps its meaning.
  const options = [...first, ...[...found].filter((text) => !first.includes(text))];
  return ok({ ...of, kind, options, key: options.indexOf(right), labelled });
}

/** Where a session is SERIALIZABLE, its own error is among the options in any case. */
const errorsIn = ({ spec }: CompiledSpec): readonly string[] =>
  mayBeSerializable(spec) ? [...SCHEDULE_ERRORS, SERIALIZABLE_ERROR] : SCHEDULE_ERRORS;

/** The same schedule with the step that tempts. */
const temptedBy = (played: readonly Move[], { step, instead }: Tempt<Move>): readonly Move[] =>
  played.includes(instead) ? played.map((move) => (move === instead ? step : move)) : [...played, step];

const saidForm = (
  { options, key, labelled }: SaidQuestion<'answer' | 'error'>,
  ask: Wording,
  nothing: Wording,
): FormOf<'choice'> => ({
  shape: 'choice',
  ask,
  options: options.map((text) => ({
    says: text === '' ? nothing : () => labelled?.get(text) ?? text,
    isCode: text !== '',
  })),
  key,
});

// --- the records ---------------------------------------------------------------------------------------------------------------

export const STEP_KINDS = {
  rows: stepKind<RowsQuestion>({
    shape: 'versions',
    canTempt: false,
    outcome: 'rows',
    isRare: null,
    pose: (seen) => ok(poseRows(seen)),
    form: ({ versions, key }) => ({ shape: 'versions', ask: (t) => t('exercise.ask.rows'), versions, key }),
    facts: () => [],
    paths: async (question, answer, show) => {
      const found = await whyVersions(question, answer.kind === 'rows' ? answer.seen : null, show);
      return found.ok ? ok({ models: found.value, facts: [], title: null }) : found;
    },
  }),
  answer: stepKind<SaidQuestion<'answer'>>({
    shape: 'choice',
    canTempt: true,
    outcome: 'rows',
    isRare: null,
    pose: (seen) => poseSaid('answer', seen, (outcome) => (outcome?.error === null ? answerOf(outcome) : null), []),
    form: (question) =>
      saidForm(
        question,
        (t) => t('exercise.ask.answer'),
        (t) => t('exercise.option.noRows'),
      ),
    facts: () => [],
    paths: async (question, _, show) => {
      const found = await whyPage(question, show);
      return found.ok ? ok({ models: found.value, facts: [], title: (t) => t('exercise.why.rows') }) : found;
    },
  }),
  snapshot: stepKind<SnapshotQuestion>({
    shape: 'snapshot',
    canTempt: false,
    outcome: 'xids',
    isRare: ({ key }) => key.xip.length > 0,
    pose: (seen) => ok(poseSnapshot(seen)),
    form: ({ xids, key }) => ({
      shape: 'snapshot',
      ask: (t) => t('exercise.ask.snapshot'),
      xids,
      key,
      listed: (t) => t('exercise.xip'),
    }),
    facts: ({ key }, answer) => snapshotFacts('primary', key, answer),
    paths: () => null,
  }),
  waits: stepKind<WaitsQuestion>({
    shape: 'choice',
    canTempt: false,
    outcome: 'rows',
    isRare: null,
    pose: (seen) => ok(poseWaits(seen)),
    form: ({ options, key }) => ({
      shape: 'choice',
      ask: (t) => t('exercise.ask.waits'),
      options: options.map((who) => ({
        says: (t) => (who === null ? t('exercise.option.goesOn') : t('exercise.option.waitsFor', { who })),
        isCode: false,
      })),
      key,
    }),
    facts: ({ session, options, key }, _, step) => [
      (t) => t('exercise.why.waits', { who: session, step, other: options[key] ?? null }),
    ],
    paths: () => null,
  }),
  error: stepKind<SaidQuestion<'error'>>({
    shape: 'choice',
    canTempt: false,
    outcome: 'rows',
    isRare: null,
    pose: (seen) => {
      const saidBy = (outcome: Outcome | undefined) => (outcome?.ended === true ? (outcome.error ?? '') : null);
      return poseSaid('error', seen, saidBy, errorsIn(seen.compiled));
    },
    form: (question) =>
      saidForm(
        question,
        (t) => t('exercise.ask.error'),
        (t) => t('exercise.option.noError'),
      ),
    facts: ({ options, key }) => [(t) => t('exercise.why.error', { error: options[key] ?? '' })],
    paths: async (question, _, show) => {
      const found = await whyError(question, show);
      if (!found.ok) return found;
      const { seen, changed } = found.value;
      if (found.value.isSerializable) return ok({ models: [], facts: [], title: null });
      const facts = errorFacts(question.options[question.key] ?? '', changed);
      return ok({ models: seen, facts, title: (t) => t('exercise.why.error.seen') });
    },
  }),
};
