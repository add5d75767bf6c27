/**
 * Was it a false alarm? The transactions of a run once more, in every serial order, on a server of their own without
 * SSI: is there an order in which each of them gets the results that it got, and the same rows are left? Fetched when a
 * page first asks.
 *
 * What the victim would have got had it gone on, the same run says at REPEATABLE READ: SSI changes no result, it only
 * makes transactions fail.
 */
import type { Result } from '../../base/result.ts';
import type { Spec } from '../../scenario/spec-types.ts';
import { LimitReached } from '../../sql/limits.ts';
import type { Plan } from '../../sql/plan.ts';
import type { StageSsi } from '../server/ssi-types.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import type { TraceLine } from '../trace/trace-types.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import {
  fittingOrder,
  keepsSessions,
  NO_ERROR,
  OrdersUsedUp,
  type Outcome,
  type Planned,
  Repeater,
  toldBy,
  withExtras,
} from './repeater.ts';
import { ordersOf, type SerialPlan, type SerialTransaction, serialPlan } from './serial-plan.ts';
import type { SerialDoubt, SerialFinding } from './serial-types.ts';
import type { StageServer } from './stage-server.ts';
import type { Move } from './stage-types.ts';

const undecided = (why: SerialDoubt): SerialFinding => ({ kind: 'undecided', why });

/** The same spec with snapshots alone, and after its own steps a COMMIT for each session. */
function withoutSsi(compiled: CompiledSpec): CompiledSpec {
  const ends = compiled.spec.sessions.map((_, session) => ({ session, plan: COMMIT, sql: 'COMMIT' }));
  return withExtras(
    {
      ...compiled,
      setups: compiled.setups.map(lowered),
      sessionSetups: compiled.sessionSetups.map(lowered),
      steps: compiled.steps.map(lowered),
    },
    ends,
  );
}
const COMMIT: Plan = { kind: 'commit' };

/** Plain data with one level of isolation in place of another. */
function lowered<T>(data: T): T {
  if (data === 'serializable') return 'repeatable read' as T;
  if (Array.isArray(data)) return data.map(lowered) as T;
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, lowered(value)])) as T;
}

/**
 * @param compiled `withoutSsi`
 * @param spec as it was opened
 * @param server a new one of that spec, which nobody else uses
 * @param lines of the run itself
 */
async function findSerialOrder(
  compiled: CompiledSpec,
  spec: Spec,
  server: StageServer,
  plan: SerialPlan,
  moves: readonly Move[],
  lines: readonly TraceLine[],
): Promise<SerialFinding> {
  try {
    return compare(await Repeater.start(compiled, server), spec, plan, moves, lines);
  } catch (cause) {
    if (cause instanceof LimitReached || cause instanceof OrdersUsedUp) return undecided('limit');
    throw cause;
  }
}

function compare(
  repeater: Repeater,
  spec: Spec,
  plan: SerialPlan,
  moves: readonly Move[],
  lines: readonly TraceLine[],
): SerialFinding {
  const { victim, failedAt, transactions } = plan;
  const endOf = ({ session }: SerialTransaction): Planned => ({
    step: spec.steps.length + session,
    at: null,
  });
  const stepAt = (at: number): Planned => ({ step: moves[at] ?? 0, at });
  const ends = transactions.filter(({ isOpen }) => isOpen).map(endOf);
  const places = transactions.flatMap(({ at }) => at).sort((a, b) => a - b);
  const seen = repeater.play([...places.map(stepAt), ...ends]);
  if (seen === null || !isRepeated(seen, lines, failedAt)) return undecided('not-repeated');
  const orders = ordersOf(transactions).filter(keepsSessions);
  const order = fittingOrder(orders, seen, (one) =>
    repeater.play(one.flatMap((own) => [...own.at.map(stepAt), ...(own.isOpen ? [endOf(own)] : [])])),
  );
  if (order !== undefined) return { kind: 'fits', victim, order: order.map(({ number }) => number) };
  const sessions = new Set(transactions.map(({ session }) => session));
  if (sessions.size < transactions.length) return undecided('one-session');
  return { kind: 'none', victim, of: transactions.map(({ number }) => number), orders: orders.length };
}

/** Each step got what it got in the run; the one that failed goes on. */
const isRepeated = ({ got }: Outcome, lines: readonly TraceLine[], failedAt: number | null): boolean =>
  [...got].every(([at, told]) => {
    if (at === failedAt) return told.startsWith(NO_ERROR);
    const line = lines.findLast(({ index, status }) => index === at && status === 'done');
    return line !== undefined && toldBy(line) === told;
  });

/**
 * The finding about the run's last serialization failure, tried on a server of its own. Null: nobody failed, and nobody
 * is doomed.
 * @param moves those that were made, with their lines
 * @param start a server without connections; this function ends it
 */
export async function serialFinding(
  ssi: StageSsi,
  compiled: CompiledSpec,
  moves: readonly Move[],
  lines: readonly TraceLine[],
  start: (compiled: CompiledSpec) => Promise<Result<StageServer, string>>,
  place: WasmPlace,
): Promise<SerialFinding | null> {
  const plan = serialPlan(ssi, compiled.spec, moves);
  if (plan === null) return null;
  if (typeof plan === 'string') return undecided(plan);
  const plain = withoutSsi(compiled);
  const server = await start(plain);
  if (!server.ok) throw new Error(server.error);
  const finding = await findSerialOrder(plain, compiled.spec, server.value, plan, moves, lines);
  server.value.core.giveUp(place);
  return finding;
}
