/** A page's way to have a text read that anybody may have written: in a worker, under a clock, so that no text can hold up the page. */

import '../../../base/messages/en/errors-texts.ts';
import '../../../base/messages/en/source.ts';
import { messagesIn, type PlainKey } from '../../../base/messages/index.ts';
import { connect, type Lost } from '../../../base/rpc.ts';
import type { TextsApi } from './text-types.ts';
import { faultyText, type ReadText, type ReadTexts, type TextKind, type TextQuestion } from './text-types.ts';
import workerUrl from './texts-worker.ts?worker&url';

const rpc = connect<TextsApi>(workerUrl, { loadMs: 60_000, answerMs: 10_000 });

const SAID: Readonly<Record<Lost['kind'], PlainKey>> = {
  'not-loaded': 'errors.notLoaded.reader',
  'too-slow': 'source.compile.tooSlow',
  broke: 'source.compile.broke',
  cancelled: 'source.compile.broke',
  closed: 'source.compile.broke',
};

export const readTextInWorker: ReadTexts = async <K extends TextKind>(
  question: TextQuestion<K>,
): Promise<ReadText<K>> => {
  const answer = await rpc.ask('read', question);
  // The worker answers each kind of question with that kind's result.
  if (answer.ok) return answer.value as ReadText<K>;
  return faultyText(messagesIn(question.lang).t(SAID[answer.error.kind]), answer.error.kind === 'not-loaded');
};
