/**
 * The law of a lesson's languages: another language says the same in other words. So both have the same steps, and each
 * step has the same figure, question, right options, sources with their figures, and addresses. The words are not
 * compared.
 */
import '../base/messages/en/lesson.ts';
import { type Messages, messagesIn } from '../base/messages/index.ts';
import type { Inline, Lesson, LessonQuestion, LessonStep, Prose } from './lesson.ts';
import type { SpecProblem } from './spec-types.ts';

export type Parts = readonly (readonly Inline[])[];

const inOne = (one: Prose): Parts => {
  switch (one.kind) {
    case 'paragraph':
      return [one.children];
    case 'quote':
      return inProse(one.children);
    case 'list':
      return one.items.flatMap(inProse);
    case 'code':
      return [];
  }
};
export const inProse = (all: readonly Prose[]): Parts => all.flatMap(inOne);

const inQuestion = (question: LessonQuestion | null): Parts => {
  if (question === null) return [];
  return question.kind === 'predict'
    ? [question.ask, question.why]
    : [question.ask, ...question.options.flatMap(({ text, why }) => [text, why])];
};

export const textOf = (all: readonly Inline[]): string =>
  all.map((one) => ('text' in one ? one.text : textOf(one.children))).join('');

/** The figures in a text, without words, signs and units: “near 3,000” and “接近 3,000” are both “3,000”. */
const figuresIn = (text: string): string => (text.match(/\d+(?:[,.]\d+)*/g) ?? []).join(' ');

/** Links as written: an address, or a source and the figures that it supports. */
const linksIn = (one: Inline): readonly string[] => {
  switch (one.kind) {
    case 'text':
    case 'code':
      return [];
    case 'emphasis':
    case 'strong':
      return one.children.flatMap(linksIn);
    case 'link':
      return [one.href, ...one.children.flatMap(linksIn)];
    case 'number':
      return [`[${figuresIn(textOf(one.children))}](${one.provenance}:${one.source})`];
  }
};
/** Sorted: words may come in another order. */
export const links = (parts: Parts): readonly string[] => parts.flat().flatMap(linksIn).sort();

/** The items that `a` contains more often than `b`. */
export function beyond(a: readonly string[], b: readonly string[]): readonly string[] {
  const left = [...b];
  return a.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** A question without its words. */
const skeleton = (question: LessonQuestion | null): string => {
  if (question === null) return '–';
  if (question.kind === 'predict') return `predict ${question.answer}${question.why.length > 0 ? ', why' : ''}`;
  return `choice ${question.options.map(({ isRight }) => (isRight ? '[x]' : '[ ]')).join(' ')}`;
};

const address = ({ figure }: LessonStep): string =>
  figure === null
    ? '–'
    : [
        figure.at,
        ...(figure.show.length > 0 ? [`show: ${figure.show.join(', ')}`] : []),
        ...(figure.decisive.length > 0 ? [`decisive: ${figure.decisive.join(', ')}`] : []),
      ].join(' ');

/** Where `translation` is a different lesson than `original`: faults of the translation, each at the line of its step. */
export function lessonDifferences(
  original: Lesson,
  translation: Lesson,
  { t }: Pick<Messages, 't'> = messagesIn('en'),
): readonly SpecProblem[] {
  const problems: SpecProblem[] = [];
  const given = translation.steps.length;
  if (given !== original.steps.length) {
    // The first surplus step; or the last step, if some are missing after it.
    const line = (translation.steps[original.steps.length] ?? translation.steps.at(-1))?.line ?? 1;
    problems.push({ line, column: 1, message: t('lesson.same.steps', { given, wanted: original.steps.length }) });
  }
  original.steps.forEach((wanted, i) => {
    const step = translation.steps[i];
    if (step === undefined) return;
    const fault = (message: string): void => {
      problems.push({ line: step.line, column: 1, message });
    };
    if (address(step) !== address(wanted))
      fault(t('lesson.same.figure', { step: i + 1, given: address(step), wanted: address(wanted) }));
    if (skeleton(step.question) !== skeleton(wanted.question))
      fault(
        t('lesson.same.question', { step: i + 1, given: skeleton(step.question), wanted: skeleton(wanted.question) }),
      );
    if (step.notes.length > 0 !== wanted.notes.length > 0)
      fault(t('lesson.same.notes', { step: i + 1, wanted: wanted.notes.length > 0 }));
    // The texts for readers and those for the speaker only, separately.
    const sides = [
      [
        [step.title, ...inProse(step.prose)],
        [wanted.title, ...inProse(wanted.prose)],
      ],
      [inQuestion(step.question), inQuestion(wanted.question)],
      [inProse(step.notes), inProse(wanted.notes)],
    ] as const;
    for (const [mine, theirs] of sides) {
      const missing = beyond(links(theirs), links(mine));
      const extra = beyond(links(mine), links(theirs));
      if (missing.length > 0) fault(t('lesson.same.missing', { step: i + 1, what: missing }));
      if (extra.length > 0) fault(t('lesson.same.extra', { step: i + 1, what: extra }));
    }
  });
  return problems;
}
