/**
 * The reasons why a prediction was wrong: the bounds and xids of a snapshot that differ, or the decision paths of row
 * versions, for which the engine runs the schedule once more.
 */
import '../../base/messages/en/exercise.ts';
import { ok, type Result } from '../../base/result.ts';
import type { StagePage, StageTuple } from '../../engine/stage/stage-types.ts';
import { type ExplainModel, explainModel } from '../stage/explain.ts';
import { isLockedOnly, isLockStrength, isMulti } from '../stage/heap-bits.ts';
import type { Answer } from './answer.ts';
import type { ShowMoves } from './exercise-deps.ts';
import type { OfStep, SnapshotKey, Version, Wording } from './kind.ts';

/** The decision path for each row version that was judged wrongly; for all of them if nobody judged any. */
export async function whyVersions(
  {
    played,
    step,
    session,
    versions,
    key,
  }: OfStep & { readonly versions: readonly Version[]; readonly key: readonly number[] },
  seen: readonly number[] | null,
  show: ShowMoves,
): Promise<Result<readonly ExplainModel[], string>> {
  const models: ExplainModel[] = [];
  for (const { table, block, lp } of versions) {
    if (seen !== null && seen.includes(lp) === key.includes(lp)) continue;
    const shown = await show([...played, step], { session, tuple: { table, block, offset: lp } });
    if (!shown.ok) return shown;
    const { explanation, state } = shown.value;
    if (explanation !== null) models.push(explainModel(explanation, state));
  }
  return ok(models);
}

/** A version that a snapshot sees although it is no longer the newest one. */
export interface ChangedSince {
  readonly version: { readonly block: number; readonly lp: number };
  readonly xid: number;
}

/**
 * Before a step that may fail: the decision paths of everything that its session's snapshot sees, and the first of
 * these versions that another transaction has replaced or deleted and committed since.
 */
export async function whyError(
  { played, session }: Pick<OfStep, 'played' | 'session'>,
  show: ShowMoves,
): Promise<
  Result<
    { readonly seen: readonly ExplainModel[]; readonly changed: ChangedSince | null; readonly isSerializable: boolean },
    string
  >
> {
  const now = await show(played, { session });
  if (!now.ok) return now;
  const { page, xids, ssi } = now.value.state;
  const isSerializable = ssi !== undefined;
  if (page === null) return ok({ seen: [], changed: null, isSerializable });
  const { table, block } = page;
  const seen: ExplainModel[] = [];
  let changed: ChangedSince | null = null;
  for (const version of page.tuples) {
    const { lp, visibleTo } = version;
    if (!visibleTo.includes(session)) continue;
    const shown = await show(played, { session, tuple: { table, block, offset: lp } });
    if (!shown.ok) return shown;
    const { explanation, state } = shown.value;
    if (explanation !== null) seen.push(explainModel(explanation, state));
    const changer = changerOf(version);
    if (xids.some(({ xid, status }) => xid === changer && status === 'committed'))
      changed ??= { version: { block, lp }, xid: changer };
  }
  return ok({ seen, changed, isSerializable });
}

/** How the versions that its snapshot sees lead to the step's end. */
export function errorFacts(error: string, changed: ChangedSince | null): readonly Wording[] {
  if (changed === null) return [(t) => t('exercise.why.error.newest', { error: error !== '' })];
  // If the step succeeds, or fails with another error, that change did not decide.
  if (!error.includes('could not serialize')) return [];
  const { version, xid } = changed;
  return [(t) => t('exercise.why.error.changed', { version: `(${version.block},${version.lp})`, xid })];
}

/** The xid that replaced or deleted a version; 0: none did. A transaction that only locked it changed nothing. */
function changerOf(version: StageTuple): number {
  if (isLockedOnly(version)) return 0;
  if (!isMulti(version)) return version.xmax;
  return version.members.find(({ status }) => !isLockStrength(status))?.xid ?? 0;
}

/** The path for each version on the page after the step, for whoever made it: what it saw, and why. */
export async function whyPage(
  { played, step, session }: OfStep,
  show: ShowMoves,
): Promise<Result<readonly ExplainModel[], string>> {
  const first = await show([...played, step], { session });
  if (!first.ok) return first;
  const { page } = first.value.state;
  if (page === null) return ok([]);
  return whyVersions({ played, step, session, versions: versionsOn(page), key: [] }, null, show);
}

/** The row versions of a page, as stamped. */
export const versionsOn = ({ table, block, tuples }: StagePage): readonly Version[] =>
  tuples.map(({ lp, values, xmin, xmax }) => ({ table, block, lp, values, xmin, xmax }));

/**
 * The bounds and the xids of a snapshot that an answer has wrong, one per line.
 * @param on the words depend on it: a standby's snapshot lists those whose end it has not replayed
 */
export function snapshotFacts(on: 'primary' | 'standby', key: SnapshotKey, answer: Answer): readonly Wording[] {
  if (answer.kind !== 'snapshot') return [];
  const facts: Wording[] = [];
  for (const bound of ['xmin', 'xmax'] as const) {
    const given = answer[bound];
    if (given !== key[bound]) facts.push((t) => t(`exercise.why.${on}.${bound}`, { given, key: key[bound] }));
  }
  for (const xid of key.xip) if (!answer.xip.includes(xid)) facts.push((t) => t(`exercise.why.${on}.missing`, { xid }));
  for (const xid of answer.xip) {
    const why = xid >= key.xmax ? 'above' : 'ended';
    if (!key.xip.includes(xid)) facts.push((t) => t(`exercise.why.${on}.${why}`, { xid }));
  }
  return facts;
}
