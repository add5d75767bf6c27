/**
 * Scenes for tests and the gallery: a small fake machine that scans the true layouts of two designs. Costs and protocol
 * are plain (MESI, one socket); its scenes have the form of the engine's, but are never a result.
 */

import type { DesignId } from '../../base/designs.ts';
import { ns } from '../../base/units.ts';
import {
  ACCESS_KINDS,
  LINE_LEVELS,
  NO_CORE,
  type OperationKind,
  type SceneAccesses,
  type SceneLook,
  type SceneOpened,
  type SceneRegion,
  type SceneShown,
  SHARINGS,
} from '../../engine/replay/scene-types.ts';
import { looksFor } from './groups.ts';
import { type LineScene, type LineStage, lineScene, STATE } from './scene.ts';

export type FakeDesign = Extract<DesignId, 'pg13' | 'globalvis' | 'dense' | 'pg14'>;

const FIELDS = [
  'xid',
  'xmin',
  'vacuumFlags',
  'pgprocnos[]',
  'numProcs',
  'latestCompletedXid',
  'LWLock.state',
  'xactCompletionCount',
  'lxid',
];
const NS = { hit: 1.3, l3: 18, peer: 96, memory: 80, upgrade: 70, atomic: 5 } as const;
const TRANSAM = { latestCompletedXid: 48, xactCompletionCount: 56 } as const;
const PGPROC = { old: { entry: 856, lxid: 48 }, new: { entry: 880, lxid: 60, xmin: 56 } } as const;

interface Note {
  core: number;
  region: number;
  line: number;
  offset: number;
  size: number;
  kind: number;
  field: number;
  level: number;
  from: number;
  before: number;
  after: number;
  upgrade: number;
  losers: number;
  sharing: number;
  missed: number;
  at: number;
  ns: number;
}

export class FakeServer {
  readonly opened: SceneOpened;
  readonly #design: FakeDesign;
  readonly #isOld: boolean;
  readonly #states = new Map<number, Uint8Array>();
  readonly #writers = new Map<number, { core: number; field: number; offset: number; size: number }>();
  #notes: Note[] = [];
  #now = 0;

  readonly #connections: number;

  constructor(design: FakeDesign, active: number, connections: number) {
    this.#design = design;
    this.#connections = connections;
    this.#isOld = design === 'pg13' || design === 'globalvis';
    const regions: SceneRegion[] = [];
    let line = 0;
    const add = (name: string, size: number, baseOffset = 0, at = line): void => {
      const lines = Math.ceil((baseOffset + size) / 64);
      regions.push({ name, firstLine: at, baseOffset, size, lines });
      line = at + lines + ((at + lines) % 2);
    };
    add('ProcArrayLock', 128);
    add('TransamVariables', 64);
    const header = line;
    add('ProcArray', 40);
    add('pgprocnos', connections * 4, 40, header);
    add('PGPROC', connections * (this.#isOld ? PGPROC.old.entry : PGPROC.new.entry));
    if (this.#isOld) add('PGXACT', connections * 12);
    else add('xids', connections * 4);
    const slots = Array.from({ length: active }, (_, i) => Math.floor(((i + 0.5) * connections) / active));
    this.opened = {
      regions,
      fields: FIELDS,
      lines: line,
      machineCores: Math.max(active, 4),
      coresPerSocket: 64,
      coresPerL3: 64,
      cores: slots.map((_, i) => i),
      pgprocnos: slots,
      places: slots,
    };
  }

  #touch(
    core: number,
    regionName: string,
    byte: number,
    size: number,
    kind: (typeof ACCESS_KINDS)[number],
    field: string,
  ) {
    const region = this.opened.regions.findIndex(({ name }) => name === regionName);
    const { firstLine, baseOffset } = this.opened.regions[region] ?? { firstLine: 0, baseOffset: 0 };
    const line = firstLine + Math.floor((baseOffset + byte) / 64);
    const states = this.#states.get(line) ?? new Uint8Array(this.opened.machineCores);
    this.#states.set(line, states);
    const before = states[core] ?? 0;
    const owner = states.findIndex((state, other) => other !== core && state > STATE.S);
    const others = states.filter((state, other) => other !== core && state > 0).length;
    const writes = kind !== 'read';
    const upgrade = writes && before === STATE.S;
    const found = before !== STATE.I ? 'l1' : owner >= 0 ? 'peer' : others > 0 ? 'l3' : 'memory';
    let after = before;
    if (writes) {
      states.fill(STATE.I);
      after = STATE.M;
    } else if (before === STATE.I) {
      for (const [other, state] of states.entries()) if (state > STATE.S) states[other] = STATE.S;
      after = others > 0 ? STATE.S : STATE.E;
    }
    states[core] = after;
    const last = this.#writers.get(line);
    const missed = found !== 'l1' || upgrade;
    const offset = (baseOffset + byte) % 64;
    const foreign = last !== undefined && last.core !== core && before === STATE.I;
    const same = last !== undefined && last.offset === offset;
    const sharing =
      !missed || !foreign
        ? 'not-shared'
        : same || regionName === 'ProcArrayLock'
          ? 'true'
          : this.#design === 'pg13'
            ? 'for-horizon'
            : 'false';
    const took = (upgrade ? NS.upgrade : found === 'l1' ? NS.hit : NS[found]) + (kind === 'atomic' ? NS.atomic : 0);
    this.#notes.push({
      core,
      region,
      line,
      offset,
      size,
      kind: ACCESS_KINDS.indexOf(kind),
      field: FIELDS.indexOf(field),
      level: LINE_LEVELS.indexOf(found),
      from: found === 'peer' ? owner : NO_CORE,
      before,
      after,
      upgrade: upgrade ? 1 : 0,
      losers: writes ? others : 0,
      sharing: SHARINGS.indexOf(sharing),
      missed: missed ? 1 : 0,
      at: this.#now,
      ns: took,
    });
    this.#now += took;
    if (writes) this.#writers.set(line, { core, field: FIELDS.indexOf(field), offset, size });
  }

  #lock(core: number): void {
    this.#touch(core, 'ProcArrayLock', 4, 4, 'atomic', 'LWLock.state');
  }

  #xmin(core: number, kind: 'read' | 'write'): void {
    const slot = this.opened.pgprocnos[core] ?? 0;
    if (this.#isOld) this.#touch(core, 'PGXACT', slot * 12 + 4, 4, kind, 'xmin');
    else this.#touch(core, 'PGPROC', slot * PGPROC.new.entry + PGPROC.new.xmin, 4, kind, 'xmin');
  }

  run(core: number, kind: OperationKind, reuse: boolean): Note[] {
    this.#notes = [];
    this.#now = 0;
    const slot = this.opened.pgprocnos[core] ?? 0;
    const { entry, lxid } = this.#isOld ? PGPROC.old : PGPROC.new;
    if (kind === 'begin') this.#touch(core, 'PGPROC', slot * entry + lxid, 4, 'write', 'lxid');
    else if (kind === 'release') this.#xmin(core, 'write');
    else {
      this.#lock(core);
      const count = reuse ? TRANSAM.xactCompletionCount : TRANSAM.latestCompletedXid;
      this.#touch(core, 'TransamVariables', count, 8, 'read', reuse ? 'xactCompletionCount' : 'latestCompletedXid');
      if (!reuse) this.#scan(core);
      this.#xmin(core, 'read');
      this.#xmin(core, 'write');
      this.#lock(core);
    }
    return this.#notes;
  }

  #scan(core: number): void {
    this.#touch(core, 'ProcArray', 0, 4, 'read', 'numProcs');
    for (let i = 0; i < this.#connections; i++) {
      if (!this.#isOld) this.#touch(core, 'xids', i * 4, 4, 'read', 'xid');
      else {
        this.#touch(core, 'pgprocnos', i * 4, 4, 'read', 'pgprocnos[]');
        this.#touch(core, 'PGXACT', i * 12 + 8, 1, 'read', 'vacuumFlags');
        if (this.#design === 'pg13') this.#touch(core, 'PGXACT', i * 12 + 4, 4, 'read', 'xmin');
        this.#touch(core, 'PGXACT', i * 12, 4, 'read', 'xid');
      }
    }
  }

  look(first: number, count: number): SceneLook {
    const { machineCores } = this.opened;
    const states = new Uint8Array(count * machineCores);
    const lastWrites = {
      core: new Uint8Array(count),
      field: new Uint8Array(count),
      offset: new Uint8Array(count),
      size: new Uint8Array(count),
    };
    for (let i = 0; i < count; i++) {
      states.set(this.#states.get(first + i) ?? [], i * machineCores);
      const last = this.#writers.get(first + i);
      lastWrites.core[i] = last?.core ?? NO_CORE;
      lastWrites.field[i] = last?.field ?? 0;
      lastWrites.offset[i] = last?.offset ?? 0;
      lastWrites.size[i] = last?.size ?? 0;
    }
    return {
      first,
      count,
      states,
      bytesBefore: new Uint8Array(count * 64),
      bytesAfter: new Uint8Array(count * 64),
      lastWrites,
    };
  }
}

function columns(notes: readonly Note[]): SceneAccesses {
  const get = (key: keyof Note) => notes.map((note) => note[key]);
  const bytes = (key: keyof Note) => Uint8Array.from(get(key));
  return {
    count: notes.length,
    region: bytes('region'),
    line: Uint32Array.from(get('line')),
    offset: bytes('offset'),
    size: bytes('size'),
    kind: bytes('kind'),
    field: bytes('field'),
    level: bytes('level'),
    from: bytes('from'),
    before: bytes('before'),
    after: bytes('after'),
    upgrade: bytes('upgrade'),
    losers: bytes('losers'),
    sharing: bytes('sharing'),
    missed: bytes('missed'),
    changed: new Uint32Array(notes.length),
    at: Float64Array.from(get('at')),
    ns: Float64Array.from(get('ns')),
    wait: new Float64Array(notes.length),
  };
}

export interface FakeInput {
  readonly design: FakeDesign;
  readonly active?: number;
  readonly connections?: number;
  /** Operations of the watched backend before the answered one; each other backend does as many. */
  readonly operation?: number;
}

const CYCLE: readonly OperationKind[] = ['begin', 'snapshot', 'release'];

/** Backend 0's operation, after all others have done as many. */
export function fakeScene({ design, active = 4, connections = 100, operation = 4 }: FakeInput): LineScene {
  const server = new FakeServer(design, active, connections);
  const { opened } = server;
  const kindOf = (at: number): OperationKind => CYCLE[at % CYCLE.length] ?? 'begin';
  const isReuse = (at: number): boolean => design === 'pg14' && at >= CYCLE.length && kindOf(at) === 'snapshot';
  for (let at = 0; at < operation; at++)
    for (let core = 0; core < active; core++) server.run(core, kindOf(at), isReuse(at));
  const ranges = looksFor({ design, opened, workload: 'readonly', connections });
  const looks = ranges.map(({ first, count }) => server.look(first, count));
  const kind = kindOf(operation);
  const shown = fakeShown(server, { backend: 0, kind, reuse: isReuse(operation), number: operation * active, looks });
  return lineScene({ ...stageOf(design, opened, connections) }, shown);
}

interface FakeOperation {
  readonly backend: number;
  readonly kind: OperationKind;
  readonly reuse: boolean;
  readonly number: number;
  /** Before it. */
  readonly looks: readonly SceneLook[];
}

/** Runs an operation, and answers as a scene does. */
export function fakeShown(server: FakeServer, { backend, kind, reuse, number, looks }: FakeOperation): SceneShown {
  const notes = server.run(backend, kind, reuse);
  const end = notes.reduce((sum, note) => sum + note.ns, 0);
  return {
    operation: {
      number,
      backend,
      core: backend,
      kind,
      transaction: 0,
      startNs: ns(0),
      endNs: ns(end),
      reused: reuse,
    },
    accesses: columns(notes),
    looks,
    totals: {
      operations: 0,
      transactions: 0,
      snapshots: 0,
      reused: 0,
      snapshotNs: ns(0),
      accesses: 0,
      misses: 0,
      trueSharing: 0,
      falseSharing: 0,
      forHorizon: 0,
      upgrades: 0,
      transfersWithin: 0,
      transfersAcross: 0,
    },
  };
}

export const stageOf = (design: DesignId, opened: SceneOpened, connections: number): LineStage => ({
  design,
  machine: { id: 'xeon-gold-5215-2s', short: '2 × Xeon Gold 5215', shared: 'L3' },
  protocol: 'MESI',
  opened,
  connections,
});
