/**
 * The transactions of a run, from its lines: which steps each of them has, when it began to look at rows, and whether it
 * committed. Pure. Those that committed and overlapped make a group; groups follow one another in time, and each is
 * compared with its serial orders on its own.
 */
import type { PlannedStatement } from '../../sql/plan.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import type { TraceLine } from '../trace/trace-types.ts';
import type { SerialTransaction } from './serial-plan.ts';
import type { SerialDoubt } from './serial-types.ts';
import type { Move } from './stage-types.ts';

export interface RunTransaction extends SerialTransaction {
  /** Ticks: of its first step that may look at rows (none: it has no such step), and of its end. */
  readonly from: number | null;
  readonly to: number;
  readonly isCommitted: boolean;
  /** The error that ended it, and the place of its step. */
  readonly error: string | null;
  readonly failedAt: number | null;
  /** The set-up of its session began it. */
  readonly isFromSetup: boolean;
}
type Growing = { -readonly [K in keyof RunTransaction]: RunTransaction[K] } & { at: number[]; isAborted: boolean };

type Kind = PlannedStatement['plan']['kind'];
/** They take no snapshot. */
const QUIET: ReadonlySet<Kind> = new Set<Kind>([
  'begin',
  'commit',
  'rollback',
  'chain',
  'savepoint',
  'release',
  'rollback-to',
  'set-transaction',
]);
const ENDS: ReadonlySet<Kind> = new Set<Kind>(['commit', 'rollback', 'chain']);
const PREPARED: ReadonlySet<Kind> = new Set<Kind>(['prepare-transaction', 'commit-prepared', 'rollback-prepared']);

export const statementsOf = (compiled: CompiledSpec, step: number): readonly PlannedStatement[] =>
  (compiled.steps[step]?.statements ?? []) as readonly PlannedStatement[];

const isIn = (state: string): boolean => state.startsWith('idle in transaction');

/** @returns null: somebody has not ended yet, or the run has stopped */
export function transactionsOf(
  compiled: CompiledSpec,
  moves: readonly Move[],
  lines: readonly TraceLine[],
): readonly RunTransaction[] | SerialDoubt | null {
  if (lines.some(({ status }) => status === 'failed')) return null;
  if (compiled.spec.extras.places.length > 0) return 'outside';
  const found = new Found(compiled, moves);
  for (const line of lines) {
    const doubt = line.status === 'setup' ? found.takeSetup(line) : found.takeStep(line);
    if (doubt !== null) return doubt;
  }
  return found.all();
}

class Found {
  readonly #compiled: CompiledSpec;
  readonly #moves: readonly Move[];
  readonly #open = new Map<number, Growing>();
  readonly #done: Growing[] = [];
  readonly #launched = new Set<number>();

  constructor(compiled: CompiledSpec, moves: readonly Move[]) {
    this.#compiled = compiled;
    this.#moves = moves;
  }

  /** Null: a transaction that has run something has not ended. */
  all(): readonly RunTransaction[] | null {
    if ([...this.#open.values()].some(({ isFromSetup, at }) => !isFromSetup || at.length > 0)) return null;
    return this.#done.sort((a, b) => a.number - b.number);
  }

  takeSetup(line: TraceLine): SerialDoubt | null {
    const { spec, sessionSetups } = this.#compiled;
    for (const [session, { name }] of spec.sessions.entries()) {
      if (!isIn(stateIn(line, name))) continue;
      const kinds = kindsOf((sessionSetups[session]?.statements ?? []) as readonly PlannedStatement[]);
      if (kinds.some((kind) => !QUIET.has(kind) && kind !== 'set')) return 'outside';
      this.#open.set(session, this.#begin(session, true));
    }
    return null;
  }

  takeStep(line: TraceLine): SerialDoubt | null {
    const { index, status, session: name } = line;
    if (index === null || (status !== 'done' && status !== 'waiting')) return null;
    const session = this.#compiled.spec.sessions.findIndex((one) => one.name === name);
    const kinds = kindsOf(statementsOf(this.#compiled, this.#moves[index] ?? -1));
    if (kinds.some((kind) => PREPARED.has(kind))) return 'prepared';
    const own = this.#open.get(session) ?? this.#begin(session, false);
    this.#open.set(session, own);
    if (!this.#launched.has(index)) {
      this.#launched.add(index);
      own.at.push(index);
      if (own.from === null && kinds.some((kind) => !QUIET.has(kind))) own.from = index + 1;
    }
    return status === 'waiting' ? null : this.#takeEnd(own, line, index, kinds);
  }

  #takeEnd(own: Growing, line: TraceLine, index: number, kinds: readonly Kind[]): SerialDoubt | null {
    const endAt = kinds.findIndex((kind) => ENDS.has(kind));
    if ((endAt !== -1 && endAt < kinds.length - 1) || kinds.includes('chain')) return 'shared-step';
    const { error, tick, session } = line;
    const after = stateIn(line, session ?? '');
    if (error !== null) own.failedAt ??= index;
    own.error ??= error;
    if (isIn(after)) {
      own.isAborted = after.includes('aborted');
      return null;
    }
    this.#open.delete(own.session);
    own.to = tick;
    own.isCommitted = error === null && !own.isAborted && !kinds.includes('rollback');
    this.#done.push(own);
    return null;
  }

  #begin(session: number, isFromSetup: boolean): Growing {
    return {
      number: this.#done.length + this.#open.size + 1,
      session,
      at: [],
      isOpen: false,
      from: null,
      to: 0,
      isCommitted: false,
      error: null,
      failedAt: null,
      isFromSetup,
      isAborted: false,
    };
  }
}

const kindsOf = (statements: readonly PlannedStatement[]): readonly Kind[] => statements.map(({ plan }) => plan.kind);

const stateIn = (line: TraceLine | undefined, name: string): string =>
  line?.state?.sessions.find(({ session }) => session === name)?.state ?? '';

/** In the order of time: all of a group have ended before the next one's first looks at rows. */
export function groupsOf(all: readonly RunTransaction[]): readonly (readonly RunTransaction[])[] {
  const own = all
    .filter(({ from, isCommitted }) => isCommitted && from !== null)
    .sort((a, b) => (a.from ?? 0) - (b.from ?? 0));
  const groups: RunTransaction[][] = [];
  let end = -1;
  for (const one of own) {
    if ((one.from ?? 0) > end) groups.push([]);
    groups.at(-1)?.push(one);
    end = Math.max(end, one.to);
  }
  return groups;
}
