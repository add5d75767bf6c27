/**
 * How much one run may do: counted, never timed, so that the answer is the same on every machine. Everything that can
 * grow is paid for before it is done, in units of work; who cannot pay any more throws LimitReached, which ends the whole run.
 *
 * A unit is some 30 ns of a processor of 2.5 GHz, and never stands for more than some tens of bytes that are kept. The
 * prices below are upper bounds, found with `npm run bench -- --only spec-limits` and the specs of spec-nasty.ts.
 */
/** What work goes into, as places in `Work.by`. The words for people are in the message catalogue. */
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
 * Units that a run of a spec may use: some twenty times the dearest of scenarios/specs. What they are worth here:
 * `npm run bench -- --only spec-limits`.
 */
export const WORK_UNITS = 2_500_000;

/** Limits of single things; reached, the statement ends with an error that names them. */
export const SQL_LIMITS = {
  /** Expressions one inside the other. */
  depth: 250,
  /** Decimal digits of a numeric. MODEL: a server's has up to 147,455. */
  digits: 1_000,
  /** Characters of text that one statement makes: all concatenations together. */
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
  /** INSERT, SELECT and their like, beyond what any statement costs. */
  query: 160,
  /** An expression that is bound to its table: once, until the table is another. */
  bound: 24,
  page: 12,
  version: 3,
  /** A row that is read, and each of its columns. */
  row: 8,
  column: 2,
  /** An operator, a function, a constant, a name: each time it is evaluated. */
  expression: 3,
  /** A row inserted, updated, deleted, locked. */
  change: 80,
  /** For each unique index. */
  key: 40,
  /** A value that is answered: kept as text until it is printed. */
  answer: 8,
  /** A look at a step that waits, for each session. */
  poll: 20,
  /** An error: it knows where it was thrown. */
  error: 300,
  /** A transaction elsewhere that gets an xid. */
  elsewhere: 12,
  /** An entry of a list that is copied or gone through. */
  entry: 1,
} as const;

/** The run has used up what it may: thrown through everything, and caught where runs are started. */
export class LimitReached extends Error {
  /** Where it was: set by whoever knows it first. */
  session: number | undefined;
  /** Of the text that the session runs, counted from 1. */
  statement: number | undefined;
  /** Set by the runner of specs. */
  place: RunPlace | undefined;
}
/** Where a run stood. */
export interface RunPlace {
  readonly part: 'step' | 'setup' | 'teardown';
  /** Of the step. */
  readonly name: string;
  /** Where its SQL begins in the spec's text. */
  readonly offset: number;
}
export class WorkUsedUp extends LimitReached {
  readonly units: number;
  /** Where most of it went. */
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

/** What is told of a run that was stopped: plain data. The words for people are in `engine/spec/spec-limit.ts`. */
export interface LimitTold {
  readonly cost:
    | { readonly kind: 'work'; readonly units: number; readonly most: WorkKind }
    | { readonly kind: 'output'; readonly max: number };
  /** Null: it was nowhere in the spec. */
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

/** What a session's open transaction has done that makes others' work, or its own, dearer. Plain data. */
interface Burden {
  subxids: number;
  changes: number;
}

/** Counts one run's work. */
export class Work {
  readonly units: number;
  spent = 0;
  /** Units by WORK's places. */
  readonly by = new Float64Array(KINDS.length);
  /** What a look at one row version costs now: more where many subtransactions have to be gone through. */
  version: number = PRICE.version;
  /** What a change costs now: many who run are asked one by one. */
  change: number = PRICE.change;
  /** Row versions ever put into a relation: no page of it has more line pointers. */
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
  /** Everything is paid: as much again may be done. For who lets a person go on step by step. */
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
  /** From now on a transaction of the session's may make so many others come. */
  setElsewhere(session: number, transactions: number): void {
    this.#elsewhere.set(session, transactions);
  }
  /** A subtransaction begins. @param depth how many are open then */
  subtransaction(session: number, depth: number): void {
    this.#burden(session).subxids += 1;
    this.#deepest = Math.max(this.#deepest, depth);
    this.#reprice();
  }
  get #subxids(): number {
    let sum = 0;
    // A backend's cache has 64 entries; beyond them parents are looked up instead.
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

  /** A page is gone through. */
  page(relation: number): void {
    this.pay(WORK.versions, PRICE.page + Math.min(MAX_OFFSETS, this.#versions.get(relation) ?? 0) * this.version);
  }
  /** VACUUM goes through all pages, twice. */
  vacuum(relation: number, blocks: number, keys: number): void {
    const lines = Math.min(MAX_OFFSETS, this.#versions.get(relation) ?? 0);
    this.pay(WORK.versions, blocks * (PRICE.page + lines * (this.version + 4)) + keys * 8);
  }
  /** A row is inserted or updated: one more version. @param own the one before was made by this very transaction */
  newVersion(session: number, relation: number, own: boolean): void {
    this.#versions.set(relation, (this.#versions.get(relation) ?? 0) + 1);
    this.row(session, own);
  }
  /** A row is deleted or locked, or all the rest of what a new version costs. */
  row(session: number, own: boolean): void {
    const burden = this.#burden(session);
    if (burden.changes === 0) this.#reprice();
    burden.changes += 1;
    // Pairs of command ids are looked up one by one (GetComboCommandId here).
    this.pay(WORK.changes, this.change + (own ? burden.changes >>> 3 : 0));
  }
  /** What to show all row versions costs, and for each of them who sees it. */
  shown(sessions: number): number {
    let versions = 0;
    for (const count of this.#versions.values()) versions += count;
    return PRICE.statement * sessions + versions * (PRICE.change + sessions * (PRICE.answer + this.version));
  }
  /** The server is a new one; what was paid stays paid. */
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
