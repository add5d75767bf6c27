/** Which anomaly a run has: for Hermitage's cases, which have known names, and for schedules that are drawn. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { compileSpec } from '../spec/spec-compile.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { ordersOf } from './serial-plan.ts';
import { StageHost } from './stage-host.ts';
import type { Anomaly, RunVerdict } from './verdict-types.ts';

const compile = await loadCompiler();
const shipped = (id: string): string =>
  readFileSync(new URL(`../../../../scenarios/specs/${id}.spec`, import.meta.url), 'utf8');

async function opened(text: string) {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const compiled = compileSpec(text, spec.value, compile);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  const options = { rules: 17, design: 'pg14', file: 'f' } as const;
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, options);
  if (!host.ok) throw new Error(host.error);
  return { host: host.value, spec: spec.value, compiled: compiled.value };
}

/** @param steps names; or the number of a permutation */
async function verdictOf(text: string, steps: string | number) {
  const { host, spec } = await opened(text);
  const names = typeof steps === 'string' ? steps.split(' ') : [];
  const moves =
    typeof steps === 'string'
      ? names.map((name) => spec.steps.findIndex((step) => step.name === name))
      : (spec.permutations?.[steps - 1] ?? []).map(({ step }) => step);
  const request = { permutation: typeof steps === 'string' ? null : steps, moves, tick: moves.length };
  const before = host.show({ ...request, look: {}, eventsFrom: 0 });
  const verdict = await host.verdict(request);
  // Asking changes nothing.
  expect(host.show({ ...request, look: {}, eventsFrom: 0 })).toEqual(before);
  host.close();
  return verdict;
}

/** In few words: the anomaly, and each edge with its steps. */
function brief(verdict: RunVerdict | null): string {
  if (verdict === null) return 'open';
  if (verdict.kind === 'order') return `order ${verdict.order.map(({ session }) => session).join(' ')}`;
  if (verdict.kind !== 'anomaly') return verdict.kind === 'undecided' ? `undecided ${verdict.why}` : verdict.kind;
  const edges = verdict.clauses.map(
    ({ kind, one, oneStep, other, otherStep }) => `${one.session}@${oneStep} ${kind} ${other.session}@${otherStep}`,
  );
  return [verdict.anomaly, ...edges].join(', ');
}

test.each([
  // Dirty writes and dirty reads do not happen: the second writer waits, and the reader sees what was committed.
  ['g0', 1, 'order t1 t2'],
  ['g1a', 1, 'alone'],
  ['g1b', 1, 'non-repeatable-read, t2@4 missed t1@3, t2@7 saw t1@5'],
  ['g1c', 1, 'write-skew, t1@5 missed t2@4, t2@6 missed t1@3'],
  ['otv', 1, 'non-repeatable-read, t3@8 missed t2@6, t3@13 saw t2@6'],
  ['pmp', 1, 'phantom, t1@3 missed-search t2@4, t1@6 saw t2@4'],
  ['pmp', 2, 'order t1 t2'],
  ['pmp-write', 1, 'read-skew, t2@3 missed t1@4, t2@7 saw t1@4'],
  ['p4', 1, 'lost-update, t2@4 missed t1@5, t2@6 over t1@5'],
  ['p4', 2, 'alone'],
  ['g-single', 1, 'read-skew, t1@3 missed t2@6, t1@9 saw t2@7'],
  ['g-single', 2, 'order t1 t2'],
  ['g-single-predicate', 1, 'read-skew, t1@3 missed t2@4, t1@6 saw t2@4'],
  ['g-single-write', 1, 'read-skew, t1@3 missed t2@5, t1@8 saw-search t2@6'],
  ['g2-item', 1, 'write-skew, t1@3 missed t2@6, t2@4 missed t1@5'],
  ['g2-item', 2, 'write-skew, t1@3 missed t2@6, t2@4 missed t1@5'],
  ['g2-item', 3, 'alone'],
  ['g2', 1, 'phantom-skew, t1@3 missed-search t2@6, t2@4 missed-search t1@5'],
  ['g2', 2, 'phantom-skew, t1@3 missed-search t2@6, t2@4 missed-search t1@5'],
  ['g2-fekete', 2, 'read-only, t1@4 missed t2@5, t3@7 saw t2@5, t3@7 missed t1@9'],
])('Hermitage’s %s, permutation %i: %s', async (id, permutation, expected) => {
  expect(brief(await verdictOf(shipped(`hermitage-${id}`), permutation))).toBe(expected);
});

test('a dirty write is prevented: the verdict names the write that waited', async () => {
  expect(await verdictOf(shipped('hermitage-g0'), 1)).toMatchObject({ wait: { session: 't2', step: 4, on: ['t1'] } });
});

test('what cannot be compared between orders has its session, its step and its statement', async () => {
  const of = (sql: string, setup = '') =>
    verdictOf(
      `setup { CREATE TABLE t (a int); INSERT INTO t VALUES (1); ${setup} }
session A step a1 { BEGIN; } step a2 { UPDATE t SET a = 2; } step a3 { COMMIT; }
session B step b1 { BEGIN; } step b2 { ${sql}; } step b3 { COMMIT; }`,
      'a1 b1 a2 b2 a3 b3',
    );
  for (const [why, sql] of [
    ['places', 'SELECT ctid FROM t'],
    ['places', 'SELECT a FROM t LIMIT 1'],
    ['skips', 'SELECT a FROM t FOR UPDATE SKIP LOCKED'],
  ] as const)
    expect(await of(sql)).toMatchObject({ why, at: { session: 'B', step: 4, sql: expect.stringContaining(sql) } });
  const setup = 'CREATE TABLE u (id serial)';
  const at = { session: null, step: null, sql: expect.stringContaining(setup) };
  expect(await of('SELECT a FROM t', `${setup};`)).toMatchObject({ why: 'places', at });
});

test('an order names a transaction by its first step if its session ran others, compared or not', async () => {
  const text = `setup { CREATE TABLE t (a int); }
session A step a1 { BEGIN; } step a2 { INSERT INTO t VALUES (1); } step a3 { COMMIT; }
session B step b1 { SELECT a FROM t; } step b2 { SELECT a FROM t; }`;
  // B's second statement met nobody: its first alone ran before A.
  const order = [
    { session: 'B', step: 3 },
    { session: 'A', step: null },
  ];
  expect(await verdictOf(text, 'a1 a2 b1 a3 b2')).toMatchObject({ kind: 'order', order });
});

test('a transaction that has not ended: no verdict yet', async () => {
  expect(await verdictOf(shipped('hermitage-p4'), 'b1_rc b2_rc t1_r t2_r t1_w t2_w c1')).toBeNull();
});

const ACCOUNTS = `setup { CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL); INSERT INTO accounts VALUES (1, 500), (2, 300); }`;
const session = (name: string, steps: Readonly<Record<string, string>>): string =>
  [`session ${name}`, ...Object.entries(steps).map(([step, sql]) => `step ${step} { ${sql}; }`)].join('\n');
const withdrawals = (write: (amount: number) => string, begin = 'BEGIN'): string =>
  [
    ACCOUNTS,
    ...[100, 50].map((amount, i) => {
      const a = 'ab'[i] ?? '';
      return session(a.toUpperCase(), {
        [`${a}1`]: begin,
        [`${a}2`]: 'SELECT balance FROM accounts WHERE id = 1',
        [`${a}3`]: write(amount),
        [`${a}4`]: 'COMMIT',
        [`${a}5`]: 'SELECT * FROM accounts',
      });
    }),
  ].join('\n');
test('transactions that were open together are told in their order, though no query of one came before the other’s end', async () => {
  const text = withdrawals((amount) => `UPDATE accounts SET balance = balance - ${amount} WHERE id = 1`);
  expect(brief(await verdictOf(text, 'a1 b1 a3 a4 b3 b4'))).toBe('order A B');
  expect(brief(await verdictOf(text, 'b1 a1 a3 a4 b3 b4'))).toBe('order A B');
  // Their BEGINs did not overlap, either.
  expect(brief(await verdictOf(text, 'a1 a3 a4 b1 b3 b4'))).toBe('alone');
});

const BOTH = 'a1 b1 a2 b2 a3 a4 b3 b4 a5 b5';
const lost = withdrawals((amount) => `UPDATE accounts SET balance = ${500 - amount} WHERE id = 1`);

async function tried(text: string, steps: string) {
  const verdict = await verdictOf(text, steps);
  if (verdict?.kind !== 'anomaly') throw new Error(brief(verdict));
  const all = [];
  for (const { remedy, text: changed, moves } of verdict.suggestions) {
    const { host, compiled, spec } = await opened(changed);
    const attempt = await host.attempt(compiled, moves);
    const { events } = host.show({
      permutation: null,
      moves: attempt.moves,
      tick: attempt.moves.length,
      look: {},
      eventsFrom: 0,
    });
    const rows = events.findLast(({ results }) => results.length > 0)?.results.at(-1)?.rows;
    all.push({
      remedy,
      kind: brief(attempt.verdict),
      run: attempt.moves.map((move) => spec.steps[move]?.name ?? '…').join(' '),
      rows: JSON.stringify(rows),
    });
    host.close();
  }
  return { anomaly: verdict.anomaly, all };
}

test('a lost update: one UPDATE that adds, a level, or a lock prevents it', async () => {
  expect(await tried(lost, BOTH)).toEqual({
    anomaly: 'lost-update',
    all: [
      { remedy: 'atomic', kind: 'order A B', run: 'a1 b1 a3 a4 b3 b4 a5 b5', rows: '[["2","300"],["1","350"]]' },
      { remedy: 'repeatable-read', kind: 'alone', run: BOTH, rows: '[["2","300"],["1","400"]]' },
      {
        remedy: 'for-update',
        kind: 'order A B',
        run: 'a1 b1 a2 b2 a3 a4 b3 b4 a5 b5',
        rows: '[["2","300"],["1","450"]]',
      },
      { remedy: 'serializable', kind: 'alone', run: BOTH, rows: '[["2","300"],["1","400"]]' },
    ],
  });
});

test('check, then act: nothing is lost, but the check was of an old row; a lock at the check comes first', async () => {
  const text = withdrawals((amount) => `UPDATE accounts SET balance = balance - ${amount} WHERE id = 1`);
  const { anomaly, all } = await tried(text, BOTH);
  expect([anomaly, all[0]?.remedy, all[0]?.kind]).toEqual(['non-repeatable-read', 'for-update', 'order A B']);
});

test('what nobody else did at the same time is no part of it: looks before and after, and who had ended', async () => {
  expect(brief(await verdictOf(lost, 'a5 b5 a1 a2 a3 a4 b5 b1 b2 b3 b4 a5 b5'))).toBe('alone');
  expect(brief(await verdictOf(lost, `a5 b5 b5 a5 ${BOTH} b5 a5`))).toBe('lost-update, B@8 missed A@9, B@11 over A@9');
});

const draw = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
};

/** Two or three sessions, each with one transaction of two to four statements, in a drawn order. */
function drawn(seed: number, level: string): { readonly text: string; readonly steps: string } {
  const next = draw(seed);
  const names = ['A', 'B', 'C'].slice(0, 2 + next(2));
  const statement = (): string => {
    const id = 1 + next(3);
    const all = [
      `SELECT n FROM t WHERE id = ${id}`,
      'SELECT count(*), sum(n) FROM t',
      `SELECT id FROM t WHERE n > ${next(4)}`,
      `UPDATE t SET n = ${next(5)} WHERE id = ${id}`,
      `UPDATE t SET n = n + 1 WHERE id = ${id}`,
      `UPDATE t SET n = n + 1 WHERE n = ${next(4)}`,
      `INSERT INTO t VALUES (${10 + next(90)}, ${next(4)})`,
      `DELETE FROM t WHERE id = ${id}`,
      `UPDATE t SET n = (SELECT count(*) FROM t WHERE n = 1) WHERE id = ${id}`,
    ];
    return all[next(all.length)] ?? '';
  };
  const steps = names.map((name) => {
    const a = name.toLowerCase();
    const inside = Array.from({ length: 2 + next(3) }, statement);
    return [`BEGIN ISOLATION LEVEL ${level}`, ...inside, 'COMMIT'].map((sql, i) => [`${a}${i + 1}`, sql] as const);
  });
  const sessions = names.map((name, i) => session(name, Object.fromEntries(steps[i] ?? [])));
  const order: string[] = [];
  const at = names.map(() => 0);
  while (order.length < steps.flat().length) {
    const i = next(names.length);
    const step = steps[i]?.[at[i] ?? 0];
    if (step === undefined) continue;
    at[i] = (at[i] ?? 0) + 1;
    order.push(step[0]);
  }
  const setup = 'setup { CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2); }';
  return { text: [setup, ...sessions, `permutation ${order.join(' ')}`].join('\n'), steps: order.join(' ') };
}

/** In an order of their own: a session that waits keeps its next steps. */
async function run(seed: number, level: string) {
  const { text, steps } = drawn(seed, level);
  const { host, compiled, spec } = await opened(text);
  const { verdict } = await host.attempt(
    compiled,
    steps.split(' ').map((name) => spec.steps.findIndex((step) => step.name === name)),
  );
  host.close();
  return verdict;
}

const SEEDS = Array.from({ length: 20 }, (_, i) => 7_919 * (i + 1));

test.each<readonly [level: string, allowed: readonly Anomaly[] | null]>([
  ['SERIALIZABLE', []],
  // Its snapshot is one for all reads, and the second of two writers fails.
  ['REPEATABLE READ', ['write-skew', 'phantom-skew', 'read-only']],
  ['READ COMMITTED', null],
])('drawn schedules at %s have only what that level allows', async (level, allowed) => {
  const found = new Map<string, number>();
  for (const seed of SEEDS) {
    const verdict = await run(seed, level);
    const name = verdict?.kind === 'anomaly' ? verdict.anomaly : (verdict?.kind ?? 'open');
    found.set(name, (found.get(name) ?? 0) + 1);
    if (verdict?.kind === 'anomaly' && allowed !== null)
      expect([seed, name, allowed.includes(verdict.anomaly)]).toEqual([seed, name, true]);
    if (verdict?.kind === 'undecided') expect([seed, verdict.why]).toEqual([seed, 'not-repeated']);
  }
  // Of each kind there is one: the schedules are not all alike.
  expect(found.size).toBeGreaterThan(1);
});

/** Orders by hand, without the code that finds them: each session's steps on a new stage, then a look at the table. */
async function fitsBruteForce(seed: number): Promise<{ readonly verdict: RunVerdict | null; readonly fits: boolean }> {
  const { text, steps } = drawn(seed, 'READ COMMITTED');
  const look = 'session looker step look { SELECT * FROM t ORDER BY id; }\n';
  const { host, compiled, spec } = await opened(text.replace('permutation', `${look}permutation`));
  const place = (name: string): number => spec.steps.findIndex((step) => step.name === name);
  const wanted = steps.split(' ').map(place);
  const { moves, verdict } = await host.attempt(compiled, wanted);
  const told = (run: readonly number[]): string => {
    const all = [...run, place('look')];
    const { events } = host.show({ permutation: null, moves: all, tick: all.length, look: {}, eventsFrom: 0 });
    const results = events
      .filter(({ status }) => status === 'done')
      .map(({ step, error, results: sets }) => [
        step,
        error,
        sets.map(({ rows }) => rows.map((row) => JSON.stringify(row)).sort()),
      ]);
    return JSON.stringify(results.sort(([one], [other]) => Number(one) - Number(other)));
  };
  const seen = told(moves);
  const own = spec.sessions.slice(0, -1).map((_, i) => wanted.filter((move) => spec.steps[move]?.session === i));
  const fits = ordersOf(own).some((order) => told(order.flat()) === seen);
  host.close();
  return { verdict, fits };
}

test('an anomaly is named if and only if no order, tried by hand, gives the same results', async () => {
  let compared = 0;
  for (const seed of SEEDS) {
    const { verdict, fits } = await fitsBruteForce(seed);
    if (verdict === null || verdict.failures.length > 0 || verdict.kind === 'undecided') continue;
    expect([seed, brief(verdict), verdict.kind === 'anomaly']).toEqual([seed, brief(verdict), !fits]);
    compared++;
  }
  expect(compared).toBeGreaterThan(10);
});
