/** Why a stage stopped early, in words: the worker sends the reason, the page knows the language. */
import '../../base/messages/en/stage.ts';
import type { Messages } from '../../base/messages/index.ts';
import { limitText } from '../spec/spec-limit.ts';
import type { StageStop } from './stage-types.ts';

/** The spec that stopped: its text, and its file's name. */
export interface StoppedSpec {
  readonly text: string;
  readonly file: string;
}

export function stopText(stop: StageStop, { text, file }: StoppedSpec, messages: Messages): string {
  if (stop.kind === 'failed') return stop.error;
  if (stop.kind === 'paused') return messages.t('stage.paused', stop);
  return limitText(stop.limit, text, file, stop.permutation, messages);
}
