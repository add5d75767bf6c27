/**
 * A record's answers, judged again: the key of an exercise comes from the engine by its seed, that of a lesson's choice from
 * the lesson. What a record says of itself is not taken for granted.
 */
import { type Move, TIME_PASSES } from '../../engine/stage/stage-types.ts';
import type { Exercise } from '../../scenario/exercise.ts';
import type { Lesson } from '../../scenario/lesson.ts';
import { judgeMoves } from '../exercise/judge.ts';
import { isMadeOfMoves, isRight, parseAnswer } from '../exercise/question.ts';
import { EDITIONS, makeVariant, type Variant } from '../exercise/variant.ts';
import type { ExerciseWorld, ShowMoves } from '../exercise/world.ts';
import { type Deed, MAX_ANSWER_CHARS } from './types.ts';

export type Verdict =
  /** Right is right here, too, and wrong is wrong. */
  | 'agrees'
  | 'differs'
  /** This copy of Xipscope has no such exercise, lesson or question: somebody's own, or another version's. */
  | 'unknown'
  /** A lesson's prediction: its answer depends on where the reader's figure stood. */
  | 'prediction'
  /** As long as an answer can be kept: it may have been longer. */
  | 'cut'
  /** The engine could not be asked. */
  | 'failed';

const against = (deed: Deed, right: boolean): Verdict => (deed.isRight === right ? 'agrees' : 'differs');

/** Deeds that one variant decides. */
export interface SameVariant {
  readonly id: string;
  readonly seed: number;
  readonly deeds: readonly Deed[];
}

/** The exercises' deeds by variant, in the order in which they come first. */
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

/** A verdict for each deed, in their order. @param exercise null: there is none of that id */
export async function recheckVariant(
  { id, seed, deeds }: SameVariant,
  exercise: Exercise | null,
  world: ExerciseWorld,
): Promise<readonly Verdict[]> {
  const all = (verdict: Verdict) => deeds.map(() => verdict);
  if (exercise === null) return all('unknown');
  // Which edition somebody answered a record does not say: it agrees where one of them says the same.
  const judges: Judge[] = [];
  for (const edition of EDITIONS.toReversed()) {
    const made = await makeVariant(id, exercise, seed, world, edition);
    const judge = made.ok ? await judgeOf(made.value, world) : null;
    if (judge !== null) judges.push(judge);
    // What is answered by moves is asked alike in both, and what the task says counts for old answers as well.
    if (made.ok && isMadeOfMoves(made.value.question)) break;
  }
  if (judges.length === 0) return all('failed');
  const verdicts: Verdict[] = [];
  for (const deed of deeds) verdicts.push(await verdictOn(deed, judges));
  return verdicts;
}

async function verdictOn(deed: Deed, judges: readonly Judge[]): Promise<Verdict> {
  if (deed.answer.length >= MAX_ANSWER_CHARS) return 'cut';
  let verdict: Verdict = 'failed';
  for (const judge of judges) {
    const right = await judge(deed.answer);
    if (right === 'failed') continue;
    verdict = against(deed, right);
    if (verdict === 'agrees') break;
  }
  return verdict;
}

type Judge = (answer: string) => Promise<boolean | 'failed'>;

/** Null: no server to be had. */
async function judgeOf(variant: Variant, world: ExerciseWorld): Promise<Judge | null> {
  const { question, compiled, exercise } = variant;
  if (!isMadeOfMoves(question))
    return async (text) => {
      const answer = parseAnswer(text);
      return answer !== null && isRight(question, answer) === true;
    };
  if (compiled === null) return null;
  const open = async (fault: string | null): Promise<ShowMoves | null> => {
    const opened = await world.open(compiled, exercise, fault);
    return opened.ok ? opened.value : null;
  };
  const sound = await open(null);
  const show = question.kind === 'hunt' ? await open(question.fault) : sound;
  if (sound === null || show === null) return null;
  const { steps } = compiled.spec;
  return async (text) => {
    const answer = parseAnswer(text);
    if (answer?.kind !== 'moves' || !canBePlayed(answer.moves, steps.length)) return false;
    if (question.kind === 'order' && !sameSteps(answer.moves, question.steps)) return false;
    const judged = await judgeMoves(variant, answer.moves, show, sound);
    return judged.ok ? judged.value.isRight : 'failed';
  };
}

/** As the page lets somebody play: each step once at most, and time that passes. */
function canBePlayed(moves: readonly Move[], steps: number): boolean {
  const made = moves.filter((move) => move !== TIME_PASSES);
  return new Set(made).size === made.length && made.every((move) => move >= 0 && move < steps);
}
const sameSteps = (moves: readonly Move[], steps: readonly Move[]): boolean =>
  moves.length === steps.length && steps.every((step) => moves.includes(step));

const CHOSEN = /^\d{1,2}(?:,\d{1,2})*$/;

/** @param lesson null: there is none of that id */
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
