/**
 * The law of an exercise's languages: another language asks the same in other words. So the blocks are the same to the
 * letter, but for hints and `why`; and a text names the same values, code and addresses. What a seed makes of it, and with
 * it every mark, does not depend on the language.
 */
import { type Messages, messagesIn } from '../base/messages/index.ts';
import type { Exercise } from './exercise.ts';
import type { Inline, Prose } from './lesson.ts';
import { beyond, inProse, links } from './lesson-languages.ts';
import type { SpecProblem } from './spec-types.ts';

/** Blocks that are no words, as they are called in a file; `schedule` and `goal` are read with what they belong to. */
const BLOCKS = ['lesson', 'vary', 'schedule', 'ask', 'decisive', 'rules'] as const;

const NAME = /\{[^{}]*\}/g;
/** Values that are filled in, and code, where they stand in a text. */
const named = (one: Inline): readonly string[] => {
  switch (one.kind) {
    case 'text':
      return one.text.match(NAME) ?? [];
    case 'code':
      return [`\`${one.text}\``];
    default:
      return one.children.flatMap(named);
  }
};
/** Each once: one language repeats a name where another one says “it”. */
const namedIn = (prose: readonly Prose[]): readonly string[] => {
  const parts = inProse(prose);
  return [...new Set([...parts.flat().flatMap(named), ...links(parts)])];
};

/** Where `translation` is another exercise than `original`: faults of the translation, each told once, at its first line. */
export function exerciseDifferences(
  original: Exercise,
  translation: Exercise,
  { t }: Pick<Messages, 't'> = messagesIn('en'),
): readonly SpecProblem[] {
  const said: string[] = BLOCKS.filter(
    (name) => JSON.stringify(translation[name]) !== JSON.stringify(original[name]),
  ).map((name) => t('exercise.same.block', { name }));
  const demands = ({ claims }: Exercise): string => JSON.stringify(claims.map(({ line }) => line));
  if (demands(translation) !== demands(original)) said.push(t('exercise.same.block', { name: 'claims' }));
  if (translation.spec?.text !== original.spec?.text) said.push(t('exercise.same.block', { name: 'spec' }));
  const [given, wanted] = [translation.hints.length, original.hints.length];
  if (given !== wanted) said.push(t('exercise.same.hints', { given, wanted }));
  if (translation.why.length > 0 !== original.why.length > 0)
    said.push(t('exercise.same.why', { wanted: original.why.length > 0 }));
  const parts: (readonly [theirs: readonly Prose[], mine: readonly Prose[]])[] = [
    [original.prose, translation.prose],
    [original.why, translation.why],
    // A hint that is too many or too few is told already.
    ...original.hints.map((hint, i) => [hint, translation.hints[i] ?? hint] as const),
  ];
  for (const [theirs, mine] of parts) {
    const missing = beyond(namedIn(theirs), namedIn(mine));
    const extra = beyond(namedIn(mine), namedIn(theirs));
    if (missing.length > 0) said.push(t('exercise.same.missing', { what: missing }));
    if (extra.length > 0) said.push(t('exercise.same.extra', { what: extra }));
  }
  return said.map((message) => ({ line: 1, column: 1, message }));
}
