/** Made-up states of servers, for tests and the gallery. */
import type { ServerSession, ServerState } from '../../scenario/server-state.ts';

export const fakeServerSession = (pid: number, more: Partial<ServerSession> = {}): ServerSession => ({
  pid,
  database: 'shop',
  kind: 'client backend',
  state: 'idle in transaction',
  xid: null,
  xmin: null,
  transactionSeconds: 1,
  waitsFor: [],
  vacuums: false,
  ...more,
});

/** No sessions, the next xid is 1000. */
export const fakeServer = (more: Partial<ServerState> = {}): ServerState => ({
  server: 170_010,
  takenAt: '2026-11-21T10:00:00Z',
  database: 'shop',
  pid: 1,
  inRecovery: false,
  snapshot: { xmin: 1000, xmax: 1000, xip: [] },
  settings: {},
  databases: [],
  sessions: [],
  prepared: [],
  slots: [],
  standbys: [],
  subxacts: [],
  table: null,
  ...more,
});
