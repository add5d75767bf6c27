/**
 * Which lines of a server's memory are looked at: the arrays that a snapshot walks, the locks and counters beside them,
 * and of PGPROC the lines that the active backends write. Everything else nobody touches.
 */
import type { LineRange, SceneOpened, SceneRegion, SceneWorkload } from '../../engine/scene-types.ts';
import type { LadderId } from '../design-style.ts';
import { fieldsOf } from './fields.ts';
import { LINE_BYTES } from './scene.ts';

/** Structures that only transactions with an xid touch. */
const OF_WRITERS: readonly string[] = ['XidGenLock', 'ProcGlobal', 'subxidStates', 'statusFlags'];
/** Of these, the first line is all that is used: the rest is padding. */
const PADDED: readonly string[] = ['ProcArrayLock', 'XidGenLock', 'ProcGlobal'];
const NEVER: readonly string[] = ['semaphores'];
/** Fields of a PGPROC that say where its busy lines are. */
const BUSY: readonly string[] = ['lxid', 'xid', 'xmin', 'vacuumFlags'];

export interface LooksInput {
  readonly design: LadderId;
  readonly opened: SceneOpened;
  readonly workload: SceneWorkload;
  readonly connections: number;
}

/** Ranges in rising order that do not overlap. */
export function looksFor({ design, opened, workload, connections }: LooksInput): readonly LineRange[] {
  const lines = new Set<number>();
  const add = (first: number, count: number): void => {
    for (let i = 0; i < count; i++) lines.add(first + i);
  };
  for (const region of opened.regions) {
    const { name, firstLine } = region;
    if (NEVER.includes(name) || (workload === 'readonly' && OF_WRITERS.includes(name))) continue;
    if (name !== 'PGPROC') add(firstLine, PADDED.includes(name) ? 1 : region.lines);
    else {
      // Before 9.2 the snapshot walks PGPROC itself.
      const all = design === 'pg9.1';
      const slots = all ? Array.from({ length: connections }, (_, slot) => slot) : opened.pgprocnos;
      for (const slot of slots) for (const line of busyLines(region, design, slot)) lines.add(line);
    }
  }
  const ranges: { first: number; count: number }[] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.first + last.count === line) last.count++;
    else ranges.push({ first: line, count: 1 });
  }
  return ranges;
}

/** The lines of one PGPROC that snapshots and transactions without subtransactions use. */
export function busyLines(region: SceneRegion, design: LadderId, slot: number): readonly number[] {
  const { entry, fields } = fieldsOf(region.name, design);
  const start = region.baseOffset + slot * entry;
  if (start - region.baseOffset + entry > region.size) return [];
  const lines = fields
    .filter(({ name }) => BUSY.includes(name))
    .flatMap(({ offset, size }) => [start + offset, start + offset + size - 1])
    .map((byte) => region.firstLine + Math.floor(byte / LINE_BYTES));
  return [...new Set(lines)];
}
