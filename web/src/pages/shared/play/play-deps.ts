/** Everything that a page needs of the browser to play specs: the worker with the engine, the shipped scenarios, the parser, a clock. */
import type { Messages } from '../../../base/messages/index.ts';
import { fetchScenario } from '../../../engine/spec/scenario-fetch.ts';
import { fetchScenarioTexts } from '../../../engine/spec/scenario-texts.ts';
import { startStage } from '../../../engine/stage/stage-client.ts';
import type { PlayDeps } from './play-state.ts';

export const browserWorld = (messages: Messages): Omit<PlayDeps, 'onAddress'> => ({
  client: startStage(),
  load: async (id) => {
    const [scenario] = await Promise.all([fetchScenario(id), fetchScenarioTexts(messages.lang)]);
    return scenario;
  },
  compile: async (source) =>
    (await import('../../../engine/spec/compile-client.ts')).compileText(source, messages.lang),
  messages,
  later: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});
