/** What a list says of a shipped scenario; made with the site (web/tools/scenarios-plugin.ts). */
export interface ScenarioInfo {
  /** The file's name without `.spec`; part of addresses. */
  readonly id: string;
  readonly title: string;
  /** A sentence or two; may be empty. */
  readonly about: string;
  readonly sessions: number;
  readonly steps: number;
  /** As many as a run of the whole file goes through. */
  readonly permutations: number;
  /** Words of its SQL, names and captions, in lower case, each once, separated by blanks: to be searched. */
  readonly words: string;
}
