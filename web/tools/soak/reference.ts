/**
 * What the machine itself does in the same minutes: a lab that has just been started, in Node, with the race's own setting.
 * Fresh each time, so that whatever a lab or a page gathers while it runs is not in it.
 */
import { startLabInNode } from '../../src/engine/lab.node.ts';
import { pairedRatio, quartilesOf, sliceTps } from '../../src/model/rows.ts';
import { DESIGNS, raceConfig } from '../../src/pages/home/race-controller.ts';
import { measure } from '../bench/measure.ts';
import { Fault } from '../proc.mjs';
import type { Rates } from './verdict.ts';

/** Own turns of each design. */
const SECONDS = 1;

export async function readReference(active: number, idle: number): Promise<Rates> {
  const lab = await startLabInNode(active);
  if (!lab.ok) throw new Fault(lab.error.message);
  const slices = await measure(lab.value, raceConfig(active, idle), { seconds: SECONDS });
  if (!slices.ok) throw new Fault(slices.error.message);
  lab.value.dispose();
  const own = slices.value.filter((slice) => !slice.warmUp);
  const tpsOf = (design: string) =>
    quartilesOf(
      own
        .filter((slice) => slice.design === design)
        .map(sliceTps)
        .filter((tps) => tps !== null),
    )?.median ?? Number.NaN;
  return {
    slow: tpsOf(DESIGNS.slow),
    fast: tpsOf(DESIGNS.fast),
    ratio: pairedRatio(own, DESIGNS.fast, DESIGNS.slow)?.median ?? Number.NaN,
  };
}
