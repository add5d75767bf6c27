/**
 * Schedule steps of the simulated server per second: a query of one session, submitted, run to its end and its answer
 * taken, with plans made beforehand as for shipped scenarios. Each round counts every kind of step once.
 */

import { Fault, runOrFault } from '../../node/proc.mjs';
import { at } from '../../node/tree.mjs';
import { WasmServer } from '../../src/engine/server/server-core.ts';
import { LIMIT_SPECS } from '../../src/engine/spec/limit-specs.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { loadCompiler } from '../../src/sql/compile.ts';
import type { CompiledQuery } from '../../src/sql/database.ts';
import { createDatabase, type SqlDatabase } from '../../src/sql/database-run.ts';
import { seldomCode } from '../../src/sql/exec-seldom.ts';
import { quartilesOf } from '../../src/viewmodel/lab/rows.ts';
import type { Context } from './context.ts';
import { judge, type PartAnswer } from './report.ts';

const SPEC_LIMITS = 'spec-limits';
const MAX_MS = 1000;
const MAX_MEGABYTES = 256;

interface Cost {
  readonly name: string;
  readonly ms: number;
  readonly megabytes: number;
}

/**
 * The worst known specs, each up to its limit and each in a separate process: processor time of parsing, compiling and
 * running, and memory. The limits themselves are counts (web/src/sql/limits.ts); this shows their cost here. A new
 * process is the worst case: nothing is compiled yet.
 */
export async function specLimitsPart({ progress }: Pick<Context, 'progress'>): Promise<PartAnswer> {
  const costs: Cost[] = [];
  for (const [i, name] of Object.keys(LIMIT_SPECS).entries()) {
    progress(`${SPEC_LIMITS}: ${name}`);
    const args = ['--import', 'tsx', at('web/tools/bench/spec-child.ts'), String(i)];
    const { stdout } = await runOrFault(`The spec “${name}”`, process.execPath, args, { limitSeconds: 60 });
    const { ms, megabytes } = JSON.parse(stdout) as Pick<Cost, 'ms' | 'megabytes'>;
    costs.push({ name, ms, megabytes });
  }
  const worst = (of: 'ms' | 'megabytes') => costs.reduce((a, b) => (b[of] > a[of] ? b : a));
  const [slowest, largest] = [worst('ms'), worst('megabytes')];
  const of = 'runs';
  return {
    findings: [
      judge(
        { part: SPEC_LIMITS, what: 'processor time of the worst spec', unit: ' ms', limits: { max: MAX_MS }, of },
        quartilesOf([slowest.ms]),
      ),
      judge(
        {
          part: SPEC_LIMITS,
          what: 'memory of the worst, Node included',
          unit: ' MB',
          limits: { max: MAX_MEGABYTES },
          of,
        },
        quartilesOf([largest.megabytes]),
      ),
    ],
    notes: [
      `Of ${costs.length} specs that want too much, each in a new process; slowest: ${slowest.name}; largest: ${largest.name}.`,
    ],
    data: { costs },
  };
}

const ENGINE_STEPS = 'engine-steps';
const TARGET = 100_000;
const ROWS = 4;
const STEPS = 20_000;
/** Until V8 has compiled the hot code. */
const WARM_UP_ROUNDS = 3;

export interface Step {
  readonly session: number;
  readonly query: CompiledQuery;
}

export function runStep(db: SqlDatabase, { session, query }: Step): void {
  db.submit(session, query);
  const { error } = db.take(session);
  if (error !== undefined) throw new Fault(`${query.sql}: ${error.message}`);
}

export async function newDatabase(): Promise<{
  readonly db: SqlDatabase;
  readonly compiled: (sql: string) => CompiledQuery;
}> {
  const compile = await loadCompiler();
  const compiled = (sql: string): CompiledQuery => {
    const query = compile(sql);
    if (!query.ok) throw new Fault(query.error.what);
    return query.value;
  };
  const server = await WasmServer.load(wasmPlaceInNode('xip-engine'), { rules: 17 });
  if (!server.ok) throw new Fault(server.error);
  return { db: createDatabase(server.value, { seldom: seldomCode }), compiled };
}

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

export async function engineStepsPart({ plan, progress }: Pick<Context, 'plan' | 'progress'>): Promise<PartAnswer> {
  const { db, kinds } = await prepared();
  const rates = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
  for (let round = 0; round < WARM_UP_ROUNDS + plan.rounds; round++) {
    progress(`${ENGINE_STEPS}: round ${round + 1} of ${WARM_UP_ROUNDS + plan.rounds}`);
    for (const [name, steps] of Object.entries(kinds)) {
      const began = performance.now();
      for (let i = 0; i < STEPS; i++) {
        const step = steps[i % steps.length];
        if (step !== undefined) runStep(db, step);
      }
      if (round >= WARM_UP_ROUNDS) rates.get(name)?.push((STEPS * 1000) / (performance.now() - began));
    }
  }
  return {
    findings: [...rates].map(([what, values]) =>
      judge({ part: ENGINE_STEPS, what: `steps a second: ${what}`, limits: { min: TARGET } }, quartilesOf(values)),
    ),
    notes: [],
    data: Object.fromEntries(rates),
  };
}
