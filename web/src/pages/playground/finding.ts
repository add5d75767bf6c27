/** The sentence above the stage, and the line below it: at the beginning what the spec is about, then what was found. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageEvent, StageState } from '../../engine/stage-types.ts';
import { type Headline, headline } from '../../model/stage/headline.ts';
import { type ScenarioText, withTexts } from '../../scenario/scenario-texts.ts';
import type { Spec } from '../../scenario/spec-types.ts';

/** @param text what a shipped scenario says in the reader’s language */
export function findingOf(
  english: Spec,
  text: ScenarioText | undefined,
  state: StageState,
  events: readonly StageEvent[],
  file: string,
  messages: Messages,
): Headline {
  const spec = withTexts(english, text);
  const { title, about } = spec.extras;
  if (state.tick === 0 && (title !== null || about !== null)) return { title: title ?? file, text: about ?? '' };
  return headline({ spec, state, events }, messages);
}
