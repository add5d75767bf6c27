/** The lessons' part of an address: the lesson and the step. The id is in the path: `#/lessons/two-stamps?step=3`. */
import '../../base/messages/en/stage-figure.ts';
import { ok } from '../../base/result.ts';
import type { AddressCodec } from '../../ui/page.tsx';
import { matching, readParams, wholeNumber, writeParams } from '../shared/params.ts';

/** The list of lessons, or one of them. */
export interface LessonsAddress {
  readonly id?: string;
  /** From 1. Left out: the page resumes at the reader's last step. */
  readonly step?: number;
  /** The speaker's window: notes instead of the lesson. */
  readonly notes?: true;
}

const KINDS = {
  id: matching(/^[a-z0-9][a-z0-9-]{0,99}$/, 'stage.want.lesson'),
  step: wholeNumber(1, 999),
};

export const address: AddressCodec<LessonsAddress> = {
  parse: (params, messages) => {
    const read = readParams<Required<Pick<LessonsAddress, 'id' | 'step'>>>(KINDS, params, messages);
    if (!read.ok || read.value.id === undefined) return read.ok ? ok({}) : read;
    return ok({ ...read.value, ...(params.notes === '1' ? { notes: true } : {}) });
  },
  format: ({ id, step, notes }) =>
    id === undefined ? {} : writeParams({ id, step, notes: notes === undefined ? undefined : '1' }),
};
