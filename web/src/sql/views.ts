/**
 * The system's views, as tables for an evaluator: for each its columns by version, the catalogs that a query on it
 * opens, and its rows. Rows come from what the engine already holds; nothing is invented.
 *
 * MODEL: what depends on a clock or on the machine is null (times, addresses, sizes on disk of indexes). Of the
 * relations, the user's tables and their indexes are listed, and of backends those of clients.
 */
import type { Rules } from './core.ts';
import type { Sight, ViewRow } from './sight.ts';
import { activityRows, preparedRows } from './view-activity.ts';
import { classRows, indexesRows, tablesRows } from './view-class.ts';
import { lockRows } from './view-locks.ts';

interface View {
  /** `name type`, in the view's order; `name type since` or `name type since until` for some versions. */
  readonly columns: string;
  /** Names of relations that stay locked until the transaction ends, apart from itself: tables, then indexes by OID. */
  readonly opens: string;
  readonly rows: (sight: Sight) => readonly ViewRow[];
}

const DATABASES = 'pg_database pg_database_datname_index pg_database_oid_index';
const ROLES = 'pg_authid pg_authid_rolname_index pg_authid_oid_index';
const CLASS = 'pg_class_oid_index pg_class_relname_nsp_index pg_class_tblspc_relfilenode_index';
const NAMESPACES = 'pg_namespace_nspname_index pg_namespace_oid_index';
const INDEXES = 'pg_index_indrelid_index pg_index_indexrelid_index';
const SPACES = 'pg_tablespace_oid_index pg_tablespace_spcname_index';

export const VIEWS: Readonly<Record<string, View>> = {
  pg_locks: {
    columns: `locktype text, database oid, relation oid, page int4, tuple int2, virtualxid text, transactionid xid,
      classid oid, objid oid, objsubid int2, virtualtransaction text, pid int4, mode text, granted bool, fastpath bool,
      waitstart timestamptz 14`,
    opens: '',
    rows: lockRows,
  },
  pg_stat_activity: {
    columns: `datid oid, datname name, pid int4, leader_pid int4, usesysid oid, usename name, application_name text,
      client_addr inet, client_hostname text, client_port int4, backend_start timestamptz, xact_start timestamptz,
      query_start timestamptz, state_change timestamptz, wait_event_type text, wait_event text, state text,
      backend_xid xid, backend_xmin xid, query_id int8 14, query text, backend_type text`,
    opens: `${DATABASES} ${ROLES}`,
    rows: activityRows,
  },
  pg_prepared_xacts: {
    columns: 'transaction xid, gid text, prepared timestamptz, owner name, database name',
    opens: `${DATABASES} ${ROLES}`,
    rows: preparedRows,
  },
  pg_class: {
    columns: `oid oid, relname name, relnamespace oid, reltype oid, reloftype oid, relowner oid, relam oid,
      relfilenode oid, reltablespace oid, relpages int4, reltuples float4, relallvisible int4, relallfrozen int4 18,
      reltoastrelid oid, relhasindex bool, relisshared bool, relpersistence "char", relkind "char", relnatts int2,
      relchecks int2, relhasrules bool, relhastriggers bool, relhassubclass bool, relrowsecurity bool,
      relforcerowsecurity bool, relispopulated bool, relreplident "char", relispartition bool, relrewrite oid,
      relfrozenxid xid, relminmxid xid, relacl aclitem[], reloptions text[], relpartbound pg_node_tree`,
    opens: CLASS,
    rows: classRows,
  },
  pg_indexes: {
    columns: 'schemaname name, tablename name, indexname name, tablespace name, indexdef text',
    opens: `pg_index pg_class pg_namespace pg_tablespace ${INDEXES} ${CLASS} ${NAMESPACES} ${SPACES}`,
    rows: indexesRows,
  },
  pg_tables: {
    columns: `schemaname name, tablename name, tableowner name, tablespace name, hasindexes bool, hasrules bool,
      hastriggers bool, rowsecurity bool`,
    opens: `pg_class pg_namespace pg_tablespace ${CLASS} ${NAMESPACES} ${SPACES}`,
    rows: tablesRows,
  },
};

/** What a query on the view opens, itself first. */
export const openedBy = (view: string): readonly string[] => [
  view,
  ...(VIEWS[view]?.opens.split(' ') ?? []).filter((name) => name !== ''),
];
/** All of these, each once: their numbers are those of lock-tags.ts. */
export const CATALOGS: readonly string[] = [...new Set(Object.keys(VIEWS).flatMap(openedBy))];

/** Name and type of each column. */
export const columnsOf = (view: string, rules: Rules): readonly (readonly [string, string])[] =>
  (VIEWS[view]?.columns ?? '').split(',').flatMap((column): [string, string][] => {
    const [name = '', type = '', since = '0'] = column.trim().split(/\s+/);
    return rules >= Number(since) ? [[name, type]] : [];
  });
