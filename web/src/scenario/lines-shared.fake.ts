/** FAKE result files of `lines-shared`, for tests and the gallery. */
import { LINES_FORMAT, type LinesFile, type LinesMachine, type LinesPoint, type LinesTurn } from './lines-shared.ts';

export const TWO_SOCKETS: LinesMachine = {
  ...{ cpu: 'invented', cores: 40, sockets: 2, isVirtual: false, node: '20.0.0', v8: '11.3', clockResolutionNs: 40 },
};
const SERIES: readonly LinesPoint[] = [
  ...[1, 2, 5, 10, 20].map((lines) => ({ lines, writers: 20, readers: 20 })),
  { lines: 20, writers: 15, readers: 15 },
];

interface Fake {
  readonly machine?: Partial<LinesMachine>;
  readonly points?: readonly LinesPoint[];
  readonly rounds?: number;
  readonly seconds?: number;
  /** The part of the time in which a thread had a processor. */
  readonly share?: number;
}

/** @param perS transfers per second of a setting in a round */
export function fakeLines(
  perS: (point: LinesPoint, round: number) => number,
  { machine = {}, points = SERIES, rounds = 40, seconds = 0.25, share = 1 }: Fake = {},
): LinesFile {
  const turn = (transfers: number, { writers, readers }: LinesPoint): LinesTurn => {
    const processorSeconds = seconds * (writers + readers) * share;
    const half = Math.round((transfers * seconds) / 2);
    return {
      seconds,
      writes: half * 2,
      reads: half * 3,
      writtenTransfers: half,
      readTransfers: half,
      processorSeconds,
    };
  };
  return {
    format: LINES_FORMAT,
    machine: { ...TWO_SOCKETS, ...machine },
    settings: { seconds, points },
    rounds: Array.from({ length: rounds }, (_, round) => points.map((point) => turn(perS(point, round), point))),
  };
}
