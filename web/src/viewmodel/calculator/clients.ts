/**
 * Clients in a circle: a transaction on the server, the network, a pause, the next transaction. Computes how many
 * clients are at each place, and the transactions per second. Little's law throughout: the clients at a place are its
 * arrivals per second × the time that each stays.
 *
 * MODEL: clients arrive evenly, so nobody waits while a thread is free. Real ones come in bursts and wait before that;
 * so the number of clients that fills the machine here is a lower bound.
 */
import { type Microseconds, type PerSecond, perSecond, us } from '../../base/units.ts';

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

/** A server that does nothing but these transactions. */
export interface ServerMachine {
  /** Hardware threads, at least 1. */
  readonly threads: number;
  /** Of a transaction that is alone on the machine. */
  readonly serviceUs: Microseconds;
}

const PER_SECOND = 1e6;

/** Time of a transaction alone on the published machine: 29.9 µs. */
export const PUBLISHED_SERVICE_US = us(PER_SECOND / PUBLISHED_MACHINE.one.tps);

/** How many times longer it takes there with all threads busy: 1.19; they share cores, caches and locks. */
export const FULL_GROWTH = (PUBLISHED_MACHINE.threads * PER_SECOND) / PUBLISHED_MACHINE.full.tps / PUBLISHED_SERVICE_US;

/**
 * Time of a transaction with `busy` threads busy, in µs.
 * MODEL: it grows evenly from one busy thread to all of them, and on a full machine of any size it is FULL_GROWTH times
 * the time on an idle one. The two ends are published, for 40 threads.
 */
export function serviceAt({ threads, serviceUs }: ServerMachine, busy: number): Microseconds {
  return us(serviceUs * (1 + growthPerThread(threads) * Math.max(0, busy - 1)));
}
const growthPerThread = (threads: number): number => (threads > 1 ? (FULL_GROWTH - 1) / (threads - 1) : 0);

/** The machine's maximum of transactions per second: threads ÷ service time on a full machine. */
export const fullTps = (machine: ServerMachine): PerSecond =>
  perSecond((machine.threads * PER_SECOND) / serviceAt(machine, machine.threads));

/** The least number of clients that could fill the machine: one on each thread, and the ones that are away meanwhile. Not rounded. */
export const clientsToFill = (machine: ServerMachine, awayUs: Microseconds): number =>
  machine.threads + (fullTps(machine) * awayUs) / PER_SECOND;

/**
 * One client's circle with this many clients, and where all of them are at one moment. Times in µs; the numbers of
 * clients sum up to `clients`.
 */
export interface Circle {
  readonly serviceUs: Microseconds;
  /** For a thread; 0 until the machine is full. */
  readonly waitUs: Microseconds;
  /** Network, pause, or anything else that leaves the threads free. */
  readonly awayUs: Microseconds;
  readonly circleUs: Microseconds;
  readonly tps: PerSecond;
  /** On a thread, on average. At most `threads`. */
  readonly running: number;
  readonly waiting: number;
  readonly away: number;
  readonly isFull: boolean;
}

/** @param clients at least 1. @param awayUs of one circle, at least 0. */
export function circleOf(clients: number, machine: ServerMachine, awayUs: Microseconds): Circle {
  const wanted = threadsWanted(clients, machine, awayUs);
  const isFull = wanted >= machine.threads;
  const running = Math.min(wanted, machine.threads);
  const serviceUs = serviceAt(machine, running);
  const tps = perSecond((running * PER_SECOND) / serviceUs);
  const away = (tps * awayUs) / PER_SECOND;
  const waiting = isFull ? Math.max(0, clients - running - away) : 0;
  const waitUs = us((waiting * PER_SECOND) / tps);
  return { serviceUs, waitUs, awayUs, circleUs: us(serviceUs + waitUs + awayUs), tps, running, waiting, away, isFull };
}

/**
 * How many threads would be busy if there were enough of them: b = n × s(b) ÷ (s(b) + T), solved for b. With s(b) = S ×
 * (1 + k × (b − 1)) that is S k b² + (S (1 − k) + T − n S k) b − n S (1 − k) = 0, which has one positive root.
 */
function threadsWanted(clients: number, { threads, serviceUs }: ServerMachine, awayUs: Microseconds): number {
  const alone = (clients * serviceUs) / (serviceUs + awayUs);
  const k = growthPerThread(threads);
  if (alone <= 1 || k === 0) return alone;
  const square = serviceUs * k;
  const linear = serviceUs * (1 - k) + awayUs - clients * serviceUs * k;
  const constant = clients * serviceUs * (1 - k);
  const root = Math.sqrt(linear * linear + 4 * square * constant);
  // Of the two formulas for the root, the one that does not subtract nearly equal numbers.
  return linear > 0 ? (2 * constant) / (linear + root) : (root - linear) / (2 * square);
}

/** The server's share of the circle: service ÷ circle. */
export const busyShare = ({ serviceUs, circleUs }: Circle): number => serviceUs / circleUs;

/**
 * A pooler in transaction mode: it lends a server connection for one transaction, from the first statement to the end,
 * to any client. So a transaction that waits for its own client keeps the connection, too.
 *
 * MODEL: the pooler takes no time and runs on the server's machine; a real one adds a hop. Network and pauses are
 * outside transactions, except for the time that is entered as inside.
 */

export interface PoolerCase {
  readonly clients: number;
  readonly machine: ServerMachine;
  /** Part of a circle outside the transaction: network and pauses. */
  readonly outsideUs: Microseconds;
  /** Part of a transaction in which its client says nothing: "idle in transaction". */
  readonly heldUs: Microseconds;
  /** Server connections. */
  readonly pool: number;
}

/**
 * Where all clients are, on average. `outside + queued + lent` is all clients; `running + held + readyToRun` is all
 * lent connections.
 */
export interface PoolerState {
  readonly tps: PerSecond;
  readonly outside: number;
  /** At the pooler, because all connections are lent. */
  readonly queued: number;
  readonly lent: number;
  readonly running: number;
  readonly held: number;
  /** Lent, and waiting for a thread. */
  readonly readyToRun: number;
  /** The bottleneck of throughput. */
  readonly limit: 'clients' | 'pool' | 'machine';
}

/**
 * Throughput is the smaller of two: that of these clients without a pooler, and that of as many clients as there are
 * connections if each came back at once. Everything else is Little's law.
 */
export function poolerState({ clients, machine, outsideUs, heldUs, pool }: PoolerCase): PoolerState {
  const free = circleOf(clients, machine, us(outsideUs + heldUs));
  const full = circleOf(pool, machine, heldUs);
  const poolDecides = full.tps < free.tps;
  const { tps, running, isFull } = poolDecides ? full : free;
  const outside = (tps * outsideUs) / PER_SECOND;
  const inside = clients - outside;
  const lent = Math.min(pool, inside);
  const held = (tps * heldUs) / PER_SECOND;
  return {
    tps,
    outside,
    queued: inside - lent,
    lent,
    running,
    held,
    readyToRun: Math.max(0, lent - running - held),
    limit: isFull ? 'machine' : poolDecides ? 'pool' : 'clients',
  };
}
