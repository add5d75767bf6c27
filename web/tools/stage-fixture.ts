/** Moments of real runs, in the form of the stage worker's answers: views are tested and photographed with them. */
import { readFileSync } from 'node:fs';
import { at } from '../node/tree.mjs';
import type { StandbyRequest } from '../src/engine/server/standby-types.ts';
import { compileSpec } from '../src/engine/spec/spec-compile.ts';
import { StageHost } from '../src/engine/stage/stage-host.ts';
import type { Move, Shown, StageExplanation, StageOptions } from '../src/engine/stage/stage-types.ts';
import { wasmPlaceInNode } from '../src/engine/wasm/wasm-place.node.ts';
import { parseSpec } from '../src/scenario/spec-parse.ts';
import { loadCompiler } from '../src/sql/compile.ts';

interface Wanted {
  /** A file of scenarios/specs, or a spec's text. */
  readonly spec: string;
  /** Names of steps in the order in which they are run; `…` lets time pass. */
  readonly steps: string;
  readonly rules?: 13 | 14 | 17;
  readonly table?: string;
  /** Its standby, at this position. */
  readonly standby?: Partial<StandbyRequest>;
}
export interface Moment {
  readonly text: string;
  readonly moves: readonly Move[];
  readonly tick: number;
  readonly shown: Shown;
  /** The explanation of every row version on the page, for every session. */
  readonly explanations: readonly StageExplanation[];
}

const LOST_UPDATE = `#: title: A lost update, if nobody stops it
setup { CREATE TABLE acct (id int PRIMARY KEY, bal int); CREATE TABLE log (note text); INSERT INTO acct VALUES (1, 100); }
teardown { DROP TABLE acct, log; }
session A
step a_begin { BEGIN; }
step a_take { UPDATE acct SET bal = bal - 30 WHERE id = 1; }
step a_note { SAVEPOINT s; INSERT INTO log VALUES ('-30'); }
step a_commit { COMMIT; }
session B
step b_try { BEGIN; UPDATE acct SET bal = 175 WHERE id = 1; ROLLBACK; }
step b_open { INSERT INTO acct VALUES (2, 40); }
step b_begin { BEGIN ISOLATION LEVEL REPEATABLE READ; }
step b_read { SELECT bal FROM acct WHERE id = 1; }
step b_write { UPDATE acct SET bal = 50 WHERE id = 1; }
step b_end { COMMIT; }
session C
step c_begin { BEGIN ISOLATION LEVEL REPEATABLE READ; }
step c_read { SELECT bal FROM acct WHERE id = 1; }
step c_end { COMMIT; }
permutation b_try c_begin c_read a_begin a_take b_open b_begin b_read a_note b_write a_commit b_end c_end`;

const MANY = `setup { CREATE TABLE t (b bool); INSERT INTO t SELECT true FROM generate_series(1, 500) g; }
session s step a { DELETE FROM t; }
permutation a`;

const WIDE = `setup { CREATE TABLE wide (id bigint, a int, b text, c boolean, d text, e int DEFAULT 7, f text);
INSERT INTO wide VALUES (1, 2, 'short', true, repeat('a long text ', 12), 5, 'é😀 <b>not HTML</b>'), (2, NULL, NULL, NULL, NULL, NULL, NULL); }
session s step a { UPDATE wide SET a = 3 WHERE id = 1; }
permutation a`;

const EMPTY =
  'setup { CREATE TABLE t (id int); } session s step a { BEGIN; } step b { SELECT * FROM t; } permutation a b';

export const MOMENTS: Readonly<Record<string, Wanted>> = {
  'lost-update': {
    spec: LOST_UPDATE,
    steps: 'b_try c_begin c_read a_begin a_take b_open b_begin b_read a_note b_write',
  },
  'lost-update-begin': { spec: LOST_UPDATE, steps: '' },
  'lost-update-read': { spec: LOST_UPDATE, steps: 'b_try c_begin c_read a_begin a_take b_open b_begin b_read' },
  'lost-update-refused': {
    spec: LOST_UPDATE,
    steps: 'b_try c_begin c_read a_begin a_take b_open b_begin b_read a_note b_write a_commit',
  },
  p4: { spec: 'hermitage-p4', steps: 'b1_rc b2_rc t1_r t2_r t1_w t2_w c1' },
  'first-steps': { spec: 'update-makes-a-version', steps: '*4' },
  pruned: { spec: 'hot-and-pruning', steps: '*' },
  locks: { spec: 'row-locks', steps: '*3' },
  overflow: { spec: 'subxid-overflow', steps: 'begin fill one_more', table: 'log' },
  'before-overflow': { spec: 'subxid-overflow', steps: 'begin fill', table: 'log' },
  prepared: { spec: 'prepared-transaction', steps: '*3' },
  horizon: { spec: 'horizon-held-by-idle-transaction', steps: '*5' },
  'horizon-13': { spec: 'horizon-held-by-idle-transaction', steps: '*5', rules: 13 },
  'still-here': { spec: 'why-is-this-row-still-here', steps: '*10' },
  'still-here-13': { spec: 'why-is-this-row-still-here', steps: '*10', rules: 13 },
  elsewhere: { spec: 'another-database', steps: '*4' },
  'elsewhere-13': { spec: 'another-database', steps: '*5', rules: 13 },
  deadlock: { spec: 'deadlock', steps: '*4' },
  'deadlock-over': { spec: 'deadlock', steps: '*4 …' },
  savepoints: { spec: 'savepoint-rollback', steps: '*4' },
  many: { spec: MANY, steps: 'a' },
  'standby-late': { spec: 'standby-late-commit', steps: '*6', standby: { replay: 5, held: [4] } },
  'standby-64': {
    spec: 'standby-64-subtransactions',
    steps: '*4',
    table: 'mark',
    standby: { replay: 70, held: [68, 99] },
  },
  'standby-pending': { spec: 'standby-pending', steps: '*6', standby: { from: 69, replay: 'end', held: [70] } },
  wide: { spec: WIDE, steps: 'a' },
  empty: { spec: EMPTY, steps: 'a b' },
};

const compile = await loadCompiler();

async function momentOf({ spec, steps, rules = 17, table, standby }: Wanted): Promise<Moment> {
  const text = spec.includes('{') ? spec : readFileSync(at(`scenarios/specs/${spec}.spec`), 'utf8');
  const parsed = parseSpec(text);
  if (!parsed.ok) throw new Error(`${spec}: ${JSON.stringify(parsed.error)}`);
  const compiled = compileSpec(text, parsed.value, compile);
  if (!compiled.ok) throw new Error(`${spec}: ${JSON.stringify(compiled.error)}`);
  const first = parsed.value.permutations?.[0]?.map(({ step }) => step) ?? parsed.value.steps.map((_, i) => i);
  const moves = steps.split(' ').flatMap((name): readonly Move[] => {
    if (name === '') return [];
    if (name === '…') return [-1];
    if (name.startsWith('*')) return first.slice(0, name === '*' ? first.length : Number(name.slice(1)));
    const step = parsed.value.steps.findIndex((one) => one.name === name);
    if (step === -1) throw new Error(`${spec} has no step ${name}`);
    return [step];
  });
  const options: StageOptions = {
    rules,
    design: rules === 13 ? 'pg13' : 'pg14',
    file: 'a.spec',
    ...(standby === undefined ? {} : { standby: true }),
  };
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, options);
  if (!host.ok) throw new Error(host.error);
  const look = table === undefined ? {} : { table };
  const request = {
    permutation: null,
    moves,
    tick: moves.length,
    eventsFrom: 0,
    ...(standby === undefined ? {} : { standby: { from: 0, replay: null, held: [], ...standby } }),
  };
  const shown = host.value.show({ ...request, look });
  const { page, sessions } = shown.state;
  const explanations = (page?.tuples ?? []).slice(0, 12).flatMap(({ lp }) =>
    sessions.flatMap(({ session }) => {
      const tuple = { table: page?.table ?? '', block: page?.block ?? 0, offset: lp };
      const { explanation } = host.value.show({ ...request, look: { ...look, session, tuple } });
      return explanation === null ? [] : [explanation];
    }),
  );
  return { text, moves, tick: moves.length, shown, explanations };
}

export async function stageFixture(): Promise<Readonly<Record<string, Moment>>> {
  const fixture: Record<string, Moment> = {};
  for (const [name, wanted] of Object.entries(MOMENTS)) fixture[name] = await momentOf(wanted);
  return fixture;
}
