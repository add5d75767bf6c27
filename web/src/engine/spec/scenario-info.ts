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
