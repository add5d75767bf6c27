/** Fetches the Playground's parts before it is drawn: the engine's worker, the scenario, the parts that are shown. */
import { fetchScenario } from '../../engine/spec/scenario-fetch.ts';
import { stageAhead } from '../../engine/stage/stage-client.ts';
import type { Ahead } from '../../ui/page.tsx';
import type { PlayAddress } from '../../viewmodel/addresses.ts';
import { FIRST_SCENARIO } from '../shared/play/play-state.ts';
import { partsOf } from '../shared/play/stage-figure.ts';
import { fetchFigures, USUAL_FIGURES } from '../shared/play/views.tsx';

/** Resolves when everything but the worker is loaded. */
export async function fetchStage({ source }: PlayAddress, { show }: Ahead): Promise<void> {
  stageAhead();
  const id = source === undefined ? FIRST_SCENARIO : source.kind === 'shipped' ? source.id : undefined;
  const scenario = id === undefined ? null : fetchScenario(id);
  const drawing = show === undefined ? import('./Playground.tsx') : import('./PlayFigure.tsx');
  await Promise.allSettled([scenario, drawing, fetchFigures(show === undefined ? USUAL_FIGURES : partsOf(show))]);
}
