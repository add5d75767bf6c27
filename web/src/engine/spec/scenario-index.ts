/**
 * The list of the shipped scenarios (scenarios/specs), to choose one from; `scenarios.ts` fetches a scenario without
 * it. Only for code that Vite builds (the page, unit tests).
 */
import type { ScenarioInfo } from './scenario-info.ts';

const infos = import.meta.glob<ScenarioInfo>('../../../../scenarios/specs/*.spec', {
  query: '?info',
  import: 'default',
  eager: true,
});

/** The paths' own order would put `a-b.spec` before `a.spec`. */
const index = Object.values(infos).sort((a, b) => (a.id < b.id ? -1 : 1));

/** All shipped scenarios, in the order of their ids. */
export const scenarioIndex = (): readonly ScenarioInfo[] => index;
