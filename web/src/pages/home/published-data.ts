/** The published experiment that Home draws, read once. The file ships inside the page, so it cannot be missing. */
import idleConnections from '../../../../scenarios/published/idle-connections.csv?raw';
import { type IdleConnectionsRow, PUBLISHED, parsePublished } from '../../scenario/published.ts';

const table = parsePublished('idleConnections', idleConnections);
/** Tests check the shipped file; without rows the page would still work, with an empty curve. */
export const idleRows: readonly IdleConnectionsRow[] = table.ok ? table.value.rows : [];
export const idleSource = PUBLISHED.idleConnections.source;

/** Up to four threads are compared with one active client: the other published run has 48, on two sockets. */
export const PUBLISHED_ACTIVE = 1;
