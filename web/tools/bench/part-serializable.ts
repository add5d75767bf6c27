/**
 * What a step of a SERIALIZABLE transaction costs beside the same step in REPEATABLE READ, which takes the same
 * snapshots and leaves out SIREAD locks and rw-conflicts. The two levels take turns.
 */
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import type { Context } from './context.ts';
import { judge, type PartAnswer } from './report.ts';
import { newDatabase, runStep, type Step } from './steps.ts';

const PART = 'serializable';
const MOST = 2;
const LEVELS = ['REPEATABLE READ', 'SERIALIZABLE'] as const;
const TIMES = 2000;
const WARM_UP_ROUNDS = 3;

export async function serializablePart({ plan, progress }: Pick<Context, 'plan' | 'progress'>): Promise<PartAnswer> {
  const { db, compiled } = await newDatabase();
  const [a, b] = [db.connect(), db.connect()];
  runStep(db, {
    session: a,
    query: compiled('CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 0), (2, 0), (3, 0), (4, 0)'),
  });
  // One rw-conflict, from a to b, and a page lock by promotion; nobody fails.
  const stepsOf = (level: (typeof LEVELS)[number]): readonly Step[] =>
    (
      [
        [a, `BEGIN ISOLATION LEVEL ${level}`],
        [b, `BEGIN ISOLATION LEVEL ${level}`],
        [a, 'SELECT v FROM t WHERE id <= 3'],
        [a, 'UPDATE t SET v = v + 1 WHERE id = 1'],
        [b, 'SELECT v FROM t WHERE id = 4'],
        [b, 'UPDATE t SET v = v + 1 WHERE id = 4'],
        [a, 'SELECT v FROM t WHERE id = 2'],
        [b, 'COMMIT'],
        [a, 'COMMIT'],
      ] as const
    ).map(([session, sql]) => ({ session, query: compiled(sql) }));
  const steps = LEVELS.map(stepsOf);
  const ratios: number[] = [];
  const microseconds: number[][] = [[], []];
  for (let round = 0; round < WARM_UP_ROUNDS + plan.rounds; round++) {
    progress(`${PART}: round ${round + 1} of ${WARM_UP_ROUNDS + plan.rounds}`);
    const took = [0, 0];
    for (const turn of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const own = steps[turn] ?? [];
      const began = performance.now();
      for (let i = 0; i < TIMES; i++) for (const step of own) runStep(db, step);
      took[turn] = performance.now() - began;
      if (round >= WARM_UP_ROUNDS) microseconds[turn]?.push(((took[turn] ?? 0) * 1000) / (TIMES * own.length));
    }
    if (round >= WARM_UP_ROUNDS) ratios.push((took[1] ?? 0) / (took[0] ?? 1));
  }
  const what = 'a step of SERIALIZABLE beside one of REPEATABLE READ';
  return {
    findings: [
      judge({ part: PART, what, unit: ' ×', limits: { max: MOST }, of: 'pairs of turns' }, quartilesOf(ratios)),
    ],
    notes: [],
    data: { ratios, microseconds: { repeatableRead: microseconds[0], serializable: microseconds[1] } },
  };
}
