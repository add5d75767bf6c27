/** Why there is no lab, in the reader's language where the page has words for it; what the engine itself says is English. */
import type { Messages } from '../../base/messages/index.ts';
import type { LabError } from '../../engine/lab/lab-types.ts';

export const labErrorText = (error: LabError | null | undefined, { t }: Pick<Messages, 't'>): string =>
  error?.key === undefined ? (error?.message ?? '') : t(error.key);
