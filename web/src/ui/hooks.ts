/** Hooks that tie a component to the screen, and keep values that have not changed. */
import { type RefObject, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { sameData } from '../base/same.ts';

/** The answer to a media query, kept current. */
export function useMediaQuery(query: string): boolean {
  // One list while the query is the same: code that draws in each frame asks in each frame.
  const { subscribe, matches } = useMemo(() => {
    const list = matchMedia(query);
    return {
      subscribe: (callback: () => void) => {
        list.addEventListener('change', callback);
        return () => list.removeEventListener('change', callback);
      },
      matches: () => list.matches,
    };
  }, [query]);
  return useSyncExternalStore(subscribe, matches);
}
/**
 * Windows of the style sheets' widths and heights (web/tools/check-styles.mjs): `desk` has room for columns, and `low`
 * has it without height to spare.
 */
export const WINDOWS = {
  tablet: '(width >= 44rem)',
  desk: '(width >= 64rem)',
  low: '(width >= 64rem) and (height < 54rem)',
};

/** The content box of an element in CSS pixels, rounded down; null until it has been measured. */
export function useSize(ref: RefObject<Element | null>): { readonly width: number; readonly height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const take = (width: number, height: number) =>
      setSize((old) => {
        const next = { width: Math.floor(width), height: Math.floor(height) };
        return old !== null && old.width === next.width && old.height === next.height ? old : next;
      });
    const box = element.getBoundingClientRect();
    take(box.width, box.height);
    const observer = new ResizeObserver((entries) => {
      const newest = entries.at(-1)?.contentRect;
      if (newest !== undefined) take(newest.width, newest.height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** The newest value, for functions that outlive the drawing in which they were made. The reference itself never changes. */
export function useNewest<T>(value: T): { readonly current: T } {
  const newest = useRef(value);
  useLayoutEffect(() => {
    newest.current = value;
  });
  return newest;
}

/** The first of equal values, so that results derived from it are kept. Only for plain data. */
export function useSame<T>(value: T): T {
  const last = useRef(value);
  const kept = sameData(last.current, value) ? last.current : value;
  useLayoutEffect(() => {
    last.current = kept;
  });
  return kept;
}
