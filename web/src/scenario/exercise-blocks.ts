/**
 * The fenced blocks of an exercise: vary, schedule, ask, goal; `exercise-parse.ts` reads claims. Each reads its own
 * text and reports each fault with its line.
 */
import type { Code } from 'mdast';
import {
  ASKED,
  type Ask,
  type CountedLines,
  EXERCISE_LIMITS,
  EXERCISE_MARKS,
  type ExerciseSchedule,
  type GoalLine,
  PICKS,
  STANDBY_ASKED,
  STEP_ASKED,
  type Variable,
} from './exercise.ts';
import { type Field, fields, readMarks } from './lesson-blocks.ts';
import type { LessonFaults } from './lesson-inline.ts';

const NAME = /^[a-z][a-z0-9_]{0,30}$/;
const RANGE = /^(-?\d{1,9})\.\.(-?\d{1,9})(?: by (\d{1,9}))?$/;
const REPEAT = /^repeat (\d{1,4})\.\.(\d{1,4}|[a-z][a-z0-9_]{0,30}): (.+)$/;
const COUNTED = /^([a-z0-9.-]{1,40})(?: (reused))?(?: at (\d{1,9}|[a-z][a-z0-9_]{0,30}))?$/;

const linesOf = (node: Code): readonly [readonly string[], number] => [
  node.value.split('\n'),
  (node.position?.start.line ?? 1) + 1,
];
export const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
const partsOf = (text: string, by: string): readonly string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function readVary(node: Code, faults: LessonFaults): readonly Variable[] {
  const [lines, first] = linesOf(node);
  const { t } = faults;
  const found: Variable[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [, name = '', text = ''] = /^([^:]*):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const isTwice = found.some((one) => one.name === name);
    if (!NAME.test(name)) faults.atLine(first + i, t('exercise.vary.name', { text: line.slice(0, 80) }));
    else if (isTwice) faults.atLine(first + i, t('lesson.field.twice', { key: name }));
    else if (found.length >= EXERCISE_LIMITS.variables)
      faults.atLine(first + i, t('exercise.vary.tooMany', { max: EXERCISE_LIMITS.variables }));
    else {
      const variable = variableOf(name, text, found);
      if (typeof variable !== 'string') found.push(variable);
      else
        faults.atLine(first + i, t(`exercise.vary.${variable}`, { text: text.slice(0, 80) }), line.indexOf(text) + 1);
    }
  }
  return found;
}

function variableOf(name: string, text: string, before: readonly Variable[]): Variable | 'shape' | 'range' | 'words' {
  const repeat = REPEAT.exec(text);
  if (repeat !== null) {
    const [, from = '', to = '', each = ''] = repeat;
    const known = before.some((one) => one.name === to && one.kind === 'number');
    return known || /^\d+$/.test(to) ? { kind: 'repeat', name, from: Number(from), to, text: each } : 'range';
  }
  const range = RANGE.exec(text);
  if (range !== null) {
    const [from, to, by] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)];
    return from < to && by > 0 && from + by <= to ? { kind: 'number', name, from, to, by } : 'range';
  }
  const words = partsOf(text, '|');
  if (!text.includes('|')) return 'shape';
  const isFine = words.length >= 2 && words.length <= EXERCISE_LIMITS.words && new Set(words).size === words.length;
  return isFine ? { kind: 'word', name, words } : 'words';
}

export function readSchedule(node: Code, faults: LessonFaults): ExerciseSchedule | null {
  const [lines, first] = linesOf(node);
  const { steps, mix, needs } = fields(lines, first, ['steps', 'mix', 'needs'], ['mix', 'needs'], faults);
  if (steps === undefined) return null;
  if (mix !== undefined && mix.text !== 'yes' && mix.text !== 'no')
    return faults.atLine(mix.line, faults.t('exercise.mix'), mix.column + 1);
  const names = wordsOf(steps.text);
  if (names.length > EXERCISE_LIMITS.scheduleSteps)
    return faults.atLine(steps.line, faults.t('exercise.tooManySteps', { max: EXERCISE_LIMITS.scheduleSteps }));
  return { steps: names, mixed: mix?.text === 'yes', needs: wordsOf(needs?.text ?? '') };
}

const ASK_FIELDS = ['what', 'step', 'of', 'pick', 'idle', 'active', 'fault', 'rules', 'decisive'] as const;
export const RULES = [13, 14, 15, 16, 17, 18] as const;

export interface AskBlock {
  /** A goal has a separate block. */
  readonly ask: Ask;
  readonly rules: (typeof RULES)[number];
  readonly decisive: readonly string[];
  /** The line of `decisive`, or of the block if there is none. */
  readonly decisiveLine: number;
}

export function readAsk(node: Code, faults: LessonFaults): AskBlock | null {
  const [lines, first] = linesOf(node);
  const given = fields(lines, first, ASK_FIELDS, ASK_FIELDS.slice(1), faults);
  const { decisive } = given;
  const marks = decisive === undefined ? [] : readMarks(decisive, EXERCISE_MARKS, faults);
  const asked = askOf(given, first, faults);
  return asked === null ? null : { ...asked, decisive: marks, decisiveLine: decisive?.line ?? first };
}

type AskFields = Readonly<Partial<Record<(typeof ASK_FIELDS)[number], Field>>>;

function askOf(
  { what, step, of, pick, idle, active, fault, rules }: AskFields,
  first: number,
  faults: LessonFaults,
): Pick<AskBlock, 'ask' | 'rules'> | null {
  const { t } = faults;
  if (what === undefined) return null;
  const asked = ASKED.find((one) => one === what.text);
  if (asked === undefined)
    return faults.atLine(
      what.line,
      t('exercise.what', { given: what.text.slice(0, 80), known: ASKED }),
      what.column + 1,
    );
  const version = RULES.find((one) => String(one) === (rules?.text ?? '17'));
  if (version === undefined)
    return faults.atLine(rules?.line ?? first, t('exercise.rules', { known: RULES.map(String) }));
  const missing = (key: string): null => faults.atLine(first, t('lesson.field.missing', { key }));
  const isStep = STEP_ASKED.find((one) => one === asked);
  if (isStep !== undefined) {
    if (step === undefined) return missing('step');
    return { ask: { what: isStep, steps: partsOf(step.text, '|') }, rules: version };
  }
  const ofStandby = STANDBY_ASKED.find((one) => one === asked);
  if (ofStandby !== undefined) return { ask: { what: ofStandby }, rules: version };
  if (asked === 'hunt')
    return fault === undefined ? missing('fault') : { ask: { what: 'hunt', fault: fault.text }, rules: version };
  if (asked === 'lines') {
    if (of === undefined) return missing('of');
    if (active === undefined) return missing('active');
    const named = partsOf(pick?.text ?? 'fewest', '|');
    const picks = PICKS.filter((one) => named.includes(one));
    if (picks.length < Math.max(1, named.length)) return faults.atLine(pick?.line ?? first, t('exercise.pick'));
    const counted = partsOf(of.text, ',').map(countedOf);
    const all = counted.filter((one) => one !== null);
    if (all.length < counted.length || all.length < 2) return faults.atLine(of.line, t('exercise.of'), of.column + 1);
    if (idle === undefined && all.some(({ at }) => at === null)) return missing('idle');
    return {
      ask: { what: 'lines', picks, of: all, idle: idle?.text ?? null, active: active.text },
      rules: version,
    };
  }
  return { ask: { what: asked === 'order' ? 'order' : 'make', goal: [] }, rules: version };
}

function countedOf(text: string): (CountedLines & { readonly at: string | null }) | null {
  const [, design, reused, at = null] = COUNTED.exec(text) ?? [];
  return design === undefined ? null : { design, reuse: reused !== undefined, at };
}

export function readGoal(node: Code, faults: LessonFaults): readonly GoalLine[] {
  const [lines, first] = linesOf(node);
  const goals: GoalLine[] = [];
  lines.forEach((line, i) => {
    if (line.trim() === '') return;
    const goal = goalOf(line.trim());
    if (goal === null) faults.atLine(first + i, faults.t('exercise.goal', { text: line.slice(0, 80) }));
    else if (goals.length < EXERCISE_LIMITS.goals) goals.push(goal);
    else faults.atLine(first + i, faults.t('exercise.goals', { max: EXERCISE_LIMITS.goals }));
  });
  return goals;
}

export function goalOf(line: string): GoalLine | null {
  const [, kind = '', who = '', rest = ''] = /^([a-z]+) +([^\s:]+):? *(.*)$/.exec(line) ?? [];
  switch (kind) {
    case 'rows':
      return { kind, step: who, rows: partsOf(rest, ',').join(', ') };
    case 'error':
      return rest === '' ? null : { kind, step: who, text: rest };
    case 'waits':
    case 'fine':
      return rest === '' ? { kind, step: who } : null;
    case 'differ':
    case 'same':
    case 'after':
      return /^\S+$/.test(rest) ? { kind, step: who, other: rest } : null;
    case 'suboverflowed':
      return rest === '' ? { kind, session: who } : null;
    case 'versions':
      return /^\d{1,4}$/.test(rest) ? { kind, table: who, count: Number(rest) } : null;
    default:
      return null;
  }
}
