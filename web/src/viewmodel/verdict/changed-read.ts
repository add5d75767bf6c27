/**
 * A remedy runs the statements as they were typed: with constants in them, a write may be the same although its session now
 * reads something else. Pure.
 */
import type { EventResult, StageEvent } from '../../engine/stage/stage-types.ts';
import type { Spec } from '../../scenario/spec-types.ts';

export interface RunSeen {
  readonly spec: Spec;
  readonly events: readonly StageEvent[];
}
export interface ChangedRead {
  readonly session: string;
  /** Of the run with the remedy. */
  readonly readStep: number;
  readonly writeStep: number;
  /** What it reads now; with its column’s name if it reads several. */
  readonly value: string;
}

const WRITES = /^\s*(?:update|insert|delete|merge)\b/i;

interface Done {
  readonly sql: string;
  readonly tick: number;
  /** Null: it failed, or returned nothing. */
  readonly result: EventResult | null;
}

/** A session's statements in the order in which it began them, with their results, which may have come later. */
function doneBy(session: string, { spec, events }: RunSeen): readonly Done[] {
  const own = events.filter((event) => event.session === session && event.step !== null);
  return own
    .filter(({ completed }) => !completed)
    .map((event) => {
      const end = own.find(({ completed, step, tick }) => completed && step === event.step && tick >= event.tick);
      const { error, results } = end ?? event;
      const result = error === null ? (results.at(-1) ?? null) : null;
      return { sql: (spec.steps[event.step ?? -1]?.sql ?? '').trim(), tick: event.tick, result };
    });
}

/** The one value of a single row that differs; null: none does, or several do, or there are several rows. */
function changedValue(was: EventResult | null, is: EventResult | null): string | null {
  const [old, row] = [was?.rows[0], is?.rows[0]];
  if (was?.rows.length !== 1 || is?.rows.length !== 1 || old?.length !== row?.length) return null;
  const changed = (row ?? []).flatMap((value, i) => (value === old?.[i] ? [] : [i]));
  const [column = -1] = changed;
  const value = row?.[column] ?? null;
  if (changed.length !== 1 || value === null) return null;
  return row?.length === 1 ? value : `${is.columns[column]} = ${value}`;
}

/** The first read whose value has changed while its session's next write has not; null: there is none. */
export function changedRead(before: RunSeen, after: RunSeen): ChangedRead | null {
  for (const { name } of after.spec.sessions) {
    const [was, is] = [doneBy(name, before), doneBy(name, after)];
    if (was.length !== is.length) continue;
    for (const [i, read] of is.entries()) {
      const value = WRITES.test(read.sql) ? null : changedValue(was[i]?.result ?? null, read.result);
      if (value === null) continue;
      const at = is.findIndex(({ sql }, n) => n > i && WRITES.test(sql));
      const write = is[at];
      if (write === undefined || write.sql !== was[at]?.sql) continue;
      return { session: name, readStep: read.tick, writeStep: write.tick, value };
    }
  }
  return null;
}
