/**
 * The exercises' part of an address: the exercise and its variant: `#/exercises/who-sees-it?seed=7`; or a whole file of
 * a teacher, packed: `#/exercises?text=S0k…&seed=7`.
 */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { AddressCodec, Params } from '../../ui/page.tsx';
import { MAX_SEED } from '../../viewmodel/exercise/seed.ts';

/** The list of exercises, or one of them. */
export interface ExercisesAddress {
  readonly id?: string;
  /** Somebody's own exercise: its whole file, packed (`viewmodel/stage/packed-text.ts`). Never together with an id. */
  readonly text?: string;
  /** Number of the variant. Left out: the page draws one. */
  readonly seed?: number;
}

const PACKED = /^[A-Za-z0-9_-]+$/;
const EXERCISE_ID = /^[a-z0-9][a-z0-9-]{0,79}$/;

function parse({ id, text, seed }: Params, { t }: Messages): Result<ExercisesAddress, string> {
  const fault = (name: string, given: string, want: string): Result<ExercisesAddress, string> =>
    err(t('shell.badAddress.param', { name, text: given.slice(0, 80), want }));
  if (id !== undefined && !EXERCISE_ID.test(id)) return fault('id', id, t('stage.want.exercise'));
  if (id === undefined && text !== undefined && !PACKED.test(text)) return fault('text', text, t('stage.want.packed'));
  const number = seed === undefined ? undefined : /^\d{1,6}$/.test(seed) ? Number(seed) : Number.NaN;
  if (number !== undefined && !(number <= MAX_SEED))
    return fault('seed', seed ?? '', t('stage.want.number', { min: 0, max: MAX_SEED }));
  const which = id !== undefined ? { id } : text !== undefined ? { text } : null;
  return ok(which === null ? {} : { ...which, ...(number === undefined ? {} : { seed: number }) });
}

function format({ id, text, seed }: ExercisesAddress): Record<string, string> {
  const which: Record<string, string> = id !== undefined ? { id } : text !== undefined ? { text } : {};
  return seed === undefined || (id === undefined && text === undefined) ? which : { ...which, seed: String(seed) };
}

export const address: AddressCodec<ExercisesAddress> = { parse, format };
