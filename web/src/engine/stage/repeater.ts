/**
 * Steps of a run once more, in other orders, on a server that nobody else uses: what does each get from them, and what
 * do all leave behind? Both questions about serial orders are asked here: was it a false alarm (serial-orders.ts), and
 * did something go wrong that SERIALIZABLE would not have let happen (verdict.ts)?
 */
import type { PermutationStep, SpecStep } from '../../scenario/spec-types.ts';
import type { CompiledQuery } from '../../sql/database.ts';
import { WORK_UNITS } from '../../sql/limits.ts';
import { needsOf } from '../../sql/needs.ts';
import type { Plan } from '../../sql/plan.ts';
import type { ServerState } from '../server/server-state.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import { stateOf } from '../spec/spec-state.ts';
import { createRun, type TraceRun } from '../trace/run.ts';
import type { TraceLine, TraceTuple } from '../trace/trace-types.ts';
import type { SerialTransaction } from './serial-plan.ts';
import type { StageServer } from './stage-server.ts';

/** A step that the spec does not have. */
export interface ExtraStep {
  readonly session: number;
  readonly plan: Plan;
  readonly sql: string;
}

/** The same spec with one more session, which only looks, and with more steps after its own. */
export function withExtras(compiled: CompiledSpec, extras: readonly ExtraStep[]): CompiledSpec {
  const { spec, steps, sessionSetups, sessionTeardowns } = compiled;
  const queries = extras.map(({ plan, sql }): CompiledQuery => ({ sql, statements: [{ plan, sql }] }));
  const own = extras.map(({ session, sql }, i): SpecStep => ({ name: `extra ${i}`, session, sql, offset: 0 }));
  const looker = { name: lookerOf(compiled), setup: null, steps: [], teardown: null };
  const needs = needsOf(queries);
  return {
    ...compiled,
    spec: { ...spec, sessions: [...spec.sessions, looker], steps: [...spec.steps, ...own] },
    steps: [...steps, ...queries],
    sessionSetups: [...sessionSetups, null],
    sessionTeardowns: [...sessionTeardowns, null],
    needs: {
      seldom: compiled.needs.seldom || needs.seldom,
      evaluator: compiled.needs.evaluator || needs.evaluator,
    },
  };
}
/** A name that no session has. */
const lookerOf = ({ spec }: CompiledSpec): string => `looker${spec.sessions.map(({ name }) => name).join('')}`;

/** What a transaction got from each of its steps, and what all of them left behind. */
export interface Outcome {
  /** By the steps' places in the run's moves. */
  readonly got: ReadonlyMap<number, string>;
  readonly left: string;
}
/** A step, with its place in the run's moves; null: an end that was added. */
export interface Planned {
  readonly step: number;
  readonly at: number | null;
}

/** In whatever order a query returns its rows: only versions' places set it, unless it sorts them. */
export const toldBy = ({ error, results, columns, rows }: TraceLine): string => {
  const all = results.length > 0 || columns === null || rows === null ? results : [{ columns, rows }];
  return JSON.stringify([error, all.map((one) => one.rows.map((row) => JSON.stringify(row)).sort())]);
};
export const NO_ERROR = '[null,';

/** All orders together have used up the work of one question. */
export class OrdersUsedUp extends Error {}
const ALL_UNITS = 40 * WORK_UNITS;

export class Repeater {
  readonly #server: StageServer;
  readonly #run: TraceRun;
  readonly #looker: string;
  readonly #names: readonly string[];
  #used = 0;

  private constructor({ spec }: CompiledSpec, server: StageServer, run: TraceRun) {
    this.#server = server;
    this.#run = run;
    this.#names = spec.sessions.map(({ name }) => name);
    this.#looker = this.#names.at(-1) ?? '';
  }

  /**
   * @param compiled made by `withExtras`
   * @param server a new one of that spec
   */
  static async start(compiled: CompiledSpec, server: StageServer): Promise<Repeater> {
    const { core, db } = server;
    const names = compiled.spec.sessions.map(({ name }) => name);
    const stateNow = () => ({ ...stateOf(core, db, names), tables: {} });
    return new Repeater(compiled, server, await createRun(compiled, [], { makeDatabase: () => db, stateOf: stateNow }));
  }

  get lines(): readonly TraceLine[] {
    return this.#run.lines;
  }

  /**
   * Runs these steps from the beginning.
   * @param onTick after each step, with their number
   * @returns false: the run stopped before their end
   */
  replay(steps: readonly PermutationStep[], onTick?: (done: number) => void): boolean {
    const run = this.#run;
    const { work } = this.#server;
    run.reroute(steps);
    run.seek(0);
    for (let position = 1; position <= steps.length + 1; position++) {
      work.refill();
      if (run.seek(position) !== position) return false;
      this.#used += work.spent;
      if (this.#used > ALL_UNITS) throw new OrdersUsedUp();
      onTick?.(position - 1);
    }
    return true;
  }

  /** Null: a step waits, or an end fails. */
  play(planned: readonly Planned[]): Outcome | null {
    if (!this.replay(planned.map(({ step }): PermutationStep => ({ step, blockers: [] })))) return null;
    const got = new Map<number, string>();
    for (const [i, { at }] of planned.entries()) {
      const line = this.#run.lines.find(({ index, status }) => index === i && status === 'done');
      if (line === undefined) return null;
      const told = toldBy(line);
      if (at !== null) got.set(at, told);
      else if (!told.startsWith(NO_ERROR)) return null;
    }
    return { got, left: this.left() };
  }

  /** All rows as they are now, by table. */
  tables(): ServerState['tables'] {
    const { core, db } = this.#server;
    return stateOf(core, db, this.#names).tables;
  }

  /** The rows that anybody would see now, by table. */
  left(): string {
    const rowsOf = (tuples: readonly TraceTuple[]): readonly string[] =>
      tuples
        .filter(({ visibleTo }) => visibleTo.includes(this.#looker))
        .map(({ values }) => JSON.stringify(values))
        .sort();
    return JSON.stringify(Object.entries(this.tables()).map(([name, tuples]) => [name, rowsOf(tuples)]));
  }
}

/** A session runs its transactions one after the other. */
export const keepsSessions = (order: readonly SerialTransaction[]): boolean =>
  order.every((one, i) => order.slice(i + 1).every((next) => next.session !== one.session || next.number > one.number));

/** The first of these orders in which every step gets what it got, and the same rows are left. */
export function fittingOrder<T extends SerialTransaction>(
  orders: readonly (readonly T[])[],
  seen: Outcome,
  play: (order: readonly T[]) => Outcome | null,
): readonly T[] | undefined {
  return orders.find((order) => {
    const outcome = play(order);
    const places = order.flatMap(({ at }) => at);
    return outcome?.left === seen.left && places.every((at) => outcome.got.get(at) === seen.got.get(at));
  });
}
