/**
 * Whether ORDER BY determines the order of groups, of GROUP BY or of SELECT DISTINCT. A server collects them in a hash
 * table (HashAggregate) and prints them in its order, or sorts the rows first (GroupAggregate, Unique), whichever it
 * considers cheaper; the order of the hash table depends on the hashes of the keys, on the number of groups that the
 * planner expected, and on the server's version. None of that is built here. So if the output would show an order of
 * groups that ORDER BY leaves open, the statement is refused rather than answered in an order of our own.
 * Source: create_grouping_paths and create_distinct_paths in planner.c, execGrouping.c, simplehash.h.
 */

/** Questions about two rows that are equal for ORDER BY. */
interface Asked<T> {
  /** ORDER BY ranks neither of the two first. */
  readonly isTie: (a: T, b: T) => boolean;
  /** They print the same, so nobody sees which of them came first. */
  readonly isSame: (a: T, b: T) => boolean;
}

/**
 * Rows sorted by ORDER BY, of which those from `from` up to `end` are printed (OFFSET and LIMIT). True if the output is
 * the same for every order that the rows had before the sort.
 */
export function isOrderDecided<T extends object>(
  rows: readonly T[],
  { isTie, isSame }: Asked<T>,
  from: number,
  end: number,
): boolean {
  const [first] = rows;
  if (first === undefined || from >= end) return true;
  // Ties are adjacent: for each run of them its first row, its start, and whether all of it prints the same.
  let [head, start, isUniform] = [first, 0, true];
  for (const [i, row] of rows.entries()) {
    if (i === 0) continue;
    if (isTie(head, row)) isUniform = isUniform && isSame(head, row);
    else {
      if (i >= end) return true;
      [head, start, isUniform] = [row, i, true];
    }
    const isShown = i >= from && start < end;
    if (isShown && !isUniform) return false;
  }
  return true;
}
