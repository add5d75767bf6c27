/**
 * The figures of a lesson that are loaded at once: the step's own, and those of its neighbours, ready before the reader
 * sees them. Pure.
 */
import type { LessonFigure, LessonStep } from '../../scenario/lesson.ts';

/** Parameters for the reader's position in a figure, which do not distinguish figures. */
const CURSOR = ['moves', 'at', 'branch', 'perm', 'table', 'block', 'session', 'row', 'xid', 'op', 'replay', 'snaps'];
/** Figures that measure as soon as they are visible: they are prepared as far as possible without being visible. */
const MEASURING = ['/', '/lab'];

/** Two addresses of one figure have the same name: moving from one to the other is a seek, not another figure. */
export function figureName(at: string): string {
  const [path = '', query = ''] = at.split('?');
  const kept = query.split('&').filter((part) => !CURSOR.includes(part.split('=')[0] ?? ''));
  return `${path}?${kept.sort().join('&')}`;
}

/** Ticks that an address asks its figure to play. */
export const tickOf = (at: string): number => Number(/[?&]at=(\d+)/.exec(at)?.[1] ?? 0);

/** A step without a figure keeps the one before. @param step from 0 */
export function figureOf(steps: readonly LessonStep[], step: number): LessonFigure | null {
  for (let at = step; at >= 0; at--) {
    const figure = steps[at]?.figure;
    if (figure != null) return figure;
  }
  return null;
}

export interface Slot extends LessonFigure {
  readonly name: string;
  readonly isShown: boolean;
  /** It has no size until the reader sees it, so that it does not start to measure. */
  readonly measures: boolean;
}

/**
 * The figures to load at a step, the shown one and its neighbours', each once, in an order that does not change while
 * they stay.
 * @param near whether the neighbours' are wanted already
 */
export function deckAt(steps: readonly LessonStep[], step: number, near: boolean): readonly Slot[] {
  const slots = new Map<string, Slot>();
  for (const at of near ? [step, step + 1, step - 1] : [step]) {
    const figure = at < steps.length ? figureOf(steps, at) : null;
    if (figure === null) continue;
    const name = figureName(figure.at);
    const path = figure.at.split('?')[0]?.replace('#', '') ?? '';
    if (!slots.has(name))
      slots.set(name, { ...figure, name, isShown: at === step, measures: MEASURING.includes(path) });
  }
  return [...slots.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
