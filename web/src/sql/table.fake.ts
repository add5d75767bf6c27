/** The small table t (id, k, v) with any indexes, and conditions on it: what tests of the planner ask about. */
import type { KeyOp, Qual } from './bound-types.ts';
import { type Index, type Table, tableOf } from './catalog.ts';

export const [ID, K, V] = [0, 1, 2] as const;

export const index = (name: string, columns: readonly number[], unique = false): Index => ({
  name,
  unique,
  primary: unique,
  isConstraint: unique,
  columns,
  including: [],
});

export const tableWith = (...indexes: readonly Index[]): Table =>
  tableOf(
    't',
    1,
    [
      { name: 'id', type: 'int4', notNull: true, fallback: undefined },
      { name: 'k', type: 'int4', notNull: false, fallback: undefined },
      { name: 'v', type: 'text', notNull: false, fallback: undefined },
    ],
    indexes,
  );

export const compare = (column: number, op: KeyOp): Qual => ({
  kind: 'compare',
  column,
  op,
  value: () => 1,
  calls: 1,
});
