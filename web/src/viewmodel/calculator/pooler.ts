/**
 * A pooler in transaction mode: it lends a server connection for one transaction, from the first statement to the end,
 * to any client. So a transaction that waits for its own client keeps the connection, too.
 *
 * MODEL: the pooler takes no time and runs on the server's machine; a real one adds a hop. Network and pauses are
 * outside transactions, except for the time that is entered as inside.
 */
import { type Microseconds, type PerSecond, us } from '../../base/units.ts';
import { circleOf, type ServerMachine } from './clients.ts';

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

const PER_SECOND = 1e6;

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
