/**
 * Was it a false alarm? The transactions of a run once more, in every serial order, on a server of their own without
 * SSI: is there an order in which each of them gets the results that it got, and the same rows are left? Fetched when a
 * page first asks.
 *
 * What the victim would have got had it gone on, the same run says at REPEATABLE READ: SSI changes no result, it only
 * makes transactions fail.
 */
import type { Result } from '../../base/result.ts';
import type { PermutationStep, SpecStep } from '../../scenario/spec-types.ts';
import type { CompiledQuery } from '../../sql/database.ts';
import { LimitReached } from '../../sql/limits.ts';
import type { StageSsi } from '../server/ssi-types.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import { stateOf } from '../spec/spec-state.ts';
import { createRun, type TraceRun } from '../trace/run.ts';
import type { TraceLine, TraceTuple } from '../trace/trace-types.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import { ordersOf, type SerialPlan, type SerialTransaction, serialPlan } from './serial-plan.ts';
import type { SerialDoubt, SerialFinding } from './serial-types.ts';
import type { StageServer } from './stage-server.ts';
import type { Move } from './stage-types.ts';

const undecided = (why: SerialDoubt): SerialFinding => ({ kind: 'undecided', why });

const COMMIT: CompiledQuery = { sql: 'COMMIT', statements: [{ plan: { kind: 'commit' }, sql: 'COMMIT' }] };

/** The same spec with snapshots alone, and after its own steps a COMMIT for each session. */
function withoutSsi(compiled: CompiledSpec): CompiledSpec {
  const { spec, steps } = compiled;
  const ends = spec.sessions.map(
    (_, session): SpecStep => ({ name: `end of ${session}`, session, sql: 'COMMIT', offset: 0 }),
  );
  const plain = { ...compiled, spec: { ...spec, steps: [...spec.steps, ...ends] } };
  return {
    ...plain,
    setups: compiled.setups.map(lowered),
    sessionSetups: compiled.sessionSetups.map(lowered),
    steps: [...steps.map(lowered), ...ends.map(() => COMMIT)],
  };
}

/** Plain data with one level of isolation in place of another. */
function lowered<T>(data: T): T {
  if (data === 'serializable') return 'repeatable read' as T;
  if (Array.isArray(data)) return data.map(lowered) as T;
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, lowered(value)])) as T;
}

/** What a transaction got from each of its steps, and what all of them left behind. */
interface Outcome {
  /** By the steps' places in the run's moves. */
  readonly got: ReadonlyMap<number, string>;
  readonly left: string;
}
/** A step, with its place in the run's moves; null: an end that was added. */
interface Planned {
  readonly step: number;
  readonly at: number | null;
}

/** In whatever order a query returns its rows: only versions' places set it, unless it sorts them. */
const toldBy = ({ error, results, columns, rows }: TraceLine): string => {
  const all = results.length > 0 || columns === null || rows === null ? results : [{ columns, rows }];
  return JSON.stringify([error, all.map((one) => one.rows.map((row) => JSON.stringify(row)).sort())]);
};
const NO_ERROR = '[null,';

class Repeater {
  readonly #compiled: CompiledSpec;
  readonly #server: StageServer;
  readonly #run: TraceRun;

  constructor(compiled: CompiledSpec, server: StageServer, run: TraceRun) {
    this.#compiled = compiled;
    this.#server = server;
    this.#run = run;
  }

  /** Null: a step waits, or an end fails. */
  play(planned: readonly Planned[]): Outcome | null {
    const run = this.#run;
    run.reroute(planned.map(({ step }): PermutationStep => ({ step, blockers: [] })));
    run.seek(0);
    for (let position = 1; position <= planned.length + 1; position++) {
      this.#server.work.refill();
      if (run.seek(position) !== position) return null;
    }
    const got = new Map<number, string>();
    for (const [i, { at }] of planned.entries()) {
      const line = run.lines.find(({ index, status }) => index === i && status === 'done');
      if (line === undefined) return null;
      const told = toldBy(line);
      if (at !== null) got.set(at, told);
      else if (!told.startsWith(NO_ERROR)) return null;
    }
    return { got, left: this.#left() };
  }

  /** The rows that anybody would see now, by table. */
  #left(): string {
    const { core, db } = this.#server;
    const names = this.#compiled.spec.sessions.map(({ name }) => name);
    const { tables } = stateOf(core, db, names);
    const rowsOf = (tuples: readonly TraceTuple[]): readonly string[] =>
      tuples
        .filter(({ visibleTo }) => visibleTo.includes(names[0] ?? ''))
        .map(({ values }) => JSON.stringify(values))
        .sort();
    return JSON.stringify(Object.entries(tables).map(([name, tuples]) => [name, rowsOf(tuples)]));
  }
}

/**
 * @param compiled `withoutSsi`
 * @param server a new one of that spec, which nobody else uses
 * @param lines of the run itself
 */
async function findSerialOrder(
  compiled: CompiledSpec,
  server: StageServer,
  plan: SerialPlan,
  moves: readonly Move[],
  lines: readonly TraceLine[],
): Promise<SerialFinding> {
  const run = await createRun(compiled, [], { makeDatabase: () => server.db });
  try {
    return compare(new Repeater(compiled, server, run), compiled, plan, moves, lines);
  } catch (cause) {
    if (cause instanceof LimitReached) return undecided('limit');
    throw cause;
  }
}

function compare(
  repeater: Repeater,
  { spec }: CompiledSpec,
  plan: SerialPlan,
  moves: readonly Move[],
  lines: readonly TraceLine[],
): SerialFinding {
  const { victim, failedAt, transactions } = plan;
  const endOf = ({ session }: SerialTransaction): Planned => ({
    step: spec.steps.length - spec.sessions.length + session,
    at: null,
  });
  const stepAt = (at: number): Planned => ({ step: moves[at] ?? 0, at });
  const ends = transactions.filter(({ isOpen }) => isOpen).map(endOf);
  const places = transactions.flatMap(({ at }) => at).sort((a, b) => a - b);
  const seen = repeater.play([...places.map(stepAt), ...ends]);
  if (seen === null || !isRepeated(seen, lines, failedAt)) return undecided('not-repeated');
  const orders = ordersOf(transactions).filter(keepsSessions);
  for (const order of orders) {
    const steps = order.flatMap((one) => [...one.at.map(stepAt), ...(one.isOpen ? [endOf(one)] : [])]);
    const outcome = repeater.play(steps);
    if (outcome?.left === seen.left && places.every((at) => outcome.got.get(at) === seen.got.get(at)))
      return { kind: 'fits', victim, order: order.map(({ number }) => number) };
  }
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

/** A session runs its transactions one after the other. */
const keepsSessions = (order: readonly SerialTransaction[]): boolean =>
  order.every((one, i) => order.slice(i + 1).every((next) => next.session !== one.session || next.number > one.number));

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
  const finding = await findSerialOrder(plain, server.value, plan, moves, lines);
  server.value.core.giveUp(place);
  return finding;
}
