/** The gains that the commit messages of the series state. */
import text from '../../../../../scenarios/published/commit-gains.csv?raw';
import { parsePublished } from '../../../scenario/published.ts';
import type { CommitGain } from '../../../viewmodel/ladder/ladder.ts';

function parsed(): readonly CommitGain[] {
  const table = parsePublished('commitGains', text);
  // A test checks the file; a broken one is a fault of this build.
  if (!table.ok) throw new Error(`${table.error.file}:${table.error.line}: ${table.error.message}`);
  return table.value.rows.map(({ commit, workload, gain }) => ({ commit, workload, gain }));
}
export const COMMIT_GAINS: readonly CommitGain[] = parsed();
