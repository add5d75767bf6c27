/**
 * The moving part of the race as plain data: both a canvas in a worker and the saved SVG draw it. Pure; pixels of the
 * plot, with the newest sample at its right end. Pale ghosts join the raw samples. The lines are medians, with the
 * middle half as a band; each belongs to one setting, and none crosses a pause.
 */
import { area, line } from 'd3';
import { designStyle, markPath } from '../design-style.ts';
import { type IdleChange, type RaceDesigns, type RaceSample, SAMPLE_MS, WINDOW_MS } from './race.ts';
import { racePlot } from './race-layout.ts';

export interface RaceDrawingInput {
  readonly designs: RaceDesigns;
  /** The visible samples, oldest first. */
  readonly samples: readonly RaceSample[];
  readonly changes: readonly IdleChange[];
  /** The end of the y axis, in transactions per second. */
  readonly top: number;
  readonly width: number;
  /** Of the plot alone; the axis' numbers are below it. */
  readonly height: number;
  /** The size of small text in pixels; margins follow it. */
  readonly em: number;
}

export type Which = 'slow' | 'fast';

export interface DrawnLine {
  readonly which: Which;
  /** The medians, as an SVG path; each stay at one setting without a pause is one subpath. */
  readonly d: string;
  /** The middle half, as an area. */
  readonly band: string;
  /** The raw samples; a stretch without a pause is one subpath. At the axis's end they are cut off. */
  readonly ghost: string;
  /** Above each raw sample that is cut off, a small triangle that points up. */
  readonly cut: string;
}
export interface DrawnMark {
  readonly which: Which;
  /** An SVG path around the mark's centre. */
  readonly d: string;
  readonly x: number;
  readonly y: number;
}
export interface DrawnChange {
  readonly x: number;
  readonly from: number;
  readonly to: number;
  /** False if the next change, or a narrow plot's end, leaves no room for words. */
  readonly named: boolean;
  /** A narrow plot has room for the numbers alone. */
  readonly brief: boolean;
  /** At the left end the words are right of their line. */
  readonly flip: boolean;
}

export interface RaceDrawing {
  /** The race clock at the right end; it identifies a drawing. */
  readonly nowMs: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly pxPerMs: number;
  readonly lines: readonly DrawnLine[];
  readonly marks: readonly DrawnMark[];
  readonly changes: readonly DrawnChange[];
}

const ORDER = ['slow', 'fast'] as const;

export function raceDrawing(input: RaceDrawingInput): RaceDrawing {
  const { samples, changes, top, width, height, em } = input;
  const plot = racePlot(width, height, em);
  const pxPerMs = plot.width / WINDOW_MS;
  const last = samples.at(-1);
  const nowMs = last?.atMs ?? 0;
  const x = (atMs: number) => plot.width - (nowMs - atMs) * pxPerMs;
  const y = (tps: number) => plot.height * (1 - tps / top);
  return {
    nowMs,
    plotWidth: plot.width,
    plotHeight: plot.height,
    pxPerMs,
    lines: ORDER.map((which) => ({ which, ...paths(samples, which, x, y), cut: cutMarks(samples, which, x, input) })),
    marks: marksOf(input, plot.width, y),
    changes: changes.flatMap((change, index) => {
      const brief = plot.width < 18.5 * em;
      const at = x(change.atMs);
      const next = changes[index + 1];
      // A narrow plot may be too narrow for words on either side: on the wider one they are whole.
      const flip = at < 10 * em && plot.width - at > at;
      // Words of a mark at the left end are on its right, where those of the next one also extend.
      const room = (plot.compact ? 7 : 9) * (flip ? 2.2 : 1) * em;
      const fits = !brief || (flip ? plot.width - at : at) > numbersEm(change) * em;
      const named = fits && (next === undefined || x(next.atMs) - at > room);
      return at < 0 ? [] : [{ x: at, from: change.from, to: change.to, named, brief, flip }];
    }),
  };
}

/** Side by side where one would cover the other: the slow one steps back on its own line. */
function marksOf({ designs, samples, em }: RaceDrawingInput, right: number, y: Scale): readonly DrawnMark[] {
  const levels = samples.at(-1)?.levels;
  if (levels === undefined) return [];
  const size = 0.72 * em;
  const isClose = Math.abs(y(levels.slow) - y(levels.fast)) < size;
  return ORDER.map((which) => ({
    which,
    d: markPath(designStyle(designs[which]).mark, size),
    x: isClose && which === 'slow' ? right - 1.2 * size : right,
    y: y(levels[which]),
  }));
}

/** The width of `0 → 10,000` with its distance from the mark, in ems: bold digits, their commas, and the arrow. */
const numbersEm = ({ from, to }: IdleChange): number => {
  const digits = String(from).length + String(to).length;
  const commas = [from, to].filter((each) => each >= 1000).length;
  return 0.62 * digits + 0.3 * commas + 2.6;
};

type Scale = (value: number) => number;
const tenth = (value: number) => Math.round(value * 10) / 10;

/** One drawn shape for each run of samples that belong together. */
function runs<T>(of: readonly T[], key: (one: T) => string, path: (run: T[]) => string | null): string {
  const keys = [...new Set(of.map(key))];
  return keys.map((each) => path(of.filter((one) => key(one) === each)) ?? '').join('');
}

/** Whether a raw rate is higher than the axis, by more than a line is thick. */
const isCut = (tps: number, top: number): boolean => tps > 1.01 * top;

/** Whether any raw rate in sight is cut off: then the figure says what the triangles are. */
export const cutsOff = (samples: readonly RaceSample[], top: number): boolean =>
  samples.some(({ slow, fast }) => isCut(slow?.tps ?? 0, top) || isCut(fast?.tps ?? 0, top));

/** One triangle where a peak is, however many samples it has: several side by side would be a fence. */
function cutMarks(samples: readonly RaceSample[], which: Which, x: Scale, { top, em }: RaceDrawingInput): string {
  const half = tenth(0.28 * em);
  const peaks = samples.filter((sample, index) => {
    const [rate, before] = [sample[which]?.tps ?? 0, samples[index - 1]?.[which]?.tps ?? 0];
    return isCut(rate, top) && !isCut(before, top);
  });
  return peaks
    .map(({ atMs }) => `M${tenth(x(atMs) - half)},${tenth(-0.2 * em)}h${2 * half}l${-half},${tenth(-0.5 * em)}Z`)
    .join('');
}

type Paths = Pick<DrawnLine, 'd' | 'band' | 'ghost'>;

function paths(samples: readonly RaceSample[], which: Which, x: Scale, y: Scale): Paths {
  const raw = samples.flatMap((sample) => {
    const part = sample[which];
    return part === undefined ? [] : [{ ...sample, tps: part.tps }];
  });
  const settled = samples.flatMap(({ levels, ...sample }) =>
    levels === undefined ? [] : [{ ...sample, level: levels[which] }],
  );
  const banded = samples.flatMap(({ bands, ...sample }) =>
    bands === undefined ? [] : [{ ...sample, ...bands[which] }],
  );
  const stay = (sample: RaceSample) => `${sample.stretch} ${sample.generation}`;
  const at = (sample: { readonly atMs: number }) => tenth(x(sample.atMs));
  return {
    ghost: runs(
      raw,
      (sample) => String(sample.stretch),
      line<(typeof raw)[number]>(at, (sample) => Math.max(0, tenth(y(sample.tps)))),
    ),
    d: runs(
      settled,
      stay,
      line<(typeof settled)[number]>(at, (sample) => tenth(y(sample.level))),
    ),
    band: runs(
      banded,
      stay,
      area<(typeof banded)[number]>(
        at,
        (sample) => tenth(y(sample.low)),
        (sample) => tenth(y(sample.high)),
      ),
    ),
  };
}

/** How far the lines have moved to the left, in pixels, this long after their newest sample came. They stop when samples are late. */
export const flowed = (sinceMs: number, pxPerMs: number): number =>
  Math.min(Math.max(0, sinceMs), 1.6 * SAMPLE_MS) * pxPerMs;

const GLIDE_MS = 200;
/** Where an end mark is this long after a new sample: it glides from its old level to the new one. */
export function glided(from: number | undefined, to: number, sinceMs: number): number {
  if (from === undefined) return to;
  const part = Math.min(1, Math.max(0, sinceMs) / GLIDE_MS);
  return from + (to - from) * part * part * (3 - 2 * part);
}
