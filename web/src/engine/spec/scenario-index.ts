/**
 * The list of the shipped scenarios (scenarios/specs), to choose one from; `scenarios.ts` fetches a scenario without
 * it. Only for code that Vite builds (the page, unit tests).
 */

/** A shipped scenario's entry in a list; made with the site (web/tools/scenarios-plugin.ts). */
export interface ScenarioInfo {
  /** The file's name without `.spec`; part of addresses. */
  readonly id: string;
  readonly title: string;
  /** A sentence or two; may be empty. */
  readonly about: string;
  readonly sessions: number;
  readonly steps: number;
  /** How many a run of the whole file executes. */
  readonly permutations: number;
  /** Words of its SQL, names and captions, in lower case, each once, separated by blanks: for the search. */
  readonly words: string;
}

const infos = import.meta.glob<ScenarioInfo>('../../../../scenarios/specs/*.spec', {
  query: '?info',
  import: 'default',
  eager: true,
});

/** The paths' own order would put `a-b.spec` before `a.spec`. */
const index = Object.values(infos).sort((a, b) => (a.id < b.id ? -1 : 1));

/** All shipped scenarios, in the order of their ids. */
export const scenarioIndex = (): readonly ScenarioInfo[] => index;
