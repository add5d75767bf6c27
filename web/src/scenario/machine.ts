/**
 * A machine as its file describes it (`scenarios/machines/*.json`): topology, caches, protocol and latencies, each
 * figure with its source. Parsed by `machine-parse.ts`; `machines.node.ts` reads the shipped ones in Node, the pages
 * import them with `?raw`. Anything beyond the file (a fit's error, an ablation) belongs to the model.
 */
import type { Bytes, Gigahertz, Nanoseconds } from '../base/units.ts';

export const MACHINE_FORMAT = 'xipscope-machine/1';

/** The shipped machines, in the order they are offered: `scenarios/machines/ID.json`. */
export const MACHINE_IDS = [
  'xeon-gold-5215-2s',
  'azure-f72s-v2',
  'epyc-7742',
  'apple-m1-pro',
  'core-i5-10310u',
] as const;
export type MachineId = (typeof MACHINE_IDS)[number];

/** Declared in C as tables (`wasm-core/src/machine`). */
export const PROTOCOLS = ['MESI', 'MESIF', 'MOESI'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** A figure and where it is from. */
export interface Sourced<T> {
  readonly value: T;
  /** Title, author or vendor, page or address. */
  readonly source: string;
  /** A caveat for the reader: a range's middle, another part of the family, a source that was not opened. */
  readonly note: string | null;
  /** The figure in cycles, if the file gives it so. */
  readonly cycles: { readonly count: number; readonly at: Gigahertz } | null;
}

export interface Cache {
  /** Of one cache: a core's own, or one L3. */
  readonly size: Sourced<Bytes>;
  readonly ways: Sourced<number>;
}
export interface SharedCache extends Cache {
  /** Whether it also holds every line that the cores' own caches hold. */
  readonly inclusive: Sourced<boolean> | null;
}

/** Times that an access waits, from the load to the data. */
export interface Latencies {
  readonly l1: Sourced<Nanoseconds>;
  /** Null if cores have no private second level. */
  readonly l2: Sourced<Nanoseconds> | null;
  readonly l3: Sourced<Nanoseconds>;
  /** A dirty line from a core behind the same L3. */
  readonly coreToCore: Sourced<Nanoseconds>;
  /** A dirty line from a core of the same socket behind another L3. Null with one L3 a socket. */
  readonly acrossL3: Sourced<Nanoseconds> | null;
  /** A dirty line from the other socket. Null with one socket. */
  readonly socketToSocket: Sourced<Nanoseconds> | null;
  readonly memory: Sourced<Nanoseconds>;
  /** Memory of the other socket. Null with one socket. */
  readonly remoteMemory: Sourced<Nanoseconds> | null;
  /** Ownership of a line that others behind the same L3 have, too. */
  readonly upgrade: Sourced<Nanoseconds>;
  /** The same when one of the others is behind another L3. Null when there is only one. */
  readonly upgradeAcross: Sourced<Nanoseconds> | null;
  /** The extra time of a locked read-modify-write of an owned line. */
  readonly atomicExtra: Sourced<Nanoseconds>;
}

/** A constant of the model that was fitted to published points. */
export interface FittedConstant {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Its meaning, and why it cannot be sourced. */
  readonly how: string;
}
/** One published figure that a fit has used: its row's key columns, and which column. */
export interface FittedPoint {
  readonly where: Readonly<Record<string, number>>;
  readonly column: string;
}
export interface MachineFit {
  /** File of `scenarios/published`. */
  readonly publishedTable: string;
  readonly points: readonly FittedPoint[];
  readonly constants: readonly FittedConstant[];
}

export interface Machine {
  readonly id: string;
  readonly name: string;
  /** Short enough for a badge. */
  readonly short: string;
  readonly about: string;
  /** Simplifications of the real machine in this file, for people. */
  readonly simplified: readonly string[];
  readonly protocol: Sourced<Protocol>;
  readonly sockets: Sourced<number>;
  readonly coresPerSocket: Sourced<number>;
  readonly threadsPerCore: Sourced<number>;
  /** L3s (groups of cores that share one) in a socket. */
  readonly l3PerSocket: Sourced<number>;
  /** The unit that the hardware keeps coherent. MODEL: the model's lines are 64 bytes on every machine. */
  readonly lineBytes: Sourced<Bytes>;
  readonly clock: {
    readonly base: Sourced<Gigahertz>;
    /** With all cores busy. */
    readonly allCore: Sourced<Gigahertz>;
    readonly singleCore: Sourced<Gigahertz>;
  };
  readonly caches: { readonly l1: Cache; readonly l2: Cache | null; readonly l3: SharedCache };
  readonly latency: Latencies;
  /** Limits of what a core can have in flight at once. */
  readonly core: {
    /** Instructions (micro-operations) that it starts in a cycle; null where nobody has published it. */
    readonly issueWidth: Sourced<number> | null;
    /** Cycles from one taken jump to the next; null where nobody has published it. */
    readonly takenJumpCycles: Sourced<number> | null;
    readonly loadsPerCycle: Sourced<number>;
    /** Used by nothing; files of the first edition have it. */
    readonly storesPerCycle: Sourced<number> | null;
    /** Lines that may be on their way to a core at once; null where nobody has published it. */
    readonly lineFillBuffers: Sourced<number> | null;
    /** Instructions (micro-operations) between the oldest unfinished one and the newest. */
    readonly outOfOrderWindow: Sourced<number>;
  };
  readonly system: {
    /** One process off a core, another one on it. */
    readonly contextSwitch: Sourced<Nanoseconds>;
    /** From the waker's call until the sleeper runs on another, idle core. */
    readonly wakeup: Sourced<Nanoseconds>;
  };
  readonly fitted: MachineFit | null;
}

/** A latency of a machine, or a time of its system, by its name in the machine's file. */
export function machineFigure({ latency, system }: Machine, name: string): Sourced<number> | null {
  const figures: Readonly<Record<string, Sourced<number> | null>> = { ...latency, ...system };
  return Object.hasOwn(figures, name) ? (figures[name] ?? null) : null;
}

export const machineCores = ({ sockets, coresPerSocket }: Machine): number => sockets.value * coresPerSocket.value;
/** Hardware threads: how many can run at the same time. */
export const machineThreads = (machine: Machine): number => machineCores(machine) * machine.threadsPerCore.value;

/**
 * A dirty line from behind another L3: the other socket's if there is one, otherwise another group of the same socket.
 * Null when all cores share one L3.
 */
export const farTransfer = ({ latency }: Machine): Sourced<Nanoseconds> | null =>
  latency.socketToSocket ?? latency.acrossL3;

/** Every figure of a machine with its path, for tables and tests. */
export function figuresOf(machine: Machine): readonly (readonly [path: string, figure: Sourced<unknown>])[] {
  const found: (readonly [string, Sourced<unknown>])[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    if (isSourced(value)) found.push([path, value]);
    else for (const [key, below] of Object.entries(value)) walk(below, path === '' ? key : `${path}.${key}`);
  };
  const { fitted: _, ...figures } = machine;
  walk(figures, '');
  return found;
}
const isSourced = (value: object): value is Sourced<unknown> => 'source' in value && 'value' in value;
