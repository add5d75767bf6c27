/** What the commits of the series say of themselves. */
import text from '../../../../../scenarios/published/commit-gains.csv?raw';
import { parsePublished } from '../../../scenario/published.ts';
import type { CommitGain } from '../../../viewmodel/ladder/ladder.ts';

function parsed(): readonly CommitGain[] {
  const table = parsePublished('commitGains', text);
  // The file is checked by a test; a broken one is a fault of this build.
  if (!table.ok) throw new Error(`${table.error.file}:${table.error.line}: ${table.error.message}`);
  return table.value.rows.map(({ commit, workload, gain }) => ({ commit, workload, gain }));
}
export const COMMIT_GAINS: readonly CommitGain[] = parsed();
