/**
 * Adds up what a scene's operations meet, by bytes, and finds out why: for each fetch, which words others had written
 * since this core's last copy, and whether any of them had changed. The machine itself compares no values, so it calls
 * a line truly shared also when somebody has only written again what was there; this tells the two apart.
 */

import type { LayoutCell, LayoutTally } from './layout-types.ts';
import type { OperationKind, SceneAccesses, SceneOperation } from './scene-types.ts';
import { LINE_LEVELS, NO_CORE, OPERATION_KINDS, SHARINGS } from './scene-types.ts';

const LINE_BYTES = 64;
const WORD_BYTES = 4;
const WORDS = LINE_BYTES / WORD_BYTES;
const READ = 0;

type Growing<T> = { -readonly [K in keyof T]: T[K] };
interface GrowingCell extends Omit<Growing<LayoutCell>, 'readers' | 'writers' | 'operations'> {
  readonly readers: Set<number>;
  readonly writers: Set<number>;
  readonly operations: Set<OperationKind>;
}

/** The last store to a word, and the last one that changed its value. */
interface Stored {
  at: number;
  by: number;
  changedAt: number;
  changedBy: number;
}

/** A fetch whose operation is not over. Bits are the line's words. */
interface Fetch {
  readonly index: number;
  readonly line: number;
  /** Words that others have written since this core's last copy, and those whose value they have changed. */
  readonly written: number;
  readonly changed: number;
  /** Words that the operation touches, other than xmins that it only reads. */
  touched: number;
}

const wordsOf = (offset: number, size: number): number =>
  (2 << Math.floor((offset + size - 1) / WORD_BYTES)) - (1 << Math.floor(offset / WORD_BYTES));

export class Tally {
  readonly #xmin: number;
  readonly #cells = new Map<number, GrowingCell>();
  /** The same cells, of each line. */
  readonly #lines = new Map<number, GrowingCell[]>();
  readonly #words = new Map<number, Stored>();
  /** When a core last fetched a line. */
  readonly #fetchedAt = new Map<number, number>();
  #now = 0;
  readonly #sum = {
    operations: 0,
    transactions: 0,
    snapshots: 0,
    accesses: 0,
    misses: 0,
    trueSharing: 0,
    restored: 0,
    falseSharing: 0,
    forHorizon: 0,
    upgrades: 0,
    cold: 0,
    transfersWithin: 0,
    transfersAcross: 0,
    ns: 0,
  };

  /** @param xmin the number of the field xmin in `SceneAccesses.field` */
  constructor(xmin: number) {
    this.#xmin = xmin;
  }

  /** @param counts false: it only warms up, but what it stores matters to those after it */
  add(operation: SceneOperation, accesses: SceneAccesses, counts: boolean): void {
    const fetches: Fetch[] = [];
    for (let i = 0; i < accesses.count; i++) {
      this.#now += 1;
      this.#touch(operation, accesses, i, fetches);
      if (counts) this.#count(operation, accesses, i);
    }
    if (!counts) return;
    for (const fetch of fetches) this.#explain(accesses, fetch);
    const sum = this.#sum;
    sum.operations += 1;
    sum.transactions += operation.kind === 'end' ? 1 : 0;
    sum.snapshots += operation.kind === 'snapshot' ? 1 : 0;
    sum.accesses += accesses.count;
    sum.ns += operation.endNs - operation.startNs;
  }

  result(): LayoutTally {
    const cells = [...this.#cells.values()].sort((a, b) => a.at - b.at || a.size - b.size);
    return {
      ...this.#sum,
      cells: cells.map((cell) => ({
        ...cell,
        readers: [...cell.readers].sort((a, b) => a - b),
        writers: [...cell.writers].sort((a, b) => a - b),
        operations: OPERATION_KINDS.filter((kind) => cell.operations.has(kind)),
      })),
    };
  }

  #cell(at: number, size: number): GrowingCell {
    const key = at * LINE_BYTES + size - 1;
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = {
        at,
        size,
        reads: 0,
        writes: 0,
        readers: new Set(),
        writers: new Set(),
        operations: new Set(),
        misses: 0,
        blamed: 0,
        restored: 0,
        ns: 0,
      };
      this.#cells.set(key, cell);
      const line = Math.floor(at / LINE_BYTES);
      const own = this.#lines.get(line);
      if (own === undefined) this.#lines.set(line, [cell]);
      else own.push(cell);
    }
    return cell;
  }

  /** What an access does to the words' history, and what it fetches. */
  #touch({ core }: SceneOperation, a: SceneAccesses, i: number, fetches: Fetch[]): void {
    const line = a.line[i] ?? 0;
    const offset = a.offset[i] ?? 0;
    const size = a.size[i] ?? 0;
    const isRead = a.kind[i] === READ;
    if (a.missed[i] === 1 && a.upgrade[i] !== 1) {
      const key = line * (NO_CORE + 1) + core;
      const since = this.#fetchedAt.get(key) ?? 0;
      this.#fetchedAt.set(key, this.#now);
      let [written, changed] = [0, 0];
      for (let word = 0; word < WORDS; word++) {
        const stored = this.#words.get(line * WORDS + word);
        if (stored === undefined) continue;
        if (stored.at > since && stored.by !== core) written |= 1 << word;
        if (stored.changedAt > since && stored.changedBy !== core) changed |= 1 << word;
      }
      fetches.push({ index: i, line, written, changed, touched: 0 });
    }
    const words = wordsOf(offset, size);
    if (!(isRead && a.field[i] === this.#xmin))
      for (const fetch of fetches) if (fetch.line === line) fetch.touched |= words;
    if (isRead) return;
    const changes = a.changed[i] ?? 0;
    for (let word = 0; word < WORDS; word++)
      if ((words >> word) & 1) this.#store(line * WORDS + word, core, ((changes >> word) & 1) === 1);
  }

  #store(word: number, by: number, changes: boolean): void {
    let stored = this.#words.get(word);
    if (stored === undefined) {
      stored = { at: 0, by: NO_CORE, changedAt: 0, changedBy: NO_CORE };
      this.#words.set(word, stored);
    }
    stored.at = this.#now;
    stored.by = by;
    if (!changes) return;
    stored.changedAt = this.#now;
    stored.changedBy = by;
  }

  #count({ core, kind }: SceneOperation, a: SceneAccesses, i: number): void {
    const cell = this.#cell((a.line[i] ?? 0) * LINE_BYTES + (a.offset[i] ?? 0), a.size[i] ?? 0);
    const isRead = a.kind[i] === READ;
    if (isRead) cell.reads += 1;
    else cell.writes += 1;
    (isRead ? cell.readers : cell.writers).add(core);
    cell.operations.add(kind);
    cell.ns += a.ns[i] ?? 0;
    const level = LINE_LEVELS[a.level[i] ?? 0];
    this.#sum.transfersWithin += level === 'peer' ? 1 : 0;
    this.#sum.transfersAcross += level === 'far' ? 1 : 0;
    if (a.missed[i] !== 1) return;
    cell.misses += 1;
    this.#sum.misses += 1;
    if (a.upgrade[i] === 1) this.#sum.upgrades += 1;
  }

  /** The operation is over: why it had to fetch, and which bytes are to blame. */
  #explain(a: SceneAccesses, { index, line, written, changed, touched }: Fetch): void {
    const sum = this.#sum;
    const sharing = SHARINGS[a.sharing[index] ?? 0];
    if (sharing === 'not-shared' || sharing === undefined) {
      sum.cold += 1;
      return;
    }
    const isRestored = sharing === 'true' && (changed & touched) === 0;
    if (sharing === 'for-horizon') sum.forHorizon += 1;
    else if (sharing === 'false') sum.falseSharing += 1;
    else if (isRestored) sum.restored += 1;
    else sum.trueSharing += 1;
    const same = isRestored ? written & touched & ~changed : 0;
    for (const cell of this.#lines.get(line) ?? []) {
      const words = wordsOf(cell.at % LINE_BYTES, cell.size);
      if (cell.writes === 0 || (words & written) === 0) continue;
      cell.blamed += 1;
      cell.restored += (words & same) === 0 ? 0 : 1;
    }
  }
}
