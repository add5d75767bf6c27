/**
 * The block `claims` of an exercise: it lists the demands of each sentence of the task, one claim a line, and after `|`
 * the words of the task that demand it. Those words must be in the prose, so an author who changes one sees the other.
 */
import type { Code } from 'mdast';
import { ASKED, type Claim, type ClaimLine, DIFFERS_IN, EXERCISE_LIMITS, STEP_ASKED } from './exercise.ts';
import { goalOf, wordsOf } from './exercise-blocks.ts';
import type { Prose } from './lesson.ts';
import type { LessonFaults } from './lesson-inline.ts';
import { inProse, textOf } from './lesson-languages.ts';

/** Words without the signs of Markdown, so that `code` and *stress* in the prose do not hide them. */
const bare = (text: string): string => text.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();

/** Words may span a line's end, but not a paragraph's. */
const paragraphsOf = (prose: readonly Prose[]): readonly string[] => inProse(prose).map((one) => bare(textOf(one)));

export function readClaims(node: Code, prose: readonly Prose[], faults: LessonFaults): readonly Claim[] {
  const first = (node.position?.start.line ?? 1) + 1;
  const own = faults.t;
  const paragraphs = paragraphsOf(prose);
  const claims: Claim[] = [];
  node.value.split('\n').forEach((text, i) => {
    if (text.trim() === '') return;
    const bar = text.indexOf('|');
    const [demand, words] = bar < 0 ? [text, ''] : [text.slice(0, bar), text.slice(bar + 1)];
    const columnOf = (part: string, from: number): number => from + part.length - part.trimStart().length + 1;
    const line = claimOf(demand.trim());
    const fault = (message: string, column: number): null => faults.atLine(first + i, message, column);
    if (line === null) fault(own('exercise.claim', { text: demand.trim().slice(0, 80) }), columnOf(demand, 0));
    else if (bare(words) === '') fault(own('exercise.claimWords'), text.length + 1);
    else if (!paragraphs.some((one) => one.includes(bare(words))))
      fault(own('exercise.claimNotSaid', { words: bare(words).slice(0, 80) }), columnOf(words, bar + 1));
    else if (claims.length >= EXERCISE_LIMITS.claims)
      fault(own('exercise.tooManyClaims', { max: EXERCISE_LIMITS.claims }), 1);
    else claims.push({ line, words: bare(words) });
  });
  return claims;
}

function claimOf(text: string): ClaimLine | null {
  const [, kind = '', rest = ''] = /^([a-z]+)\b[ \t]*(.*)$/.exec(text) ?? [];
  const steps = wordsOf(rest);
  switch (kind) {
    case 'told':
    case 'behind':
    case 'fates':
      return rest === '' ? { kind } : null;
    case 'together':
      return steps.length > 1 ? { kind, steps } : null;
    case 'made':
      return steps.length > 0 ? { kind, steps } : null;
    case 'says': {
      const [, step, words] = /^([^\s:]+): *(.+)$/.exec(rest) ?? [];
      return step === undefined || words === undefined ? null : { kind, step, text: words };
    }
    case 'asks': {
      const what = ASKED.find((one) => one === steps[0]);
      if (what === undefined || STEP_ASKED.some((one) => one === what) !== steps.length > 1) return null;
      return { kind, what, steps: steps.slice(1) };
    }
    case 'differs': {
      const what = DIFFERS_IN.find((one) => one === steps[0]);
      return what === undefined || steps.length < 2 ? null : { kind, what, steps: steps.slice(1) };
    }
    default:
      return goalOf(text);
  }
}

/** Names of the steps that a claim is about. */
export function stepsIn(line: ClaimLine): readonly string[] {
  if ('steps' in line) return line.steps;
  if (!('step' in line)) return [];
  return 'other' in line ? [line.step, line.other] : [line.step];
}

const SENTENCES = /[^.?!。？！]*[.?!。？！]+["”’)）]*|[^.?!。？！]+$/gu;

/** Sentences of the task that no claim quotes: nobody has checked whether they are true. */
export const unclaimed = (prose: readonly Prose[], claims: readonly Claim[]): readonly string[] =>
  paragraphsOf(prose)
    // A dot within a number does not end a sentence.
    .flatMap((one) => one.replace(/(?<=\d)\.(?=\d)/g, '․').match(SENTENCES) ?? [])
    .map((one) => one.replaceAll('․', '.').trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .filter((one) => !claims.some(({ words }) => one.includes(words) || words.includes(one)));
