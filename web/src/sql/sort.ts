/**
 * ORDER BY as a server sorts: rows with equal sort keys come out in the order in which its algorithm leaves them, not
 * in the one they came in. Up to six rows are inserted one by one, and rows that are already in order stay; more are
 * split around a median (Bentley and McIlroy's quicksort). With LIMIT only the first are kept, in a heap. The
 * comparisons and exchanges must be the same as there, or ties come out differently.
 * Source: sort_template.h, tuplesort.c (make_bounded_heap, sort_bounded_heap).
 */

/** Below 0: a comes first. */
export type Compare<T> = (a: T, b: T) => number;

/** Sorts in place, and returns the first `bound` of the rows; 0: all of them. */
export function sortRows<T>(rows: T[], compare: Compare<T>, bound: number): readonly T[] {
  // A heap is used if there are more than twice as many rows as wanted.
  if (bound > 0 && rows.length > 2 * bound) return firstOf(rows, compare, bound);
  if (rows.length > 1) new Quicksort(rows, compare).sort(0, rows.length);
  return rows;
}

const SMALL = 7;
/** With at least this many rows the median is one of nine. */
const LARGE = 40;

/** Rows by their places: `order` and `swap` are all that the algorithm does to them. */
class Quicksort<T> {
  readonly #rows: T[];
  readonly #compare: Compare<T>;

  constructor(rows: T[], compare: Compare<T>) {
    this.#rows = rows;
    this.#compare = compare;
  }

  /** Sorts `count` rows from `first` on. */
  sort(first: number, count: number): void {
    for (let [from, n] = [first, count]; ; ) {
      const end = from + n;
      if (n < SMALL) {
        this.#insertAll(from, end);
        return;
      }
      if (this.#isSorted(from, end)) return;
      this.#swap(from, this.#middleOf(from, n));
      const [less, more] = this.#split(from, end);
      // Recursion for the smaller part, the next turn of the loop for the larger one: the stack stays small.
      if (less <= more) {
        if (less > 1) this.sort(from, less);
        if (more <= 1) return;
        [from, n] = [end - more, more];
      } else {
        if (more > 1) this.sort(end - more, more);
        if (less <= 1) return;
        n = less;
      }
    }
  }

  #order(i: number, j: number): number {
    const [x, y] = [this.#rows[i], this.#rows[j]];
    return x === undefined || y === undefined ? 0 : this.#compare(x, y);
  }

  #swap(i: number, j: number): void {
    const [x, y] = [this.#rows[i], this.#rows[j]];
    if (x === undefined || y === undefined) return;
    this.#rows[i] = y;
    this.#rows[j] = x;
  }

  #swapMany(i: number, j: number, count: number): void {
    for (let k = 0; k < count; k++) this.#swap(i + k, j + k);
  }

  #insertAll(from: number, end: number): void {
    for (let i = from + 1; i < end; i++)
      for (let j = i; j > from && this.#order(j - 1, j) > 0; j--) this.#swap(j, j - 1);
  }

  #isSorted(from: number, end: number): boolean {
    let at = from + 1;
    while (at < end && this.#order(at - 1, at) <= 0) at++;
    return at === end;
  }

  #median(i: number, j: number, k: number): number {
    if (this.#order(i, j) < 0) return this.#order(j, k) < 0 ? j : this.#order(i, k) < 0 ? k : i;
    return this.#order(j, k) > 0 ? j : this.#order(i, k) < 0 ? i : k;
  }

  /** The middle row, the median of three, or the median of three medians. */
  #middleOf(from: number, count: number): number {
    const middle = from + (count >> 1);
    if (count <= SMALL) return middle;
    const [low, high] = [from, from + count - 1];
    if (count <= LARGE) return this.#median(low, middle, high);
    const step = count >> 3;
    return this.#median(
      this.#median(low, low + step, low + 2 * step),
      this.#median(middle - step, middle, middle + step),
      this.#median(high - 2 * step, high - step, high),
    );
  }

  /**
   * Splits the rows around the one at `from`: smaller ones come first, larger ones last. Returns how many there are of
   * each.
   */
  #split(from: number, end: number): readonly [less: number, more: number] {
    // Rows equal to the median collect at both ends: before `same`, and after `alike`.
    let [same, left] = [from + 1, from + 1];
    let [alike, right] = [end - 1, end - 1];
    for (;;) {
      for (let one = 0; left <= right; left++) {
        one = this.#order(left, from);
        if (one > 0) break;
        if (one === 0) this.#swap(same++, left);
      }
      for (let one = 0; left <= right; right--) {
        one = this.#order(right, from);
        if (one < 0) break;
        if (one === 0) this.#swap(right, alike--);
      }
      if (left > right) break;
      this.#swap(left++, right--);
    }
    const before = Math.min(same - from, left - same);
    this.#swapMany(from, left - before, before);
    const behind = Math.min(alike - right, end - alike - 1);
    this.#swapMany(left, end - behind, behind);
    return [left - same, alike - right];
  }
}

/**
 * The first `bound` rows: the last of those kept so far is on top of a heap, and is removed when a better one comes.
 */
function firstOf<T>(rows: readonly T[], compare: Compare<T>, bound: number): readonly T[] {
  const heap: T[] = [];
  /** Replaces the top of the first `count` by `row`. */
  const replaceTop = (row: T, count: number): void => {
    let at = 0;
    for (;;) {
      let next = 2 * at + 1;
      const [one, other] = [heap[next], heap[next + 1]];
      if (next >= count || one === undefined) break;
      let child = one;
      if (next + 1 < count && other !== undefined && compare(other, one) > 0) [next, child] = [next + 1, other];
      if (compare(child, row) <= 0) break;
      heap[at] = child;
      at = next;
    }
    heap[at] = row;
  };
  for (const row of rows) {
    const [top] = heap;
    if (heap.length < bound || top === undefined) {
      let at = heap.length;
      for (; at > 0; at = (at - 1) >> 1) {
        const parent = heap[(at - 1) >> 1];
        if (parent === undefined || compare(parent, row) >= 0) break;
        heap[at] = parent;
      }
      heap[at] = row;
    } else if (compare(top, row) > 0) replaceTop(row, bound);
  }
  for (let count = heap.length - 1; count > 0; count--) {
    const [top, last] = [heap[0], heap[count]];
    if (top === undefined || last === undefined) break;
    replaceTop(last, count);
    heap[count] = top;
  }
  return heap;
}
