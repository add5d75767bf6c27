/** The texts of the shipped scenarios in the reader's language. */
import { useEffect, useState } from 'react';
import { fetchScenarioTexts, scenarioTextsIn } from '../../../engine/spec/scenario-texts.ts';
import type { ScenarioText, ScenarioTexts } from '../../../scenario/texts-file.ts';
import { useMessages } from '../../../ui/messages.tsx';
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

/** Of the open scenario; undefined: English, or a reader's own spec. */
export function useOwnTexts(source: PlayState['source']): ScenarioText | undefined {
  const texts = useScenarioTexts();
  // The id comes from the address: `constructor` has no texts.
  return source?.kind === 'shipped' && Object.hasOwn(texts, source.id) ? texts[source.id] : undefined;
}
