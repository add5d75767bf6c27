/**
 * The exercises' part of an address: the exercise and its variant: `#/exercises/who-sees-it?seed=7`; or a whole file of
 * a teacher, packed: `#/exercises?text=S0k…&seed=7`; or the list's kind: `#/exercises?kind=hunt`.
 */
import '../../base/messages/en/stage-figure.ts';
import { ok } from '../../base/result.ts';
import type { AddressCodec } from '../../ui/page.tsx';
import { GROUPS, type Group } from '../../viewmodel/exercise/exercise.ts';
import { MAX_SEED } from '../../viewmodel/exercise/seed.ts';
import { matching, oneOfThese, readParams, wholeNumber, writeParams } from '../shared/params.ts';

/** The list of exercises, or one of them. */
export interface ExercisesAddress {
  readonly id?: string;
  /** Somebody's own exercise: its whole file, packed (`viewmodel/stage/packed-text.ts`). Never together with an id. */
  readonly text?: string;
  /** Number of the variant. Left out: the page draws one. */
  readonly seed?: number;
  /** The list has only exercises of this kind. Left out: all. */
  readonly kind?: Group;
}

const KINDS = {
  id: matching(/^[a-z0-9][a-z0-9-]{0,79}$/, 'stage.want.exercise'),
  text: matching(/^[A-Za-z0-9_-]+$/, 'stage.want.packed'),
  seed: wholeNumber(0, MAX_SEED),
  kind: oneOfThese(GROUPS),
};

/** With an id, a text means nothing; without either, a seed. A kind is the list's. */
const meant = ({ id, text, seed, kind }: ExercisesAddress): ExercisesAddress => {
  const which = id !== undefined ? { id } : text !== undefined ? { text } : null;
  return which === null ? (kind === undefined ? {} : { kind }) : { ...which, ...(seed === undefined ? {} : { seed }) };
};

export const address: AddressCodec<ExercisesAddress> = {
  parse: ({ text, ...params }, messages) => {
    const given = params.id === undefined && text !== undefined ? { ...params, text } : params;
    const read = readParams<Required<ExercisesAddress>>(KINDS, given, messages);
    return read.ok ? ok(meant(read.value)) : read;
  },
  format: (value) => writeParams({ ...meant(value) }),
};
