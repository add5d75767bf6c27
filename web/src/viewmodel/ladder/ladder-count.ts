/**
 * Figures of a design that are counted, not measured: an observed snapshot, a scene's assignments and ends, a
 * visibility check. Runs in a worker.
 */

import type { DesignId } from '../../base/designs.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Observer } from '../../engine/replay/observer.ts';
import type { Scene } from '../../engine/replay/scene.ts';
import { type Machine, machineCores } from '../../scenario/machine.ts';
import { type LadderCase, type LadderCount, operationNs, type SceneCosts, touchedRegions } from './ladder-case.ts';

/** A transaction of the scene: begin, two snapshots, each released, an assignment, an end. */
const OPERATIONS_EACH = 7;
const TRANSACTIONS = 4;

/** The figure's bars: an observed snapshot, and the next one. */
export function countReads(
  design: DesignId,
  { idle, writers }: LadderCase,
  observer: Pick<Observer, 'snapshot' | 'ladder'>,
): Result<LadderCount, EngineError> {
  const seen = observer.snapshot({ design, idle, active: writers, reuse: false });
  if (!seen.ok) return seen;
  const regions = touchedRegions(seen.value.accesses, seen.value.regions);
  const next = observer.snapshot({ design, idle, active: writers, reuse: true });
  if (!next.ok) return next;
  const { id, commit, reads } = observer.ladder().find((rung) => rung.id === design) ?? {
    id: design,
    commit: '',
    reads: '',
  };
  const again = touchedRegions(next.value.accesses, next.value.regions);
  return ok({ rung: { id, commit, reads }, regions, again, inScene: null });
}

export function sceneCosts(
  design: DesignId,
  machine: Machine,
  { idle, writers }: LadderCase,
  scene: Pick<Scene, 'open' | 'timeline' | 'check'>,
): Result<SceneCosts, EngineError> {
  // One backend per core.
  const active = Math.min(writers, machineCores(machine));
  const check = scene.check({ design, machine, coherence: true, active, idle });
  if (!check.ok) return check;
  const opened = scene.open({
    design,
    machine,
    coherence: true,
    active,
    idle,
    place: 'spread',
    workload: 'readwrite',
  });
  if (!opened.ok) return opened;
  const timeline = scene.timeline(0, OPERATIONS_EACH * TRANSACTIONS * writers);
  if (!timeline.ok) return timeline;
  return ok({ operations: operationNs(timeline.value), check: check.value });
}
