/** Memory of connections. Sizes in MiB. Sources: `clients.ts`. */
import { PUBLISHED_CATALOG, PUBLISHED_MEMORY } from './clients.ts';

const { few, many, sharedBuffersMiB } = PUBLISHED_MEMORY;

/** Memory for each connection that max_connections allows: 4,659 MiB ÷ 99,900, about 48 KiB. */
export const PER_ALLOWED_MIB = (many.setAsideMiB - few.setAsideMiB) / (many.allowed - few.allowed);

/** Memory set aside besides shared_buffers, as a share of them, with no connections at all: 415 MiB of 16 GiB. */
const BESIDE_BUFFERS = (few.setAsideMiB - sharedBuffersMiB - few.allowed * PER_ALLOWED_MIB) / sharedBuffersMiB;

export interface ServerMemory {
  readonly sharedBuffersMiB: number;
  readonly besideMiB: number;
  /** For the allowed connections, whether or not anybody connects. */
  readonly allowedMiB: number;
  /** The sum of the three above. */
  readonly setAsideMiB: number;
  /** Memory of the connections themselves. */
  readonly ownMiB: number;
  readonly totalMiB: number;
}

/**
 * A server with `connections` connections, and max_connections to match.
 * MODEL: a straight line through the two published values of max_connections; the memory besides shared_buffers and
 * connections grows as shared_buffers do (buffer headers and their table are most of it).
 */
export function serverMemory(connections: number, perConnectionMiB: number, sharedBuffersMiB: number): ServerMemory {
  const besideMiB = sharedBuffersMiB * BESIDE_BUFFERS;
  const allowedMiB = connections * PER_ALLOWED_MIB;
  const setAsideMiB = sharedBuffersMiB + besideMiB + allowedMiB;
  const ownMiB = connections * perConnectionMiB;
  return { sharedBuffersMiB, besideMiB, allowedMiB, setAsideMiB, ownMiB, totalMiB: setAsideMiB + ownMiB };
}

/** Growth of a session's catalog cache for each table that it touches: about 6 KiB. */
export const PER_TABLE_MIB =
  (PUBLISHED_CATALOG.touchedMiB - PUBLISHED_CATALOG.freshKiB / 1024) / PUBLISHED_CATALOG.tables;

/** One session's catalog cache. MODEL: a straight line through the two published sizes; every table takes the same space in it. */
export const catalogCacheMiB = (tables: number): number => PUBLISHED_CATALOG.freshKiB / 1024 + tables * PER_TABLE_MIB;
