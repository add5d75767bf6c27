/**
 * What an address says to each page, as values. `app/address` reads and writes them; the pages get them as
 * `PageProps<HomeAddress>` and `PageProps<LabAddress>` (`ui/page.ts`).
 */
import type { LabLists } from '../engine/lab-config.ts';
import type { XScaleKind } from './throughput-layout.ts';

export interface HomeAddress {
  /** Where the slider of idle connections stands; absent until somebody has moved it. */
  readonly idle?: number;
}

export interface LabAddress {
  /** `run`: one setting, live. `sweep`: every combination of the lists, one after another. */
  readonly mode: 'run' | 'sweep';
  /** Checked by `engine/lab-config.ts`; in mode `run` each list has one value. */
  readonly lists: LabLists;
  /** The x axis of the sweep's figure; the page's usual one if left out. */
  readonly xScale?: XScaleKind;
  /** True when the address names no setting at all: the page begins with what fits this machine. */
  readonly bare?: true;
}
