/**
 * Fetches a shipped scenario when it is wanted. A caller that already knows where one is registers it; for any other, the
 * list of all scenarios, one kilobyte, is fetched first.
 */
import type { CompiledSpec } from './spec-compile.ts';

export type LoadScenario = () => Promise<CompiledSpec>;

const known = new Map<string, LoadScenario>();

/** Registers how to fetch the scenario of this id. */
export function knowScenario(id: string, load: LoadScenario): void {
  known.set(id, load);
}

/** Null: no shipped scenario has that id. Rejects if it cannot be fetched. */
export async function fetchScenario(id: string): Promise<CompiledSpec | null> {
  const load = known.get(id);
  if (load !== undefined) return await load();
  const { isScenario, loadScenario } = await import('./scenarios.ts');
  return isScenario(id) ? await loadScenario(id) : null;
}
