/** `stopText` as a component, for pages that fetch it only when something has stopped. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageStop } from '../../engine/stage/stage-types.ts';
import { type StoppedSpec, stopText } from '../../engine/stage/stop-text.ts';

interface StopWordsProps {
  readonly stop: StageStop;
  readonly state: StoppedSpec;
  readonly messages: Messages;
}

export function StopWords({ stop, state, messages }: StopWordsProps) {
  return stopText(stop, state, messages);
}
