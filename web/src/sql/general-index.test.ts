/** Which tables a plan reads through an index alone. web/node/pg/found.servers.test.ts checks what servers then touch. */
import { describe, expect, it } from 'vitest';
import { indexReads } from './general-index.ts';

type Node = Readonly<Record<string, unknown>>;
const reads = (...nodes: readonly Node[]) =>
  indexReads(JSON.stringify([{ Plan: { 'Node Type': 'ModifyTable', 'Relation Name': 'p', Plans: nodes } }]));
const scan = (table: string, cond: string, more: Node = {}): Node => ({
  'Node Type': 'Index Scan',
  'Relation Name': table,
  Alias: table,
  'Index Name': `${table}_pkey`,
  'Index Cond': cond,
  ...more,
});
const loop = (outer: Node, inner: Node): Node => ({
  'Node Type': 'Nested Loop',
  Plans: [
    { ...outer, 'Parent Relationship': 'Outer' },
    { ...inner, 'Parent Relationship': 'Inner' },
  ],
});

describe('what a plan reads through an index', () => {
  it('compares with integers, of every type and sign', () => {
    expect(reads(scan('p', '(id = 1)')).get('p')).toEqual({
      index: 'p_pkey',
      isBitmap: false,
      conditions: [{ column: 'id', op: '=', values: [1] }],
      outer: undefined,
    });
    const range = reads(scan('p', "((id >= '-2'::bigint) AND (id < 3))")).get('p');
    expect(range?.conditions).toEqual([
      { column: 'id', op: '>=', values: [-2] },
      { column: 'id', op: '<', values: [3] },
    ]);
    const list = reads(scan('p', "(id = ANY ('{2,3}'::integer[]))")).get('p');
    expect(list?.conditions).toEqual([{ column: 'id', op: '=', values: [2, 3] }]);
  });

  it('a bitmap has its condition one node below', () => {
    const index = { 'Node Type': 'Bitmap Index Scan', 'Index Name': 'p_pkey', 'Index Cond': '(id <= 2)' };
    const heap = { 'Node Type': 'Bitmap Heap Scan', 'Relation Name': 'p', Plans: [index] };
    expect(reads(heap).get('p')).toMatchObject({ index: 'p_pkey', isBitmap: true });
    expect(reads({ ...heap, Plans: [{ 'Node Type': 'BitmapOr', Plans: [index, index] }] }).size).toBe(0);
  });

  it('a nested loop hands a column of its outer table over, and no other node does', () => {
    const outer = scan('o', '(id = 2)', { Filter: '(w > 1)' });
    const inner = scan('p', '(id = o.pid)');
    expect(reads(loop(outer, inner)).get('p')).toMatchObject({
      conditions: [{ values: { alias: 'o', column: 'pid' } }],
      outer: { table: 'o', alias: 'o', where: ['(id = 2)', '(w > 1)'] },
    });
    expect([...reads({ ...loop(outer, inner), 'Node Type': 'Hash Join' }).keys()]).toEqual(['o']);
    expect([...reads(loop(outer, scan('p', '(id < o.pid)'))).keys()]).toEqual(['o']);
  });

  it('is silent on a table read twice or whole, under a subquery, or by a condition of another kind', () => {
    const one = scan('p', '(id = 1)');
    expect(reads(one, one).size).toBe(0);
    expect(reads(one, { 'Node Type': 'Seq Scan', 'Relation Name': 'p' }).size).toBe(0);
    expect(reads({ ...one, 'Node Type': 'Index Only Scan' }).size).toBe(0);
    for (const place of ['SubPlan', 'InitPlan']) {
      const below = { 'Node Type': 'Aggregate', 'Parent Relationship': place, Plans: [one] };
      expect(reads(below).size).toBe(0);
    }
    for (const cond of ["(name = 'a'::text)", '(id = $0)', '(id = (o.pid + 1))', '("order" = 1)', ''])
      expect(reads(scan('p', cond)).size).toBe(0);
  });
});
