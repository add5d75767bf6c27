/**
 * The rows on the Playground's page are those of the table that the step at the cursor is about, however the reader came
 * to it. Pure.
 */
import { currentBranch, type Playback } from '../../../viewmodel/stage/playback.ts';
import { stepTable } from '../../../viewmodel/stage/step-table.ts';
import type { PageAt, PlayState } from './play-state.ts';

/**
 * Null: the table on show stays. A step on that names none, such as COMMIT, leaves it, too; elsewhere it is the one that
 * was last named.
 */
function tableAt({ compiled, shown, at }: PlayState, playback: Playback): string | null {
  const tables = shown?.state.tables ?? [];
  if (compiled === null || tables.length < 2) return null;
  const { moves } = currentBranch(playback);
  const { tick } = playback;
  const first = tick === at.tick + 1 ? at.tick : 0;
  const name = moves
    .slice(first, tick)
    .map((move) => stepTable(compiled.spec.steps[move]?.sql ?? ''))
    .findLast((one) => tables.some((table) => table.name === one));
  return name === undefined || name === shown?.state.page?.table ? null : (name ?? null);
}

export const pageAt: PageAt = (state, playback) => {
  const table = tableAt(state, playback);
  return table === null ? null : { table, block: 0, selection: { ...state.selection, tuple: null } };
};
