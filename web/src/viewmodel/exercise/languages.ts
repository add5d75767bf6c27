/**
 * The law of an exercise's languages: another language asks the same in other words. So the blocks are identical to the
 * letter, except hints and `why`; and a text names the same values, code and addresses. The variant that a seed makes,
 * and with it every mark, does not depend on the language.
 */
import '../../base/messages/en/exercise.ts';
import { type Messages, messagesIn } from '../../base/messages/index.ts';
import type { Inline, Prose } from '../../scenario/lesson.ts';
import { beyond, inProse, links } from '../../scenario/lesson-languages.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import type { Exercise } from './kinds.ts';

/** Blocks without prose, by their names in a file. */
const BLOCKS = ['lesson', 'level', 'vary', 'schedule', 'ask', 'goal', 'decisive', 'rules'] as const;

const NAME = /\{[^{}]*\}/g;
/** Filled-in values and code, where they are in a text. */
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
/** Each name once: one language repeats a name where another one says “it”. */
const namedIn = (prose: readonly Prose[]): readonly string[] => {
  const parts = inProse(prose);
  return [...new Set([...parts.flat().flatMap(named), ...links(parts)])];
};

/** Where `translation` is a different exercise than `original`: faults of the translation, each reported once, in line 1. */
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
    // A surplus or missing hint is reported above.
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
