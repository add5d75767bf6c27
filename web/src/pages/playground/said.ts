/** The sentence above the stage, and the line below it: at the beginning the subject of the spec, then the findings. */

import '../../base/messages/en/stage.ts';
import '../../base/messages/en/ui.ts';
import { useMemo } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import type { StageEvent, StageState } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { type ScenarioText, withTexts } from '../../scenario/texts-file.ts';
import { useMessages } from '../../ui/messages.tsx';
import { letterCount } from '../../viewmodel/picture-text.ts';
import { turnWords } from '../../viewmodel/prompt/turn-words.ts';
import { type Headline, headline } from '../../viewmodel/stage/headline.ts';
import { verdictWords } from '../../viewmodel/stage/lane-words.ts';
import { isAtEnd } from '../shared/play/play-moves.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import { useOwnTexts } from '../shared/play/use-scenario-texts.ts';
import type { News } from './verdict/news.ts';

/** In Latin letters. Set smaller, so that it fits in its line on a wide page, and in two lines on a phone. */
const LONG_TITLE = 60;

/** And smaller still. Longer ones are cut: the stage below does not move when a sentence grows. */
const VERY_LONG_TITLE = 88;
export const lengthOf = (title: string): 'very' | 'long' | undefined => {
  const length = letterCount(title);
  return length > VERY_LONG_TITLE ? 'very' : length > LONG_TITLE ? 'long' : undefined;
};

/** @param news the verdict; null: there is none, or it has another place */
export function useSaid(state: PlayState, news: News | null): { readonly said: Headline; readonly isVerdict: boolean } {
  const messages = useMessages();
  const { t } = messages;
  const { compiled, shown, phase, file, events } = state;
  const own = useOwnTexts(state.source);
  const atEnd = shown?.state.tick === state.playback.tick && isAtEnd(state);
  const step = useMemo(
    () =>
      compiled === null || shown === null
        ? { title: t(phase === 'loading' || phase === 'ready' ? 'stage.opening' : 'stage.nothingOpen'), text: '' }
        : findingOf(compiled.spec, own, shown.state, events, file, messages, atEnd),
    [compiled, own, shown, events, phase, file, messages, t, atEnd],
  );
  const said = useMemo(
    () => (atEnd ? withVerdict(step, news, compiled?.spec, own) : step),
    [atEnd, step, news, compiled, own],
  );
  return { said, isVerdict: said !== step };
}

/**
 * @param text the shipped scenario's texts in the reader’s language
 * @param isAtEnd only the teardown is left: the outcome comes first; where SQL is typed, what to do next
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
  const outcome = (spec.extras.hasPrompts ? turnWords : verdictWords)(state, messages);
  return { ...said, text: messages.t('ui.sentences', { all: [outcome, said.text] }) };
}

/**
 * At a run's end the verdict is the finding, and the last step's own sentence is in the line below: unless somebody wrote a
 * caption for the step.
 */
function withVerdict(
  said: Headline,
  news: News | null,
  spec: Spec | undefined,
  own: ScenarioText | undefined,
): Headline {
  if (news === null || news.title === null || spec === undefined) return said;
  if ([...withTexts(spec, own).extras.captions.values()].includes(said.title)) return said;
  return { title: letterCount(news.title) > VERY_LONG_TITLE ? news.text : news.title, text: said.text };
}
