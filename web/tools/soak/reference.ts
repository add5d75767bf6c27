/**
 * The machine's own rate in the same minutes: a lab that has just been started, in Node, with the race's own setting.
 * Fresh each time, so that nothing that a lab or a page gathers during a run affects it.
 */

import { us } from '../../src/base/units.ts';
import { startLabInNode } from '../../src/engine/lab/lab.node.ts';
import type { LabConfig } from '../../src/engine/lab/lab-types.ts';
import { pairedRatio, quartilesOf, sliceTps } from '../../src/viewmodel/lab/rows.ts';
import { setting } from '../bench/context.ts';
import { measure } from '../bench/measure.ts';
import { Fault } from '../proc.mjs';
import type { Rates } from './verdict.ts';

/** Own turns of each design. */
const SECONDS = 1;

/** The race's setting, from a row of its CSV. */
export function referenceConfig(row: Readonly<Record<string, string>>): LabConfig {
  const [active, idle, work] = [Number(row.active), Number(row.idle), Number(row.other_work_us)];
  if (row.workload !== 'readonly' || !(active > 0) || !(idle > 0))
    throw new Fault(`The race does not say what it runs: ${JSON.stringify(row)}`);
  return setting(['pg13', 'pg14'], { workload: row.workload, active, idle, otherWorkUs: us(work) });
}

export async function readReference(config: LabConfig): Promise<Rates> {
  const lab = await startLabInNode(config.active);
  if (!lab.ok) throw new Fault(lab.error.message);
  const slices = await measure(lab.value, config, { seconds: SECONDS });
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
    slow: tpsOf('pg13'),
    fast: tpsOf('pg14'),
    ratio: pairedRatio(own, 'pg14', 'pg13')?.median ?? Number.NaN,
  };
}
