/**
 * The assignment that the student opened last, kept in the browser: its lessons and exercises show the way to the next
 * one, also after a reload.
 */
import { kept } from '../../../ui/kept.ts';
import { type Assignment, readSet } from '../../../viewmodel/class/assignment.ts';
import { CLASS_KEY } from './current-key.ts';

export function keepAssignment({ set, seed }: Assignment): void {
  try {
    kept().setItem(CLASS_KEY, JSON.stringify({ set, seed }));
  } catch {
    // Then its lessons and exercises show no way to the next one; the list does.
  }
}
export function dropAssignment(): void {
  try {
    kept().setItem(CLASS_KEY, '');
  } catch {
    // It was never kept.
  }
}

/** Null: there is none. The text may come from anybody. */
export function keptAssignment(): Assignment | null {
  try {
    const { set, seed } = JSON.parse(kept().getItem(CLASS_KEY) ?? '') as Partial<Record<keyof Assignment, unknown>>;
    const names = Array.isArray(set) ? readSet(set.join(',')) : null;
    if (names === null || !names.ok) return null;
    if (seed === 'by-name') return { set: names.value, seed };
    return typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0 ? { set: names.value, seed } : null;
  } catch {
    return null;
  }
}

/** The assignment's own address, behind `#/class`. */
export const addressOf = ({ set, seed }: Assignment): string => `#/class?v=1&set=${set.join(',')}&seed=${seed}`;
