/**
 * Takes steps of each kind in turns; the number of counted rounds is the only argument. Prints the rates of each kind,
 * in steps a second.
 */

import type { SqlDatabase } from '../../src/sql/database-run.ts';
import { newDatabase, runStep, type Step } from './steps.ts';

const ROWS = 4;
const STEPS = 20_000;
/** Until V8 has compiled the hot code. */
const WARM_UP_ROUNDS = 3;

async function prepared(): Promise<{
  readonly db: SqlDatabase;
  readonly kinds: Readonly<Record<string, readonly Step[]>>;
}> {
  const { db, compiled } = await newDatabase();
  const [a, b] = [db.connect(), db.connect()];
  const rows = Array.from({ length: ROWS }, (_, i) => `(${i + 1}, 0)`).join(', ');
  runStep(db, {
    session: a,
    query: compiled(`CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES ${rows}`),
  });
  const update = (k: number) => compiled(`UPDATE t SET v = v + 1 WHERE id = ${k}`);
  const updates = Array.from({ length: ROWS }, (_, i) => ({ session: i % 2 === 0 ? a : b, query: update(i + 1) }));
  const mixed = [
    { session: a, query: compiled('BEGIN') },
    { session: a, query: update(1) },
    { session: b, query: update(2) },
    { session: b, query: compiled('SELECT * FROM t') },
    { session: a, query: compiled('COMMIT') },
  ];
  return { db, kinds: { 'UPDATE of one of four rows': updates, 'BEGIN, two UPDATEs, SELECT, COMMIT': mixed } };
}

const { db, kinds } = await prepared();
const rates: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
for (let round = 0; round < WARM_UP_ROUNDS + Number(process.argv[2]); round++)
  for (const [name, steps] of Object.entries(kinds)) {
    const began = performance.now();
    for (let i = 0; i < STEPS; i++) {
      const step = steps[i % steps.length];
      if (step !== undefined) runStep(db, step);
    }
    if (round >= WARM_UP_ROUNDS) rates[name]?.push((STEPS * 1000) / (performance.now() - began));
  }
console.log(JSON.stringify(rates));
