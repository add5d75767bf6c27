/** What the Playground will need, asked for before it is drawn: the engine's worker, the scenario, the parts that are shown. */
import { isScenario, loadScenario } from '../../engine/scenarios.ts';
import type { PlayAddress } from '../../model/addresses.ts';
import { stageAhead } from '../../trace/stage-client.ts';
import { fetchParts } from './parts/index.ts';
import { FIRST_SCENARIO } from './play-state.ts';
import { partsOf } from './stage-figure.ts';

/** @param show the parts of a figure; undefined: the whole page */
export function fetchAhead({ source }: PlayAddress, show: readonly string[] | undefined): void {
  stageAhead();
  const id = source === undefined ? FIRST_SCENARIO : source.kind === 'shipped' ? source.id : undefined;
  if (id !== undefined && isScenario(id)) loadScenario(id).catch(() => undefined);
  if (show !== undefined) {
    fetchParts(partsOf(show));
    import('./PlayFigure.tsx').catch(() => undefined);
  } else import('./Playground.tsx').catch(() => undefined);
}
