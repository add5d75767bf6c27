/** The sentence above the stage, and the line below it. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageEvent, StageState } from '../../engine/stage-types.ts';
import { tickText } from '../../model/stage/lane-words.ts';
import type { Spec } from '../../scenario/spec-types.ts';

export interface Finding {
  readonly title: string;
  readonly text: string;
}

export function findingOf(
  spec: Spec,
  { tick }: StageState,
  events: readonly StageEvent[],
  file: string,
  messages: Messages,
): Finding {
  return { title: spec.extras.title ?? file, text: tickText(spec, events, tick, messages) };
}
