/** What the shipped scenarios say in the reader's language. */
import { useEffect, useState } from 'react';
import { fetchScenarioTexts, scenarioTextsIn } from '../../engine/spec/scenario-texts.ts';
import type { ScenarioText, ScenarioTexts } from '../../scenario/scenario-texts.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PlayState } from './play-state.ts';

export function useScenarioTexts(): ScenarioTexts {
  const { lang } = useMessages();
  const [, setArrived] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void fetchScenarioTexts(lang).then(() => isCurrent && setArrived(lang));
    return () => {
      isCurrent = false;
    };
  }, [lang]);
  return scenarioTextsIn(lang);
}

/** Of the scenario that is open; undefined: English, or a person's own spec. */
export function useOwnTexts(source: PlayState['source']): ScenarioText | undefined {
  const texts = useScenarioTexts();
  // The id is the address's: `constructor` has no texts.
  return source?.kind === 'shipped' && Object.hasOwn(texts, source.id) ? texts[source.id] : undefined;
}
