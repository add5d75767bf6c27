/**
 * The shipped scenarios (scenarios/specs), compiled when the site is built: web/tools/scenarios-plugin.ts makes the
 * modules. The list is small and always there; each scenario is fetched when it is opened, and needs no parser then.
 * For what Vite builds (the page, unit tests); in plain Node read the files themselves.
 */
import type { ScenarioInfo } from './scenario-info.ts';
import type { CompiledSpec } from './spec-compile.ts';

const infos = import.meta.glob<ScenarioInfo>('../../../scenarios/specs/*.spec', {
  query: '?info',
  import: 'default',
  eager: true,
});
const modules = import.meta.glob<CompiledSpec>('../../../scenarios/specs/*.spec', { import: 'default' });

const pathOf = (id: string): string => `../../../scenarios/specs/${id}.spec`;

/** The paths' own order would put `a-b.spec` before `a.spec`. */
const index = Object.values(infos).sort((a, b) => (a.id < b.id ? -1 : 1));

/** All shipped scenarios, in the order of their ids. */
export const scenarioIndex = (): readonly ScenarioInfo[] => index;

export const isScenario = (id: string): boolean => Object.hasOwn(modules, pathOf(id));

/**
 * Fetches a scenario.
 * @throws when there is none of that id (ask `isScenario`), or when it cannot be fetched
 */
export async function loadScenario(id: string): Promise<CompiledSpec> {
  const load = isScenario(id) ? modules[pathOf(id)] : undefined;
  if (load === undefined) throw new RangeError(`no scenario ${id}`);
  return await load();
}
