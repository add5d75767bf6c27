/**
 * A shipped scenario when it is wanted. Whoever already knows where one is says so; else the list of all, which is a
 * kilobyte, is fetched first.
 */
import type { CompiledSpec } from './spec-compile.ts';

export type LoadScenario = () => Promise<CompiledSpec>;

const known = new Map<string, LoadScenario>();

/** The scenario of this id is fetched so. */
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
