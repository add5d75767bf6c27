/**
 * Replaces the open text by a new version of it. The picture stays until the engine has answered. If the text has faults,
 * or the engine cannot run it to the end, nothing changes.
 */
import { err, ok, type Result } from '../../../base/result.ts';
import type { Move, Shown, StageStop } from '../../../engine/stage/stage-types.ts';
import type { SpecProblem } from '../../../scenario/spec-types.ts';
import { packText } from '../../../viewmodel/stage/packed-text.ts';
import { seek, startPlayback } from '../../../viewmodel/stage/playback.ts';
import { stepTable } from '../../../viewmodel/stage/step-table.ts';
import { designFor, placeOf, requestOf } from '../play/play-moves.ts';
import type { PlayDeps, PlayState } from '../play/play-state.ts';
import type { PlayStore } from '../play/play-store.ts';

export type GoneOn =
  | { readonly kind: 'ran' }
  /** The text has faults. */
  | { readonly kind: 'problems'; readonly problems: readonly SpecProblem[] }
  /** The engine could not run it to the end, or was not there; the open text stays. */
  | { readonly kind: 'stopped'; readonly why: StageStop | string }
  /** The reader has opened something else meanwhile. */
  | { readonly kind: 'overtaken' };

interface Place {
  readonly moves: readonly Move[];
  readonly tick: number;
}

/** The query engine has been fetched, so later texts need not wait for it. */
let isEvaluatorThere = false;

/** @param onFetch PostgreSQL's own query engine, some 5 MB, is being fetched before this text runs */
export async function goOn(
  { world, inside, get }: PlayStore,
  text: string,
  place: Place,
  onFetch: () => void = () => undefined,
): Promise<GoneOn> {
  const isStillOpen = inside.current();
  const before = get();
  const compiled = await world.compile(text);
  if (!isStillOpen()) return { kind: 'overtaken' };
  if (!compiled.ok) return { kind: 'problems', problems: compiled.error };
  const needsEvaluator = compiled.value.needs.evaluator;
  if (needsEvaluator && !isEvaluatorThere) onFetch();
  const isNewest = inside.begin();
  const playback = seek(startPlayback(place.moves), place.tick);
  const look = lookAt(before, compiled.value, place);
  const next = { ...before, ...look, compiled: compiled.value, permutation: 1, playback };
  const answer = await tryOut(world, next);
  if (needsEvaluator && answer.ok) isEvaluatorThere = true;
  if (!isNewest()) return { kind: 'overtaken' };
  if (!answer.ok || answer.value.stopped !== null) {
    await inside.reopen(before);
    return { kind: 'stopped', why: answer.ok ? (answer.value.stopped ?? '') : inside.failed(answer.error) };
  }
  const { plan } = placeOf(compiled.value, {});
  const source = { kind: 'text', packed: packText(text) } as const;
  const own = {
    source,
    text,
    compiled: compiled.value,
    isFromAddress: false,
    permutation: 1,
    plan,
    isStep: true,
    ...look,
  };
  inside.take(answer.value, playback, own);
  return { kind: 'ran' };
}

/** The rows are those of the table that was just spoken of, if there are several. */
function lookAt(
  { shown, table, block, selection }: PlayState,
  { spec }: NonNullable<PlayState['compiled']>,
  { moves, tick }: Place,
): Pick<PlayState, 'table' | 'block' | 'selection'> {
  const kept = { table, block, selection };
  const page = shown?.state.page ?? null;
  const sql = spec.steps[moves[tick - 1] ?? -1]?.sql ?? '';
  const name = stepTable(sql);
  if (page === null || name === null || name === page.table) return kept;
  const isThere = shown?.state.tables.some((own) => own.name === name) || /^\s*create\s+table\b/i.test(sql);
  return isThere ? { table: name, block: 0, selection: { ...selection, tuple: null } } : kept;
}

/** Opens a spec and runs it, but does not give it to the store yet. */
async function tryOut(
  { client }: PlayDeps,
  next: PlayState & { readonly compiled: NonNullable<PlayState['compiled']> },
): Promise<Result<Shown, string>> {
  const { compiled, rules, design, file } = next;
  const opened = await client.open(compiled, { rules, design: design ?? designFor(compiled, rules), file });
  if (!opened.ok) return opened;
  for (;;) {
    const answer = await client.show(requestOf(next, 0));
    if (!answer.ok) return answer;
    if (answer.value === null) return err('overtaken');
    // Each request takes a long schedule further.
    if (answer.value.stopped?.kind !== 'paused') return ok(answer.value);
  }
}
