/**
 * The published figures that the calculator uses. A test compares them with `scenarios/published`: the CSV rows, and
 * the list of further facts in its README. All are from Freund 2020; `source.ts` names it for badges.
 */

/** idle-connections.csv without idle connections, after the series: read-only pgbench, whose clients make no pause. */
export const PUBLISHED_MACHINE = {
  threads: 40,
  one: { clients: 1, tps: 33_406 },
  full: { clients: 48, tps: 1_125_104 },
} as const;

/** Numbers of clients near which throughput peaks, and their pauses. */
export const PUBLISHED_PEAKS = [
  { networkMs: 0, thinkMs: 0, clients: 48 },
  { networkMs: 1, thinkMs: 1, clients: 3000 },
] as const;
/** Between two machines on 10 Gb Ethernet; a message's time there was not published. */
export const PUBLISHED_PEAK_ETHERNET = 500;

/** Memory that the server sets aside at its start, for two values of max_connections; and a connection's maximum, with huge_pages. */
export const PUBLISHED_MEMORY = {
  sharedBuffersMiB: 16 * 1024,
  few: { allowed: 100, setAsideMiB: 16_804 },
  many: { allowed: 100_000, setAsideMiB: 21_463 },
  perConnectionMiB: 2,
} as const;

/**
 * Size of a backend's catalog caches: fresh, and after it has touched this many tables. Read as PostgreSQL writes
 * sizes: 1 MB is 1,024 kB.
 */
export const PUBLISHED_CATALOG = { freshKiB: 512, touchedMiB: 593, tables: 100_000 } as const;
