/**
 * Draws a cursor's life next to other sessions' writes: its rows are those of its DECLARE, whatever has happened since,
 * and until its end they hold the session's xmin. A rollback to a savepoint before the DECLARE, or the block's end, closes
 * it; then its name gives the server's error, which is compared, too.
 */
import type { Rng } from '../../src/base/random.ts';

const NAMES = ['c', 'd'] as const;

/** @param open the names that the session has declared, changed by what is drawn; @param query of a DECLARE */
export function drawCursor(rng: Rng, open: Set<string>, query: () => string): string {
  const name = rng.pick(NAMES);
  if (!open.has(name)) {
    // Else a name that does not exist.
    if (rng.chance(0.05)) return `FETCH 1 FROM ${name}`;
    open.add(name);
    return `DECLARE ${name} CURSOR FOR ${query()}`;
  }
  const kind = rng.weighted({ fetch: 8, all: 2, move: 2, close: 2, again: 0.3 });
  switch (kind) {
    case 'fetch':
      return `FETCH ${1 + rng.below(3)} FROM ${name}`;
    case 'all':
      return `FETCH ALL FROM ${name}`;
    case 'move':
      return `MOVE ${1 + rng.below(2)} IN ${name}`;
    case 'close':
      open.delete(name);
      return `CLOSE ${name}`;
    case 'again':
      return `DECLARE ${name} CURSOR FOR ${query()}`;
  }
}
