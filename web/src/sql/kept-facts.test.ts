/** A fact kept with a plan or with a session's settings equals the one computed anew. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Column, type Table, tableOf, type ViewDefinition } from './catalog.ts';
import { sequencesOf } from './exec-sequence.ts';
import { queryOfViews } from './exec-view.ts';
import type { Expr, SelectPlan } from './plan.ts';
import { waysOff } from './plan-scan.ts';
import type { Exec, Session, Settings } from './session.ts';
import { settingOf } from './settings.ts';

const WAYS = ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan'] as const;
const values = fc.constantFrom('on', 'off');
const made: fc.Arbitrary<Settings> = fc.dictionary(fc.constantFrom(...WAYS.map((way) => `enable_${way}`)), values);

test('ways that settings forbid follow every SET and SET LOCAL, and the end of its transaction', () => {
  const nothing: Settings = {};
  // Few objects that come again and again, as a transaction's end brings back those from before it.
  const session = { local: nothing, settings: nothing } as unknown as Session;
  const pool = fc.array(made, { minLength: 2, maxLength: 4 });
  const steps = fc.array(fc.tuple(fc.constantFrom('settings', 'local'), fc.nat(3)), { maxLength: 12 });
  fc.assert(
    fc.property(pool, steps, (kept, changes) => {
      for (const [what, at] of changes) {
        session[what] = kept[at] ?? nothing;
        const off = WAYS.filter((way) => settingOf(session, `enable_${way}`) === 'off');
        expect(waysOff(session)).toEqual(off);
        expect(waysOff(session)).toEqual(off);
      }
    }),
  );
  expect(waysOff(undefined)).toEqual([]);
});

const nextval = (name: string): Expr => ({
  kind: 'call',
  name: 'nextval',
  args: [{ kind: 'const', type: 'unknown', text: name }],
});
const withDefault = (fallback: Expr | undefined): Table => {
  const column: Column = { name: 'id', type: 'int4', notNull: false, fallback };
  return tableOf('t', 1, [column], []);
};

test('a statement’s sequences are those of the table as it is now', () => {
  const tables = [undefined, withDefault(undefined), withDefault(nextval('s')), withDefault(nextval('r'))];
  const names = [[], [], ['s'], ['r']];
  const plans = [{ kind: 'insert' }, { kind: 'insert', where: nextval('own') }];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), fc.nat(3)), { maxLength: 12 }), (asked) => {
      for (const [plan, table] of asked)
        expect(sequencesOf(plans[plan] ?? {}, tables[table])).toEqual([
          ...(plan === 1 ? ['own'] : []),
          ...(names[table] ?? []),
        ]);
    }),
  );
});

test('a name in a query is a view as long as the catalog says so', () => {
  const plan = {
    kind: 'select',
    from: { kind: 'table', table: 't' },
    locking: [],
    orderBy: [],
  } as unknown as SelectPlan;
  const table = withDefault(undefined);
  const view: Table = { ...table, other: { kind: 'view' } as ViewDefinition };
  const tables = new Map<string, Table>();
  const x = { world: { catalog: { tables } }, session: { changes: [] } } as unknown as Exec;
  for (const [at, relations] of [
    [table, undefined],
    [view, ['t']],
    [table, undefined],
  ] as const) {
    tables.set('t', at);
    expect(queryOfViews(x, plan, 'SELECT * FROM t')?.relations).toEqual(relations);
  }
});
