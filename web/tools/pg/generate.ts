/**
 * Draws the next step of a random schedule from where the sessions stand. The one who runs the schedule tells where
 * that is, so that what is drawn makes sense: a session that waits is left alone, one that has failed mostly rolls back.
 *
 * Laws: the same seed and the same answers give the same steps; a session that waits is never drawn; what is named in a
 * statement (savepoints, prepared transactions) mostly exists.
 */
import type { Rng } from './rng.ts';
import { MADE, SESSIONS, type Step, TABLES, type TableId } from './schedule.ts';

export type SessionState = 'idle' | 'in transaction' | 'failed' | 'waiting';

/** What the generator remembers of a session. What a server thinks may differ; then it draws an error, which is fine. */
interface Remembered {
  savepoints: string[];
  isRepeatable: boolean;
}

export interface GeneratorOptions {
  /**
   * False leaves out `SELECT … FOR …`, in which 13 and later ones differ from each other once in 500 schedules: who waits
   * to lock a row that is then deleted has an xid on 13.
   */
  readonly rowLocks: boolean;
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

/** What a table may be made of: each shape takes another number of command ids. */
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
  readonly #sessions: Remembered[] = Array.from({ length: SESSIONS }, () => ({ savepoints: [], isRepeatable: false }));
  readonly #prepared: string[] = [];
  /** Every schedule likes some sessions better: long transactions beside busy ones. */
  readonly #busy: readonly number[];
  /** Some schedules are about overflow: what is lost there shows only when much comes together. */
  readonly #isAboutSubtransactions: boolean;
  /**
   * Who rolls back several levels lets go of their locks one after the other, the innermost first. Somebody who waits for
   * one of them goes on in between: on a server what it sees and locks next would race with the rest.
   */
  #someoneWaits = false;
  /** A server’s CREATE TABLE takes combo command ids for its catalogs, too: those of the table are then numbered otherwise. */
  #hasDdl = false;
  #count = 0;
  #keys = 0;

  constructor(rng: Rng, options: GeneratorOptions) {
    this.#rng = rng;
    this.#options = options;
    this.table = rng.weighted({ keyed: 5, bare: 2, wide: 3 });
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

  #inTransaction(me: Remembered): string[] {
    const rng = this.#rng;
    const depth = me.savepoints.length;
    const kind = rng.weighted({
      write: 12,
      read: this.#isAboutSubtransactions ? 12 : 6,
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
    switch (kind) {
      case 'write':
        return [this.#write()];
      case 'read':
        return [this.#read()];
      case 'savepoint': {
        const name = rng.pick(['a', 'b', 'c']);
        me.savepoints.push(name);
        return rng.chance(0.5) ? [`SAVEPOINT ${name}`, this.#write()] : [`SAVEPOINT ${name}`];
      }
      case 'burst':
        return this.#burst(me);
      case 'to':
        // What is rolled back may wake who waits: on a server it would race with the rest of the same query.
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
   * Whoever has to wait in this step does so until the timeout runs out: nobody else does anything meanwhile. It is over with
   * the step, or with the transaction. A statement that does not wait takes less than the longer one on any machine.
   */
  #timeout(): string[] {
    const [name, ms] = this.#rng.chance(0.15) ? (['statement', 500] as const) : (['lock', 60] as const);
    return [`SET LOCAL ${name}_timeout = ${ms}`, this.#write(), `SET LOCAL ${name}_timeout = 0`];
  }

  /** What a table's making takes of command ids is seen at what is written next. */
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

  /** Many subtransactions at once, nested or one after the other; often around the 64 that a backend keeps. */
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
    // The savepoint itself stays; those after it are gone. Names may repeat: the newest counts.
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
      // True of what the table begins with: an update by somebody else makes it false.
      ` WHERE v = ${10 * id}`,
      ` WHERE v = ${10 * id}`,
      ` WHERE v >= ${10 + rng.below(30)}`,
      ` WHERE v = ${10 * id} OR id = ${id + 1}`,
      '',
    ]);
  }

  /** No equality: a server does not sort by a column of which it knows the only value, and so touches rows later. */
  #range(): string {
    const rng = this.#rng;
    return rng.pick(['', ` WHERE id <= ${1 + rng.below(4)}`, ` WHERE v >= ${10 + rng.below(30)}`]);
  }

  #insert(): string {
    // Keys of their own mostly; else one that somebody has, had, or is about to have.
    const id = this.#rng.chance(0.9) ? 100 + this.#keys++ : 1 + this.#rng.below(6);
    return `INSERT INTO ${this.#name()} (id, v) VALUES (${id}, ${this.#rng.below(50)})`;
  }

  #write(): string {
    const rng = this.#rng;
    const name = this.#name();
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
        // Of rows alike in what they are sorted by, a server may give either: only where there are none.
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
