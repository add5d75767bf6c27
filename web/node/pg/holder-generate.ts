/**
 * Draws schedules in which holders of the horizon of every kind come and go while others write, look and VACUUM. Few
 * conflicts on purpose: the other generator tests waiting.
 */

import type { Rng } from '../../src/base/random.ts';
import { ELSEWHERE } from './facts.ts';
import type { SessionState } from './generate.ts';
import type { HolderStep } from './holder-target.ts';
import { SESSIONS, type Step, TABLES, type TableId } from './schedule.ts';

const MAX_SLOTS = 3;

export class HolderGenerator {
  readonly table: TableId;
  readonly #rng: Rng;
  readonly #slots = new Map<string, 'logical' | 'physical'>();
  #standby = false;
  /** By the database of their maker. */
  readonly #prepared = { here: [] as string[], elsewhere: [] as string[] };
  #made = 0;
  #depth = [0, 0, 0, 0];

  constructor(rng: Rng) {
    this.#rng = rng;
    this.table = rng.weighted({ wide: 6, keyed: 2, bare: 1 });
  }

  next(states: readonly SessionState[]): Step | undefined {
    const rng = this.#rng;
    if (rng.chance(0.22)) {
      const statement = this.#holder(states);
      if (statement !== undefined) return { session: ELSEWHERE, statements: [statement] };
    }
    const able = states.flatMap((state, session) => (state === 'waiting' ? [] : [session]));
    const [first, ...others] = able;
    if (first === undefined) return undefined;
    const session = rng.pick([first, ...others]);
    return { session, statements: this.#statements(session, states[session] ?? 'idle') };
  }

  #holder(states: readonly SessionState[]): HolderStep | undefined {
    const rng = this.#rng;
    const nobody = states.every((state) => state === 'idle') && this.#left() === 0;
    const physical = [...this.#slots].filter(([, kind]) => kind === 'physical').map(([name]) => name);
    const [some, ...more] = [...this.#slots.keys()];
    const [reporter, ...reporters] = physical;
    const hasRoom = this.#slots.size < MAX_SLOTS;
    const kind = rng.weighted({
      // It would wait for every session that has an xid.
      logical: hasRoom && nobody ? 6 : 0,
      physical: hasRoom ? 2 : 0,
      report: reporter === undefined ? 0 : 5,
      drop: some === undefined ? 0 : 2,
      standby: 3,
    });
    if (kind === 'standby') {
      this.#standby = !this.#standby;
      return this.#standby ? '@standby' : '@standby ends';
    }
    if (kind === 'logical' || kind === 'physical') {
      const name = `s${this.#made++}`;
      this.#slots.set(name, kind);
      return `@${kind} ${name}`;
    }
    if (kind === 'report') return reporter === undefined ? undefined : `@report ${rng.pick([reporter, ...reporters])}`;
    if (some === undefined) return undefined;
    const gone = rng.pick([some, ...more]);
    this.#slots.delete(gone);
    return `@drop ${gone}`;
  }

  #left(): number {
    return this.#prepared.here.length + this.#prepared.elsewhere.length;
  }

  #statements(session: number, state: SessionState): string[] {
    const rng = this.#rng;
    const isElsewhere = session === ELSEWHERE;
    const write = () => (isElsewhere ? 'SELECT pg_current_xact_id() IS NULL' : this.#write(session));
    const read = () => (isElsewhere ? 'SELECT 1' : `SELECT id, v FROM ${TABLES[this.table].name}`);
    if (state === 'failed') return ['ROLLBACK'];
    if (state === 'in transaction') {
      const kind = rng.weighted({
        write: 4,
        read: 4,
        savepoint: 2,
        many: 1,
        back: 2,
        commit: 3,
        rollback: 1,
        prepare: 1,
      });
      const depth = this.#depth[session] ?? 0;
      if (kind === 'savepoint') {
        this.#depth[session] = depth + 1;
        return [`SAVEPOINT p${depth}`, write()];
      }
      if (kind === 'many') {
        const count = rng.pick([10, 63, 64, 65, 70]);
        return Array.from({ length: count }, (_, i) => [`SAVEPOINT m${i}`, write(), `RELEASE m${i}`]).flat();
      }
      if (kind === 'back') {
        if (depth === 0) return [read()];
        this.#depth[session] = depth - 1;
        return [`ROLLBACK TO p${depth - 1}`];
      }
      if (kind === 'write') return [write()];
      if (kind === 'read') return [read()];
      this.#depth[session] = 0;
      if (kind === 'commit') return ['COMMIT'];
      if (kind === 'rollback') return ['ROLLBACK'];
      const gid = `g${this.#made++}`;
      this.#prepared[isElsewhere ? 'elsewhere' : 'here'].push(gid);
      return [`PREPARE TRANSACTION '${gid}'`];
    }
    this.#depth[session] = 0;
    const mine = this.#prepared[isElsewhere ? 'elsewhere' : 'here'];
    const kind = rng.weighted({
      begin: 5,
      write: 6,
      read: 4,
      vacuum: isElsewhere ? 0 : 4,
      finish: mine.length > 0 ? 4 : 0,
    });
    if (kind === 'begin')
      return rng.chance(0.6) ? ['BEGIN ISOLATION LEVEL REPEATABLE READ', read()] : ['BEGIN', write()];
    if (kind === 'write') return [write()];
    if (kind === 'vacuum') return [`VACUUM ${TABLES[this.table].name}`];
    if (kind === 'finish') return [`${rng.chance(0.6) ? 'COMMIT' : 'ROLLBACK'} PREPARED '${mine.shift()}'`];
    return [read()];
  }

  /** Separate rows for each session, so that it rarely waits: versions die nevertheless. */
  #write(session: number): string {
    const rng = this.#rng;
    const { name } = TABLES[this.table];
    const id = 1 + (rng.chance(0.85) ? session % SESSIONS : rng.below(4));
    return rng.weighted({ update: 8, insert: 1, delete: 1 }) === 'update'
      ? `UPDATE ${name} SET v = v + 1 WHERE id = ${id}`
      : rng.chance(0.5)
        ? `INSERT INTO ${name} (id, v) VALUES (${100 + this.#made++}, 0)`
        : `DELETE FROM ${name} WHERE id = ${5 + rng.below(3)}`;
  }
}
