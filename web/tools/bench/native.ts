/** The same lab, built natively with -O3 by each available compiler, run as a separate program for a moment. */
import { buildNative, nativeCompilers } from '../../../wasm-core/build.mjs';
import { DESIGN_IDS } from '../../src/base/designs.ts';
import { type LabConfig, type LabSlice, WORKLOAD_IDS } from '../../src/engine/lab/lab-types.ts';
import { Fault, runOrFault, say } from '../proc.mjs';

export interface NativeLab {
  readonly compiler: string;
  /** Slices with this setting; warm-up is left out. */
  readonly measure: (config: LabConfig, seconds: number) => Promise<readonly NativeSlice[]>;
}
export type NativeSlice = Pick<LabSlice, 'threadNs' | 'transactions' | 'snapshots' | 'active'> & {
  readonly design: string;
};

/** Calibration and the uncounted turns, before the first counted one. */
const START_SECONDS = 0.25;

export async function nativeLabs(): Promise<readonly NativeLab[]> {
  const labs: NativeLab[] = [];
  for (const { name } of nativeCompilers()) {
    const program = await buildNative({ cc: name, main: 'wasm-core/test/bench_native.c' }).catch((error: unknown) => {
      say(`${name} cannot build the native lab: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    });
    if (program === undefined) continue;
    labs.push({ compiler: name, measure: (config, seconds) => measureNative(program, config, seconds) });
  }
  return labs;
}

async function measureNative(program: string, config: LabConfig, seconds: number): Promise<readonly NativeSlice[]> {
  const whole = START_SECONDS + seconds * config.designs.length;
  const args = [
    config.designs.reduce((mask, id) => mask | (1 << DESIGN_IDS.indexOf(id)), 0),
    config.active,
    config.idle,
    config.mostlyIdle,
    WORKLOAD_IDS.indexOf(config.workload),
    config.otherWorkUs,
    config.sliceMs,
    config.lock ? 0 : 1,
    whole,
  ];
  const limitSeconds = 30 + 10 * whole;
  const { stdout } = await runOrFault('The native lab', program, args.map(String), { limitSeconds });
  return stdout
    .trim()
    .split('\n')
    .map(parseSlice)
    .filter((slice) => slice !== null);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Null for an uncounted slice. */
function parseSlice(line: string): NativeSlice | null {
  const parsed: unknown = JSON.parse(line);
  if (!isRecord(parsed) || typeof parsed.design !== 'string')
    throw new Fault(`The native lab printed what is no slice: ${line}`);
  if (parsed.warmUp === true || parsed.design === 'other-work') return null;
  const { threadNs, transactions, snapshots, active } = parsed;
  return {
    design: parsed.design,
    threadNs: Number(threadNs) as NativeSlice['threadNs'],
    transactions: Number(transactions),
    snapshots: Number(snapshots),
    active: Number(active),
  };
}
