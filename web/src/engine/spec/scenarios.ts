/**
 * The shipped scenarios (scenarios/specs), compiled when the site is built: web/tools/scenarios-plugin.ts makes the
 * modules. Each is fetched when it is opened, and then needs no parser. `scenario-index.ts` has the list of them. Only
 * for code that Vite builds (the page, unit tests); in plain Node read the files themselves.
 */
import type { CompiledSpec } from './spec-compile.ts';

const modules = import.meta.glob<CompiledSpec>('../../../../scenarios/specs/*.spec', { import: 'default' });

const pathOf = (id: string): string => `../../../../scenarios/specs/${id}.spec`;

export const isScenario = (id: string): boolean => Object.hasOwn(modules, pathOf(id));

/**
 * Fetches a scenario.
 * @throws when no scenario has that id (ask `isScenario`), or when it cannot be fetched
 */
export async function loadScenario(id: string): Promise<CompiledSpec> {
  const load = isScenario(id) ? modules[pathOf(id)] : undefined;
  if (load === undefined) throw new RangeError(`no scenario ${id}`);
  return await load();
}
