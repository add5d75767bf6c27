/** Turns of phrase that more than one area of the Chinese texts needs. */
import type { Format } from '../format.ts';

/** “2.1 倍”: how many times as much. */
export const times = (ratio: number, f: Format): string => f.times(ratio).replace('×', ' 倍');
/** “2、4”: names one after another, without a last “和”. */
export const row = (names: readonly (string | number)[]): string => names.join('、');
