/** The calculator's parts, their settings, limits and first values. The address has the same ones (`CalculatorAddress`). */

import { us } from '../../base/units.ts';
import { PUBLISHED_MACHINE, PUBLISHED_PEAKS, PUBLISHED_SERVICE_US, type ServerMachine } from './clients.ts';

export const CALCULATOR_PARTS = ['busy', 'little', 'memory', 'catalog', 'pooler'] as const;
export type CalculatorPart = (typeof CALCULATOR_PARTS)[number];

export interface CalculatorValues {
  readonly clients: number;
  /** Time of a transaction alone on the machine, in µs. */
  readonly service: number;
  /** Round trip, in ms. */
  readonly network: number;
  /** Between two transactions, in ms. */
  readonly think: number;
  readonly threads: number;
  /** Server connections of the pooler. */
  readonly pool: number;
  /** While the client says nothing with its transaction open, in ms. */
  readonly held: number;
  readonly connections: number;
  readonly perConnectionMiB: number;
  readonly sharedBuffersGB: number;
  readonly tables: number;
}
export type CalculatorSetting = keyof CalculatorValues;

/** `whole`: a count. Otherwise up to four decimal places are kept. */
export const CALCULATOR_LIMITS: Readonly<
  Record<CalculatorSetting, { readonly min: number; readonly max: number; readonly whole: boolean }>
> = {
  clients: { min: 1, max: 100_000, whole: true },
  service: { min: 1, max: 100_000, whole: false },
  network: { min: 0, max: 1000, whole: false },
  think: { min: 0, max: 60_000, whole: false },
  threads: { min: 1, max: 1024, whole: true },
  pool: { min: 1, max: 10_000, whole: true },
  held: { min: 0, max: 10_000, whole: false },
  connections: { min: 1, max: 100_000, whole: true },
  perConnectionMiB: { min: 0.1, max: 1024, whole: false },
  sharedBuffersGB: { min: 0.125, max: 4096, whole: false },
  tables: { min: 0, max: 1_000_000, whole: true },
};
export const CALCULATOR_SETTINGS = Object.keys(CALCULATOR_LIMITS) as readonly CalculatorSetting[];

/** The settings of each part, in the order in which it asks for them. */
export const PART_SETTINGS: Readonly<Record<CalculatorPart, readonly CalculatorSetting[]>> = {
  busy: ['clients', 'network', 'think', 'service', 'threads'],
  little: ['clients', 'network', 'think', 'service', 'threads'],
  memory: ['connections', 'perConnectionMiB', 'sharedBuffersGB'],
  catalog: ['tables', 'connections'],
  pooler: ['clients', 'pool', 'held', 'network', 'think', 'service', 'threads'],
};

const FIRST: CalculatorValues = {
  clients: 3000,
  service: 29.9,
  network: 1,
  think: 1,
  threads: PUBLISHED_MACHINE.threads,
  pool: 48,
  held: 0,
  connections: 5000,
  perConnectionMiB: 2,
  sharedBuffersGB: 16,
  tables: 100_000,
};
const FIRST_OF_PART: Partial<Record<CalculatorPart, Partial<CalculatorValues>>> = {
  // An application at work: it thinks longer than in the published measurement, whose 1 ms the other parts keep.
  busy: { clients: 1000, think: 10 },
  catalog: { connections: 100 },
};

/** All values: those of an address, and each part's first values for the rest. */
export const valuesOf = (part: CalculatorPart, given: Partial<CalculatorValues>): CalculatorValues => ({
  ...FIRST,
  ...FIRST_OF_PART[part],
  ...given,
});

/** The first value is the published one, rounded for its field: reckoned is with the published one itself. */
export const machineOf = ({ threads, service }: CalculatorValues): ServerMachine => ({
  threads,
  serviceUs: service === FIRST.service ? PUBLISHED_SERVICE_US : us(service),
});
export const awayUsOf = ({ network, think }: CalculatorValues) => us((network + think) * 1000);

/** Number of clients at the peak if exactly this case was published; null: it was not. */
export function publishedPeak(values: CalculatorValues): number | null {
  const { network, think, threads, service } = values;
  const isMachine = threads === PUBLISHED_MACHINE.threads && Math.abs(service - PUBLISHED_SERVICE_US) < 0.05;
  const peak = PUBLISHED_PEAKS.find(({ networkMs, thinkMs }) => networkMs === network && thinkMs === think);
  return isMachine && peak !== undefined ? peak.clients : null;
}
