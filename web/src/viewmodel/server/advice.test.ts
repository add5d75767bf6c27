/** Advice is given for causes that the file shows, and for nothing else. */
import { describe, expect, test } from 'vitest';
import type { ServerState } from '../../scenario/server-state.ts';
import { adviceOf } from './advice.ts';
import { fakeServer, fakeServerSession } from './server.fake.ts';
import { serverView } from './server-view.ts';

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
    expect(found).toMatchObject({ kind: 'idle', sql: ['SELECT pg_terminate_backend(7);'], also: 0 });
    expect([found?.next.xid, found?.next.holder?.pid]).toEqual([950, 8]);
  });
  test('a running statement is cancelled, not ended; with an equal next to it one is not enough', () => {
    const running = { state: 'active', xmin: 900 };
    const found = advice({ sessions: [fakeServerSession(7, running), fakeServerSession(8, running)] });
    expect(found).toMatchObject({ kind: 'active', also: 1, next: { xid: 1000, holder: null } });
    expect(found?.sql[0]).toMatch(/^SELECT pg_cancel_backend\([78]\);$/);
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
    expect(advice({ prepared })?.sql).toEqual(["COMMIT PREPARED 'o''clock';", "ROLLBACK PREPARED 'o''clock';"]);
    expect(advice({ prepared, inRecovery: true, snapshot: { xmin: 1000, xmax: 1000, xip: [] } })).toBeNull();
  });
  test('a slot is dropped only if nobody uses it', () => {
    expect(advice({ slots: [slot('gone', { xmin: 900 })] })).toMatchObject({
      kind: 'slot',
      sql: ["SELECT pg_drop_replication_slot('gone');"],
    });
    const used = advice({ slots: [slot('used', { xmin: 900, active: true })] });
    expect(used).toMatchObject({ kind: 'feedback', elsewhere: true });
    expect(used?.sql.join()).not.toContain('drop');
    const cdc = { kind: 'logical', database: 'shop', catalogXmin: 900 };
    expect(advice({ slots: [slot('cdc', cdc)] }, 'catalog')?.kind).toBe('logicalSlot');
    expect(advice({ slots: [slot('cdc', { ...cdc, active: true })] }, 'catalog')?.kind).toBe('logicalSlotActive');
    expect(advice({ slots: [slot('cdc', cdc)] })).toBeNull();
  });
});
