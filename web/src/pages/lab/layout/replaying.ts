/** Asks the worker for all replays of a layout, one after another, and keeps what they gave. No React, no DOM. */
import '../../../base/messages/en/layout.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { IsNewest } from '../../../base/store.ts';
import type { LayoutClient } from '../../../engine/replay/layout-client.ts';
import { type LayoutTally, TABLE_LIMITS } from '../../../engine/replay/layout-types.ts';
import type { Machine } from '../../../scenario/machine.ts';
import { formatLayout } from '../../../viewmodel/layout/format.ts';
import type { Layout } from '../../../viewmodel/layout/layout.ts';
import { type PlacedLayout, place } from '../../../viewmodel/layout/place.ts';
import { gather, REPLAYS, type Replay, type Replayed } from '../../../viewmodel/layout/replays.ts';
import { periodOf, scatter } from '../../../viewmodel/layout/scatter.ts';
import { type LayoutSettings, layoutRequest, tableFault, tableRequest } from '../../../viewmodel/layout/settings.ts';

/** Layouts whose counts are kept. */
const MOST_KEPT = 40;

export interface Bench {
  readonly settings: LayoutSettings;
  readonly machine: Machine;
}

export class Replaying {
  readonly #client: LayoutClient;
  readonly #messages: Messages;
  readonly #kept = new Map<string, Replayed>();

  constructor(client: LayoutClient, messages: Messages) {
    this.#client = client;
    this.#messages = messages;
  }

  /** @returns null: a newer turn has begun meanwhile */
  async of(layout: Layout, bench: Bench, isNewest: IsNewest): Promise<Result<Replayed, EngineError> | null> {
    const key = `${JSON.stringify(bench.settings)} ${formatLayout(layout)}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return ok(known);
    const { active, idle } = bench.settings;
    const drawn = place(layout, active + idle);
    const why =
      layout.replay === null ? tableFault(tableRequest(layout, drawn, bench.settings, bench.machine, 0)) : null;
    if (why !== null) return err({ kind: 'bad-input', message: this.#messages.t(`layout.file.${why}`, TABLE_LIMITS) });
    const replays: Replay[] = [];
    for (let number = 0; number < REPLAYS; number++) {
      const { placed, back } = scatter(drawn, periodOf(bench.machine), number);
      const tally = await this.#one(layout, placed, bench, number);
      if (!isNewest()) return null;
      if (!tally.ok) return tally;
      replays.push({ tally: tally.value, back });
    }
    const [first, ...others] = replays;
    if (first === undefined) return null;
    const replayed = gather(first, others);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= MOST_KEPT && oldest.done !== true) this.#kept.delete(oldest.value);
    this.#kept.set(key, replayed);
    return ok(replayed);
  }

  #one(
    layout: Layout,
    placed: PlacedLayout,
    { settings, machine }: Bench,
    number: number,
  ): Promise<Result<LayoutTally, EngineError>> {
    const { replay } = layout;
    return replay === null
      ? this.#client.table(tableRequest(layout, placed, settings, machine, number))
      : this.#client.run(layoutRequest(replay, placed, settings, machine));
  }
}
