/**
 * The shipped scenarios' texts in other languages: one module per language, made with the site and fetched on demand.
 */
import type { ScenarioTexts } from '../../scenario/texts-file.ts';

const FILES = import.meta.glob<ScenarioTexts>('../../../../scenarios/specs/texts.*.txt', {
  query: '?scenario-texts',
  import: 'default',
});
const NONE: ScenarioTexts = {};

/** The texts fetched so far. It only grows; entries never change. */
const fetched = new Map<string, ScenarioTexts>();

/** The texts of a language; none if they have not been fetched, or do not exist. */
export const scenarioTextsIn = (lang: string): ScenarioTexts => fetched.get(lang) ?? NONE;

/** Fetches them once. If that fails, English is shown, and the next call tries again. */
export async function fetchScenarioTexts(lang: string): Promise<void> {
  const load = FILES[`../../../../scenarios/specs/texts.${lang}.txt`];
  if (load === undefined || fetched.has(lang)) return;
  try {
    fetched.set(lang, await load());
  } catch {
    // English is shown then.
  }
}
