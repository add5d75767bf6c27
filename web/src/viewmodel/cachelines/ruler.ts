/** Accesses along a ruler in ns: hits are ticks, misses boxes as wide as their time. Pure; lengths in CSS pixels. */
import { begunAt, isMiss, type LineScene } from './scene.ts';

export interface RulerMark {
  /** `run`: hits that are too close together to distinguish. */
  readonly kind: 'hit' | 'run' | 'miss';
  readonly x: number;
  readonly width: number;
  /** Its first access. */
  readonly access: number;
}

export interface RulerWindow {
  readonly fromNs: number;
  readonly toNs: number;
  readonly width: number;
}

/** A narrower hit has no gap to the next one. */
const MIN_TICK = 2.5;
const MIN_BOX = 2;

export const xOf = ({ fromNs, toNs, width }: RulerWindow, ns: number): number =>
  toNs <= fromNs ? 0 : ((ns - fromNs) / (toNs - fromNs)) * width;
export const nsAt = ({ fromNs, toNs, width }: RulerWindow, x: number): number =>
  width <= 0 ? fromNs : fromNs + (x / width) * (toNs - fromNs);

/** The marks in the window, in order. */
export function rulerMarks(scene: LineScene, window: RulerWindow): readonly RulerMark[] {
  const { accesses } = scene;
  const marks: RulerMark[] = [];
  let run: { x: number; end: number; access: number } | null = null;
  const flush = (): void => {
    if (run !== null) marks.push({ kind: 'run', x: run.x, width: Math.max(1, run.end - run.x), access: run.access });
    run = null;
  };
  // Accesses follow one another: the first mark is the access that is running at the window's start.
  for (let i = Math.max(0, begunAt(accesses, window.fromNs) - 1); i < accesses.count; i++) {
    const from = accesses.at[i] ?? 0;
    const to = from + (accesses.ns[i] ?? 0);
    if (to < window.fromNs) continue;
    if (from > window.toNs) break;
    const x = xOf(window, from);
    const end = xOf(window, to);
    if (isMiss(accesses, i)) {
      flush();
      marks.push({ kind: 'miss', x, width: Math.max(MIN_BOX, end - x), access: i });
    } else if (end - x >= MIN_TICK) {
      flush();
      marks.push({ kind: 'hit', x, width: end - x, access: i });
    } else if (run !== null && x - run.end < 1) run.end = Math.max(run.end, end);
    else {
      flush();
      run = { x, end, access: i };
    }
  }
  flush();
  return marks;
}

/** Whether single hits can be distinguished. */
export function showsHits(scene: LineScene, { fromNs, toNs, width }: RulerWindow): boolean {
  const hits = scene.accesses.count;
  return hits === 0 || (width / Math.max(1e-9, toNs - fromNs)) * medianHit(scene) >= MIN_TICK;
}

const medians = new WeakMap<LineScene, number>();
/** The usual hit's time; 1 ns when there is none. Computed once per scene, because the close-up asks for it in every frame. */
export function medianHit(scene: LineScene): number {
  let median = medians.get(scene);
  if (median === undefined) {
    median = findMedianHit(scene);
    medians.set(scene, median);
  }
  return median;
}

function findMedianHit({ accesses }: LineScene): number {
  const hits: number[] = [];
  // A sample is enough: they are nearly all alike.
  const stride = Math.max(1, Math.floor(accesses.count / 500));
  for (let i = 0; i < accesses.count; i += stride) if (!isMiss(accesses, i)) hits.push(accesses.ns[i] ?? 0);
  hits.sort((a, b) => a - b);
  return hits[hits.length >> 1] || 1;
}

const STEPS = [1, 2, 5] as const;

/** Round numbers in the window, without `0`, at least `minGap` and a whole ns apart: their labels have no fractions. */
export function rulerTicks(window: RulerWindow, minGap: number): readonly number[] {
  const perPixel = (window.toNs - window.fromNs) / Math.max(1, window.width);
  const wanted = Math.max(perPixel * minGap, 1);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * (STEPS.find((each) => each * power >= wanted) ?? 10);
  const ticks: number[] = [];
  for (let i = Math.floor(window.fromNs / step) + 1; i * step <= window.toNs; i++) ticks.push(i * step);
  return ticks;
}

/** The close-up: so few ns around a time that hits can be distinguished, within the whole. */
export function closeUp(scene: LineScene, totalNs: number, ns: number, width: number): RulerWindow {
  const span = Math.min(totalNs, (width * medianHit(scene)) / (2 * MIN_TICK));
  const fromNs = Math.max(0, Math.min(totalNs - span, ns - span / 2));
  return { fromNs, toNs: fromNs + span, width };
}

/** Rows of the ruler, from its top: the close-up when there is one, then both designs. */
export interface RulerRows {
  readonly height: number;
  /** Height of each row. */
  readonly row: number;
  readonly close: number | null;
  readonly left: number;
  readonly right: number;
}
const ROW_EM = 1.5;
const ABOVE_EM = 0.6;
const ROW_GAP = 3;

export function rulerRows(em: number, hasClose: boolean): RulerRows {
  const row = Math.round(ROW_EM * em);
  const top = Math.round(ABOVE_EM * em);
  const at = (i: number): number => top + i * (row + ROW_GAP);
  const first = hasClose ? 1 : 0;
  return { height: at(first + 2), row, close: hasClose ? top : null, left: at(first), right: at(first + 1) };
}
