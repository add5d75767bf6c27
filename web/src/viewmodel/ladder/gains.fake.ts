/** FAKE gains for the gallery: the published ones are real, the modelled and measured ones invented. */
import { perSecond } from '../../base/units.ts';
import { fakeRow } from '../lab/rows.fake.ts';
import { SURE_SEEDS, seeded } from '../prediction/model-rows.ts';
import { type GainRow, gainCases, gainJobs, gainRows } from './gains.ts';
import { PUBLISHED_GAINS } from './ladder.fake.ts';

/** `whole`: modelled and measured; else only published; `hasBand`: with the shared server. A gap, one with no effect, one reached and one beyond. */
export function fakeGains(whole: boolean, hasBand = false): readonly GainRow[] {
  const cases = gainCases(PUBLISHED_GAINS);
  if (!whole) return gainRows(cases, []);
  const tps = { globalvis: 1000, 'xmin-moved': 1020, dense: 1090, pg14: 1180 } as const;
  const rows = seeded(gainJobs(cases, hasBand), SURE_SEEDS).map(({ load, design, sharedNs = 0, seed }) => {
    const own = Object.entries(tps).find(([id]) => id === design)?.[1] ?? 1000;
    return {
      tps: perSecond(
        (load === 'empty' ? 1000 : own) *
          (design === 'globalvis' ? 1 - sharedNs / 500 : 1) *
          (1 + 0.002 * Math.sin(seed * 2.3 + own)),
      ),
    };
  });
  const measured = Object.keys(tps).flatMap((id, i) => {
    const interval = { low: 980 + 20 * i, median: 1000 + 20 * i, high: 1020 + 20 * i, n: 20 };
    return cases.flatMap(({ design, before }) =>
      [design, before].flatMap((own) => (own === id ? [fakeRow(own, 100, { tpsInterval: interval })] : [])),
    );
  });
  return gainRows(cases, rows, measured, hasBand);
}
