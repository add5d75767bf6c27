/** The sentence above the stage, and the line below it: at the beginning the subject of the spec, then the findings. */
import type { Messages } from '../../base/messages/index.ts';
import type { StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import { type ScenarioText, withTexts } from '../../scenario/scenario-texts.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { type Headline, headline } from '../../viewmodel/stage/headline.ts';
import { verdictWords } from '../../viewmodel/stage/verdict.ts';

/**
 * @param text the shipped scenario's texts in the reader’s language
 * @param isAtEnd only the teardown is left: the outcome comes first
 */
export function findingOf(
  english: Spec,
  text: ScenarioText | undefined,
  state: StageState,
  events: readonly StageEvent[],
  file: string,
  messages: Messages,
  isAtEnd = false,
): Headline {
  const spec = withTexts(english, text);
  const { title, about } = spec.extras;
  if (state.tick === 0 && (title !== null || about !== null)) return { title: title ?? file, text: about ?? '' };
  const said = headline({ spec, state, events }, messages);
  if (!isAtEnd) return said;
  return { ...said, text: messages.t('ui.sentences', { all: [verdictWords(state, messages), said.text] }) };
}
