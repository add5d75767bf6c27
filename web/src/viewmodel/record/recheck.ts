/**
 * Judges a record's answers again: the engine computes the key of an exercise from its seed, a lesson's choice has its
 * key in the lesson. The record's own claims are not trusted.
 */
import { type Move, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import type { Lesson } from '../../scenario/lesson.ts';
import { parseAnswer } from '../exercise/answer.ts';
import type { ExerciseDeps, ShowMoves } from '../exercise/exercise-deps.ts';
import { judgeMoves, judgeTyped } from '../exercise/judge.ts';
import { EDITIONS, type Edition } from '../exercise/kind.ts';
import type { Exercise } from '../exercise/kinds.ts';
import { faultOf, isMadeOfMoves, isRight, movesFormOf } from '../exercise/kinds.ts';
import { makeVariant, type Variant } from '../exercise/variant.ts';
import { type Deed, MAX_ANSWER_CHARS, mayBeFirstEdition } from './progress.ts';

export type Verdict =
  /** The record's verdict is correct. */
  | 'agrees'
  | 'differs'
  /** This copy of Xipscope has no such exercise, lesson or question: somebody's own, or another version's. */
  | 'unknown'
  /** A lesson's prediction: its answer depends on the state of the reader's figure. */
  | 'prediction'
  /** The answer has the maximal length: it may have been longer. */
  | 'cut'
  /** The engine did not answer. */
  | 'failed';

const against = (deed: Deed, right: boolean): Verdict => (deed.isRight === right ? 'agrees' : 'differs');

/** Deeds on one variant. */
export interface SameVariant {
  readonly id: string;
  readonly seed: number;
  readonly deeds: readonly Deed[];
}

/** The exercises' deeds by variant, in the order of their first deeds. */
export function byVariant(deeds: readonly Deed[]): readonly SameVariant[] {
  const found = new Map<string, { id: string; seed: number; deeds: Deed[] }>();
  for (const deed of deeds) {
    if (deed.kind !== 'exercise') continue;
    const key = `${deed.id} ${deed.seed}`;
    const same = found.get(key) ?? { id: deed.id, seed: deed.seed, deeds: [] };
    same.deeds.push(deed);
    found.set(key, same);
  }
  return [...found.values()];
}

/**
 * A verdict for each deed, in their order.
 * @param exercise null: no exercise has that id
 * @param tell gets the variant as it is asked today
 */
export async function recheckVariant(
  { id, seed, deeds }: SameVariant,
  exercise: Exercise | null,
  world: ExerciseDeps,
  tell: (variant: Variant) => void = () => undefined,
): Promise<readonly Verdict[]> {
  const all = (verdict: Verdict) => deeds.map(() => verdict);
  if (exercise === null) return all('unknown');
  // A record does not say which edition it answered: an answer from the first one's days agrees if either edition does.
  const judges = new Map<Edition, Judge>();
  const asked = deeds.some(mayBeFirstEdition) ? EDITIONS.toReversed() : EDITIONS.slice(-1);
  for (const edition of asked) {
    const made = await makeVariant(id, exercise, seed, world, edition);
    if (made.ok && edition === TODAYS) tell(made.value);
    const judge = made.ok ? await judgeOf(made.value, world) : null;
    if (judge !== null) judges.set(edition, judge);
    // Both editions ask the same question if it is answered by moves, and claims count for old answers as well.
    if (made.ok && isMadeOfMoves(made.value.question)) break;
  }
  if (judges.size === 0) return all('failed');
  const verdicts: Verdict[] = [];
  for (const deed of deeds) verdicts.push(await verdictOn(deed, judges));
  return verdicts;
}

const TODAYS: Edition = 2;

async function verdictOn(deed: Deed, judges: ReadonlyMap<Edition, Judge>): Promise<Verdict> {
  if (deed.answer.length >= MAX_ANSWER_CHARS) return 'cut';
  let verdict: Verdict = 'failed';
  for (const [edition, judge] of judges) {
    if (edition !== TODAYS && !mayBeFirstEdition(deed)) continue;
    const right = await judge(deed.answer);
    if (right === 'failed') continue;
    verdict = against(deed, right);
    if (verdict === 'agrees') break;
  }
  return verdict;
}

type Judge = (answer: string) => Promise<boolean | 'failed'>;

/** Null: no server is available. */
async function judgeOf(variant: Variant, world: ExerciseDeps): Promise<Judge | null> {
  const { question, compiled, exercise } = variant;
  const form = movesFormOf(question);
  if (form === null)
    return async (text) => {
      const answer = parseAnswer(text);
      return answer !== null && isRight(question, answer) === true;
    };
  if (compiled === null) return null;
  if (form.shape === 'schedule' && form.isTyped)
    return async (text) => {
      const answer = parseAnswer(text);
      if (answer?.kind !== 'typed') return false;
      const judged = await judgeTyped(variant, answer.moves, world);
      return judged.ok ? judged.value?.isRight === true : 'failed';
    };
  const open = async (fault: string | null): Promise<ShowMoves | null> => {
    const opened = await world.open(compiled, exercise, fault);
    return opened.ok ? opened.value : null;
  };
  const sound = await open(null);
  const fault = faultOf(question);
  const show = fault === null ? sound : await open(fault);
  if (sound === null || show === null) return null;
  const { steps } = compiled.spec;
  return async (text) => {
    const answer = parseAnswer(text);
    if (answer?.kind !== 'moves' || !canBePlayed(answer.moves, steps.length)) return false;
    if (form.shape === 'order' && !sameSteps(answer.moves, form.steps)) return false;
    const judged = await judgeMoves(variant, answer.moves, show, sound);
    return judged.ok ? judged.value.isRight : 'failed';
  };
}

/** By the page's rules: each step at most once, and time that passes. */
function canBePlayed(moves: readonly Move[], steps: number): boolean {
  const made = moves.filter((move) => move !== TIME_PASSES);
  return new Set(made).size === made.length && made.every((move) => move >= 0 && move < steps);
}
const sameSteps = (moves: readonly Move[], steps: readonly Move[]): boolean =>
  moves.length === steps.length && steps.every((step) => moves.includes(step));

const CHOSEN = /^\d{1,2}(?:,\d{1,2})*$/;

/** @param lesson null: no lesson has that id */
export function recheckLesson(deed: Deed, lesson: Lesson | null): Verdict {
  const question = lesson?.steps[deed.part - 1]?.question ?? null;
  if (question === null) return 'unknown';
  if (question.kind === 'predict') return 'prediction';
  if (deed.answer.length >= MAX_ANSWER_CHARS) return 'cut';
  const chosen = CHOSEN.test(deed.answer) ? deed.answer.split(',').map(Number) : [];
  const wanted = question.options.flatMap((option, i) => (option.isRight ? [i] : []));
  const isWhole = new Set(chosen).size === wanted.length && chosen.length === wanted.length;
  return against(deed, isWhole && chosen.every((one) => wanted.includes(one)));
}
