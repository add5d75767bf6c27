/** Schedules kept as examples: plain data. */
import type { Schedule, Step } from './schedule.ts';

const step = (session: number, ...statements: string[]): Step => ({ session, statements });

/**
 * 13 and 14 differ here, and 17 matches 14: a session that waits for a row and finds it deleted has taken an xid on 13
 * only (heap_lock_updated_tuple, before it looks whether there is a newer version). It needs a DELETE that commits:
 * with an UPDATE, of keys too, or a ROLLBACK there is no difference. All four strengths alike.
 */
export const deletedUnderWaiter = (mode: string, isolation: string): Schedule => ({
  table: 'keyed',
  steps: [
    step(0, 'BEGIN'),
    step(0, 'DELETE FROM t WHERE id = 1'),
    step(1, `BEGIN ISOLATION LEVEL ${isolation}`),
    step(1, `SELECT id, v FROM t WHERE id = 1 ${mode}`),
    step(0, 'COMMIT'),
  ],
});

const SERIALIZABLE = 'BEGIN ISOLATION LEVEL SERIALIZABLE';

/** The fault is planted in C by this name (XIP_FAULT_MAP). */
export interface FaultSchedule {
  readonly fault: string;
  readonly schedule: Schedule;
}

/** More savepoints than the cache of 64 holds, each with a separate xid. */
const nested = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => [
    `SAVEPOINT n${i}`,
    `INSERT INTO b (id, v) VALUES (${100 + i}, ${i})`,
  ]).flat();

/** Row locks of a subtransaction that another session waits for: shows both faults about subxids. */
const LOCKED_IN_A_SAVEPOINT: Schedule = {
  table: 'wide',
  steps: [
    step(2, 'BEGIN'),
    step(2, 'SAVEPOINT b', 'SELECT id, v FROM w FOR SHARE'),
    step(3, 'INSERT INTO w (id, v) VALUES (101, 27)'),
    step(2, 'UPDATE w SET v = v + 2 WHERE id = 2'),
    step(1, 'UPDATE w SET id = id + 10 WHERE id = 2'),
  ],
};

/**
 * Schedules in which a client sees the planted fault. `xipscope fuzz --seed 20260821 --against 17 --fault NAME` found
 * and shrank them; those marked "By hand" were written, because they are shorter than the found one or none was found.
 */
export const FAULT_SCHEDULES: readonly FaultSchedule[] = [
  {
    fault: 'no-completion-count',
    schedule: {
      table: 'keyed',
      steps: [
        step(3, 'UPDATE t SET v = v + 3 WHERE id = 2'),
        step(2, 'VACUUM t'),
        step(1, 'INSERT INTO t (id, v) VALUES (100, 30)'),
        step(1, 'DELETE FROM t WHERE id = 2'),
      ],
    },
  },
  {
    fault: 'ignores-xmax',
    schedule: {
      table: 'keyed',
      steps: [
        step(1, 'BEGIN'),
        step(1, 'DELETE FROM t WHERE id = 2'),
        step(3, 'SELECT id, v FROM t FOR NO KEY UPDATE'),
      ],
    },
  },
  {
    // By hand. pg_current_snapshot shows it.
    fault: 'xmin-without-own',
    schedule: {
      table: 'keyed',
      steps: [
        step(0, 'BEGIN'),
        step(0, 'INSERT INTO t (id, v) VALUES (100, 1)'),
        step(1, 'INSERT INTO t (id, v) VALUES (101, 1)'),
        step(0, 'SELECT pg_current_snapshot()'),
      ],
    },
  },
  {
    // By hand.
    fault: 'overflow-forgotten',
    schedule: {
      table: 'bare',
      steps: [
        step(0, 'BEGIN', ...nested(67)),
        step(0, 'ROLLBACK TO n66'),
        step(1, 'INSERT INTO b (id, v) VALUES (99, 0)'),
        step(1, 'SELECT id, v FROM b'),
        step(0, 'COMMIT'),
        step(1, 'SELECT id, v FROM b'),
      ],
    },
  },
  {
    fault: 'no-subxids',
    schedule: LOCKED_IN_A_SAVEPOINT,
  },
  {
    fault: 'aborted-is-current',
    schedule: {
      table: 'bare',
      steps: [
        step(1, 'BEGIN'),
        step(1, 'SAVEPOINT n2', 'INSERT INTO b (id, v) VALUES (103, 32)'),
        step(1, 'ROLLBACK TO n2', 'UPDATE b SET v = v + 7'),
      ],
    },
  },
  {
    // By hand.
    fault: 'hint-too-early',
    schedule: {
      table: 'keyed',
      steps: [
        step(0, 'BEGIN'),
        step(0, 'INSERT INTO t (id, v) VALUES (100, 1)'),
        step(1, 'SELECT id, v FROM t'),
        step(0, 'ROLLBACK'),
        step(1, 'SELECT id, v FROM t'),
      ],
    },
  },
  {
    fault: 'lock-only-ignored',
    schedule: {
      table: 'bare',
      steps: [step(1, 'SELECT id, v FROM b WHERE id = 3 FOR UPDATE'), step(1, 'UPDATE b SET v = v + 5')],
    },
  },
  {
    fault: 'ignores-subxip',
    schedule: LOCKED_IN_A_SAVEPOINT,
  },
  {
    fault: 'horizon-ignores-xmin',
    schedule: {
      table: 'wide',
      steps: [
        step(1, 'BEGIN ISOLATION LEVEL REPEATABLE READ'),
        step(1, 'SELECT id, v FROM w'),
        step(2, 'UPDATE w SET v = v + 7'),
        step(3, 'SELECT id, v FROM w WHERE id = 1 FOR SHARE'),
        step(1, 'SELECT count(*), sum(v) FROM w'),
      ],
    },
  },
  {
    fault: 'no-recheck',
    schedule: {
      table: 'keyed',
      steps: [
        step(0, 'BEGIN'),
        step(0, 'UPDATE t SET v = v + 9 WHERE id = 3'),
        step(1, 'UPDATE t SET v = v + 1 WHERE v = 30 OR id = 4'),
        step(0, "PREPARE TRANSACTION 'g17'"),
        step(0, "COMMIT PREPARED 'g17'"),
      ],
    },
  },
  {
    fault: 'curcid-off-by-one',
    schedule: {
      table: 'wide',
      steps: [
        step(0, 'UPDATE w SET v = v + 8 WHERE id <= 4'),
        // No index covers v: the scan reads the whole table, past the versions that the statement writes.
        step(3, ...Array.from({ length: 5 }, () => 'UPDATE w SET v = v + 1 WHERE v BETWEEN 36 AND 46')),
      ],
    },
  },
  {
    // By hand. The first SELECT leaves a snapshot behind; nothing ends, so the transaction uses it again.
    fault: 'reuse-without-xmin',
    schedule: {
      table: 'wide',
      steps: [
        step(1, 'SELECT id, v FROM w'),
        step(1, 'BEGIN ISOLATION LEVEL REPEATABLE READ'),
        step(1, 'SELECT id, v FROM w'),
        step(2, 'UPDATE w SET v = v + 7'),
        step(3, 'SELECT id, v FROM w WHERE id = 1 FOR SHARE'),
        step(1, 'SELECT count(*), sum(v) FROM w'),
      ],
    },
  },
  {
    fault: 'promotion-forgets',
    schedule: {
      table: 'keyed',
      steps: [
        step(2, SERIALIZABLE),
        step(0, SERIALIZABLE),
        step(2, 'SELECT id, v FROM t WHERE id <= 3'),
        step(0, 'SELECT id, v FROM t'),
        step(2, 'INSERT INTO t (id, v) VALUES (100, 1)', 'COMMIT'),
        step(0, 'UPDATE t SET v = v + 1 WHERE id = 1'),
      ],
    },
  },
  {
    fault: 'siread-ends-at-commit',
    schedule: {
      table: 'wide',
      steps: [
        step(0, SERIALIZABLE),
        step(1, SERIALIZABLE, 'SELECT id, v FROM w'),
        step(0, 'UPDATE w SET v = v + 1 WHERE id = 4', 'COMMIT'),
        step(1, 'INSERT INTO w (id, v) VALUES (100, 1)'),
      ],
    },
  },
  {
    // By hand. The first transaction reads past what the second has written: its conflict out is found by the read.
    fault: 'misses-conflict-out',
    schedule: {
      table: 'keyed',
      steps: [
        step(0, SERIALIZABLE, 'SELECT id, v FROM t WHERE id = 3'),
        step(1, SERIALIZABLE, 'SELECT id, v FROM t WHERE id = 1', 'UPDATE t SET v = v + 1 WHERE id = 2'),
        step(0, 'SELECT id, v FROM t WHERE id = 2', 'UPDATE t SET v = v + 1 WHERE id = 1'),
        step(1, 'COMMIT'),
        step(0, 'COMMIT'),
      ],
    },
  },
  {
    // By hand. The report's first snapshot is unsafe: it sees what the first one committed, and the second one's
    // transaction comes before that. It waits, takes another, and sees both; with the fault, one.
    fault: 'unsafe-is-safe',
    schedule: {
      table: 'keyed',
      steps: [
        step(1, SERIALIZABLE, 'SELECT id, v FROM t WHERE id = 1'),
        step(0, SERIALIZABLE, 'UPDATE t SET v = v + 1 WHERE id = 1', 'COMMIT'),
        step(2, `${SERIALIZABLE} READ ONLY DEFERRABLE`, 'SELECT id, v FROM t WHERE id <= 3'),
        step(1, 'UPDATE t SET v = v + 1 WHERE id = 2', 'COMMIT'),
      ],
    },
  },
];

/**
 * Only threads that run at the same time show it, so no schedule of steps does. The values name the tests that catch
 * it.
 */
export const FAULTS_OF_THREADS: Readonly<Record<string, string>> = {
  'no-exclusive-at-end': 'wasm-core/test/race_history.c: "an end without ProcArrayLock is caught in pg13", "… in pg14"',
};
