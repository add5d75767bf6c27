/**
 * How much one run may do: counted, never timed, so that the answer is the same on every machine. Everything that can
 * grow is paid for before it is done, in units of work; a payment beyond the limit throws LimitReached, which ends the
 * whole run.
 *
 * A unit is some 30 ns of a processor of 2.5 GHz, and never covers more than some tens of bytes that are kept. The
 * prices below are upper bounds, found with `npm run bench -- --only spec-limits` and the specs of limit-specs.ts.
 */
/** Kinds of work, as indexes in `Work.by`. Their names for readers are in the message catalogue. */
export const WORK = {
  statements: 0,
  versions: 1,
  changes: 2,
  expressions: 3,
  text: 4,
  answers: 5,
  waits: 6,
  lists: 7,
} as const;
export type WorkKind = keyof typeof WORK;
export type WorkPlace = (typeof WORK)[WorkKind];
const KINDS = Object.keys(WORK) as readonly WorkKind[];

/**
 * Units that a run of a spec may use: some twenty times the most expensive of scenarios/specs. Their time on this
 * machine: `npm run bench -- --only spec-limits`.
 */
export const WORK_UNITS = 2_500_000;

/** Limits of single values; a statement beyond one ends with an error that names it. */
export const SQL_LIMITS = {
  /** Nesting depth of expressions. */
  depth: 250,
  /** Decimal digits of a numeric. MODEL: a server's has up to 147,455. */
  digits: 1_000,
  /** Characters of text that one statement makes, over all its concatenations. */
  text: 1 << 21,
  /** MaxTupleAttributeNumber. */
  targets: 1_664,
  /** MaxHeapAttributeNumber. */
  columns: 1_600,
  /** Parameters of a prepared statement. */
  params: 1_000,
} as const;

export const PRICE = {
  statement: 200,
  /** INSERT, SELECT and similar statements, in addition to the cost of any statement. */
  query: 160,
  /** A general query: its tables are made for the evaluator, and go again. */
  evaluator: 20_000,
  /** A value that an evaluator gets. */
  handed: 12,
  /** Binding an expression to its table: once per table. */
  bound: 24,
  page: 12,
  version: 3,
  /** Reading a row, and each of its columns. */
  row: 8,
  column: 2,
  /** An operator, a function, a constant, a name: each evaluation. */
  expression: 3,
  /** A row inserted, updated, deleted, locked. */
  change: 80,
  /** For each unique index of the row's table. */
  key: 40,
  /** A value in the answer: kept as text until it is printed. */
  answer: 8,
  /** Polling a step that waits, for each session. */
  poll: 20,
  /** An error: it records its stack. */
  error: 300,
  /** A transaction elsewhere that gets an xid. */
  elsewhere: 12,
  /** An entry of a list that is copied or searched. */
  entry: 1,
} as const;

/** The run has used up its budget: thrown through all layers, and caught by the code that starts runs. */
export class LimitReached extends Error {
  /** The session that reached it: set by the first code that knows it. */
  session: number | undefined;
  /** Number of the statement in the text that the session runs, from 1. */
  statement: number | undefined;
  /** Set by the runner of specs. */
  place: RunPlace | undefined;
}
/** The place that a run had reached. */
export interface RunPlace {
  readonly part: 'step' | 'setup' | 'teardown';
  /** Name of the step. */
  readonly name: string;
  /** Where its SQL begins in the spec's text. */
  readonly offset: number;
}
export class WorkUsedUp extends LimitReached {
  readonly units: number;
  /** The kind of work that used most of it. */
  readonly most: WorkKind;
  constructor(units: number, most: WorkKind) {
    super(`more than ${units} units of work, most of them for ${most}`);
    this.units = units;
    this.most = most;
  }
}
export class OutputUsedUp extends LimitReached {
  readonly max: number;
  constructor(max: number) {
    super(`more than ${max} characters of output`);
    this.max = max;
  }
}

/** Data about a run that was stopped, for its message. The words for readers are in `engine/spec/spec-limit.ts`. */
export interface LimitTold {
  readonly cost:
    | { readonly kind: 'work'; readonly units: number; readonly most: WorkKind }
    | { readonly kind: 'output'; readonly max: number };
  /** Null: it was at no place of the spec. */
  readonly place: RunPlace | null;
  readonly statement: number | null;
}
export const tellLimit = (limit: LimitReached): LimitTold => ({
  cost:
    limit instanceof WorkUsedUp
      ? { kind: 'work', units: limit.units, most: limit.most }
      : { kind: 'output', max: limit instanceof OutputUsedUp ? limit.max : 0 },
  place: limit.place ?? null,
  statement: limit.statement ?? null,
});

/** Actions of a session's open transaction that make others' work, or its own, more expensive. Plain data. */
interface Burden {
  subxids: number;
  changes: number;
}

/** Counts one run's work. */
export class Work {
  readonly units: number;
  spent = 0;
  /** Units by WORK's indexes. */
  readonly by = new Float64Array(KINDS.length);
  /** Current price of looking at one row version: higher if many subtransactions have to be searched. */
  version: number = PRICE.version;
  /** Current price of a change: all running transactions are checked one by one. */
  change: number = PRICE.change;
  /** Row versions ever inserted into a relation: no page of it has more line pointers. */
  readonly #versions = new Map<number, number>();
  readonly #burdens = new Map<number, Burden>();
  /** Transactions elsewhere before an xid of the session's. */
  readonly #elsewhere = new Map<number, number>();
  #deepest = 0;

  constructor(units: number = Number.POSITIVE_INFINITY) {
    this.units = units;
  }

  /** Pays. Throws WorkUsedUp. */
  pay(kind: WorkPlace, units: number): void {
    this.by[kind] = (this.by[kind] ?? 0) + units;
    this.spent += units;
    if (this.spent > this.units) throw new WorkUsedUp(this.units, this.#most());
  }
  /** Resets the budget after each action: for a reader who continues step by step. */
  refill(): void {
    this.spent = 0;
    this.by.fill(0);
  }
  #most(): WorkKind {
    return KINDS[this.by.indexOf(Math.max(...this.by))] ?? 'statements';
  }

  /** A statement begins. @param inTransaction false: its session has no transaction open */
  statement(session: number, inTransaction: boolean): void {
    if (!inTransaction) {
      this.#burdens.delete(session);
      this.pay(WORK.statements, PRICE.elsewhere * (this.#elsewhere.get(session) ?? 0));
    }
    this.pay(WORK.statements, PRICE.statement + (this.#subxids >>> 5));
  }
  /** From now on, each transaction of the session may make this many others run first. */
  setElsewhere(session: number, transactions: number): void {
    this.#elsewhere.set(session, transactions);
  }
  /** A subtransaction begins. @param depth how many are open, including it */
  subtransaction(session: number, depth: number): void {
    this.#burden(session).subxids += 1;
    this.#deepest = Math.max(this.#deepest, depth);
    this.#reprice();
  }
  get #subxids(): number {
    let sum = 0;
    // A backend's cache has 64 entries; beyond them a reader looks up parents instead.
    for (const { subxids } of this.#burdens.values()) sum += Math.min(64, subxids);
    return sum;
  }
  #burden(session: number): Burden {
    let burden = this.#burdens.get(session);
    if (burden === undefined) {
      burden = { subxids: 0, changes: 0 };
      this.#burdens.set(session, burden);
    }
    return burden;
  }
  #reprice(): void {
    const subxids = this.#subxids;
    const owners = this.#burdens.size;
    this.version = PRICE.version + (subxids >>> 5) + (this.#deepest >>> 3);
    this.change = PRICE.change + ((owners * (owners + subxids)) >>> 2) + (this.#deepest >>> 3);
  }

  /** A page is scanned. */
  page(relation: number): void {
    this.pay(WORK.versions, PRICE.page + Math.min(MAX_OFFSETS, this.#versions.get(relation) ?? 0) * this.version);
  }
  /** VACUUM reads all pages, twice. */
  vacuum(relation: number, blocks: number, keys: number): void {
    const lines = Math.min(MAX_OFFSETS, this.#versions.get(relation) ?? 0);
    this.pay(WORK.versions, blocks * (PRICE.page + lines * (this.version + 4)) + keys * 8);
  }
  /** A row is inserted or updated: one more version. @param own this same transaction made the previous one */
  newVersion(session: number, relation: number, own: boolean): void {
    this.#versions.set(relation, (this.#versions.get(relation) ?? 0) + 1);
    this.row(session, own);
  }
  /** A row is deleted or locked; also the remaining cost of a new version. */
  row(session: number, own: boolean): void {
    const burden = this.#burden(session);
    if (burden.changes === 0) this.#reprice();
    burden.changes += 1;
    // Pairs of command ids are looked up one by one (GetComboCommandId here).
    this.pay(WORK.changes, this.change + (own ? burden.changes >>> 3 : 0));
  }
  /** The cost of showing all row versions, and for each of them the sessions that see it. */
  shown(sessions: number): number {
    let versions = 0;
    for (const count of this.#versions.values()) versions += count;
    return PRICE.statement * sessions + versions * (PRICE.change + sessions * (PRICE.answer + this.version));
  }
  /** The server was replaced by a new one; work already paid stays paid. */
  forget(): void {
    this.#versions.clear();
    this.#burdens.clear();
    this.#elsewhere.clear();
    this.#deepest = 0;
    this.#reprice();
  }
  relationMade(relation: number): void {
    this.#versions.delete(relation);
  }
}

/** MaxHeapTuplesPerPage. */
const MAX_OFFSETS = 291;
