/**
 * Where the fields are in the structures that are drawn: bytes from an entry's start, as in an x86-64 build
 * (`wasm-core/src/pg/layout.h`; a test on real scenes compares every observed access with these offsets). Only the
 * fields that snapshots and transaction ends touch have names; the rest is blank space of the true size.
 */
import type { LadderId } from '../design-style.ts';

export interface Field {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}
export interface RegionFields {
  /** Bytes of an entry; 0: a single struct. */
  readonly entry: number;
  readonly fields: readonly Field[];
  /** A header that replaces the first entry and is as long as one. */
  readonly header?: readonly Field[];
}

const field = (name: string, offset: number, size: number): Field => ({ name, offset, size });

const PGPROC_91: RegionFields = {
  entry: 656,
  fields: [
    field('lxid', 28, 4),
    field('xid', 32, 4),
    field('xmin', 36, 4),
    field('pid', 40, 4),
    field('databaseId', 48, 4),
    field('delayChkpt', 56, 1),
    field('vacuumFlags', 57, 1),
    field('overflowed', 392, 1),
    field('nxids', 396, 4),
    field('subxids', 400, 256),
  ],
};
const PGPROC_13: RegionFields = {
  entry: 856,
  fields: [
    field('lxid', 48, 4),
    field('pid', 52, 4),
    field('databaseId', 64, 4),
    field('delayChkpt', 120, 1),
    field('subxids', 416, 256),
    field('procArrayGroupMember', 672, 1),
    field('procArrayGroupNext', 676, 4),
    field('procArrayGroupMemberXid', 680, 4),
  ],
};
const PGPROC_14: RegionFields = {
  entry: 880,
  fields: [
    field('xid', 52, 4),
    field('xmin', 56, 4),
    field('lxid', 60, 4),
    field('pid', 64, 4),
    field('pgxactoff', 68, 4),
    field('databaseId', 80, 4),
    field('delayChkpt', 144, 1),
    field('statusFlags', 145, 1),
    field('subxidStatus', 440, 1),
    field('overflowed', 441, 1),
    field('subxids', 444, 256),
    field('procArrayGroupMember', 700, 1),
    field('procArrayGroupNext', 704, 4),
    field('procArrayGroupMemberXid', 708, 4),
  ],
};

const LWLOCK: RegionFields = {
  entry: 0,
  fields: [field('LWLock.state', 4, 4), field('LWLock.waiters', 8, 8)],
};

const REGIONS: Readonly<Record<string, RegionFields>> = {
  ProcArrayLock: LWLOCK,
  XidGenLock: LWLOCK,
  TransamVariables: {
    entry: 0,
    fields: [
      field('nextXid', 8, 8),
      field('oldestXid', 16, 4),
      field('latestCompletedXid', 48, 8),
      field('xactCompletionCount', 56, 8),
    ],
  },
  ProcGlobal: { entry: 0, fields: [field('procArrayGroupFirst', 0, 4)] },
  ProcArray: {
    entry: 0,
    fields: [
      field('numProcs', 0, 4),
      field('replication_slot_xmin', 32, 4),
      field('replication_slot_catalog_xmin', 36, 4),
    ],
  },
  pgprocnos: { entry: 4, fields: [field('pgprocnos[]', 0, 4)] },
  procs: { entry: 8, fields: [field('procs[]', 0, 8)] },
  PGXACT: {
    entry: 12,
    fields: [
      field('xid', 0, 4),
      field('xmin', 4, 4),
      field('vacuumFlags', 8, 1),
      field('overflowed', 9, 1),
      field('nxids', 10, 1),
    ],
  },
  xids: { entry: 4, fields: [field('xid', 0, 4)] },
  subxidStates: { entry: 2, fields: [field('subxidStatus', 0, 1), field('overflowed', 1, 1)] },
  statusFlags: { entry: 1, fields: [field('statusFlags', 0, 1)] },
  runningSet: {
    entry: 8,
    header: [field('running.count', 0, 4), field('running.count', 4, 4)],
    fields: [field('running[]', 0, 4), field('running[]', 4, 4)],
  },
  arrivals: {
    entry: 8,
    header: [field('arrivals.arrived', 0, 4)],
    fields: [field('arrivals[]', 0, 4), field('arrivals[]', 4, 4)],
  },
  csn: {
    entry: 0,
    fields: [
      field('csn', 0, 8),
      field('latestCompletedXid', 8, 8),
      field('csn.oldest', 16, 8),
      field('csn.roomBefore', 64, 4),
    ],
  },
  csnLog: { entry: 8, fields: [field('csnLog[]', 0, 8)] },
  SharedSnapshot: {
    entry: 0,
    fields: [
      field('shared.claimed', 0, 8),
      field('shared.published', 128, 8),
      field('shared.xmin', 136, 4),
      field('shared.xmax', 140, 4),
      field('shared.xcnt', 144, 4),
      field('shared.subxcnt', 148, 4),
      field('shared.overflowed', 152, 4),
      field('shared.xip[]', 192, 8192),
      field('shared.subxipEnd[]', 8384, 8192),
      field('shared.subxip[]', 16_576, 16_384),
    ],
  },
  semaphores: { entry: 128, fields: [field('semaphore', 0, 4)] },
};
const NOTHING: RegionFields = { entry: 0, fields: [] };

/** Designs with the PGPROC of 13; the older design has its own, all others have 14's. */
const WITH_13: readonly LadderId[] = ['pg13', 'globalvis'];

export function fieldsOf(region: string, design: LadderId): RegionFields {
  if (region !== 'PGPROC') return REGIONS[region] ?? NOTHING;
  if (design === 'pg9.1') return PGPROC_91;
  return WITH_13.includes(design) ? PGPROC_13 : PGPROC_14;
}

/** The fields of one entry. */
export const fieldsOfEntry = ({ header, fields }: RegionFields, entry: number): readonly Field[] =>
  entry === 0 && header !== undefined ? header : fields;

/** Bytes of one line that belong together. Offsets are the line's. */
export interface LineSegment {
  readonly from: number;
  readonly to: number;
  /** Empty: space between fields. */
  readonly field: string;
  /** Index of the entry in the region; 0 for a single struct. */
  readonly entry: number;
  /** The entry extends before this line's first byte, or past its last. */
  readonly torn: 'start' | 'end' | null;
  /** True for the first byte of an entry. */
  readonly begins: boolean;
}

/**
 * The line's 64 bytes in order, as far as the region reaches.
 * @param from offset in the region of the line's first byte; negative when the region begins later
 * @param size of the region
 */
export function segmentsOfLine(layout: RegionFields, from: number, size: number): readonly LineSegment[] {
  const segments: LineSegment[] = [];
  const first = Math.max(0, from);
  const last = Math.min(size, from + 64);
  const length = layout.entry === 0 ? size : layout.entry;
  for (let entry = Math.floor(first / length); entry * length < last; entry++) {
    const start = entry * length;
    const end = Math.min(start + length, size);
    const torn = start < first && layout.entry !== 0 ? 'start' : end > last && layout.entry !== 0 ? 'end' : null;
    let at = start;
    const push = (to: number, name: string): void => {
      const [a, b] = [Math.max(at, first), Math.min(to, last)];
      if (b > a)
        segments.push({
          from: a - from,
          to: b - from,
          field: name,
          entry,
          torn,
          begins: a === start && layout.entry !== 0,
        });
      at = to;
    };
    for (const { name, offset, size: bytes } of fieldsOfEntry(layout, entry)) {
      if (start + offset >= end) break;
      if (start + offset > at) push(start + offset, '');
      push(Math.min(end, start + offset + bytes), name);
    }
    if (at < end) push(end, '');
  }
  return segments;
}
