/**
 * The reader's place in each lesson, stored in this browser. If the browser stores nothing, lessons start from the
 * beginning.
 */

const KEY = 'xip.lessons';
const MAX = 200;

/** Steps by lesson, from 1: the last one read, and the furthest. */
export interface Reading {
  readonly last: number;
  readonly furthest: number;
}
export type Readings = Readonly<Record<string, Reading>>;

const isStep = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) < 1000;

/** Entries of another shape are left out: the stored text may come from anywhere. */
export function readingsOf(text: string | null): Readings {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept)
        .slice(0, MAX)
        .flatMap(([id, value]) => {
          const { last, furthest } = (value ?? {}) as Partial<Record<keyof Reading, unknown>>;
          return isStep(last) && isStep(furthest) ? [[id, { last, furthest }] as const] : [];
        }),
    );
  } catch {
    return {};
  }
}

export function loadReadings(): Readings {
  try {
    return readingsOf(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

/** Said in the window when a step was kept. */
export const READ_EVENT = 'xip-read';

export function keepReading(id: string, step: number): void {
  try {
    const all = loadReadings();
    const furthest = Math.max(step, all[id]?.furthest ?? 0);
    localStorage.setItem(KEY, JSON.stringify({ ...all, [id]: { last: step, furthest } }));
    dispatchEvent(new Event(READ_EVENT));
  } catch {
    // Then the place is not stored.
  }
}
