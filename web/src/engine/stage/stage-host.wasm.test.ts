/** A stage shows the same state as the trace: the same engine, read page by page and in any order. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { parseSpec } from '../../scenario/spec-parse.ts';
import { permutationsOf } from '../../scenario/spec-types.ts';
import { loadCompiler } from '../../sql/compile.ts';
import { type CompiledSpec, compileSpec } from '../spec/spec-compile.ts';
import type { TraceLine } from '../trace/trace-types.ts';
import { wasmPlaceInNode } from '../wasm/wasm-place.node.ts';
import { StageHost } from './stage-host.ts';
import { type Move, type ShowRequest, THE_END, TIME_PASSES } from './stage-types.ts';
import { stopText } from './stop-text.ts';

const compile = await loadCompiler();
const folder = new URL('../../../../scenarios/specs/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.spec'));

function compiled(text: string): CompiledSpec {
  const spec = parseSpec(text);
  if (!spec.ok) throw new Error(JSON.stringify(spec.error));
  const done = compileSpec(text, spec.value, compile);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  return done.value;
}
async function open(spec: CompiledSpec): Promise<StageHost> {
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), spec, { rules: 17, design: 'pg14', file: 'a.spec' });
  if (!host.ok) throw new Error(host.error);
  return host.value;
}
const ask = (moves: readonly Move[], more: Partial<ShowRequest> = {}): ShowRequest => ({
  permutation: null,
  moves,
  tick: moves.length,
  look: {},
  eventsFrom: 0,
  ...more,
});

describe.each(files)('%s', (file) => {
  test('at every tick the stage and the last line of the trace agree', async () => {
    const spec = compiled(readFileSync(new URL(file, folder), 'utf8'));
    const host = await open(spec);
    let number = 0;
    for (const permutation of permutationsOf(spec.spec)) {
      number++;
      if (number > 2) break;
      const moves = [...permutation.map(({ step }) => step), THE_END];
      const trace = await host.trace(moves, number);
      if (!trace.ok) throw new Error(trace.error.kind);
      const lines = trace.value.slice(1).map((line) => JSON.parse(line) as TraceLine);
      // Backwards, so that every tick is reached from a checkpoint.
      for (let tick = moves.length - 1; tick >= 0; tick--) {
        const last = lines.findLast((line) => line.tick === tick);
        const { state, events, stopped } = host.show(ask(moves, { permutation: number, tick }));
        expect(stopped).toBeNull();
        expect(state.tick).toBe(tick);
        const said = last?.state;
        if (said === null || said === undefined) throw new Error(`no line for tick ${tick}`);
        expect([state.nextXid, state.latestCompletedXid, state.xactCompletionCount]).toEqual([
          said.nextXid,
          said.latestCompletedXid,
          said.xactCompletionCount,
        ]);
        expect(state.sessions).toMatchObject(said.sessions);
        expect(state.horizons).toEqual(said.horizons);
        expect(state.tables.map(({ name }) => name)).toEqual(Object.keys(said.tables));
        for (const [table, tuples] of Object.entries(said.tables)) {
          const shown = Array.from(
            { length: state.tables.find(({ name }) => name === table)?.blocks ?? 0 },
            (_, block) => host.show(ask(moves, { permutation: number, tick, look: { table, block } })),
          );
          // A failed transaction's session can run no query: its eye is closed, whatever its next snapshot would be.
          const failed = said.sessions
            .filter(({ state: what }) => what.endsWith('(aborted)'))
            .map((one) => one.session);
          expect(shown.flatMap(({ state: { page } }) => page?.tuples ?? [])).toMatchObject(
            tuples.map((tuple) => ({
              ...tuple,
              visibleTo: tuple.visibleTo.filter((name) => !failed.includes(name)),
            })),
          );
        }
        const told = lines.filter((line) => line.tick <= tick);
        expect(events.map(({ tick: at, session, error, waitsFor }) => [at, session, error, waitsFor])).toEqual(
          told.map(({ tick: at, session, error, state: then }) => [
            at,
            session,
            error,
            then?.sessions.find((one) => one.session === session)?.waitsFor ?? [],
          ]),
        );
      }
    }
  });
});

const TWO = `setup { CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 1), (2, 2); }
session a step a1 { BEGIN; UPDATE t SET v = 5 WHERE id = 1; } step a2 { UPDATE t SET v = 5 WHERE id = 2; } step a3 { COMMIT; }
session b step b1 { BEGIN; UPDATE t SET v = 6 WHERE id = 2; } step b2 { UPDATE t SET v = 6 WHERE id = 1; } step b3 { COMMIT; }`;

test('the same request gives the same answer, whatever was asked before', async () => {
  const spec = compiled(TWO);
  const [host, other] = [await open(spec), await open(spec)];
  const moves = fc.array(fc.constantFrom(0, 1, 2, 3, 4, 5, TIME_PASSES), { maxLength: 9 });
  fc.assert(
    fc.property(moves, moves, fc.nat(9), (before, now, tick) => {
      host.show(ask(before));
      const request = ask(now, { tick: Math.min(tick, now.length) });
      expect(host.show(request)).toEqual(other.show(request));
    }),
    { numRuns: 60 },
  );
});

test('a deadlock stands until time passes, and then has one victim', async () => {
  const host = await open(compiled(TWO));
  const stuck = host.show(ask([0, 3, 1, 4]));
  expect(stuck.state.sessions.map(({ waitsFor }) => waitsFor)).toEqual([['b'], ['a']]);
  expect(stuck.state.timeCanPass).toBe(true);
  const { events, state } = host.show(ask([0, 3, 1, 4, TIME_PASSES], { eventsFrom: 5 }));
  expect(events.map(({ kind, session, error }) => [kind, session, error])).toEqual([
    ['time', null, null],
    ['step', 'a', 'ERROR:  deadlock detected'],
    ['step', 'b', null],
  ]);
  expect(state.sessions.map(({ state: what }) => what)).toEqual([
    'idle in transaction (aborted)',
    'idle in transaction',
  ]);
});

test('a wait ends when time passes as far as lock_timeout, and nobody has to move', async () => {
  const host = await open(
    compiled(TWO.replace('step b1 { BEGIN; UPDATE', "step b1 { BEGIN; SET LOCAL lock_timeout = '50ms'; UPDATE")),
  );
  expect(host.show(ask([0, 3, 4])).state.timeCanPass).toBe(true);
  const { events, state } = host.show(ask([0, 3, 4, TIME_PASSES], { eventsFrom: 4 }));
  expect(events.map(({ kind, session, error }) => [kind, session, error])).toEqual([
    ['time', null, null],
    ['step', 'b', 'ERROR:  canceling statement due to lock timeout'],
  ]);
  expect(state.timeCanPass).toBe(false);
});

test('who made which xid is known, also when its transaction is over', async () => {
  const host = await open(compiled(TWO));
  const { events, state } = host.show(ask([0, 2, 3]));
  expect(events.map(({ session, xid }) => [session, xid])).toEqual([
    [null, 0],
    ['a', 732],
    ['a', 0],
    ['b', 733],
  ]);
  expect(state.xids).toEqual([
    { xid: 731, status: 'committed', owner: null, parent: null },
    { xid: 732, status: 'committed', owner: 'a', parent: null },
    { xid: 733, status: 'running', owner: 'b', parent: null },
  ]);
});

test('a session whose transaction has failed sees nothing until it rolls back', async () => {
  const host = await open(
    compiled(`setup { CREATE TABLE t (i int); INSERT INTO t VALUES (1); }
session a step b { BEGIN; } step e { SELECT 1/0; } step r { ROLLBACK; }
session c step s { SELECT 1; }`),
  );
  const seenAt = (moves: readonly number[]) => host.show(ask(moves)).state.page?.tuples[0]?.visibleTo;
  expect(seenAt([0])).toEqual(['a', 'c']);
  expect(seenAt([0, 1])).toEqual(['c']);
  expect(seenAt([0, 1, 2])).toEqual(['a', 'c']);
});

test('why a version is seen is asked of the same snapshot as the eyes', async () => {
  const host = await open(compiled(TWO));
  const look = { session: 'b', tuple: { table: 't', block: 0, offset: 3 } };
  const { explanation, state } = host.show(ask([0], { look }));
  expect(explanation).toMatchObject({ session: 'b', visible: false, offset: 3 });
  expect(state.page?.tuples.find(({ lp }) => lp === 3)?.visibleTo).toEqual(['a']);
  expect(host.show(ask([0], { look: { ...look, tuple: { ...look.tuple, offset: 9 } } })).explanation).toBeNull();
});

test('while nobody asks, it explains what who acted last does not see', async () => {
  const host = await open(compiled(TWO));
  const { question, explanation } = host.show(ask([0, 3, 4]));
  expect(question).toEqual({ session: 'b', tuple: { table: 't', block: 0, offset: 3 } });
  expect(explanation).toMatchObject({ session: 'b', offset: 3, visible: false });
});

test('the end of a transaction answers the question that was asked before it: session and row version stay', async () => {
  const text = `setup { CREATE TABLE t (id int); INSERT INTO t VALUES (1), (2); }
session a step begin { BEGIN; } step write { UPDATE t SET id = 5 WHERE id = 2; } step end { COMMIT; } step more { SELECT 1; }
session b step look { SELECT * FROM t; }`;
  const host = await open(compiled(text));
  const [begin, write, end, more, look] = [0, 1, 2, 3, 4];
  const before = host.show(ask([begin, write, look]));
  expect(before.question).toEqual({ session: 'b', tuple: { table: 't', block: 0, offset: 3 } });
  expect(before.explanation?.visible).toBe(false);
  const after = host.show(ask([begin, write, look, end]));
  expect(after.question).toEqual(before.question);
  expect(after.explanation?.visible).toBe(true);
  // The same after any history, by a link or step by step.
  expect((await open(compiled(text))).show(ask([begin, write, look, end])).question).toEqual(before.question);
  // The next step that does more than end a transaction has its own question.
  expect(host.show(ask([begin, write, look, end, more])).question.session).toBe('a');
});

test('too much work stops with a sentence, and what was before stands', async () => {
  const spec = compiled(`setup { CREATE TABLE t (id int); INSERT INTO t SELECT g FROM generate_series(1, 5000) g; }
session s step a { SELECT 1; } step b { ${'UPDATE t SET id = id + 1; '.repeat(100)} }`);
  const host = await open(spec);
  const { stopped, state } = host.show(ask([0, 1, 0]));
  expect(stopped).toMatchObject({
    kind: 'limit',
    limit: { cost: { kind: 'work' }, place: { part: 'step', name: 'b' } },
  });
  if (stopped === null) throw new Error('it went on');
  const said = stopText(stopped, { text: spec.text, file: 'a.spec' }, messagesIn('en'));
  expect(said).toMatch(/^a\.spec:2:\d+: .*units of work/);
  expect(state.tick).toBe(1);
  expect(host.show(ask([0, 0])).state.tick).toBe(2);
});

test('who takes the engine of a stage that was closed answers as one with an engine of its own; none listens to the process', async () => {
  const listeners = (): number =>
    process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection');
  const specs = files.slice(0, 3).map((file) => compiled(readFileSync(new URL(file, folder), 'utf8')));
  const before = listeners();
  const fresh = [];
  for (const spec of specs) fresh.push((await open(spec)).show(ask([0, THE_END])));
  const used = [];
  for (const spec of specs) {
    const host = await open(spec);
    used.push(host.show(ask([0, THE_END])));
    host.close();
  }
  expect(used).toEqual(fresh);
  expect(listeners()).toBe(before);
});
