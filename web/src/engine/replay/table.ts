/**
 * Somebody's own table of accesses on a modelled machine: cores take turns in the order of their clocks, and each
 * operation is drawn from the table by a generator with a given seed, so the same request gives the same counts.
 */
import type { EngineError } from '../../base/engine-error.ts';
import { type Rng, rngOf } from '../../base/random.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { ns } from '../../base/units.ts';
import { type LayoutTally, TABLE_LIMITS, type TableAccess, type TableRequest } from './layout-types.ts';
import type { Scene } from './scene.ts';
import { ACCESS_KINDS } from './scene-types.ts';
import { Tally } from './tally.ts';

/** No field of a table is PostgreSQL's xmin. */
const NO_FIELD = -1;

/**
 * Entry i belongs to core i. Of one for each connection, the rest belong to idle connections, which do nothing; of any
 * other number of entries the cores own one in turn.
 */
function touches({ by, perConnection }: TableAccess, entry: number, core: number, cores: number): boolean {
  if (by === 'all') return true;
  if (typeof by === 'number') return core < by;
  const owner = perConnection ? entry : entry % cores;
  return (owner === core) === (by === 'owner');
}

/** One operation of a core, as words for the engine: place, size, kind. */
function operationOf(request: TableRequest, core: number, random: Rng): number[] {
  const words: number[] = [];
  for (const access of request.accesses)
    for (let entry = 0; entry < access.entries; entry++) {
      if (!touches(access, entry, core, request.active)) continue;
      const whole = Math.floor(access.rate);
      const times = whole + (random.chance(access.rate - whole) ? 1 : 0);
      for (let i = 0; i < times; i++)
        for (let at = 0; at < access.size; at += 64)
          words.push(
            access.at + entry * access.stride + at,
            Math.min(64, access.size - at),
            ACCESS_KINDS.indexOf(access.kind),
          );
    }
  return words;
}

export function runTable(scene: Scene, request: TableRequest): Result<LayoutTally, EngineError> {
  const opened = scene.openBare(request.machine, request.coherence, request.bytes);
  if (!opened.ok) return opened;
  const { active, warmUp, counted, machine, seed } = request;
  const tally = new Tally(NO_FIELD);
  const random = rngOf(seed);
  const clocks = Array.from({ length: active }, () => 0);
  const sockets = machine.sockets.value;
  for (let number = 0; number < (warmUp + counted) * active; number++) {
    const backend = clocks.indexOf(Math.min(...clocks));
    // Sockets in turn, as in a scene.
    const core = (backend % sockets) * machine.coresPerSocket.value + Math.floor(backend / sockets);
    const words = operationOf(request, backend, random);
    if (words.length / 3 > TABLE_LIMITS.accesses)
      return err({ kind: 'bad-input', message: `an operation has more than ${TABLE_LIMITS.accesses} accesses` });
    const start = clocks[backend] ?? 0;
    const accesses = scene.runBare(core, start, words);
    if (!accesses.ok) return accesses;
    const end = accesses.value.ns.reduce((sum, took) => sum + took, start);
    // An operation that touches nothing takes a moment, too, so that the others have their turns.
    clocks[backend] = Math.max(end, start + 1);
    tally.add(
      {
        number,
        backend,
        core,
        kind: 'end',
        transaction: number,
        startNs: ns(start),
        endNs: ns(end),
        reused: false,
      },
      accesses.value,
      number >= warmUp * active,
    );
  }
  return ok(tally.result());
}
