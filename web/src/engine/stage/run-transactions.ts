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
  const { sessions, extras } = compiled.spec;
  if (lines.some(({ status }) => status === 'failed')) return null;
  if (extras.places.length > 0) return 'outside';
  const open = new Map<number, Growing>();
  const done: Growing[] = [];
  const launched = new Set<number>();
  const begin = (session: number, isFromSetup: boolean): Growing => {
    const number = done.length + open.size + 1;
    return {
      number,
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
  };
  const setup = lines.find(({ status }) => status === 'setup');
  for (const [session, { name }] of sessions.entries()) {
    const kinds = ((compiled.sessionSetups[session]?.statements ?? []) as readonly PlannedStatement[]).map(
      ({ plan }) => plan.kind,
    );
    if (!isIn(stateIn(setup, name))) continue;
    if (kinds.some((kind) => !QUIET.has(kind) && kind !== 'set')) return 'outside';
    open.set(session, begin(session, true));
  }
  for (const line of lines) {
    const { index, status, session: name, tick, error } = line;
    if (index === null || (status !== 'done' && status !== 'waiting')) continue;
    const session = sessions.findIndex((one) => one.name === name);
    const kinds = statementsOf(compiled, moves[index] ?? -1).map(({ plan }) => plan.kind);
    if (kinds.some((kind) => PREPARED.has(kind))) return 'prepared';
    const own = open.get(session) ?? begin(session, false);
    open.set(session, own);
    if (!launched.has(index)) {
      launched.add(index);
      own.at.push(index);
      if (own.from === null && kinds.some((kind) => !QUIET.has(kind))) own.from = index + 1;
    }
    if (status === 'waiting') continue;
    const endAt = kinds.findIndex((kind) => ENDS.has(kind));
    if (endAt !== -1 && endAt < kinds.length - 1) return 'shared-step';
    if (kinds.includes('chain')) return 'shared-step';
    const after = stateIn(line, name ?? '');
    if (error !== null) own.failedAt ??= index;
    own.error ??= error;
    if (isIn(after)) {
      own.isAborted = after.includes('aborted');
      continue;
    }
    open.delete(session);
    own.to = tick;
    own.isCommitted = error === null && !own.isAborted && !kinds.includes('rollback');
    done.push(own);
  }
  if ([...open.values()].some(({ isFromSetup, at }) => !isFromSetup || at.length > 0)) return null;
  return done.sort((a, b) => a.number - b.number);
}

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
