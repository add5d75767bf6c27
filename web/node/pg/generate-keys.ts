/**
 * Draws schedules on a table whose rows refer to other rows of the same table, by a foreign key with this or that
 * action: children appear while parents go, keys change, and some of it fails or waits. Everything else is in
 * `Generator`.
 */
import type { Rng } from '../../src/base/random.ts';
import type { SessionState } from './generate.ts';
import { type KeyedTableId, SESSIONS, type Step, TABLES, type TableId } from './schedule.ts';

const LEVELS = ['', '', ' ISOLATION LEVEL REPEATABLE READ', ' ISOLATION LEVEL SERIALIZABLE'] as const;
const MODES = ['FOR KEY SHARE', 'FOR SHARE', 'FOR NO KEY UPDATE', 'FOR UPDATE'] as const;

export class KeyGenerator {
  readonly table: TableId;
  readonly waiters = 1;
  readonly #rng: Rng;
  readonly #savepoints: boolean[] = Array.from({ length: SESSIONS }, () => false);
  #keys = 0;

  constructor(rng: Rng) {
    this.#rng = rng;
    this.table = rng.weighted<KeyedTableId>({
      treeNoAction: 3,
      treeCascade: 3,
      treeSetNull: 2,
      treeSetDefault: 2,
      treeRestrict: 1,
    });
  }

  /** Undefined when every session waits. */
  next(states: readonly SessionState[]): Step | undefined {
    const able = states.flatMap((state, session) => (state === 'waiting' ? [] : [session]));
    const [first, ...others] = able;
    if (first === undefined) return undefined;
    const session = this.#rng.pick([first, ...others]);
    return { session, statements: [this.#statement(session, states[session] ?? 'idle', able.length < states.length)] };
  }

  #statement(session: number, state: SessionState, someoneWaits: boolean): string {
    const rng = this.#rng;
    const isNested = this.#savepoints[session] === true;
    if (state === 'failed') {
      if (isNested && (someoneWaits || rng.chance(0.7))) return 'ROLLBACK TO a';
      this.#savepoints[session] = false;
      return 'ROLLBACK';
    }
    if (state === 'idle') {
      this.#savepoints[session] = false;
      return rng.chance(0.75) ? `BEGIN${rng.pick(LEVELS)}` : this.#write();
    }
    const kind = rng.weighted({
      write: 12,
      read: 3,
      save: isNested ? 0 : 2,
      back: isNested ? 2 : 0,
      commit: 5,
      rollback: someoneWaits && isNested ? 0 : 1,
    });
    switch (kind) {
      case 'write':
        return this.#write();
      case 'read':
        return `SELECT id, v FROM ${this.#name()}`;
      case 'save':
        this.#savepoints[session] = true;
        return 'SAVEPOINT a';
      case 'back':
        return 'ROLLBACK TO a';
      case 'commit':
      case 'rollback':
        this.#savepoints[session] = false;
        return kind.toUpperCase();
    }
  }

  #name(): string {
    return TABLES[this.table].name;
  }
  #id(): number {
    return 1 + this.#rng.below(6);
  }

  #write(): string {
    const rng = this.#rng;
    const name = this.#name();
    const kind = rng.weighted({ insert: 6, refer: 5, key: 3, delete: 5, lock: 2, same: 1 });
    switch (kind) {
      case 'insert': {
        const id = rng.chance(0.8) ? 100 + this.#keys++ : this.#id();
        return `INSERT INTO ${name} (id, v) VALUES (${id}, ${rng.chance(0.1) ? 'NULL' : this.#id()})`;
      }
      case 'refer':
        return `UPDATE ${name} SET v = ${rng.chance(0.2) ? 'NULL' : this.#id()} WHERE id = ${this.#id()}`;
      case 'key':
        return `UPDATE ${name} SET id = id + ${rng.pick([0, 1, 10])} WHERE id = ${this.#id()}`;
      case 'delete':
        return `DELETE FROM ${name} WHERE id = ${this.#id()}`;
      case 'same':
        return `UPDATE ${name} SET v = v WHERE id <= ${this.#id()}`;
      case 'lock':
        return `SELECT id, v FROM ${name} WHERE id = ${this.#id()} ${rng.pick(MODES)}${rng.pick(['', '', ' NOWAIT'])}`;
    }
  }
}
