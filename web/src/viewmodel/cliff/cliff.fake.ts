/** FAKE figures of the cliff for tests and the gallery: a formula, no measurement. Never used by a page. */
import { ns, perSecond, us } from '../../base/units.ts';
import { type ModelRow, SUBTRANS_PARTS, type SubtransPart } from '../../engine/simulation/model-types.ts';
import { fakeRow } from '../lab/rows.fake.ts';
import type { ResultRow } from '../lab/rows.ts';
import { modelRow } from '../prediction/model-rows.fake.ts';
import { meanRows, type SpreadRow } from '../prediction/model-rows.ts';
import { CACHED_SUBXIDS, CLIFF_DESIGNS, CLIFF_SAVEPOINTS, CLIFF_SHAPES, type CliffShape } from './cliff.ts';
import { cliffModelConfigs } from './cliff-modelled.ts';
import { PAIR_SAVEPOINTS, PAIR_WORK_US, pairWorkload } from './cliff-pair.ts';

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

/** The pair: half the rate and three quarters of the savepoints, for every amount of other work. */
export const fakePairRows = (): readonly ResultRow[] =>
  PAIR_WORK_US.flatMap((work) =>
    PAIR_SAVEPOINTS.map((savepoints) => {
      const tps = savepoints === 60 ? 2000 : 1000;
      return fakeRow('pg13', 0, {
        workload: pairWorkload(savepoints),
        active: 2,
        otherWorkUsAsked: us(work),
        tps: perSecond(tps),
        tpsQuartiles: { q1: tps * 0.9, median: tps, q3: tps * 1.1, n: 3 },
        subtrans: {
          savepoints,
          slru: 'pg16',
          counts: { lookups: 60, hits: 60, reads: 0, writes: 0, waits: 0 },
        },
      });
    }),
  );

/** All rows that the page asks the model for. Each part takes 1 µs; in a script with 90 savepoints those of pg_subtrans take 7. */
export const fakeCliffModelRows = (): readonly SpreadRow[] =>
  cliffModelConfigs({ readers: 1, otherWorkUs: 0 }).flatMap((config) => {
    const isBeyond = (config.savepoints ?? 0) > CACHED_SUBXIDS;
    const tps = isBeyond ? (config.slru === 'pg17:128' ? 400_000 : 30_000) : 900_000 - 3000 * (config.savepoints ?? 0);
    const part = (name: SubtransPart) => ns(isBeyond && name.startsWith('slru_') ? 7000 : 1000);
    const parts = Object.fromEntries(SUBTRANS_PARTS.map((name) => [name, part(name)])) as Record<
      SubtransPart,
      ReturnType<typeof part>
    >;
    const slru = ns(parts.slru_locks + parts.slru_slots + parts.slru_words + parts.slru_pages);
    const row: ModelRow = {
      ...modelRow(config.design, 0, tps, {
        work: 0,
        scan: 3000,
        coherence: 1000,
        lock: parts.slru_wait + 500,
        subtrans: slru,
      }),
      workload: config.workload,
      active: config.active,
      otherWorkUs: config.otherWorkUs ?? us(0),
      subtrans: {
        savepoints: config.savepoints ?? 0,
        slru: config.slru ?? 'pg16',
        counts: {
          lookups: isBeyond ? 900 : 90,
          hits: isBeyond ? 890 : 90,
          reads: isBeyond ? 10 : 0,
          writes: 0,
          waits: 0,
        },
        checks: 9000,
        words: 90_000,
        ownWords: 45_000,
        parents: isBeyond ? 810 : 0,
        locks: isBeyond ? 930 : 90,
        parts,
      },
    };
    return meanRows([row], 1);
  });
