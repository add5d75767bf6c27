/**
 * The standby of a stage's server: its state at a position of the primary's WAL. It restarts for each answer and
 * replays from the point where it was copied, so an answer cannot depend on the one before.
 */
import type { WasmServer } from '../server/server-core.ts';
import { askSnapshot, rangesWithNext, type SnapshotAsked, type SnapshotForm } from '../server/snapshot-answers.ts';
import { DEFAULT_MAX_PROCS, type StandbyState, WasmStandby } from '../server/standby-core.ts';
import type { HeldSnapshot, StandbyRecord, StandbyRequest, StandbyShown } from '../server/standby-types.ts';
import type { StageState } from './stage-types.ts';

/** Records that an answer has room for. */
export const MAX_RECORDS = 4_000;
/** Sessions that hold a snapshot on the standby. */
export const MAX_HELD = 8;

/** Facts kept about a tick of the primary: words of WAL, and the snapshot that a session would have taken then. */
export interface PrimaryTick {
  readonly walEnd: number;
  readonly snapshot: SnapshotForm;
}

export interface Primary {
  readonly core: WasmServer;
  /** From 0 to the one that the server has reached. */
  readonly ticks: readonly PrimaryTick[];
  /** A session without a transaction. */
  readonly reader: number;
  /** The xids that snapshots are asked about. */
  readonly shown: Pick<StageState, 'xids' | 'nextXid'>;
}

const positionIn = (words: readonly number[], walEnd: number): number =>
  Math.max(
    0,
    words.findLastIndex((word) => word <= walEnd),
  );

/** A standby on its way through the records; it stops at a record that it cannot replay. */
class Replay {
  readonly #standby: ReturnType<typeof started>;
  /** Words of WAL before each position. */
  readonly #words: readonly number[];
  at: number;
  stopped: string | null = null;

  constructor(standby: ReturnType<typeof started>, from: number, words: readonly number[]) {
    this.#standby = standby;
    this.#words = words;
    this.at = from;
  }

  goTo(position: number): void {
    if (this.stopped !== null || position <= this.at) return;
    const replayed = this.#standby.replay(this.#words[position] ?? 0);
    this.at = positionIn(this.#words, this.#standby.at());
    if (!replayed.ok) this.stopped = replayed.error;
  }

  /** Null: the standby does not come there, or gives no snapshots there. */
  snapshotAt(position: number): SnapshotForm | null {
    this.goTo(position);
    const state = this.#standby.state(true);
    return this.at === position && state.readiness === 'ready' ? formOf(state) : null;
  }
}

export function showStandby({ core, ticks, reader: session, shown }: Primary, request: StandbyRequest): StandbyShown {
  const last = ticks.at(-1);
  if (last === undefined) throw new RangeError('a stage stands at a tick');
  const all = started(core, 0).records();
  const wal = all.slice(0, MAX_RECORDS);
  /** Words before each position. */
  const words = [0, ...wal.map(({ next }) => next)];
  const ends = ticks.map(({ walEnd }) => positionIn(words, walEnd));
  const end = wal.length;

  const from = clamp(request.from, 0, end);
  const wanted = request.replay === 'end' ? end : (request.replay ?? ends[0] ?? 0);
  const target = clamp(wanted, from, end);
  const standby = started(core, words[from] ?? 0);
  const replay = new Replay(standby, from, words);
  const positions = [...new Set(request.held)].sort((a, b) => a - b).slice(0, MAX_HELD);
  const taken = positions.map((position): Taken => {
    if (position > target) return { at: position, state: 'ahead', snapshot: null };
    const snapshot = position < from ? null : replay.snapshotAt(position);
    return { at: position, state: snapshot === null ? 'refused' : 'taken', snapshot };
  });
  replay.goTo(target);
  const { at, stopped } = replay;
  const state = standby.state(true);
  const caughtUp = ends.findLastIndex((position) => position <= at);
  const ranges = rangesWithNext(shown.xids, shown.nextXid);
  const asked = (form: SnapshotForm, inRecovery: boolean): SnapshotAsked => ({
    ...form,
    answers: askSnapshot(core, { session, inRecovery }, form, ranges),
  });
  return {
    records: recordsOf(wal, ends),
    more: all.length > wal.length,
    ends,
    from,
    at,
    state,
    parents: parentsOf(standby, wal, at),
    snapshot: state.readiness === 'ready' ? asked(formOf(state), true) : null,
    held: taken.map(
      ({ snapshot, ...one }): HeldSnapshot => ({ ...one, snapshot: snapshot === null ? null : asked(snapshot, true) }),
    ),
    primary: {
      now: asked(last.snapshot, false),
      replayed:
        caughtUp < 0 ? null : { tick: caughtUp, snapshot: asked(ticks[caughtUp]?.snapshot ?? last.snapshot, false) },
    },
    stopped,
  };
}

/** A held snapshot before it is asked. */
type Taken = Omit<HeldSnapshot, 'snapshot'> & { readonly snapshot: SnapshotForm | null };

const clamp = (n: number, min: number, max: number): number => Math.max(min, Math.min(Math.trunc(n), max));

function started(core: WasmServer, from: number): WasmStandby {
  const standby = WasmStandby.start(core, DEFAULT_MAX_PROCS, from);
  if (!standby.ok) throw new Error(standby.error);
  return standby.value;
}

const formOf = ({ xmin, xmax, subxip, suboverflowed }: StandbyState): SnapshotForm => ({
  xmin,
  xmax,
  xip: [],
  subxip,
  suboverflowed,
});

function recordsOf(wal: ReturnType<WasmStandby['records']>, ends: readonly number[]): readonly StandbyRecord[] {
  let tick = 0;
  return wal.map(({ kind, xid, xids, overflowed }, i) => {
    while (i >= (ends[tick] ?? Number.POSITIVE_INFINITY)) tick++;
    return { kind, xid, xids, overflowed, tick };
  });
}

/** Only assignment records that were replayed have written there. */
function parentsOf(
  standby: WasmStandby,
  wal: ReturnType<WasmStandby['records']>,
  at: number,
): readonly (readonly [number, number])[] {
  const pairs = wal
    .slice(0, at)
    .filter(({ kind }) => kind === 'assignment')
    .flatMap(({ xids }) => xids)
    .map((xid) => [xid, standby.parentOf(xid)] as const);
  return pairs.filter(([, parent]) => parent !== 0);
}
