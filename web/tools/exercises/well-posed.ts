/**
 * Checks that a variant is well posed: one answer is right, the engine confirms it, and another one could be given. For
 * tests and for `check.ts`.
 */
import { outcomesOf, rowsOf, rowsText } from '../../src/viewmodel/exercise/events.ts';
import { goalStates, isReached } from '../../src/viewmodel/exercise/goal.ts';
import {
  type Answer,
  isRight,
  overflowedWhere,
  type Question,
  type StepQuestion,
} from '../../src/viewmodel/exercise/question.ts';
import type { Variant } from '../../src/viewmodel/exercise/variant.ts';
import type { ExerciseWorld, ShowMoves } from '../../src/viewmodel/exercise/world.ts';

/** @returns the faults, a sentence each; none: the variant is well posed */
export async function faultsOf(variant: Variant, world: ExerciseWorld): Promise<readonly string[]> {
  const { question } = variant;
  const faults: string[] = [];
  const { right, wrong } = answersOf(question);
  if (right !== null && isRight(question, right) !== true) faults.push('the key is not right');
  if (wrong !== null && isRight(question, wrong) !== false) faults.push('another answer is right, too');
  if ('options' in question) {
    const texts = question.options.map((one) => JSON.stringify(one));
    if (new Set(texts).size < texts.length) faults.push('two options are the same');
    if (texts.length < 2) faults.push('there is nothing to choose from');
  }
  switch (question.kind) {
    case 'lines': {
      const best = question.options[question.key]?.lines ?? 0;
      const others = question.options.filter((_, i) => i !== question.key);
      if (!others.every(({ lines }) => (question.pick === 'fewest' ? best < lines : best > lines)))
        faults.push(`none alone has the ${question.pick} lines`);
      return faults;
    }
    case 'order':
    case 'make': {
      const { compiled, exercise } = variant;
      if (compiled === null) return [...faults, 'no spec'];
      const shown = await shownAfter(variant, world, question.kind === 'order' ? question.steps : []);
      if (isReached(goalStates(question.goal, compiled.spec, shown)))
        faults.push('its goal is reached at the beginning');
      if (exercise.ask.what !== question.kind) faults.push('it asks something else');
      return faults;
    }
    case 'hunt':
      return faults;
    case 'standby':
    case 'suboverflowed':
      return [...faults, ...(await standbyFaults(question, variant, world))];
    default:
      return [...faults, ...(await stepFaults(question, variant, world))];
  }
}

async function stepFaults(question: StepQuestion, variant: Variant, world: ExerciseWorld): Promise<readonly string[]> {
  const { played, step, session } = question;
  const shown = await shownAfter(variant, world, [...played, step]);
  const outcome = outcomesOf(shown.events).get(step);
  const differs = (what: string, given: unknown, engine: unknown): readonly string[] =>
    JSON.stringify(given) === JSON.stringify(engine)
      ? []
      : [`${what}: the key is ${JSON.stringify(given)}, the engine has ${JSON.stringify(engine)}`];
  switch (question.kind) {
    case 'rows': {
      const { key, versions } = question;
      const seen = versions.filter(({ lp }) => key.includes(lp)).map(({ values }) => rowsText([values]));
      const returned = (rowsOf(outcome) ?? []).map((row) => rowsText([row]));
      return [
        ...(key.length === 0 || key.length === versions.length ? ['all versions are seen, or none'] : []),
        ...(new Set(versions.map(({ lp }) => lp)).size < versions.length ? ['two versions have one place'] : []),
        ...differs('rows', [...seen].sort(), [...returned].sort()),
      ];
    }
    case 'waits':
      return differs('waits', question.key !== 0, outcome?.waited);
    case 'snapshot': {
      const taken = shown.state.sessions.find((one) => one.session === session)?.snapshot;
      const { xids, key } = question;
      const offered =
        [key.xmin, key.xmax].every((bound) => xids.includes(bound)) && key.xip.every((xid) => xids.includes(xid));
      return [
        ...(offered ? [] : ['a bound or an xid of the key cannot be chosen']),
        ...(new Set(xids).size < xids.length ? ['an xid can be chosen twice'] : []),
        ...differs('snapshot', [key.xmin, key.xmax, key.xip], [taken?.xmin, taken?.xmax, taken?.xip]),
      ];
    }
    default: {
      const said = outcome?.error ?? (question.kind === 'error' ? '' : rowsText(rowsOf(outcome) ?? []));
      return differs('answer', question.options[question.key], said);
    }
  }
}

/** Asks a new standby once more, replayed up to the same point, counted in the steps' own WAL. */
async function standbyFaults(
  { played, replayed, ...question }: Extract<Question, { kind: 'standby' | 'suboverflowed' }>,
  variant: Variant,
  world: ExerciseWorld,
): Promise<readonly string[]> {
  const { standby: first } = await shownAfter(variant, world, played.slice(0, replayed), 'end');
  const { standby } = await shownAfter(variant, world, played, first?.records.length ?? 0);
  const [taken, primary] = [standby?.snapshot, standby?.primary.now];
  if (taken == null || primary === undefined) return ['the standby gives no snapshot'];
  if (question.kind === 'suboverflowed') {
    const is = overflowedWhere(primary.suboverflowed, taken.suboverflowed);
    return question.options[question.key] === is ? [] : [`the engine has it on ${is}`];
  }
  const { key, xids } = question;
  const [given, engine] = [
    [key.xmin, key.xmax, ...key.xip],
    [taken.xmin, taken.xmax, ...[...taken.subxip].sort((a, b) => a - b)],
  ].map((all) => all.join());
  return [
    ...(given === engine ? [] : [`standby: the key is ${given}, the engine has ${engine}`]),
    ...(taken.suboverflowed ? ['it is suboverflowed, and that is not asked'] : []),
    ...([key.xmin, key.xmax, ...key.xip].every((xid) => xids.includes(xid)) ? [] : ['an xid cannot be chosen']),
    ...(new Set(xids).size < xids.length ? ['an xid can be chosen twice'] : []),
  ];
}

async function shownAfter(
  { compiled, exercise }: Variant,
  world: ExerciseWorld,
  moves: Parameters<ShowMoves>[0],
  replay?: Parameters<ShowMoves>[2],
) {
  const opened = compiled === null ? null : await world.open(compiled, exercise, null);
  if (opened === null || !opened.ok) throw new Error('not opened');
  const shown = await opened.value(moves, {}, replay);
  if (!shown.ok) throw new Error(shown.error);
  return shown.value;
}

function answersOf(question: Question): { readonly right: Answer | null; readonly wrong: Answer | null } {
  switch (question.kind) {
    case 'rows':
      return { right: { kind: 'rows', seen: question.key }, wrong: { kind: 'rows', seen: [] } };
    case 'snapshot':
    case 'standby': {
      const right: Answer = { kind: 'snapshot', ...question.key };
      return { right, wrong: { ...right, xmax: right.xmax + 1 } };
    }
    case 'order':
    case 'make':
    case 'hunt':
      return { right: null, wrong: null };
    default:
      return {
        right: { kind: 'choice', at: question.key },
        wrong: { kind: 'choice', at: (question.key + 1) % question.options.length },
      };
  }
}

/** The part of a question that differs between seeds for a reader. */
export const askedText = ({ question, text, prose }: Variant): string => JSON.stringify([question, text, prose]);
/** The right answer as a text, so that keys of many seeds can be counted. */
export function keyText({ question }: Variant): string {
  if (question.kind === 'lines') {
    const best = question.options[question.key];
    return `${question.pick} ${best?.design ?? ''}${best?.reuse === true ? ' reused' : ''}`;
  }
  if (question.kind === 'waits') return question.options[question.key] ?? 'goes on';
  if ('options' in question) return question.options[question.key] ?? '';
  if (question.kind === 'rows') return question.key.join(',');
  return question.kind === 'snapshot' || question.kind === 'standby' ? JSON.stringify(question.key) : '';
}
