/** Advice is given for causes that the file shows, and for nothing else. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ServerState } from '../../scenario/server-state.ts';
import { parseServerState } from '../../scenario/server-state-parse.ts';
import { adviceOf } from './advice.ts';
import { fakeServer, fakeServerSession } from './server.fake.ts';
import { serverView } from './server-view.ts';

const SAMPLE = readFileSync(new URL('../../../../scenarios/tools/sample-17.json', import.meta.url), 'utf8');

const advice = (more: Partial<ServerState>, kind: 'data' | 'catalog' = 'data') => {
  const state = fakeServer(more);
  return adviceOf(state, serverView(state, kind));
};
const slot = (name: string, more: object) => ({
  name,
  kind: 'physical' as const,
  database: null,
  active: false,
  xmin: null,
  catalogXmin: null,
  ...more,
});

describe('what frees the horizon', () => {
  test('nobody holds it: there is nothing to do', () => expect(advice({})).toBeNull());
  test('an idle transaction is ended by its process, and the next holder is named', () => {
    const found = advice({ sessions: [fakeServerSession(7, { xmin: 900 }), fakeServerSession(8, { xmin: 950 })] });
    expect(found?.all).toMatchObject([{ kind: 'idle', sql: ['SELECT pg_terminate_backend(7);'] }]);
    expect(found).toMatchObject({ holding: 1, frees: null });
    expect([found?.next.xid, found?.next.holder?.pid]).toEqual([950, 8]);
  });
  test('a running statement is cancelled, not ended; with an equal next to it one is not enough', () => {
    const running = { state: 'active', xmin: 900 };
    const found = advice({ sessions: [fakeServerSession(7, running), fakeServerSession(8, running)] });
    expect(found).toMatchObject({ holding: 2, next: { xid: 1000, holder: null } });
    expect(found?.all.map(({ sql }) => sql)).toEqual([
      ['SELECT pg_cancel_backend(7);'],
      ['SELECT pg_cancel_backend(8);'],
    ]);
  });
  test('of several with one xid each gets advice: what costs least first, a running query last, three at most', () => {
    const running = fakeServerSession(7, { state: 'active', xmin: 900, transactionSeconds: 900 });
    const idle = fakeServerSession(8, { xmin: 900 });
    const found = (more: Partial<ServerState>) => advice(more)?.all.map(({ kind }) => kind);
    expect(found({ sessions: [running, idle] })).toEqual(['idle', 'active']);
    const gone = { slots: [slot('gone', { xmin: 900 })] };
    const prepared = [{ gid: 'p', database: 'shop', xid: 900, seconds: 5 }];
    expect(found({ sessions: [running, idle], prepared, ...gone })).toEqual(['idle', 'prepared', 'slot']);
    expect(advice({ sessions: [running, idle], prepared, ...gone })?.holding).toBe(4);
  });
  test('sessions that the role may not see are said to be hidden, in one advice', () => {
    const hidden = { kind: null, state: null, transactionSeconds: null, xmin: 900 };
    const found = advice({ sessions: [fakeServerSession(7, hidden), fakeServerSession(8, hidden)] });
    expect(found?.all).toMatchObject([{ kind: 'hidden', count: 2, sql: [] }]);
  });
  test('counts the kept versions that may then go, where the file shows the table', () => {
    const sample = parseServerState(SAMPLE);
    if (!sample.ok) throw new Error('the sample has faults');
    const view = serverView(sample.value, 'data');
    const found = adviceOf(sample.value, view);
    const then = found?.next.xid ?? 0;
    const kept = view.rows.versions.filter(({ fate }) => fate.kind === 'kept');
    expect(found?.frees).toEqual({
      count: kept.filter(({ deleter }) => (deleter?.xid ?? 0) < then).length,
      kept: kept.length,
    });
    expect(found?.frees?.count).toBeGreaterThan(0);
    expect(adviceOf(sample.value, serverView(sample.value, 'catalog'))?.frees).toBeNull();
  });
  test.each([
    ['autovacuum worker', 'active'],
    ['client backend', null],
    [null, 'idle in transaction'],
  ])('of %s, %s there is no advice', (kind, state) => {
    expect(advice({ sessions: [fakeServerSession(7, { kind, state, xmin: 900 })] })).toBeNull();
  });
  test('a name is quoted as SQL quotes it', () => {
    const prepared = [{ gid: "o'clock", database: 'shop', xid: 900, seconds: 5 }];
    expect(advice({ prepared })?.all[0]?.sql).toEqual(["COMMIT PREPARED 'o''clock';", "ROLLBACK PREPARED 'o''clock';"]);
    expect(advice({ prepared, inRecovery: true, snapshot: { xmin: 1000, xmax: 1000, xip: [] } })).toBeNull();
  });
  test('a slot is dropped only if nobody uses it', () => {
    expect(advice({ slots: [slot('gone', { xmin: 900 })] })?.all[0]).toMatchObject({
      kind: 'slot',
      sql: ["SELECT pg_drop_replication_slot('gone');"],
    });
    const used = advice({ slots: [slot('used', { xmin: 900, active: true })] })?.all[0];
    expect(used).toMatchObject({ kind: 'feedback', elsewhere: true });
    expect(used?.sql.join()).not.toContain('drop');
    const cdc = { kind: 'logical', database: 'shop', catalogXmin: 900 };
    expect(advice({ slots: [slot('cdc', cdc)] }, 'catalog')?.all[0]?.kind).toBe('logicalSlot');
    expect(advice({ slots: [slot('cdc', { ...cdc, active: true })] }, 'catalog')?.all[0]?.kind).toBe(
      'logicalSlotActive',
    );
    expect(advice({ slots: [slot('cdc', cdc)] })).toBeNull();
  });
});
