/** FAKE figures of the cliff for tests and the gallery: a formula, no measurement. Never used by a page. */
import { perSecond } from '../base/units.ts';
import { CACHED_SUBXIDS, CLIFF_DESIGNS, CLIFF_SAVEPOINTS, CLIFF_SHAPES, type CliffShape } from './cliff.ts';
import { fakeRow } from './rows.fake.ts';
import type { ResultRow } from './rows.ts';

const BEYOND_NS: Readonly<Record<CliffShape, number>> = { pg16: 82_000, 'pg17:32': 79_000, 'pg17:128': 8_400 };

/** Rows as the lab gives them, up to `most` savepoints. */
export const fakeCliffRows = (most = Number.POSITIVE_INFINITY): readonly ResultRow[] =>
  CLIFF_SAVEPOINTS.filter((savepoints) => savepoints <= most).flatMap((savepoints) =>
    CLIFF_SHAPES.map((slru) => {
      const isBeyond = savepoints > CACHED_SUBXIDS;
      const tps = 1e9 / (isBeyond ? BEYOND_NS[slru] : 1100 + 95 * savepoints);
      const reads = isBeyond && slru !== 'pg17:128' ? 100 : 0;
      const lookups = isBeyond ? 100 : 0;
      return fakeRow(CLIFF_DESIGNS[slru], 0, {
        workload: 'subtrans-spread',
        tps: perSecond(tps),
        tpsQuartiles: { q1: tps * 0.93, median: tps, q3: tps * 1.05, n: 12 },
        subtrans: { savepoints, slru, counts: { lookups, hits: lookups - reads, reads, writes: 0, waits: 0 } },
      });
    }),
  );
