/**
 * The evidence for a fault that was found, on the faulty server and on a sound one: the session's snapshot after the
 * step that differs, and the decision path for a row version about which the servers disagree. All of it comes from the
 * engines.
 */
import { ok, type Result } from '../../base/result.ts';
import type { Move, Shown, StageSnapshot } from '../../engine/stage/stage-types.ts';
import { type ExplainModel, explainModel } from '../stage/explain.ts';
import type { TupleRef } from '../stage/selection.ts';
import type { Difference } from './hunt.ts';
import type { ShowMoves } from './world.ts';

export interface EvidenceSide {
  readonly snapshot: StageSnapshot;
  /** Null: the version is not on this server's page, or they do not disagree about any. */
  readonly path: ExplainModel | null;
}
export interface Evidence {
  readonly session: string;
  /** Null: the difference is not about a row version. */
  readonly version: TupleRef | null;
  readonly faulty: EvidenceSide;
  readonly sound: EvidenceSide;
}

/** @returns null if there is nothing to show: no session, or no such session on the stage */
export async function evidenceOf(
  { session, tick }: Pick<Difference, 'session' | 'tick'>,
  moves: readonly Move[],
  show: ShowMoves,
  sound: ShowMoves,
): Promise<Result<Evidence | null, string>> {
  if (session === null) return ok(null);
  const done = moves.slice(0, tick);
  const faultyNow = await show(done, { session });
  if (!faultyNow.ok) return faultyNow;
  const soundNow = await sound(done, { session });
  if (!soundNow.ok) return soundNow;
  const version = disputed(faultyNow.value, soundNow.value, session);
  const look = version === null ? { session } : { session, tuple: version };
  const here = version === null ? faultyNow : await show(done, look);
  if (!here.ok) return here;
  const there = version === null ? soundNow : await sound(done, look);
  if (!there.ok) return there;
  const [faultySide, soundSide] = [
    sideOf(here.value, session, version !== null),
    sideOf(there.value, session, version !== null),
  ];
  return ok(
    faultySide === null || soundSide === null ? null : { session, version, faulty: faultySide, sound: soundSide },
  );
}

/** A version that the session sees on one server only; preferably one that exists on both. */
function disputed(faulty: Shown, sound: Shown, session: string): TupleRef | null {
  const { page } = faulty.state;
  const other = sound.state.page;
  if (page === null || other === null || page.table !== other.table || page.block !== other.block) return null;
  const sees = ({ state }: Shown, lp: number): boolean | null =>
    state.page?.tuples.find((tuple) => tuple.lp === lp)?.visibleTo.includes(session) ?? null;
  const all = [...new Set([...page.tuples, ...other.tuples].map(({ lp }) => lp))];
  const differs = all.filter((lp) => (sees(faulty, lp) ?? false) !== (sees(sound, lp) ?? false));
  const offset = differs.find((lp) => sees(faulty, lp) !== null && sees(sound, lp) !== null) ?? differs[0];
  return offset === undefined ? null : { table: page.table, block: page.block, offset };
}

function sideOf({ state, explanation }: Shown, session: string, isAsked: boolean): EvidenceSide | null {
  const own = state.sessions.find((one) => one.session === session);
  if (own === undefined) return null;
  return {
    snapshot: own.inForce,
    path: isAsked && explanation !== null ? explainModel(explanation, state) : null,
  };
}
