/**
 * A FAKE lab for unit tests and the gallery: slices from a formula, no threads, no measurement. Never used by a page.
 * Deterministic: the same calls give the same slices.
 */

import type { DesignId } from '../../base/designs.ts';
import { ms, ns } from '../../base/units.ts';
import { type LabSlice, NO_SLRU } from '../../engine/lab/lab-types.ts';

export interface FakeTurn {
  readonly design: DesignId | 'other-work';
  readonly idle?: number;
  readonly generation?: number;
  readonly warmUp?: boolean;
  readonly active?: number;
  /** Silence before this slice. */
  readonly gapMs?: number;
  readonly elapsedMs?: number;
  readonly transactions?: number;
}

/** A slice for each turn. A transaction takes 28 µs, and with pg13 1.4 ns more for each idle connection. */
export function fakeSlices(turns: readonly FakeTurn[], from = { number: 0, atMs: 0 }): readonly LabSlice[] {
  let at = from.atMs;
  return turns.map((turn, index) => {
    const number = from.number + index;
    at += turn.gapMs ?? 0;
    const elapsed = turn.elapsedMs ?? 20;
    const startMs = at;
    at += elapsed;
    const idle = turn.idle ?? 0;
    const active = turn.active ?? 1;
    const costUs = 28.5 + (turn.design === 'pg13' ? idle * 0.0028 : 0);
    // A ripple, so that a line looks like a measured one; the same slice always has the same.
    const ripple = 1 + 0.012 * Math.sin(number * 2.1) * Math.cos(number * 0.7);
    const transactions = turn.transactions ?? Math.round(((elapsed * 1000) / costUs) * active * ripple);
    return {
      number,
      generation: turn.generation ?? 1,
      design: turn.design,
      warmUp: turn.warmUp ?? false,
      active,
      idle,
      mostlyIdle: 0,
      startMs: ms(startMs),
      elapsedNs: ns(elapsed * 1e6),
      threadNs: ns(elapsed * 1e6 * active),
      transactions,
      snapshots: transactions * 2,
      reused: turn.design === 'pg14' ? transactions * 2 : 0,
      mostlyIdleTransactions: 0,
      mostlyIdleAsked: 0,
      connects: 0,
      connectsAsked: 0,
      operations: null,
      slru: NO_SLRU,
    };
  });
}

/** `seconds` of 13 and 14 taking turns at `idle`, as turns for `fakeSlices`. */
export function fakeStay(seconds: number, idle: number, generation: number, active = 1): readonly FakeTurn[] {
  return Array.from({ length: Math.round(seconds / 0.02) }, (_, i) => ({
    design: i % 2 === 0 ? 'pg13' : 'pg14',
    idle,
    generation,
    active,
    warmUp: i < 2,
  }));
}
