/** pg_class, pg_indexes, pg_tables: the user's tables and indexes as a session sees them. */
import { allTables, type Index, type Table } from './catalog.ts';
import type { Sight, ViewRow } from './sight.ts';
import { indexOid, OWNER, OWNER_OID, PUBLIC_OID, tableOid } from './view-oids.ts';

const HEAP = 2;
const BTREE = 403;

const tablesOf = ({ world, session }: Sight): readonly Table[] => allTables(world.catalog, session.changes);

/** Relations with the OIDs that they are shown with. */
export const relationsOf = (
  sight: Sight,
): readonly { readonly oid: number; readonly name: string; readonly kind: 'r' | 'i' }[] =>
  tablesOf(sight).flatMap(({ relation, name, indexes }) => [
    { oid: tableOid(relation), name, kind: 'r' as const },
    ...indexes.map((index, i) => ({ oid: indexOid(relation, i), name: index.name, kind: 'i' as const })),
  ]);

const COMMON: ViewRow = {
  relnamespace: PUBLIC_OID,
  reloftype: 0,
  relowner: OWNER_OID,
  reltablespace: 0,
  reltoastrelid: 0,
  relisshared: false,
  relpersistence: 'p',
  relchecks: 0,
  relhasrules: false,
  relhastriggers: false,
  relhassubclass: false,
  relrowsecurity: false,
  relforcerowsecurity: false,
  relispopulated: true,
  relispartition: false,
  relrewrite: 0,
};

/**
 * MODEL: what ANALYZE and CREATE INDEX have counted is not kept, so those figures are null until the next VACUUM of
 * another kind; so are an index's.
 */
export function classRows(sight: Sight): readonly ViewRow[] {
  const { world, inspector } = sight;
  return tablesOf(sight).flatMap((table): ViewRow[] => {
    const { relation, name, columns, indexes } = table;
    const oid = tableOid(relation);
    const { pages, tuples, allVisible, fillfactor } = world.core.figures(relation);
    const { xid, multi } = inspector.frozen(relation);
    const isKnown = !world.counted.has(relation);
    const own: ViewRow = {
      ...COMMON,
      oid,
      relname: name,
      reltype: oid + 62,
      relam: HEAP,
      relfilenode: oid,
      relpages: isKnown ? pages : null,
      reltuples: isKnown ? (tuples ?? -1) : null,
      relallvisible: isKnown ? allVisible : null,
      relhasindex: indexes.length > 0,
      relkind: 'r',
      relnatts: columns.length,
      relreplident: 'd',
      relfrozenxid: xid,
      relminmxid: multi,
      reloptions: fillfactor === 100 ? null : `{fillfactor=${fillfactor}}`,
    };
    return [own, ...indexes.map((index, i) => indexRow(index, indexOid(relation, i)))];
  });
}

const indexRow = ({ name, columns, including }: Index, oid: number): ViewRow => ({
  ...COMMON,
  oid,
  relname: name,
  reltype: 0,
  relam: BTREE,
  relfilenode: oid,
  relallvisible: 0,
  relhasindex: false,
  relkind: 'i',
  relnatts: columns.length + including.length,
  relreplident: 'n',
  relfrozenxid: 0,
  relminmxid: 0,
});

const named = (name: string): string => (/^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

export const indexesRows = (sight: Sight): readonly ViewRow[] =>
  tablesOf(sight).flatMap(({ name: tablename, columns, indexes }) =>
    indexes.map(({ name: indexname, unique, columns: keys, including, expressions, where }) => {
      // Of an expression and of a partial index no text is kept that a server would print.
      if (expressions !== undefined || where !== undefined) return { schemaname: 'public', tablename, indexname };
      const list = (numbers: readonly number[]): string =>
        numbers.map((number) => named(columns[number]?.name ?? '')).join(', ');
      const tail = including.length === 0 ? '' : ` INCLUDE (${list(including)})`;
      const on = `ON public.${named(tablename)} USING btree (${list(keys)})${tail}`;
      const indexdef = `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${named(indexname)} ${on}`;
      return { schemaname: 'public', tablename, indexname, indexdef };
    }),
  );

export const tablesRows = (sight: Sight): readonly ViewRow[] =>
  tablesOf(sight).map(({ name, indexes }) => ({
    schemaname: 'public',
    tablename: name,
    tableowner: OWNER,
    hasindexes: indexes.length > 0,
    hasrules: false,
    hastriggers: false,
    rowsecurity: false,
  }));
