/** What the shipped scenarios say in other languages: one module a language, made with the site and fetched when it is wanted. */
import type { ScenarioTexts } from '../../scenario/scenario-texts.ts';

const FILES = import.meta.glob<ScenarioTexts>('../../../../scenarios/specs/texts.*.txt', {
  query: '?scenario-texts',
  import: 'default',
});
const NONE: ScenarioTexts = {};

/** What has been fetched. It grows, and what is in it never changes. */
const fetched = new Map<string, ScenarioTexts>();

/** The texts of a language; none while they have not been fetched, and where there are none. */
export const scenarioTextsIn = (lang: string): ScenarioTexts => fetched.get(lang) ?? NONE;

/** Fetches them, once. Where that fails English is shown, and the next one who asks tries again. */
export async function fetchScenarioTexts(lang: string): Promise<void> {
  const load = FILES[`../../../../scenarios/specs/texts.${lang}.txt`];
  if (load === undefined || fetched.has(lang)) return;
  try {
    fetched.set(lang, await load());
  } catch {
    // English, then.
  }
}
