/** The exercises' part of an address: which exercise, which variant: `#/exercises/who-sees-it?seed=7`. */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { ExercisesAddress } from '../../model/addresses.ts';
import { MAX_SEED } from '../../model/exercise/seed.ts';
import type { RawAddress } from './raw.ts';

const ID = /^[a-z0-9][a-z0-9-]{0,79}$/;

export function parseExercises({ id, seed }: RawAddress['params'], { t }: Messages): Result<ExercisesAddress, string> {
  const fault = (name: string, text: string, want: string): Result<ExercisesAddress, string> =>
    err(t('shell.badAddress.param', { name, text: text.slice(0, 80), want }));
  if (id !== undefined && !ID.test(id)) return fault('id', id, t('stage.want.spec'));
  const number = seed === undefined ? undefined : /^\d{1,6}$/.test(seed) ? Number(seed) : Number.NaN;
  if (number !== undefined && !(number <= MAX_SEED))
    return fault('seed', seed ?? '', t('stage.want.number', { min: 0, max: MAX_SEED }));
  return ok({
    ...(id === undefined ? {} : { id }),
    ...(id === undefined || number === undefined ? {} : { seed: number }),
  });
}

export const formatExercises = ({ id, seed }: ExercisesAddress): Record<string, string> => ({
  ...(id === undefined ? {} : { id }),
  ...(id === undefined || seed === undefined ? {} : { seed: String(seed) }),
});
