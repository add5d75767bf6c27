/**
 * DECLARE, FETCH, MOVE and CLOSE: a cursor goes forward over a query that our own executor knows. Going back, WITH HOLD
 * and row locks are refused by name.
 */
import type { ClosePortalStmt, DeclareCursorStmt, FetchStmt, Node } from 'libpg-query';
import { compileSelect } from './compile-query.ts';
import { mentionsEffects } from './effects-names.ts';
import type { CursorPlan, SelectPlan } from './plan.ts';
import { Outside } from './statement-names.ts';

/** Undefined: it is none of these. */
export function compileCursor(node: Node): CursorPlan | undefined {
  if ('DeclareCursorStmt' in node) return declare(node.DeclareCursorStmt);
  if ('FetchStmt' in node) return fetch(node.FetchStmt);
  if ('ClosePortalStmt' in node) return close(node.ClosePortalStmt);
  return undefined;
}

const [BINARY, SCROLL, NO_SCROLL, HOLD] = [1, 2, 4, 32];

function declare({ portalname = '', options = 0, query }: DeclareCursorStmt): CursorPlan {
  if ((options & BINARY) !== 0) throw new Outside('BINARY cursors (leave BINARY out)', undefined);
  if ((options & HOLD) !== 0) throw new Outside('WITH HOLD (fetch all rows before COMMIT)', undefined);
  const made = query === undefined ? undefined : ownSelect(query);
  if (made === undefined) throw new Outside('DECLARE CURSOR (run its query itself)', undefined);
  if (made.locking.length > 0)
    throw new Outside('FOR UPDATE in a cursor (lock the rows in a SELECT before)', undefined);
  if (made.groupBy.length > 0 || made.distinct)
    throw new Outside('groups in a cursor (run its query itself)', undefined);
  const scrolls = (options & SCROLL) !== 0 ? true : (options & NO_SCROLL) !== 0 ? false : undefined;
  return { kind: 'declare-cursor', name: portalname, scrolls, query: made };
}

/** Undefined: a query for an evaluator, or one that does more than read. */
function ownSelect(query: Node): SelectPlan | undefined {
  if (!('SelectStmt' in query) || mentionsEffects(query)) return undefined;
  try {
    const made = compileSelect(query.SelectStmt);
    return made.from?.kind === 'slot' || made.from?.kind === 'one' ? undefined : made;
  } catch (cause) {
    if (cause instanceof Outside) return undefined;
    throw cause;
  }
}

function fetch({ portalname = '', direction, howMany, ismove = false }: FetchStmt): CursorPlan {
  const what = ismove ? 'MOVE' : 'FETCH';
  const isForward = direction === undefined || direction === 'FETCH_FORWARD';
  const count = Number(howMany ?? 0);
  if (!isForward || !(count > 0))
    throw new Outside(`${what} other than forward (declare the cursor again to begin anew)`, undefined);
  return { kind: 'fetch', name: portalname, moves: ismove, count: count > MANY ? undefined : count };
}
/** More is ALL. */
const MANY = 2 ** 53;

const close = ({ portalname }: ClosePortalStmt): CursorPlan => ({
  kind: 'close-cursor',
  name: portalname === undefined || portalname === '' ? undefined : portalname,
});
