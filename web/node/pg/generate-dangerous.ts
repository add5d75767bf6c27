/**
 * Draws schedules of short SERIALIZABLE transactions on few rows: first reads, then writes, then the end; one session
 * only reports. Dangerous structures, promotion and snapshots that become unsafe are frequent here; everything else
 * (savepoints, prepared transactions, other levels) is in `Generator`.
 */
import type { Rng } from '../../src/base/random.ts';
import type { SessionState } from './generate.ts';
import { SESSIONS, type Step, TABLES, type TableId } from './schedule.ts';

const REPORTER = SESSIONS - 1;
const ROWS: Readonly<Partial<Record<TableId, number>>> = { keyed: 3, bare: 4, wide: 5 };
const rowsOf = (table: TableId): number => ROWS[table] ?? 0;

export class DangerousGenerator {
  readonly table: TableId;
  readonly waiters = 1;
  readonly #rng: Rng;
  /** How many statements each session has run in its transaction. */
  readonly #done: number[] = Array.from({ length: SESSIONS }, () => 0);
  #keys = 0;

  constructor(rng: Rng) {
    this.#rng = rng;
    this.table = rng.weighted({ keyed: 3, wide: 3, bare: 1 });
  }

  /** Undefined when every session waits. */
  next(states: readonly SessionState[]): Step | undefined {
    const able = states.flatMap((state, session) => (state === 'waiting' ? [] : [session]));
    const [first, ...others] = able;
    if (first === undefined) return undefined;
    const session = this.#rng.pick([first, ...others]);
    return { session, statements: [this.#statement(session, states[session] ?? 'idle')] };
  }

  #statement(session: number, state: SessionState): string {
    const isReporter = session === REPORTER;
    if (state === 'failed') return 'ROLLBACK';
    if (state === 'idle') {
      this.#done[session] = 0;
      const reports = this.#rng.chance(0.6) ? ', READ ONLY, DEFERRABLE' : ', READ ONLY';
      return `BEGIN ISOLATION LEVEL SERIALIZABLE${isReporter ? reports : ''}`;
    }
    const done = this.#done[session] ?? 0;
    this.#done[session] = done + 1;
    if (isReporter) return done === 0 || this.#rng.chance(0.5) ? this.#read() : 'COMMIT';
    if (done === 0 || (done === 1 && this.#rng.chance(0.4))) return this.#read();
    return done < 4 && this.#rng.chance(0.6) ? this.#write() : 'COMMIT';
  }

  #id(): number {
    return 1 + this.#rng.below(rowsOf(this.table));
  }

  #read(): string {
    const { name } = TABLES[this.table];
    const where = this.#rng.weighted({ key: 4, few: 2, most: 3, all: 1 });
    switch (where) {
      case 'key':
        return `SELECT id, v FROM ${name} WHERE id = ${this.#id()}`;
      case 'few':
        return `SELECT id, v FROM ${name} WHERE id <= 2`;
      case 'most':
        return `SELECT id, v FROM ${name} WHERE id <= ${rowsOf(this.table)}`;
      case 'all':
        return `SELECT id, v FROM ${name}`;
    }
  }

  #write(): string {
    const { name } = TABLES[this.table];
    if (this.#rng.chance(0.8)) return `UPDATE ${name} SET v = v + 1 WHERE id = ${this.#id()}`;
    if (this.#rng.chance(0.3)) return `DELETE FROM ${name} WHERE id = ${this.#id()}`;
    return `INSERT INTO ${name} (id, v) VALUES (${100 + this.#keys++}, 1)`;
  }
}
