import { expect, test } from 'vitest';
import { tableOf } from './catalog.ts';
import type { ServerCore } from './core.ts';
import {
  acceptInvalidations,
  checkPublications,
  describeKey,
  dropCatalogSnapshot,
  emptyRelcache,
  invalidate,
  invalidateIndexes,
  lookUpName,
  noInvalidations,
  openRelation,
} from './relcache.ts';
import type { Session, World } from './session.ts';

const bare = tableOf('b', 1, [], []);
const keyed = tableOf(
  't',
  2,
  [],
  [{ name: 't_pkey', unique: true, primary: true, isConstraint: true, columns: [0], including: [] }],
);

/** FAKE: only the parts of world and session that the relcache needs. */
function stage(rules: ServerCore['rules']) {
  const taken: number[] = [];
  const core = { rules, catalogSnapshot: (id: number) => taken.push(id) };
  const world = { core, invalidations: noInvalidations() } as unknown as World;
  const session = { id: 7, relcache: emptyRelcache() } as unknown as Session;
  return { world, session, taken };
}

test('a table is looked up when it is first opened, and again when it was invalidated and the message is in', () => {
  const { world, session, taken } = stage(17);
  openRelation(world, session, bare);
  dropCatalogSnapshot(session);
  openRelation(world, session, bare);
  expect(taken).toEqual([7]);
  invalidate(world, bare.relation);
  openRelation(world, session, bare);
  expect(taken).toEqual([7]);
  acceptInvalidations(world, session);
  openRelation(world, session, keyed);
  openRelation(world, session, bare);
  // One snapshot serves both: it is valid until the next message.
  expect(taken).toEqual([7, 7]);
});

test('new figures of its indexes alone leave a name cached, and the table is opened again', () => {
  const { world, session, taken } = stage(17);
  openRelation(world, session, keyed);
  invalidateIndexes(world, keyed.relation);
  acceptInvalidations(world, session);
  lookUpName(world, session, keyed);
  expect(taken).toEqual([7]);
  openRelation(world, session, keyed);
  expect(taken).toEqual([7, 7]);
});

test('what one message has made old stays old, whatever else is on its way', () => {
  const { world, session, taken } = stage(17);
  openRelation(world, session, bare);
  invalidate(world, bare.relation);
  acceptInvalidations(world, session);
  // The session has not accepted it yet.
  invalidate(world, bare.relation);
  openRelation(world, session, bare);
  expect(taken).toEqual([7, 7]);
});

test('a name that LOCK TABLE has looked up is known to the next, though the table was never opened', () => {
  const { world, session, taken } = stage(17);
  const lock = (): void => {
    dropCatalogSnapshot(session);
    lookUpName(world, session, bare);
  };
  lock();
  lock();
  expect(taken).toEqual([7]);
  invalidate(world, bare.relation);
  acceptInvalidations(world, session);
  lock();
  lock();
  expect(taken).toEqual([7, 7]);
  // Opening it takes more reads: attributes, indexes.
  dropCatalogSnapshot(session);
  openRelation(world, session, bare);
  expect(taken).toEqual([7, 7, 7]);
  lock();
  expect(taken).toHaveLength(3);
});

test('from 15 on the first change asks for publications; before, only where there is no primary key', () => {
  for (const [rules, table, asks] of [
    [13, keyed, false],
    [14, keyed, false],
    [13, bare, true],
    [15, keyed, true],
    [17, bare, true],
  ] as const) {
    const { world, session, taken } = stage(rules);
    openRelation(world, session, table);
    dropCatalogSnapshot(session);
    checkPublications(world, session, table);
    dropCatalogSnapshot(session);
    checkPublications(world, session, table);
    expect(taken).toHaveLength(asks ? 2 : 1);
  }
});

test('the first duplicate key has its name looked up', () => {
  const { world, session, taken } = stage(17);
  openRelation(world, session, keyed);
  dropCatalogSnapshot(session);
  describeKey(world, session, keyed);
  dropCatalogSnapshot(session);
  describeKey(world, session, keyed);
  expect(taken).toHaveLength(2);
});
