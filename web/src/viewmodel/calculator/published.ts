/**
 * The published figures that the calculator stands on. A test holds them to `scenarios/published`: the CSV rows, and the list of further
 * facts in its README. All are from Freund 2020; `source.ts` names it for badges.
 */

/** idle-connections.csv without idle connections, after the series: read-only pgbench, whose clients make no pause. */
export const PUBLISHED_MACHINE = {
  threads: 40,
  one: { clients: 1, tps: 33_406 },
  full: { clients: 48, tps: 1_125_104 },
} as const;

/** Near how many clients throughput peaks, and with which pauses. */
export const PUBLISHED_PEAKS = [
  { networkMs: 0, thinkMs: 0, clients: 48 },
  { networkMs: 1, thinkMs: 1, clients: 3000 },
] as const;
/** Between two machines on 10 Gb Ethernet; what a message takes there was not published. */
export const PUBLISHED_PEAK_ETHERNET = 500;

/** What the server sets aside at its start, for two values of max_connections; and what a connection takes at most, with huge_pages. */
export const PUBLISHED_MEMORY = {
  sharedBuffersMiB: 16 * 1024,
  few: { allowed: 100, setAsideMiB: 16_804 },
  many: { allowed: 100_000, setAsideMiB: 21_463 },
  perConnectionMiB: 2,
} as const;

/** What one backend keeps of the catalogs: fresh, and after it has touched so many tables. Read as PostgreSQL writes sizes: 1 MB is 1,024 kB. */
export const PUBLISHED_CATALOG = { freshKiB: 512, touchedMiB: 593, tables: 100_000 } as const;
