/** A page's way to have a text read that anybody may have written: in a worker, under a clock, so that no text can hold up the page. */

import { type ClockedWorker, createClocked, type Lost } from '../../base/clocked.ts';
import { messagesIn, type PlainKey } from '../../base/messages/index.ts';
import { faultyText, type ReadText, type ReadTexts, type TextKind, type TextQuestion } from './text-types.ts';

type TextsWorker = ClockedWorker<TextQuestion, ReadText<TextKind>>;

const ask = createClocked<TextQuestion, ReadText<TextKind>>(
  () => new Worker(new URL('./texts-worker.ts', import.meta.url), { type: 'module' }) as TextsWorker,
  { loadMs: 60_000, answerMs: 10_000 },
);

const SAID: Readonly<Record<Lost, PlainKey>> = {
  'not-loaded': 'errors.notLoaded.reader',
  'too-slow': 'source.compile.tooSlow',
  broke: 'source.compile.broke',
};

export const readTextInWorker: ReadTexts = async <K extends TextKind>(
  question: TextQuestion<K>,
): Promise<ReadText<K>> => {
  const answer = await ask(question);
  // The worker answers a question with what its kind is read to.
  if (answer.ok) return answer.value as ReadText<K>;
  return faultyText(messagesIn(question.lang).t(SAID[answer.error]), answer.error === 'not-loaded');
};
