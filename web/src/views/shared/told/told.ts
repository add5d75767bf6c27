/** Steps and row versions that a sentence elsewhere on the page speaks of: lanes and rows mark them. */
import { createContext } from 'react';

export interface Told {
  readonly steps: ReadonlySet<number>;
  /** `table (block,offset)` */
  readonly rows: ReadonlySet<string>;
}
export const NOTHING_TOLD: Told = { steps: new Set(), rows: new Set() };

export const ToldContext = createContext(NOTHING_TOLD);
