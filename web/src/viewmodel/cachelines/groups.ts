/** The known lines as they are drawn: one group per structure, in the order of their addresses. */
import type { LineRange, SceneOpened, SceneRegion, SceneWorkload } from '../../engine/replay/scene-types.ts';
import type { LadderId } from '../design-style.ts';
import { fieldsOf } from './fields.ts';
import { LINE_BYTES, type LineScene, regionsOnLine } from './scene.ts';

/**
 * The lines of a server's memory to look at: the arrays that a snapshot scans, the locks and counters next to them, and
 * the lines of PGPROC that the active backends write. No operation touches anything else.
 */

/** Structures that only transactions with an xid touch. */
const OF_WRITERS: readonly string[] = ['XidGenLock', 'ProcGlobal', 'subxidStates', 'statusFlags'];
/** Only the first line of these is used: the rest is padding. */
const PADDED: readonly string[] = ['ProcArrayLock', 'XidGenLock', 'ProcGlobal'];
/** These have as many 8-byte entries as there are working backends, after a header. */
const BY_WORKERS: readonly string[] = ['runningSet', 'arrivals'];
/** The line that is claimed, and the line with count and bounds. */
const SHARED_LINES = 3;
/** Large and hardly touched: the lines that an operation touches are known from its accesses. */
const NEVER: readonly string[] = ['semaphores', 'csnLog'];
/**
 * The fields of PGPROC that a snapshot needs and that other backends write. A design without them in PGPROC needs none
 * of its lines.
 */
const BUSY: readonly string[] = ['xmin'];
const BUSY_91: readonly string[] = ['xid', 'xmin', 'vacuumFlags'];

export interface LooksInput {
  readonly design: LadderId;
  readonly opened: SceneOpened;
  readonly workload: SceneWorkload;
  readonly connections: number;
}

/** Ranges in ascending order without overlaps. */
export function looksFor({ design, opened, workload, connections }: LooksInput): readonly LineRange[] {
  const lines = new Set<number>();
  const add = (first: number, count: number): void => {
    for (let i = 0; i < count; i++) lines.add(first + i);
  };
  // Designs with dense arrays do not scan pgprocnos[].
  const isDense = opened.regions.some(({ name }) => name === 'xids');
  for (const region of opened.regions) {
    const { name, firstLine } = region;
    if (name === 'pgprocnos' && isDense) continue;
    if (NEVER.includes(name) || (workload === 'readonly' && OF_WRITERS.includes(name))) continue;
    if (name !== 'PGPROC') add(firstLine, Math.min(region.lines, linesOf(name, region, opened.cores.length)));
    else {
      // Before 9.2 the snapshot scans PGPROC itself.
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

function linesOf(name: string, region: SceneRegion, workers: number): number {
  if (PADDED.includes(name)) return 1;
  if (name === 'SharedSnapshot') return SHARED_LINES;
  return BY_WORKERS.includes(name) ? Math.ceil((region.baseOffset + 8 * (workers + 1)) / LINE_BYTES) : region.lines;
}

/** The lines of one PGPROC that snapshots read, or would read in an older design. */
function busyLines(region: SceneRegion, design: LadderId, slot: number): readonly number[] {
  const { entry, fields } = fieldsOf(region.name, design);
  const start = region.baseOffset + slot * entry;
  if (start - region.baseOffset + entry > region.size) return [];
  const busy = design === 'pg9.1' ? BUSY_91 : BUSY;
  const lines = fields
    .filter(({ name }) => busy.includes(name))
    .flatMap(({ offset, size }) => [start + offset, start + offset + size - 1])
    .map((byte) => region.firstLine + Math.floor(byte / LINE_BYTES));
  return [...new Set(lines)];
}

export interface LineGroup {
  /** The structure with the most bytes in the group. */
  readonly name: string;
  /** Indices into `scene.lines`, ascending. */
  readonly lines: readonly number[];
  /** Lines of a structure that this design's snapshots do not scan: drawn separately, with the backends that wrote there. */
  readonly apart: boolean;
}

/**
 * @param scene one operation
 * @param touched which lines it touches, by `touchedLines`
 */
export function groupsOf(scene: LineScene, touched: ReadonlySet<number>): readonly LineGroup[] {
  const groups: { name: string; key: string; lines: number[]; apart: boolean }[] = [];
  // Snapshots scan PGPROC only before 9.2.
  const isApart = (name: string, line: number): boolean =>
    name === 'PGPROC' && scene.design !== 'pg9.1' && !touched.has(line);
  for (const [line, number] of scene.lines.entries()) {
    // The watched backend's own PGPROC is left out unless the operation touches it.
    if (!touched.has(line) && isOwn(scene, number)) continue;
    const regions = regionsOnLine(scene.opened.regions, number);
    // A header and the array behind it are one group: they share a line.
    const region = regions.at(-1)?.region;
    if (region === undefined) continue;
    const apart = isApart(region.name, line);
    const key = `${region.name} ${region.firstLine} ${apart}`;
    const group = groups.find((each) => each.key === key);
    if (group === undefined) groups.push({ name: region.name, key, lines: [line], apart });
    else group.lines.push(line);
  }
  // A group of one line is named after the line's beginning: the header, not the array that follows it.
  for (const group of groups) {
    const [only, another] = group.lines;
    const regions = only === undefined ? [] : regionsOnLine(scene.opened.regions, scene.lines[only] ?? 0);
    if (another === undefined) group.name = regions[0]?.region.name ?? group.name;
  }
  return [...groups.filter(({ apart }) => !apart), ...groups.filter(({ apart }) => apart)];
}

function isOwn({ opened, design, watched }: LineScene, number: number): boolean {
  const slot = opened.pgprocnos[watched];
  const region = opened.regions.find(({ name }) => name === 'PGPROC');
  if (slot === undefined || region === undefined || design === 'pg9.1') return false;
  return busyLines(region, design, slot).includes(number);
}

/** Lines that the operation touches. */
export const touchedLines = ({ lineAt }: LineScene): ReadonlySet<number> => new Set(lineAt);
