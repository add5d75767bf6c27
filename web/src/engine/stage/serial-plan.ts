/**
 * Which transactions of a run have to fit into a serial order, and which steps each of them has: for the question
 * whether a serialization failure was a false alarm. Pure. Where the question cannot be answered it says why not.
 */
import type { Spec } from '../../scenario/spec-types.ts';
import type { SsiStructure, SsiTransaction, StageSsi } from '../server/ssi-types.ts';
import type { SerialDoubt } from './serial-types.ts';
import { type Move, THE_END } from './stage-types.ts';

export const MOST_IN_ORDER = 4;

export interface SerialTransaction {
  readonly number: number;
  /** Index into the spec's sessions. */
  readonly session: number;
  /** Places in the run's moves. */
  readonly at: readonly number[];
  /** It has not ended: its end is added. */
  readonly isOpen: boolean;
}
export interface SerialPlan {
  readonly victim: number;
  /** The place of the move in which the victim failed; null: it is only doomed. */
  readonly failedAt: number | null;
  readonly transactions: readonly SerialTransaction[];
}

const WRITES = /\b(insert|update|delete|merge|truncate|create|drop|alter|copy)\b/i;
export const PLACES =
  /\b(ctid|xmin|xmax|cmin|cmax|tableoid|txid_\w+|pg_\w+|nextval|currval|lastval|setval|serial|bigserial|identity|now|random|clock_timestamp|current_timestamp|localtimestamp)\b/i;
const PREPARED = /\b(prepare\s+transaction|commit\s+prepared|rollback\s+prepared)\b/i;

/** The latest structure whose victim has failed, or will; running out of room is no question of order. */
export const lastStructure = ({ structures }: StageSsi): SsiStructure | undefined =>
  structures.findLast(({ failure }) => failure !== 'no-room');

/**
 * @param moves those that were made: the i-th is tick i + 1
 * @returns null: nobody failed and nobody is doomed
 */
export function serialPlan(ssi: StageSsi, spec: Spec, moves: readonly Move[]): SerialPlan | SerialDoubt | null {
  const structure = lastStructure(ssi);
  if (structure === undefined) return null;
  const { victim, failedAt } = structure;
  const end = failedAt ?? moves.filter((move) => move !== THE_END).length;
  const made = moves.slice(0, end);
  const sqls = made.map((move) => spec.steps[move]?.sql ?? '');
  const known = ssi.transactions.filter(({ state }) => state !== 'unsafe');
  const inPlay = known.filter((one) => one.number === victim || takesPart(one, end));
  if (inPlay.some(({ began, session }) => began === null || session === null)) return 'outside';
  if (inPlay.length > MOST_IN_ORDER || (ssi.transactions[0]?.number ?? 1) > 1) return 'many';
  if ([...sqls, ...spec.setups.map(({ sql }) => sql)].some((sql) => PLACES.test(sql))) return 'places';
  if (inPlay.some(({ state }) => state === 'prepared') || sqls.some((sql) => PREPARED.test(sql))) return 'prepared';
  if (known.some((one) => known.some((next) => isShared(one, next)))) return 'shared-step';
  const ownerOf = ownersOf(known, spec);
  const owners = made.map((move, i) => ownerOf(move, i + 1));
  const isOutside = (i: number): boolean => (owners[i]?.began ?? Number.POSITIVE_INFINITY) > i + 1;
  if (sqls.some((sql, i) => isOutside(i) && WRITES.test(sql))) return 'others-wrote';
  const transactions = inPlay.map(
    (one): SerialTransaction => ({
      number: one.number,
      session: spec.sessions.findIndex(({ name }) => name === one.session),
      at: made.flatMap((_, i) => (owners[i] === one ? [i] : [])),
      isOpen: one.number === victim || one.ended === null || one.ended > end,
    }),
  );
  return { victim, failedAt: failedAt === null ? null : failedAt - 1, transactions };
}

/** It had its snapshot then, and nobody had rolled it back. */
const takesPart = ({ began, ended, state }: SsiTransaction, tick: number): boolean =>
  (began ?? 0) <= tick && !(state === 'rolled-back' && ended !== null && ended <= tick);

const isShared = (one: SsiTransaction, next: SsiTransaction): boolean =>
  one !== next && one.session === next.session && one.ended !== null && one.ended === next.began;

/** A session's step belongs to its first transaction that has not ended before. */
function ownersOf(known: readonly SsiTransaction[], { steps, sessions }: Spec) {
  return (move: Move, tick: number): SsiTransaction | undefined => {
    const session = sessions[steps[move]?.session ?? -1]?.name;
    return known.find((one) => one.session === session && (one.ended ?? tick) >= tick);
  };
}

/** All orders, the one of the snapshots first. */
export function ordersOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length < 2) return [all];
  return all.flatMap((first) => ordersOf(all.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}
