/** Ids of the marks that only SERIALIZABLE has, fetched with what draws it. Transactions are by number; null: summarized ones. */
import type { SsiConflict, SsiTarget } from '../../engine/server/ssi-types.ts';

const placeOf = ({ index, page, offset }: SsiTarget): string =>
  [index, page, offset].map((part) => part ?? '').join('/');

export const SSI_MARK = {
  /** A session's SIREAD lock, on a row or above the rows. */
  lock: (target: SsiTarget, letter: string) => `siread ${placeOf(target)} ${letter}`,
  transaction: (number: number | null) => `sxact ${number ?? 'old'}`,
  conflict: ({ reader, writer }: Pick<SsiConflict, 'reader' | 'writer'>) => `rw ${reader ?? 'old'} ${writer ?? 'old'}`,
  /** The sentence about a conflict, or about the transaction that has to fail. */
  told: (part: string) => `told ${part}`,
} as const;
