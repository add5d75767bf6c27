/** Where the window ends for a list: above the bar. Asked for when something changes its size, never at a step. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * From the element's top to the bar, with the page scrolled to its beginning, in px.
 * @param ref in a page whose padding at the end is what the bar covers
 * @param page the selector of that page
 * @returns null until it has been looked at
 */
export function useFold(ref: RefObject<HTMLElement | null>, page: string): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const whole = element?.closest(page) ?? null;
    if (element === null || whole === null) return undefined;
    const look = (): void => {
      const covered = Number.parseFloat(getComputedStyle(whole).paddingBottom) || 0;
      setRoom(Math.floor(innerHeight - covered - element.getBoundingClientRect().top - scrollY));
    };
    look();
    // What stands above it changes its place: each of these has that in its height.
    const observer = new ResizeObserver(look);
    for (const box of [whole, element.parentElement]) if (box !== null) observer.observe(box);
    addEventListener('resize', look);
    return () => {
      observer.disconnect();
      removeEventListener('resize', look);
    };
  }, [ref, page]);
  return room;
}
