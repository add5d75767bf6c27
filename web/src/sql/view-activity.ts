/**
 * pg_stat_activity, pg_prepared_xacts and pg_blocking_pids. Source: pgstat_report_activity, pg_stat_get_activity in
 * src/backend/utils/adt/pgstatfuncs.c, pg_prepared_xact in twophase.c.
 */
import type { Activity } from './inspector.ts';
import { isAborted, type Session } from './session.ts';
import { settingOf } from './settings.ts';
import type { Sight, ViewRow } from './sight.ts';
import { DATABASE, DATABASE_OID, OWNER, OWNER_OID } from './view-oids.ts';

/** track_activity_query_size - 1. */
const QUERY_BYTES = 1023;

export const clients = ({ world }: Sight): readonly Session[] =>
  [...world.sessions.values()].filter(({ place }) => place?.kind !== 'standby');

export function activityRows(sight: Sight): readonly ViewRow[] {
  return clients(sight).map((one): ViewRow => {
    const activity = sight.inspector.activity(one.id);
    const isElsewhere = one.place?.kind === 'database';
    return {
      datid: isElsewhere ? DATABASE_OID + 1 : DATABASE_OID,
      datname: one.place?.kind === 'database' ? one.place.name : DATABASE,
      pid: one.id,
      usesysid: OWNER_OID,
      usename: OWNER,
      application_name: settingOf(one, 'application_name') ?? '',
      client_port: -1,
      ...waitOf(one, activity),
      state: stateOf(one),
      backend_xid: activity.xid === 0 ? null : activity.xid,
      backend_xmin: activity.xmin === 0 ? null : activity.xmin,
      query: one.query.slice(0, QUERY_BYTES),
      backend_type: 'client backend',
    };
  });
}

function stateOf(session: Session): string {
  if (session.run !== undefined) return 'active';
  if (session.block === 'default') return 'idle';
  return isAborted(session) ? 'idle in transaction (aborted)' : 'idle in transaction';
}

const LOCKS = { relation: 'relation', transaction: 'transactionid', tuple: 'tuple', advisory: 'advisory' } as const;

function waitOf({ run }: Session, { waitsFor }: Activity): ViewRow {
  if (run === undefined) return { wait_event_type: 'Client', wait_event: 'ClientRead' };
  if (waitsFor === undefined) return {};
  if (waitsFor === 'snapshot') return { wait_event_type: 'IPC', wait_event: 'SafeSnapshot' };
  return { wait_event_type: 'Lock', wait_event: LOCKS[waitsFor] };
}

export const preparedRows = ({ world, inspector }: Sight): readonly ViewRow[] =>
  inspector.prepared().map(({ handle, xid }) => {
    const [gid, known] = [...world.prepared].find(([, one]) => one.handle === handle) ?? [];
    return { transaction: xid, gid, owner: OWNER, database: known?.database ?? DATABASE };
  });
