/** FAKE modelled rows for tests and the gallery: every figure is invented. */

import type { DesignId } from '../../base/designs.ts';
import { ms, ns, perSecond, us } from '../../base/units.ts';
import type { ModelRow } from '../../engine/simulation/model-types.ts';
import type { Part } from './parts.ts';

export function modelRow(
  design: DesignId,
  idle: number,
  tps: number,
  parts: Partial<Record<Part, number>> = {},
  active = 48,
): ModelRow {
  const part = (name: Part, usual: number) => ns(parts[name] ?? usual);
  return {
    design,
    active,
    idle,
    mostlyIdle: 0,
    workload: 'readonly',
    thinkMs: ms(0),
    networkMs: ms(0),
    otherWorkUs: us(28),
    coherence: true,
    provenance: 'modelled',
    machine: { id: 'fake', name: 'A machine that does not exist' },
    seconds: 0.01,
    transactions: 320,
    snapshots: 640,
    reused: design === 'pg14' ? 640 : 0,
    tps: perSecond(tps),
    nsPerSnapshot: ns(200),
    breakdown: {
      work: part('work', 28_000),
      wake: part('wake', 0),
      scan: part('scan', 400),
      coherence: part('coherence', 100),
      lineWait: part('lineWait', 0),
      lock: part('lock', 0),
      subtrans: part('subtrans', 0),
      queue: part('queue', 0),
    },
    fetching: ns(0),
    perSnapshot: {
      accesses: 300,
      misses: 3,
      trueSharing: 1,
      falseSharing: 1,
      forHorizon: 0.5,
      upgrades: 0.5,
      transfersWithin: 1,
      transfersAcross: 1,
    },
    subtrans: null,
  };
}
