/**
 * Whether ORDER BY decides in which order groups come out, of GROUP BY or of SELECT DISTINCT. A server gathers them in a hash
 * table (HashAggregate) and prints them as they lie there, or sorts the rows first (GroupAggregate, Unique), whichever it
 * thinks cheaper; the order of the hash table follows from the hashes of the keys, from the number of groups that the planner
 * expected, and from the server's version. None of that is built here. So where an order of groups would show that ORDER BY
 * leaves open, the statement is refused rather than answered in an order of our own.
 * Source: create_grouping_paths and create_distinct_paths in planner.c, execGrouping.c, simplehash.h.
 */

/** What a run of rows that ORDER BY takes for alike is asked. */
interface Asked<T> {
  /** For ORDER BY neither of the two comes first. */
  readonly isTie: (a: T, b: T) => boolean;
  /** They print the same, so nobody sees which of them came first. */
  readonly isSame: (a: T, b: T) => boolean;
}

/**
 * Rows as ORDER BY sorts them, of which those from `from` up to `end` are printed (OFFSET and LIMIT). True if whatever
 * order they came in before they were sorted, the same is printed.
 */
export function isOrderDecided<T extends object>(
  rows: readonly T[],
  { isTie, isSame }: Asked<T>,
  from: number,
  end: number,
): boolean {
  const [first] = rows;
  if (first === undefined || from >= end) return true;
  // Ties lie side by side: of each run of them its first, where it begins, and whether all of it prints the same.
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
