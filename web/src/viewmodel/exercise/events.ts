/** The outcome of a schedule, step by step, from the stage's events. Pure. */
import type { Rng } from '../../base/random.ts';
import {
  type EventResult,
  type Move,
  type Shown,
  type StageEvent,
  TIME_PASSES,
} from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';

/** Random orders of steps in which each session keeps its own order. Pure. */

/** Sessions take turns at random, weighted by their remaining steps; each continues with its next step. */
export function mix(spec: Spec, steps: readonly Move[], rng: Rng): readonly Move[] {
  const rest = new Map<number, Move[]>();
  for (const step of steps) {
    const session = spec.steps[step]?.session ?? -1;
    rest.set(session, [...(rest.get(session) ?? []), step]);
  }
  const mixed: Move[] = [];
  for (let left = steps.length; left > 0; left--) {
    let at = rng.below(left);
    for (const own of rest.values()) {
      if (at < own.length) {
        const next = own.shift();
        if (next !== undefined) mixed.push(next);
        break;
      }
      at -= own.length;
    }
  }
  return mixed;
}

/** All of them, in an order that the generator draws. */
export function shuffled<T>(all: readonly T[], rng: Rng): readonly T[] {
  const rest = [...all];
  const out: T[] = [];
  while (rest.length > 0) out.push(...rest.splice(rng.below(rest.length), 1));
  return out;
}

/** Moves before a step; null: it is not among them. */
export function before(moves: readonly Move[], step: Move): readonly Move[] | null {
  const at = moves.indexOf(step);
  return at < 0 ? null : moves.slice(0, at);
}

/** A step that was launched. */
export interface Outcome {
  readonly step: Move;
  readonly session: string;
  /** Tick of its launch. */
  readonly tick: number;
  /** It had to wait when it was launched. */
  readonly waited: boolean;
  /** The sessions that it waited for at first. */
  readonly waitedFor: readonly string[];
  /** It has ended. */
  readonly ended: boolean;
  readonly error: string | null;
  readonly results: readonly EventResult[];
}

/** By the step's index in the spec; a step that was launched twice has its last launch. */
export function outcomesOf(events: readonly StageEvent[]): ReadonlyMap<Move, Outcome> {
  const found = new Map<Move, Outcome>();
  for (const event of events) {
    const { step, session, tick, status, completed, error, results, waitsFor } = event;
    if (event.kind !== 'step' || step === null || session === null) continue;
    const before = completed ? found.get(step) : undefined;
    found.set(step, {
      step,
      session,
      tick: before?.tick ?? tick,
      waited: before?.waited ?? status === 'waiting',
      waitedFor: before?.waitedFor ?? (status === 'waiting' ? waitsFor : []),
      ended: status === 'done',
      error,
      results,
    });
  }
  return found;
}

/** The rows of a step's last result that has any. */
export const rowsOf = (outcome: Outcome | undefined): readonly (readonly (string | null)[])[] | null =>
  outcome?.results.findLast(({ columns }) => columns.length > 0)?.rows ?? null;

/** One line: rows joined by `, `, their values by blanks; NULL is `null`. */
export const rowsText = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => row.map((value) => value ?? 'null').join(' ')).join(', ');

/** A step's answer, as one text that can be compared: its rows, its error, or nothing. */
export function answerOf(outcome: Outcome | undefined): string | null {
  if (outcome === undefined || !outcome.ended) return null;
  if (outcome.error !== null) return outcome.error;
  return outcome.results.map(({ columns, rows }) => (columns.length > 0 ? rowsText(rows) : '')).join(' / ');
}

/** The one row of a step that has one result: `count 3, sum 211`. Null: it is no such row, or of one column. */
export function labelledRow(outcome: Outcome | undefined): string | null {
  const [only, ...more] = outcome?.error === null ? outcome.results : [];
  const [row, ...rows] = only?.rows ?? [];
  if (only === undefined || row === undefined || more.length + rows.length > 0 || row.length < 2) return null;
  return row.map((value, i) => `${only.columns[i] ?? ''} ${value ?? 'null'}`).join(', ');
}

/** The first move of a session that was still waiting, which is impossible on a stage. */
export function blockedMove(spec: Spec, moves: readonly Move[], events: readonly StageEvent[]): number | null {
  const waiting = new Set<string>();
  for (const [i, move] of moves.entries()) {
    const session = spec.sessions[spec.steps[move]?.session ?? -1]?.name;
    if (move !== TIME_PASSES && session !== undefined && waiting.has(session)) return i;
    for (const event of events) {
      if (event.tick !== i + 1 || event.kind !== 'step' || event.session === null) continue;
      if (event.status === 'waiting') waiting.add(event.session);
      else waiting.delete(event.session);
    }
  }
  return null;
}

/** Everything ran: no limit reached, nothing failed, no waiting session was moved. */
export const ranThrough = (spec: Spec, moves: readonly Move[], { stopped, state, events }: Shown): boolean =>
  stopped === null && state.tick === moves.length && blockedMove(spec, moves, events) === null;

/** Sessions that wait after these events. */
export function waitingIn(events: readonly StageEvent[]): ReadonlySet<string> {
  const waiting = new Set<string>();
  for (const { kind, session, status } of events)
    if (kind === 'step' && session !== null) {
      if (status === 'waiting') waiting.add(session);
      else waiting.delete(session);
    }
  return waiting;
}
