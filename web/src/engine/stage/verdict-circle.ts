/**
 * Who must come before whom, from what was read and written, and the circle in it that has a name. Pure. Source of the
 * names: Berenson et al., A Critique of ANSI SQL Isolation Levels (P2, P3, P4, A5A, A5B); Adya, Weak Consistency (G-single, G2);
 * Fekete et al., A Read-Only Transaction Anomaly Under Snapshot Isolation.
 */
import type { RunTransaction } from './run-transactions.ts';
import type { Accesses, Read, Version, Write } from './verdict-access.ts';
import type { Anomaly, ClauseKind } from './verdict-types.ts';

/** `one` comes before `other` (missed), or after it (saw, over). */
export interface Edge {
  readonly kind: ClauseKind;
  readonly one: RunTransaction;
  readonly oneStep: number;
  readonly other: RunTransaction;
  readonly otherStep: number;
  readonly table: string;
  readonly read: Read | null;
  readonly write: Write;
}
export interface Circle {
  readonly anomaly: Anomaly;
  readonly edges: readonly Edge[];
}

const isMissed = ({ kind }: Edge): boolean => kind === 'missed' || kind === 'missed-search';
const isMissedBySearch = ({ kind }: Edge): boolean => kind === 'missed-search';
const bySearch = ({ kind }: Edge): boolean => kind === 'missed-search' || kind === 'saw-search';
const firstOf = (edge: Edge): RunTransaction => (isMissed(edge) ? edge.one : edge.other);
const secondOf = (edge: Edge): RunTransaction => (isMissed(edge) ? edge.other : edge.one);

export function edgesOf({ reads, writes }: Accesses): readonly Edge[] {
  const edges: Edge[] = [];
  for (const read of reads)
    for (const write of writes) {
      const kind = write.by === read.by || write.table !== read.table ? null : readKind(read, write);
      if (kind === null) continue;
      const { by: one, step: oneStep, table } = read;
      edges.push({ kind, one, oneStep, other: write.by, otherStep: write.step, table, read, write });
    }
  const maker = new Map(writes.map((write) => [write.after, write]));
  for (const write of writes) {
    const other = write.before === null ? undefined : maker.get(write.before);
    if (other === undefined || other.by === write.by) continue;
    const { by: one, step: oneStep, table } = write;
    edges.push({ kind: 'over', one, oneStep, other: other.by, otherStep: other.step, table, read: null, write });
  }
  return edges;
}

function readKind({ found, earlier, later, step }: Read, { before, after, step: wrote }: Write): ClauseKind | null {
  if (before !== null && found.has(before)) return 'missed';
  if (after !== null && found.has(after)) return 'saw';
  if (after !== null && later.has(after)) return 'missed-search';
  // Another change in between may have put it there: then it was not looked for in its first state either.
  if (before !== null && earlier.has(before) && wrote < step) return 'saw-search';
  return null;
}

/** The row that a version belongs to: its first version. */
function rowsOf(writes: readonly Write[]): (version: Version | null) => Version | null {
  const before = new Map(writes.map((write) => [write.after, write.before]));
  return (version) => {
    let own = version;
    for (let i = 0; i < writes.length && own !== null; i++) {
      const earlier = before.get(own);
      if (earlier === undefined || earlier === null) break;
      own = earlier;
    }
    return own;
  };
}

/** The circle to name; null: what was read and written makes none. */
export function circleOf(accesses: Accesses): Circle | null {
  const edges = edgesOf(accesses);
  const rowOf = rowsOf(accesses.writes);
  return overwritten(accesses, edges, rowOf) ?? around(edges, rowOf);
}

/** P4: it read a row, somebody else changed it, and it wrote the row itself. */
function overwritten(
  { writes }: Accesses,
  edges: readonly Edge[],
  rowOf: (version: Version | null) => Version | null,
): Circle | null {
  for (const missed of edges) {
    if (missed.kind !== 'missed') continue;
    const row = rowOf(missed.write.before);
    const from = writes.indexOf(missed.write);
    const write = writes.find((own, i) => i > from && own.by === missed.one && rowOf(own.before) === row);
    if (write === undefined || write.step <= missed.oneStep) continue;
    const { one, other, otherStep, table } = missed;
    const over: Edge = { kind: 'over', one, oneStep: write.step, other, otherStep, table, read: null, write };
    return { anomaly: write.isBlind ? 'lost-update' : 'non-repeatable-read', edges: [missed, over] };
  }
  return null;
}

/** Of all circles the one with the fewest missed reads, then the shortest, then the one of rows rather than searches. */
function around(edges: readonly Edge[], rowOf: (version: Version | null) => Version | null): Circle | null {
  const kept = new Map<string, Edge>();
  for (const edge of edges) {
    const key = `${firstOf(edge).number} ${secondOf(edge).number} ${edge.kind}`;
    const known = kept.get(key);
    if (known === undefined || (edge.kind.startsWith('saw') && edge.oneStep > known.oneStep)) kept.set(key, edge);
  }
  const circles: (readonly Edge[])[] = [];
  const walk = (path: readonly Edge[]): void => {
    const start = path[0];
    const last = path.at(-1);
    if (start === undefined || last === undefined) return;
    const end = secondOf(last);
    if (end === firstOf(start)) {
      circles.push(path);
      return;
    }
    if (path.some((edge) => firstOf(edge) === end)) return;
    for (const next of kept.values()) if (firstOf(next) === end) walk([...path, next]);
  };
  for (const edge of kept.values()) if (isMissed(edge)) walk([edge]);
  const count = (path: readonly Edge[], test: (edge: Edge) => boolean): number => path.filter(test).length;
  const rank = (path: readonly Edge[]): number =>
    100 * count(path, isMissed) + 10 * path.length + count(path, bySearch) + (path.at(-1)?.kind === 'over' ? 5 : 0);
  const best = circles.sort((a, b) => rank(a) - rank(b))[0];
  if (best === undefined) return null;
  return { anomaly: nameOf(best, rowOf), edges: best };
}

function nameOf(path: readonly Edge[], rowOf: (version: Version | null) => Version | null): Anomaly {
  const missed = path.filter(isMissed);
  const searched = path.some(bySearch);
  if (missed.length > 1) return searched ? 'phantom-skew' : 'write-skew';
  const [first, last] = [path[0], path.at(-1)];
  if (first?.read == null || last?.read == null) return 'other';
  const isAgain = first.read.search === last.read.search;
  if (isAgain && !searched && rowOf(first.write.before) === rowOf(last.write.before)) return 'non-repeatable-read';
  const cameOrWent = path.some(({ write }) => write.before === null || write.after === null);
  return cameOrWent || isMissedBySearch(first) || (isAgain && searched) ? 'phantom' : 'read-skew';
}
