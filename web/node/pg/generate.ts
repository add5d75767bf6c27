/**
 * Draws the next step of a random schedule from the sessions' states. The caller reports the states, so that the draw
 * makes sense: a waiting session is left alone, a failed one mostly rolls back.
 *
 * Laws: the same seed and the same answers give the same steps; a waiting session is never drawn; names in a statement
 * (savepoints, prepared transactions) mostly exist.
 */
import type { Rng } from '../../src/base/random.ts';
import { drawCursor } from './generate-cursors.ts';
import { drawWrite, writesTable } from './generate-writes.ts';
import { MADE, SESSIONS, type Step, TABLES, type TableId } from './schedule.ts';

export type SessionState = 'idle' | 'in transaction' | 'failed' | 'waiting';

/**
 * The generator's memory of a session. The server's view may differ; then the statement gives an error, which is fine.
 */
interface Remembered {
  savepoints: string[];
  /** Cursors by name. */
  readonly cursors: Set<string>;
  isRepeatable: boolean;
}

export interface GeneratorOptions {
  /**
   * False leaves out `SELECT … FOR …`, in which 13 and later ones differ from each other once in 500 schedules: a
   * session that waits to lock a row that is then deleted has an xid on 13.
   */
  readonly rowLocks: boolean;
  /** Most transactions are SERIALIZABLE, some of them READ ONLY; half of the schedules are those of `DangerousGenerator`. */
  readonly serializable?: boolean;
  /** Half of what writes is drawn by generate-writes.ts; there are cursors (generate-cursors.ts). */
  readonly writes?: boolean;
}

/** Weaker than ACCESS EXCLUSIVE, which would keep the observer out, too. */
const TABLE_MODES = [
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
] as const;

/** The columns that a table may have: each shape takes another number of command ids. */
const SHAPES = [
  'id int',
  'id int, v text',
  'id int PRIMARY KEY, v int',
  'id int PRIMARY KEY, v text',
  'id int PRIMARY KEY, u int UNIQUE, v int NOT NULL DEFAULT 1',
] as const;

const MODES = ['FOR KEY SHARE', 'FOR SHARE', 'FOR NO KEY UPDATE', 'FOR UPDATE'] as const;

export class Generator {
  readonly table: TableId;
  /** Some schedules let several sessions wait, and then races are part of them. */
  readonly waiters: number;
  readonly #rng: Rng;
  readonly #options: GeneratorOptions;
  readonly #sessions: Remembered[] = Array.from({ length: SESSIONS }, () => ({
    savepoints: [],
    cursors: new Set(),
    isRepeatable: false,
  }));
  readonly #prepared: string[] = [];
  /** Every schedule prefers some sessions: long transactions next to busy ones. */
  readonly #busy: readonly number[];
  /** Some schedules are about overflow: errors there show only when many subtransactions come together. */
  readonly #isAboutSubtransactions: boolean;
  /**
   * A session that rolls back several levels releases their locks one after the other, the innermost first. A session
   * that waits for one of them continues in between: on a server its next reads and locks would race with the rest.
   */
  #someoneWaits = false;
  /**
   * A server’s CREATE TABLE takes combo command ids for its catalogs, too: then the table's own ids get other numbers.
   */
  #hasDdl = false;
  #count = 0;
  #keys = 0;

  constructor(rng: Rng, options: GeneratorOptions) {
    this.#rng = rng;
    this.#options = options;
    this.table = options.writes === true ? writesTable(rng) : rng.weighted({ keyed: 5, bare: 2, wide: 3 });
    this.#isAboutSubtransactions = rng.chance(0.15);
    this.#busy = Array.from({ length: SESSIONS }, () => 1 + rng.below(4));
    this.waiters = rng.chance(0.25) ? SESSIONS - 1 : 1;
  }

  /** Undefined when every session waits. */
  next(states: readonly SessionState[]): Step | undefined {
    const able = states.flatMap((state, session) =>
      state === 'waiting' ? [] : Array.from({ length: this.#busy[session] ?? 1 }, () => session),
    );
    const [first, ...others] = able;
    if (first === undefined) return undefined;
    const session = this.#rng.pick([first, ...others]);
    this.#count++;
    this.#someoneWaits = states.includes('waiting');
    return { session, statements: this.#statements(session, states[session] ?? 'idle') };
  }

  #statements(session: number, state: SessionState): string[] {
    const me = this.#sessions[session];
    if (me === undefined) return [];
    if (state === 'failed') return [this.#afterFailure(me)];
    if (state === 'in transaction') return this.#inTransaction(me);
    me.savepoints = [];
    me.cursors.clear();
    return this.#idle(me);
  }

  #afterFailure(me: Remembered): string {
    const rng = this.#rng;
    const isOneLevel = !this.#someoneWaits || me.savepoints.length === 0;
    const kind = rng.weighted({
      rollback: isOneLevel ? 5 : 0,
      to: me.savepoints.length > 0 ? 8 : 0,
      commit: isOneLevel ? 1 : 0,
      other: 1,
    });
    if (kind === 'to') return this.#rollbackTo(me);
    if (kind === 'other') return this.#select();
    return kind === 'commit' ? 'COMMIT' : 'ROLLBACK';
  }

  #idle(me: Remembered): string[] {
    const rng = this.#rng;
    const gid = this.#prepared[0];
    const kind = rng.weighted({
      begin: 12,
      write: 5,
      read: 2,
      several: 1,
      vacuum: 2,
      finish: gid === undefined ? 0 : 5,
      odd: rng.chance(0.2) ? 1 : 0,
    });
    switch (kind) {
      case 'begin':
        if (this.#options.serializable === true) return [this.#beginSerializable(me)];
        me.isRepeatable = rng.chance(0.5);
        return [me.isRepeatable ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN'];
      case 'write':
        return [this.#write()];
      case 'read':
        return [this.#read()];
      case 'several':
        return [this.#write(), this.#read()];
      case 'vacuum':
        return [`VACUUM ${this.#name()}`];
      case 'finish': {
        this.#prepared.shift();
        return [`${rng.chance(0.6) ? 'COMMIT' : 'ROLLBACK'} PREPARED '${gid}'`];
      }
      case 'odd':
        return [rng.pick(['COMMIT', 'ROLLBACK', 'SAVEPOINT a', `ROLLBACK PREPARED 'nobody'`])];
    }
  }

  #beginSerializable(me: Remembered): string {
    const kind = this.#rng.weighted({
      SERIALIZABLE: 8,
      'SERIALIZABLE, READ ONLY': 2,
      'SERIALIZABLE, READ ONLY, DEFERRABLE': 2,
      'REPEATABLE READ': 1,
    });
    me.isRepeatable = true;
    return `BEGIN ISOLATION LEVEL ${kind}`;
  }

  /** Frequent kinds of step have large weights; what a transaction cannot do now has none. */
  #kindInTransaction(me: Remembered) {
    const rng = this.#rng;
    const depth = me.savepoints.length;
    if (this.#options.serializable === true)
      // Short transactions that read and write: what one reads another changes.
      return rng.weighted({
        write: 10,
        read: 14,
        savepoint: 1,
        to: depth > 0 ? 2 : 0,
        commit: 9,
        rollback: this.#someoneWaits && depth > 0 ? 0 : 1,
        prepare: 1,
      });
    return rng.weighted({
      write: 12,
      read: this.#isAboutSubtransactions ? 12 : 6,
      cursor: this.#options.writes === true ? 6 : 0,
      savepoint: 4,
      burst: this.#isAboutSubtransactions ? 5 : 1,
      to: depth > 0 ? (this.#isAboutSubtransactions ? 9 : 4) : 0,
      release: depth > 0 ? 2 : 0,
      commit: this.#isAboutSubtransactions ? 7 : 4,
      rollback: this.#someoneWaits && depth > 0 ? 0 : 2,
      prepare: 1,
      lockTable: 1,
      timeout: 1,
      // MODEL: from 17 on a block of REPEATABLE READ that made a table and then fails shows an xmin; the engine’s shows none.
      ddl: me.isRepeatable ? 0 : 1,
      odd: rng.chance(0.1) ? 1 : 0,
    });
  }

  #inTransaction(me: Remembered): string[] {
    const rng = this.#rng;
    switch (this.#kindInTransaction(me)) {
      case 'write':
        return [this.#write()];
      case 'read':
        return [this.#read()];
      case 'cursor':
        return [drawCursor(rng, me.cursors, () => `SELECT id, v FROM ${this.#name()}${this.#where()}`)];
      case 'savepoint': {
        const name = rng.pick(['a', 'b', 'c']);
        me.savepoints.push(name);
        return rng.chance(0.5) ? [`SAVEPOINT ${name}`, this.#write()] : [`SAVEPOINT ${name}`];
      }
      case 'burst':
        return this.#burst(me);
      case 'to':
        // A rollback may wake a waiting session: on a server it would race with the rest of the same query.
        return rng.chance(0.2) && !this.#someoneWaits ? [this.#rollbackTo(me), this.#write()] : [this.#rollbackTo(me)];
      case 'release':
        return [this.#release(me)];
      case 'commit':
        return ['COMMIT'];
      case 'rollback':
        return ['ROLLBACK'];
      case 'prepare': {
        const gid = `g${this.#count}`;
        this.#prepared.push(gid);
        return [`PREPARE TRANSACTION '${gid}'`];
      }
      case 'lockTable':
        return [`LOCK TABLE ${this.#name()} IN ${rng.pick(TABLE_MODES)} MODE${rng.pick(['', '', ' NOWAIT'])}`];
      case 'timeout':
        return this.#timeout();
      case 'ddl':
        return this.#ddl();
      case 'odd':
        return [rng.pick(['BEGIN', `VACUUM ${this.#name()}`, 'ROLLBACK TO nowhere', 'RELEASE nowhere'])];
    }
  }

  /**
   * A session that has to wait in this step does so until the timeout runs out: no other session acts meanwhile. The
   * timeout ends with the step, or with the transaction. A statement that does not wait takes less than the longer one
   * on any machine.
   */
  #timeout(): string[] {
    const [name, ms] = this.#rng.chance(0.15) ? (['statement', 500] as const) : (['lock', 60] as const);
    return [`SET LOCAL ${name}_timeout = ${ms}`, this.#write(), `SET LOCAL ${name}_timeout = 0`];
  }

  /** The next write shows how many command ids a table's creation takes. */
  #ddl(): string[] {
    const rng = this.#rng;
    const name = `${MADE}${this.#count}`;
    this.#hasDdl = true;
    const create = `CREATE TABLE ${name} (${rng.pick(SHAPES)})`;
    return rng.pick([
      [create, this.#write()],
      [create, this.#write()],
      [create, `DROP TABLE ${name}`, this.#write()],
      [create, `CREATE INDEX ON ${name} (id)`, this.#write()],
    ]);
  }

  /** Many subtransactions at once, nested or one after the other; often around the 64 that a backend caches. */
  #burst(me: Remembered): string[] {
    const rng = this.#rng;
    const count = this.#isAboutSubtransactions
      ? rng.pick([64, 65, 66, 67, 70, 130])
      : rng.pick([5, 20, 62, 63, 64, 65, 66, 70, 100, 130]);
    const isNested = this.#isAboutSubtransactions || rng.chance(0.5);
    const isUpdate = rng.chance(0.3);
    const id = 1 + rng.below(3);
    const statements: string[] = [];
    for (let i = 0; i < count; i++) {
      const write = isUpdate ? `UPDATE ${this.#name()} SET v = v + 1 WHERE id = ${id}` : this.#insert();
      statements.push(`SAVEPOINT n${i}`, write);
      if (!isNested) statements.push(`RELEASE n${i}`);
      else me.savepoints.push(`n${i}`);
    }
    return statements;
  }

  #rollbackTo(me: Remembered): string {
    const name = me.savepoints.length === 0 ? 'a' : this.#savepoint(me);
    // The savepoint itself stays; those after it are removed. Names may repeat: the newest counts.
    me.savepoints.length = me.savepoints.lastIndexOf(name) + 1;
    return `ROLLBACK TO ${name}`;
  }

  #release(me: Remembered): string {
    const name = this.#savepoint(me);
    me.savepoints.length = me.savepoints.lastIndexOf(name);
    return `RELEASE ${name}`;
  }

  /** Mostly one of the last. */
  #savepoint(me: Remembered): string {
    const { savepoints } = me;
    if (this.#someoneWaits) return savepoints[savepoints.length - 1] ?? 'a';
    const back = this.#rng.chance(0.7)
      ? this.#rng.below(Math.min(3, savepoints.length))
      : this.#rng.below(savepoints.length);
    return savepoints[savepoints.length - 1 - back] ?? 'a';
  }

  #name(): string {
    return TABLES[this.table].name;
  }

  #where(): string {
    const rng = this.#rng;
    const id = 1 + rng.below(4);
    if (rng.chance(0.5)) return ` WHERE id = ${id}`;
    return rng.pick([
      ` WHERE id <= ${id}`,
      ` WHERE id IN (${id}, ${id + 1})`,
      // True for the table's initial rows: an update by another session makes it false.
      ` WHERE v = ${10 * id}`,
      ` WHERE v = ${10 * id}`,
      ` WHERE v >= ${10 + rng.below(30)}`,
      ` WHERE v = ${10 * id} OR id = ${id + 1}`,
      '',
    ]);
  }

  /** No equality: a server does not sort by a column with only one known value, and so touches rows later. */
  #range(): string {
    const rng = this.#rng;
    return rng.pick(['', ` WHERE id <= ${1 + rng.below(4)}`, ` WHERE v >= ${10 + rng.below(30)}`]);
  }

  #insert(): string {
    // Mostly a new key; else one that a row has, had, or is about to have.
    const id = this.#rng.chance(0.9) ? 100 + this.#keys++ : 1 + this.#rng.below(6);
    return `INSERT INTO ${this.#name()} (id, v) VALUES (${id}, ${this.#rng.below(50)})`;
  }

  #write(): string {
    const rng = this.#rng;
    const name = this.#name();
    if (this.#options.writes === true && rng.chance(0.5)) return drawWrite(rng, this.table);
    const kind = rng.weighted({ insert: 4, update: 8, key: 1, delete: 3, lock: this.#options.rowLocks ? 5 : 0 });
    switch (kind) {
      case 'insert':
        return `${this.#insert()}${this.#returning()}`;
      case 'update':
        return `UPDATE ${name} SET v = v + ${1 + rng.below(9)}${this.#where()}${this.#returning()}`;
      case 'key':
        return `UPDATE ${name} SET id = id + ${rng.pick([0, 1, 10])} WHERE id = ${1 + rng.below(4)}${this.#returning()}`;
      case 'delete':
        return `DELETE FROM ${name} WHERE id = ${1 + rng.below(4)}${this.#returning()}`;
      case 'lock':
        // Among rows with equal sort keys a server may return either: only if there are none.
        if (this.table !== 'bare' && rng.chance(0.25))
          return `SELECT id, v FROM ${name}${this.#range()} ORDER BY id LIMIT ${1 + rng.below(2)} ${rng.pick(MODES)}${rng.pick(['', '', ' SKIP LOCKED'])}`;
        return `SELECT id, v FROM ${name}${this.#where()} ${rng.pick(MODES)}${rng.pick(['', '', '', ' NOWAIT', ' SKIP LOCKED'])}`;
    }
  }

  #returning(): string {
    return this.#rng.chance(0.15) ? ' RETURNING id, v' : '';
  }

  #read(): string {
    return this.#rng.chance(0.2) ? 'SELECT pg_current_snapshot()' : this.#select();
  }

  #select(): string {
    const name = this.#name();
    return this.#rng.pick([
      `SELECT id, v FROM ${name}`,
      `SELECT id, v FROM ${name}`,
      `SELECT id, v FROM ${name}${this.#where()}`,
      `SELECT id, v, ctid${this.#hasDdl ? '' : ', cmin, cmax'} FROM ${name}`,
      `SELECT count(*), sum(v) FROM ${name}`,
    ]);
  }
}
