/** The names of the system's views and functions that a general query may use: all that the compiler has to know of them (views.ts). */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const SYSTEM_VIEWS = words('pg_locks pg_stat_activity pg_prepared_xacts pg_class pg_indexes pg_tables');

/** Functions about the server's state: system-functions.ts makes each for one question. */
export const SYSTEM_FUNCTIONS = words(`
pg_blocking_pids pg_safe_snapshot_blocking_pids pg_backend_pid current_database age pg_relation_size
pg_current_snapshot txid_current_snapshot pg_current_xact_id_if_assigned txid_current_if_assigned
get_raw_page heap_page_items heap_tuple_infomask_flags pgrowlocks
`);
/** Functions of their arguments alone, about the system's types. Some return rows: at most as many as they are given. */
export const SYSTEM_PURE = words(`
to_regclass unnest pg_snapshot_xip txid_snapshot_xip pg_snapshot_xmin txid_snapshot_xmin pg_snapshot_xmax
txid_snapshot_xmax pg_visible_in_snapshot txid_visible_in_snapshot encode get_byte
`);
export const SYSTEM_TYPES = words('oid regclass name xid xid8 cid tid pg_snapshot txid_snapshot bytea');

/** Extensions that are there when they are created. */
export const EXTENSIONS: readonly string[] = ['pageinspect', 'pgrowlocks'];
