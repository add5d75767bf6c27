/** The lessons' part of an address: the lesson and the step. The id is in the path: `#/lessons/two-stamps?step=3`. */
import type { Messages } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { AddressCodec, Params } from '../../ui/page.tsx';

/** The list of lessons, or one of them. */
export interface LessonsAddress {
  readonly id?: string;
  /** From 1. Left out: the page resumes at the reader's last step. */
  readonly step?: number;
  /** The speaker's window: notes instead of the lesson. */
  readonly notes?: true;
}

const ID = /^[a-z0-9][a-z0-9-]{0,99}$/;
const STEP = /^[1-9]\d{0,2}$/;

function parse({ id, step, notes }: Params, { t }: Messages): Result<LessonsAddress, string> {
  const fault = (name: string, text: string, want: string): Result<LessonsAddress, string> =>
    err(t('shell.badAddress.param', { name, text: text.slice(0, 80), want }));
  if (id !== undefined && !ID.test(id)) return fault('id', id, t('stage.want.lesson'));
  if (step !== undefined && !STEP.test(step)) return fault('step', step, t('stage.want.number', { min: 1, max: 999 }));
  return ok({
    ...(id === undefined ? {} : { id }),
    ...(id === undefined || step === undefined ? {} : { step: Number(step) }),
    ...(id === undefined || notes !== '1' ? {} : { notes: true }),
  });
}

const format = ({ id, step, notes }: LessonsAddress): Record<string, string> => ({
  ...(id === undefined ? {} : { id }),
  ...(id === undefined || step === undefined ? {} : { step: String(step) }),
  ...(id === undefined || notes === undefined ? {} : { notes: '1' }),
});

export const address: AddressCodec<LessonsAddress> = { parse, format };
