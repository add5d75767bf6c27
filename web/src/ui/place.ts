/** What a figure has to know of its place on the screen: whether it is seen, whether motion is wanted, how much room it has. */
import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useMediaQuery, useSize } from './hooks.ts';

/** Whether any part of the element is in the window. False until the browser has answered. */
export function useOnScreen(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      const newest = entries.at(-1);
      if (newest !== undefined) setSeen(newest.isIntersecting);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return seen;
}

const onVisibility = (callback: () => void) => {
  document.addEventListener('visibilitychange', callback);
  return () => document.removeEventListener('visibilitychange', callback);
};
/** Whether the tab is in front. */
export const usePageVisible = (): boolean => useSyncExternalStore(onVisibility, () => !document.hidden);

export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)');

/** The width of a drawing, and the height of its text: all its lengths follow from these two. */
export interface Room {
  readonly width: number;
  /** Font size of the element, in px. */
  readonly em: number;
}

/** Null until the element has been measured, or when it is too narrow to draw in. */
export function useRoom(ref: RefObject<HTMLElement | null>): Room | null {
  const size = useSize(ref);
  const [em, setEm] = useState(13);
  const width = size?.width ?? null;
  const height = size?.height ?? null;
  useLayoutEffect(() => {
    // The height changes with the text's size (stage mode), also when the width does not.
    if (ref.current === null || width === null || height === null) return;
    setEm(Number.parseFloat(getComputedStyle(ref.current).fontSize) || 13);
  }, [ref, width, height]);
  return width === null || width < 120 ? null : { width, em };
}
