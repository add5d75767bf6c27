/** Where a statement meets the rules of SERIALIZABLE (serializable-rules.ts). In other transactions nothing happens here. */
import type { Index, Table } from './catalog.ts';
import { fetched } from './seldom.ts';
import type { SerializableRules, World } from './session.ts';
import type { Row } from './values.ts';

export const isSerializable = ({ sessions }: World, session: number): boolean =>
  sessions.get(session)?.isolation === 'serializable';

const rulesFor = (world: World, session: number): SerializableRules | undefined =>
  isSerializable(world, session) ? fetched(world.seldom).serializable : undefined;

export const checkSerializable = (world: World, session: number): void =>
  rulesFor(world, session)?.check(world, session);
export const readTable = (world: World, session: number, table: Table): void =>
  rulesFor(world, session)?.readTable(world, session, table);
export const readIndex = (world: World, session: number, table: Table, index: Index): void =>
  rulesFor(world, session)?.readIndex(world, session, table, index);
/** A hash index keeps its buckets in any transaction. */
export function writeIndex(world: World, session: number, table: Table, index: Index, row: Row): void {
  const rules = index.method === undefined ? rulesFor(world, session) : fetched(world.seldom).serializable;
  rules?.writeIndex(world, session, table, index, row);
}
export const dropsTable = (world: World, session: number, table: Table): void =>
  rulesFor(world, session)?.dropsTable(world, session, table);
