-- server-state.sql: what PostgreSQL 13 to 18 says of its own present state, as one JSON text: who has which xid and xmin,
-- what holds the removal horizon, and, when a table is named, the tuple headers of some of its pages.
--
--   psql -X -qAt -f server-state.sql > state.json
--   PGOPTIONS='-c xipscope.relation=public.accounts -c xipscope.block=0' psql -X -qAt -f server-state.sql > state-accounts.json
--
-- Run it with -q: without it psql prints BEGIN and COMMIT around the answer (Xipscope skips these two lines). There is no
-- command of psql itself in it, so any other client can run it, too.
-- It only reads: one READ ONLY transaction, no xid, no temporary object. It waits for nobody and locks nothing but what
-- any SELECT does. No query text, no value of any row and no address of a client is read.
-- Everybody may see xids and xmins; kind, state and age of other users' sessions want pg_read_all_stats (or pg_monitor);
-- the tuples of a table want the extension pageinspect and a superuser. The file is opened in Xipscope's Playground, in
-- the browser; nothing is sent anywhere.

BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;

WITH
server AS (
  SELECT current_setting('server_version_num')::int AS version,
         pg_snapshot_xmax(pg_current_snapshot())::text::numeric AS xmax,
         nullif(current_setting('xipscope.relation', true), '') AS wanted,
         coalesce(nullif(current_setting('xipscope.block', true), ''), '0')::bigint AS first_block,
         (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
           WHERE e.extname = 'pageinspect') AS inspect
),
-- Functions and columns that not every version has: asked for by text, so that this text is right for all of them. The
-- answer comes as XML; the one JSON text in it is taken out again.
asked(name, query) AS (
  SELECT 'subxacts', 'SELECT json_agg(json_build_object(''pid'', pg_stat_get_backend_pid(id), ''count'', s.subxact_count,
      ''overflowed'', s.subxact_overflowed) ORDER BY pg_stat_get_backend_pid(id)) AS j
      FROM pg_stat_get_backend_idset() id, pg_stat_get_backend_subxact(id) s WHERE s.subxact_count > 0 OR s.subxact_overflowed'
    FROM server WHERE version >= 160000
  UNION ALL
  SELECT 'pages', format(
      'SELECT json_agg(json_build_object(''block'', b, ''items'', (
         SELECT json_agg(json_build_object(''lp'', lp, ''flags'', lp_flags, ''xmin'', t_xmin::text, ''xmax'', t_xmax::text,
           ''ctid'', t_ctid::text, ''infomask'', t_infomask, ''infomask2'', t_infomask2, ''length'', lp_len) ORDER BY lp)
         FROM %1$s.heap_page_items(%1$s.get_raw_page(%2$L, b::int)))) ORDER BY b) AS j
       FROM generate_series(%3$s::bigint, least(%3$s + 7, pg_relation_size(%2$L::regclass) / current_setting(''block_size'')::int - 1)) b',
      inspect, wanted, first_block)
    FROM server WHERE wanted IS NOT NULL AND inspect IS NOT NULL
),
answers AS (
  SELECT name, replace(replace(replace(replace(
           substring(query_to_xml(query, false, false, '')::text FROM '<j>(.*)</j>'),
           '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')::jsonb AS answer
    FROM asked
),
tuples AS (
  SELECT (item->>'xmin')::bigint AS xmin, (item->>'xmax')::bigint AS xmax, (item->>'infomask')::int AS infomask
    FROM answers, jsonb_array_elements(answer) page, jsonb_array_elements(page->'items') item
   WHERE name = 'pages' AND jsonb_typeof(page->'items') = 'array' AND item->>'xmin' IS NOT NULL
),
multixacts AS (
  SELECT DISTINCT xmax AS multi FROM tuples WHERE infomask & x'1000'::int <> 0 AND infomask & x'0800'::int = 0
),
members AS (
  SELECT multi, m.xid::text::bigint AS xid, m.mode FROM multixacts, pg_get_multixact_members(multi::text::xid) m
),
-- What became of each xid on these pages; widened to 64 bits around the snapshot's xmax. Later ones have no end yet.
xids AS (
  SELECT DISTINCT xid, xmax + mod(xid - mod(xmax, 4294967296) + 6442450944, 4294967296) - 2147483648 AS full_xid, xmax
    FROM server, (SELECT xmin FROM tuples
                  UNION SELECT xmax FROM tuples WHERE infomask & x'1000'::int = 0
                  UNION SELECT xid FROM members) x(xid)
   WHERE xid >= 3
)
SELECT json_build_object(
  'format', 'xipscope-server-state',
  'version', 1,
  'server', version,
  'takenAt', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
  'database', current_database(),
  'pid', pg_backend_pid(),
  'inRecovery', pg_is_in_recovery(),
  'snapshot', pg_current_snapshot()::text,
  'settings', (SELECT json_object_agg(name, setting) FROM pg_settings
    WHERE name IN ('vacuum_defer_cleanup_age', 'hot_standby_feedback', 'max_connections', 'max_prepared_transactions',
                   'subtransaction_buffers', 'transaction_buffers', 'shared_buffers', 'old_snapshot_threshold')),
  'databases', (SELECT json_agg(json_build_object('name', datname, 'frozenXid', datfrozenxid::text) ORDER BY datname)
    FROM pg_database),
  'sessions', (SELECT json_agg(json_build_object('pid', a.pid, 'database', datname, 'kind', backend_type, 'state', state,
      'xid', backend_xid::text, 'xmin', backend_xmin::text,
      'transactionSeconds', round(extract(epoch FROM clock_timestamp() - xact_start)::numeric, 1),
      'waitsFor', pg_blocking_pids(a.pid),
      'vacuums', a.pid IN (SELECT pid FROM pg_stat_progress_vacuum)) ORDER BY a.pid)
    FROM pg_stat_activity a WHERE backend_xid IS NOT NULL OR backend_xmin IS NOT NULL OR backend_type = 'client backend'),
  'prepared', (SELECT json_agg(json_build_object('gid', gid, 'database', database, 'xid', transaction::text,
      'seconds', round(extract(epoch FROM clock_timestamp() - prepared)::numeric, 1)) ORDER BY transaction::text::bigint)
    FROM pg_prepared_xacts),
  'slots', (SELECT json_agg(json_build_object('name', slot_name, 'kind', slot_type, 'database', database, 'active', active,
      'xmin', xmin::text, 'catalogXmin', catalog_xmin::text) ORDER BY slot_name)
    FROM pg_replication_slots),
  'standbys', (SELECT json_agg(json_build_object('pid', pid, 'name', application_name, 'state', state,
      'xmin', backend_xmin::text) ORDER BY pid)
    FROM pg_stat_replication),
  'subxacts', (SELECT answer FROM answers WHERE name = 'subxacts'),
  'table', CASE WHEN wanted IS NOT NULL THEN json_build_object(
      'name', wanted,
      'kind', (SELECT CASE WHEN relisshared THEN 'shared' WHEN relnamespace = 'pg_catalog'::regnamespace THEN 'catalog'
                           WHEN relpersistence = 't' THEN 'temp' ELSE 'data' END
                 FROM pg_class WHERE oid = to_regclass(wanted)),
      'blocks', pg_relation_size(to_regclass(wanted)) / current_setting('block_size')::int,
      'pages', (SELECT answer FROM answers WHERE name = 'pages'),
      'multixacts', (SELECT json_agg(json_build_object('multi', multi::text, 'xid', xid::text, 'mode', mode)
                                     ORDER BY multi, xid) FROM members),
      'xids', (SELECT json_agg(json_build_object('xid', xid::text, 'status',
                 CASE WHEN full_xid >= xmax OR full_xid < 3 THEN NULL
                      ELSE pg_xact_status(full_xid::text::xid8) END) ORDER BY full_xid) FROM xids)) END)
FROM server;

COMMIT;
