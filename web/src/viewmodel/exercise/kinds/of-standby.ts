/**
 * Questions about a standby that lags behind. The seed decides how many steps run, and how many of their writes the
 * standby has replayed. It decides beforehand which kind of answer is wanted, because in most random schedules the
 * standby lists nobody.
 */

import '../../../base/messages/en/exercise.ts';
import type { Rng } from '../../../base/random.ts';
import { ok } from '../../../base/result.ts';
import type { Move, Shown } from '../../../engine/stage/stage-types.ts';
import { mix, ranThrough } from '../events.ts';
import type { AnyAsk } from '../exercise.ts';
import type { ShowMoves } from '../exercise-deps.ts';
import { rngFor } from '../fill.ts';
import {
  type AnyQuestion,
  type Drawn,
  engineFailed,
  isAsClaimed,
  type Kind,
  MAX_TRIES,
  type Made,
  type Making,
  namedSteps,
  notPosed,
  openSound,
  type SnapshotKey,
  type Stage,
} from '../kind.ts';
import { snapshotFacts } from '../why.ts';

interface StandbyAsk<K extends string> extends AnyAsk {
  readonly what: K;
}

/** The standby has replayed the WAL of the first `replayed` of the steps. */
interface OfStandby {
  readonly played: readonly Move[];
  readonly replayed: number;
}

/** The part of a record that differs between these kinds. */
interface StandbyRecord<Q extends OfStandby & AnyQuestion>
  extends Pick<Kind<StandbyAsk<Q['kind']>, Q>, 'shape' | 'form' | 'facts'> {
  /** The question about one schedule. Null: it would not be a good one. */
  pose(of: OfStandby, shown: Shown): Q | null;
  /** The seed draws one of this many kinds of answers. */
  readonly ways: number;
  isWay(question: Q, way: number): boolean;
}

const standbyKind = <Q extends OfStandby & AnyQuestion>(record: StandbyRecord<Q>): Kind<StandbyAsk<Q['kind']>, Q> => ({
  ...record,
  group: 'predict',
  outcome: 'xids',
  needs: { spec: true, goal: false, standby: true, step: false },
  fields: [],
  read: (_, what) => ({ what }),
  named: () => ({}),
  draw: (making, stage) => drawStandby(making, stage, record),
  setting: ({ played, replayed }) => ({ played, replayed, next: null }),
  paths: () => null,
});

async function drawStandby<Q extends OfStandby & AnyQuestion>(
  making: Making<AnyAsk>,
  stage: Stage | null,
  record: StandbyRecord<Q>,
): Promise<Made<Drawn<Q>>> {
  if (stage === null) return engineFailed('a spec is missing');
  const { id, seed, exercise, values } = making;
  const opened = await openSound(making, stage);
  if (!opened.ok) return opened;
  const needs = namedSteps(stage.compiled, exercise.schedule?.needs ?? []);
  if (!needs.ok) return needs;
  const way = rngFor(id, seed, MAX_TRIES + 1).below(record.ways);
  let first: Q | null = null;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const lag = await replay(making, stage, opened.value, needs.value, rngFor(id, seed, attempt + 1));
    if (!lag.ok) return lag;
    const question = lag.value === null ? null : record.pose(lag.value.of, lag.value.shown);
    first ??= question;
    if (question !== null && record.isWay(question, way)) return ok({ question, values });
  }
  return first === null ? notPosed(making) : ok({ question: first, values });
}

/** One schedule, and the standby at one point of it. Null: it did not run through, or a claim is not true of it. */
async function replay(
  making: Making<AnyAsk>,
  { compiled, steps }: Stage,
  show: ShowMoves,
  needs: readonly Move[],
  rng: Rng,
): Promise<Made<{ readonly of: OfStandby; readonly shown: Shown } | null>> {
  const order = making.exercise.schedule?.mixed === true ? mix(compiled.spec, steps, rng) : steps;
  const played = order.slice(0, 1 + rng.below(order.length));
  const replayed = rng.below(played.length + 1);
  if (!needs.every((need) => played.includes(need))) return ok(null);
  const all = await show(played, {}, 'end');
  if (!all.ok) return engineFailed(all.error);
  const at = all.value.standby?.ends[replayed];
  if (!ranThrough(compiled.spec, played, all.value) || at === undefined) return ok(null);
  const shown = await show(played, {}, at);
  if (!shown.ok) return engineFailed(shown.error);
  const isFine = isAsClaimed(making, { compiled, moves: played, shown: shown.value, step: null, replayed });
  return ok(isFine ? { of: { played, replayed }, shown: shown.value } : null);
}

// --- what would a snapshot there hold? ------------------------------------------------------------------------------------

interface ListedQuestion extends OfStandby {
  readonly kind: 'standby';
  /** Possible bounds and list entries: ascending, the primary's next xid last. */
  readonly xids: readonly number[];
  /** `xip`: the listed xids; in recovery they are in subxip. */
  readonly key: SnapshotKey;
}

/** One in four variants has a standby that lists nobody. */
const NOBODY = 4;

/** Well posed: the standby can take a snapshot, and the primary's own would differ. */
function poseListed(of: OfStandby, { standby, state }: Shown): ListedQuestion | null {
  const snapshot = standby?.snapshot ?? null;
  if (standby === undefined || snapshot === null || snapshot.suboverflowed) return null;
  const { xmin, xmax, subxip } = snapshot;
  const { now } = standby.primary;
  const theirs = [now.xmin, now.xmax, ...[...now.xip, ...now.subxip].sort((a, b) => a - b)];
  const xip = [...subxip].sort((a, b) => a - b);
  if ([xmin, xmax, ...xip].join() === theirs.join()) return null;
  const from = Math.min(xmin, now.xmin, ...xip);
  const xids = [...state.xids.map(({ xid }) => xid).filter((xid) => xid >= from - 1), state.nextXid];
  const isOffered = [xmin, xmax, ...xip].every((xid) => xids.includes(xid));
  return isOffered ? { ...of, kind: 'standby', xids, key: { xmin, xmax, xip } } : null;
}

// --- where is a snapshot suboverflowed? -------------------------------------------------------------------------------------

/** The servers whose snapshot is suboverflowed. */
const OVERFLOWED = ['neither', 'primary', 'standby', 'both'] as const;
type Overflowed = (typeof OVERFLOWED)[number];
export function overflowedWhere(onPrimary: boolean, onStandby: boolean): Overflowed {
  if (onPrimary) return onStandby ? 'both' : 'primary';
  return onStandby ? 'standby' : 'neither';
}

interface OverflowQuestion extends OfStandby {
  readonly kind: 'suboverflowed';
  readonly options: readonly Overflowed[];
  readonly key: number;
  /**
   * Numbers for the transaction with the most subtransactions: xids assigned on the primary, and those that the
   * standby learned.
   */
  readonly facts: { readonly given: number; readonly lastOverflowedXid: number; readonly xmin: number };
}

/** Well posed: the standby can take a snapshot. Each of the four options is right for some schedule. */
function poseOverflow(of: OfStandby, { standby, state }: Shown): OverflowQuestion | null {
  const snapshot = standby?.snapshot ?? null;
  if (standby === undefined || snapshot === null) return null;
  const is = overflowedWhere(standby.primary.now.suboverflowed, snapshot.suboverflowed);
  const given = new Map<string, number>();
  for (const { owner, parent, status } of state.xids)
    if (owner !== null && parent !== null && status === 'running') given.set(owner, (given.get(owner) ?? 0) + 1);
  const { lastOverflowedXid } = standby.state;
  const facts = { given: Math.max(0, ...given.values()), lastOverflowedXid, xmin: snapshot.xmin };
  return { ...of, kind: 'suboverflowed', options: OVERFLOWED, key: OVERFLOWED.indexOf(is), facts };
}

// --- the records --------------------------------------------------------------------------------------------------------------

export const STANDBY_KINDS = {
  standby: standbyKind<ListedQuestion>({
    shape: 'snapshot',
    pose: poseListed,
    ways: NOBODY,
    isWay: ({ key }, way) => (key.xip.length === 0) === (way === 0),
    form: ({ xids, key }) => ({
      shape: 'snapshot',
      ask: (t) => t('exercise.ask.standby'),
      xids,
      key,
      listed: (t) => t('exercise.listed'),
    }),
    facts: ({ key }, answer) => snapshotFacts('standby', key, answer),
  }),
  suboverflowed: standbyKind<OverflowQuestion>({
    shape: 'choice',
    pose: poseOverflow,
    ways: OVERFLOWED.length,
    isWay: ({ key }, way) => key === way,
    form: ({ options, key }) => ({
      shape: 'choice',
      ask: (t) => t('exercise.ask.suboverflowed'),
      options: options.map((where) => ({ says: (t) => t('exercise.option.overflowed', { where }), isCode: false })),
      key,
    }),
    facts: ({ options, key, facts: { given, lastOverflowedXid, xmin } }) => {
      const is = options[key] ?? 'neither';
      return [
        (t) => t('exercise.why.overflow.primary', { given, is: is === 'primary' || is === 'both' }),
        (t) => t('exercise.why.overflow.standby', { lastOverflowedXid, xmin, is: is === 'standby' || is === 'both' }),
      ];
    },
  }),
};
