/**
 * The fenced blocks of an exercise that do not depend on the kind of its question: vary, schedule, goal. Each reads its
 * own text and reports each fault with its line.
 */
import '../../base/messages/en/exercise.ts';
import '../../base/messages/en/lesson.ts';
import type { Code } from 'mdast';
import { fields } from '../../scenario/lesson-blocks.ts';
import type { LessonFaults } from '../../scenario/lesson-inline.ts';
import { EXERCISE_LIMITS, type ExerciseSchedule, type GoalLine, type Variable } from './exercise.ts';
import { partsOf } from './kind.ts';

const NAME = /^[a-z][a-z0-9_]{0,30}$/;
const RANGE = /^(-?\d{1,9})\.\.(-?\d{1,9})(?: by (\d{1,9}))?$/;
const REPEAT = /^repeat (\d{1,4})\.\.(\d{1,4}|[a-z][a-z0-9_]{0,30}): (.+)$/;

const linesOf = (node: Code): readonly [readonly string[], number] => [
  node.value.split('\n'),
  (node.position?.start.line ?? 1) + 1,
];
/** With blanks or commas between them. */
export const wordsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');

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
  const [, kind = '', who = '', rest = ''] = /^([a-z]+) +([^\s:,]+)[:,]? *(.*)$/.exec(line) ?? [];
  switch (kind) {
    case 'rows':
      return { kind, step: who, rows: partsOf(rest, ',').join(', ') };
    case 'error':
      return rest === '' ? null : { kind, step: who, text: rest };
    case 'waits':
      if (rest === '') return { kind, step: who };
      return line.includes(`${who}:`) ? { kind: 'waited', step: who, rows: partsOf(rest, ',').join(', ') } : null;
    case 'fine':
      return rest === '' ? { kind, step: who } : null;
    case 'committed':
      return { kind, table: who, rows: partsOf(rest, ',').join(', ') };
    case 'differ':
    case 'same':
    case 'after':
      return /^\S+$/.test(rest) ? { kind, step: who, other: rest } : null;
    case 'suboverflowed':
      return rest === '' ? { kind, session: who } : null;
    case 'within':
      return /^[1-9]\d{0,2}$/.test(who) && rest === '' ? { kind, count: Number(who) } : null;
    case 'versions':
      return /^\d{1,4}$/.test(rest) ? { kind, table: who, count: Number(rest) } : null;
    default:
      return null;
  }
}
