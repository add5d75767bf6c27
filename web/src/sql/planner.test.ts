/** Laws of the planner's choice. web/node/pg/plans.servers.test.ts checks that servers choose the same. */
import { describe, expect, it } from 'vitest';
import type { Qual } from './bound-types.ts';
import type { Table } from './catalog.ts';
import type { Question } from './path-cost.ts';
import { type Access, isHeapFor, type Places, planAccess } from './planner.ts';
import { DEFAULT_EQ, DEFAULT_INEQ } from './qual.ts';
import { compare, ID, index, K, tableWith, V } from './table.fake.ts';

const PKEY = index('t_pkey', [ID], true);
const BY_K = index('t_k', [K]);
const BY_V = index('t_v', [V]);
const either = (...arms: readonly (readonly Qual[])[]): Qual => ({ kind: 'or', arms, calls: arms.length });

const NEW = { pages: 0, tuples: undefined, fillfactor: 100, allVisible: 0, blocks: 1 };
const vacuumed = (pages: number, tuples: number, allVisible = pages): Question['figures'] => ({
  pages,
  tuples,
  fillfactor: 100,
  allVisible,
  blocks: pages,
});

function ask(table: Table, quals: readonly Qual[], more: Partial<Question> = {}): string {
  const { length } = table.indexes;
  expect(length).toBeGreaterThan(0);
  return told(
    planAccess({
      table,
      quals,
      columns: undefined,
      figures: NEW,
      rules: 17,
      sizeOf: () => ({ pages: 2, height: 0 }),
      wanted: 0,
      off: [],
      order: undefined,
      ...more,
    }),
  );
}
const placesTold = (places: Places): string =>
  places.kind === 'index' ? places.index.name : `${places.kind}(${places.of.map(placesTold).join(' ')})`;
function told(access: Access): string {
  if (access.kind === 'heap') return 'heap';
  if (access.kind === 'bitmap') return `bitmap ${placesTold(access.places)}`;
  return `index ${access.index.name}${access.order?.descending === true ? ' backward' : ''}`;
}

describe('a table that was never vacuumed is thought to be large', () => {
  const table = tableWith(PKEY, BY_K, BY_V);

  it('one row of a unique key comes by its index', () => {
    expect(ask(table, [compare(ID, '=')])).toBe('index t_pkey');
  });
  it('a range, and a value that several rows may have, come by a bitmap', () => {
    expect(ask(table, [compare(ID, '<')])).toBe('bitmap t_pkey');
    expect(ask(table, [compare(K, '=')])).toBe('bitmap t_k');
  });
  it('either of two needs an index for each', () => {
    expect(ask(table, [either([compare(ID, '=')], [compare(K, '=')])])).toBe('bitmap or(t_pkey t_k)');
    expect(ask(tableWith(PKEY), [either([compare(ID, '=')], [compare(K, '=')])])).toBe('heap');
  });
  it('an arm of OR may ask an index for what holds of all arms, too', () => {
    const both = index('t_kv', [K, V]);
    const arms = either([compare(K, '=')], [compare(K, '=')]);
    const access = planAccess({
      table: tableWith(both),
      quals: [arms, compare(V, '=')],
      columns: undefined,
      figures: NEW,
      rules: 17,
      sizeOf: () => ({ pages: 2, height: 0 }),
      wanted: 0,
      off: [],
      order: undefined,
    });
    const [first] = access.kind === 'bitmap' && access.places.kind !== 'index' ? access.places.of : [];
    expect(first?.kind === 'index' ? first.quals.length : 0).toBe(2);
  });
  it('what begins alike lies together in an index', () => {
    const like: Qual = { kind: 'prefix', column: V, text: 'a', isWhole: false, passes: DEFAULT_EQ, calls: 1 };
    expect(ask(table, [like])).toBe('bitmap t_v');
  });
  it('two indexes are read where together they leave few of many pages', () => {
    const figures = { ...NEW, blocks: 4000 };
    const sizeOf = (): { pages: number; height: number } => ({ pages: 800, height: 1 });
    expect(ask(table, [compare(K, '='), compare(V, '=')], { figures, sizeOf })).toBe('bitmap and(t_v t_k)');
  });
  it('a condition on no index, or that only a row can tell, wants all rows', () => {
    expect(ask(tableWith(PKEY), [compare(K, '=')])).toBe('heap');
    expect(ask(table, [{ kind: 'other', passes: DEFAULT_INEQ, calls: 1 }])).toBe('heap');
  });
  it('the first row of an order comes from the index that has it, and is the last one read backward', () => {
    const order = (descending: boolean): Partial<Question> => ({ wanted: 1, order: { columns: [ID], descending } });
    expect(ask(table, [], order(false))).toBe('index t_pkey');
    expect(ask(table, [], order(true))).toBe('index t_pkey backward');
  });
});

describe('a table that VACUUM has counted', () => {
  const table = tableWith(PKEY);

  it('is gone through where it has few pages', () => {
    expect(ask(table, [compare(ID, '=')], { figures: vacuumed(1, 3) })).toBe('heap');
    expect(ask(table, [compare(ID, '<')], { figures: vacuumed(1, 200) })).toBe('heap');
    expect(ask(table, [compare(ID, '=')], { figures: vacuumed(20, 160) })).toBe('index t_pkey');
  });
  it('is left alone where an index has all that is read and the rows are known to be visible', () => {
    const wide = vacuumed(40, 320);
    expect(ask(table, [], { figures: wide, columns: [ID] })).toBe('index t_pkey');
    expect(ask(table, [], { figures: wide, columns: [ID, K] })).toBe('heap');
    expect(ask(table, [], { figures: vacuumed(40, 320, 0), columns: [ID] })).toBe('heap');
  });
  it('is not asked from 17 on whether a key is not null', () => {
    const quals: Qual[] = [{ kind: 'null', column: ID, negated: true, calls: 0 }];
    const wide = { figures: vacuumed(3, 100), columns: [ID, K] };
    expect(ask(table, quals, wide)).toBe('heap');
  });
});

describe('a table of whose columns a server knows more', () => {
  const question = (blocks: number, more: Partial<Question> = {}): Question => ({
    table: tableWith(PKEY, BY_K),
    quals: [compare(K, '=')],
    columns: undefined,
    figures: { ...NEW, blocks },
    rules: 17,
    sizeOf: () => ({ pages: 2, height: 0 }),
    wanted: 0,
    off: [],
    order: undefined,
    ...more,
  });
  it('is gone through whatever that is, as long as two pages cost no less', () => {
    expect(isHeapFor(question(1), 200)).toBe(true);
    expect(isHeapFor(question(2), 400)).toBe(true);
    expect(isHeapFor(question(3), 600)).toBe(false);
    expect(isHeapFor(question(9), 10)).toBe(false);
  });
  it('but not for the first row of an order', () => {
    expect(isHeapFor(question(1, { wanted: 1, order: { columns: [K], descending: false } }), 3)).toBe(false);
  });
});

describe('settings', () => {
  const table = tableWith(PKEY, BY_K);
  const equal = [compare(K, '=')];

  it('leave the cheapest way that they do not forbid', () => {
    expect(ask(table, equal, { off: ['bitmapscan'] })).toBe('index t_k');
    expect(ask(table, equal, { off: ['bitmapscan', 'indexscan'] })).toBe('heap');
    expect(ask(table, equal, { off: ['seqscan', 'indexscan'] })).toBe('bitmap t_k');
  });
  it('that forbid every way are as good as none since 18, and refused before', () => {
    const off = ['seqscan', 'indexscan', 'bitmapscan'] as const;
    expect(ask(table, equal, { off, rules: 18 })).toBe(ask(table, equal));
    expect(() => ask(table, equal, { off })).toThrow('no way to the rows');
  });
});
