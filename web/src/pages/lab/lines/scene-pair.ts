/**
 * The scenes of two designs, each in a separate worker: which operations core A does in them, and what one of these looks like. Both
 * play the same operation of core A, whatever its number among all cores' operations. No React, no DOM.
 */
import type { DesignId } from '../../../base/designs.ts';
import type { EngineError } from '../../../base/engine-error.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { IsNewest } from '../../../base/store.ts';
import type { SceneClient } from '../../../engine/replay/scene-client.ts';
import {
  type LineRange,
  OPERATION_KINDS,
  type OperationKind,
  SCENE_LIMITS,
  type SceneOpened,
} from '../../../engine/replay/scene-types.ts';
import type { Machine } from '../../../scenario/machine.ts';
import { looksFor } from '../../../viewmodel/cachelines/groups.ts';
import type { LinePair, LinesSettings, StepUnit } from '../../../viewmodel/cachelines/position.ts';
import { type LineScene, lineScene, stageMachine } from '../../../viewmodel/cachelines/scene.ts';

/** An operation of core A, with the data known before it is shown. */
interface OwnOperation {
  readonly number: number;
  readonly kind: OperationKind;
  readonly transaction: number;
  /** Lines fetched because of the neighbours. */
  readonly neighbours: number;
}

/** One design's scene and the data known of it. */
interface Side {
  readonly client: SceneClient;
  readonly design: DesignId;
  readonly opened: SceneOpened;
  readonly looks: readonly LineRange[];
  readonly own: OwnOperation[];
  /** The number of operations of all cores that have been searched. */
  known: number;
}

/** The number of operations that are searched at once, for each core; and at most, before one is shown. */
const AHEAD_PER_CORE = 2;
const FIRST_LOOK_PER_CORE = 16;

const WATCHED = 0;

async function openSide(
  client: SceneClient,
  design: DesignId,
  { active, idle, place, workload }: LinesSettings,
  machine: Machine,
): Promise<Result<Side, EngineError>> {
  const opened = await client.open({ design, machine, coherence: true, active, idle, place, workload });
  if (!opened.ok) return opened;
  const looks = looksFor({ design, opened: opened.value, workload, connections: active + idle });
  return ok({ client, design, opened: opened.value, looks, own: [], known: 0 });
}

/** Finds core A's operations among the next `count` of all cores. */
async function lookAhead(side: Side, count: number): Promise<Result<null, EngineError>> {
  const timeline = await side.client.timeline(side.known, count);
  if (!timeline.ok) return timeline;
  const { value } = timeline;
  for (let i = 0; i < value.count; i++) {
    if (value.backend[i] !== WATCHED) continue;
    side.own.push({
      number: value.from + i,
      kind: OPERATION_KINDS[value.kind[i] ?? 0] ?? 'begin',
      transaction: value.transaction[i] ?? 0,
      neighbours: (value.falseSharing[i] ?? 0) + (value.forHorizon[i] ?? 0),
    });
  }
  side.known = value.from + value.count;
  return ok(null);
}

/** The number of a side's first snapshot, after the very first, that fetches a neighbour's line; -1 while none is known. */
function costlySnapshot({ own }: Side): number {
  const first = own.findIndex(({ kind }) => kind === 'snapshot');
  return own.findIndex(({ kind, neighbours }, i) => i > first && kind === 'snapshot' && neighbours > 0);
}

/** The clients of the two scenes. */
export type SceneClients = readonly [SceneClient, SceneClient];

export class ScenePair {
  readonly #left: Side;
  readonly #right: Side;
  readonly #settings: LinesSettings;
  readonly #machine: Machine;

  private constructor(left: Side, right: Side, settings: LinesSettings, machine: Machine) {
    this.#left = left;
    this.#right = right;
    this.#settings = settings;
    this.#machine = machine;
  }

  static async open(
    clients: SceneClients,
    settings: LinesSettings,
    machine: Machine,
  ): Promise<Result<ScenePair, EngineError>> {
    const [left, right] = await Promise.all([
      openSide(clients[0], settings.left, settings, machine),
      openSide(clients[1], settings.right, settings, machine),
    ]);
    if (!left.ok) return left;
    return right.ok ? ok(new ScenePair(left.value, right.value, settings, machine)) : right;
  }

  get #ahead(): number {
    return AHEAD_PER_CORE * this.#settings.active;
  }

  /** Core A's operation number `at` of a side; null when there is none within a scene's limits. */
  async #ownAt(side: Side, at: number): Promise<OwnOperation | null> {
    while (side.own[at] === undefined && side.known < SCENE_LIMITS.operations - 1) {
      const before = side.known;
      const found = await lookAhead(side, this.#ahead);
      if (!found.ok || side.known === before) break;
    }
    return side.own[at] ?? null;
  }

  /** A snapshot after the first one that fetches a neighbour's line; else the second one. */
  async tellingOperation(): Promise<number> {
    const sides = [this.#left, this.#right];
    const limit = FIRST_LOOK_PER_CORE * this.#settings.active;
    for (;;) {
      const found = Math.max(...sides.map(costlySnapshot));
      if (found >= 0) return found;
      const [left] = sides;
      if (left !== undefined && left.known >= limit) {
        const kinds = left.own.map(({ kind }) => kind);
        const first = kinds.indexOf('snapshot');
        return Math.max(0, first, kinds.indexOf('snapshot', first + 1));
      }
      const ahead = await Promise.all(sides.map((side) => lookAhead(side, this.#ahead)));
      if (ahead.some((each) => !each.ok)) return 0;
    }
  }

  /** The next snapshot before or after an operation: of all, or the first one of another transaction. Null: there is none. */
  async snapshotFrom(
    operation: number,
    unit: Extract<StepUnit, 'snapshot' | 'transaction'>,
    direction: 1 | -1,
    isNewest: IsNewest,
  ): Promise<number | null> {
    const { own } = this.#left;
    const here = own[operation];
    if (here === undefined) return null;
    for (let at = operation + direction; at >= 0; at += direction) {
      const found = await this.#ownAt(this.#left, at);
      if (found === null || !isNewest()) return null;
      if (found.kind !== 'snapshot') continue;
      const isFirst =
        own.findIndex((each) => each.kind === 'snapshot' && each.transaction === found.transaction) === at;
      if (unit === 'snapshot' || (isFirst && found.transaction !== here.transaction)) return at;
    }
    return null;
  }

  /** Both designs at core A's operation of this number; null: a newer request exists, or there is no such operation. */
  async show(operation: number): Promise<Result<LinePair, EngineError> | null> {
    const [left, right] = await Promise.all([this.#scene(this.#left, operation), this.#scene(this.#right, operation)]);
    if (left === null || right === null) return null;
    if (!left.ok) return left;
    return right.ok ? ok({ left: left.value, right: right.value }) : right;
  }

  async #scene(side: Side, at: number): Promise<Result<LineScene, EngineError> | null> {
    const own = await this.#ownAt(side, at);
    if (own === null) return null;
    const shown = await side.client.show({ operation: own.number }, side.looks);
    if (!shown.ok) return shown;
    if (shown.value === null) return null;
    const stage = {
      design: side.design,
      machine: stageMachine(this.#machine),
      protocol: this.#machine.protocol.value,
      opened: side.opened,
      connections: this.#settings.active + this.#settings.idle,
    };
    return ok(lineScene(stage, shown.value));
  }
}
