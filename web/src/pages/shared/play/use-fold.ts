/** The place where the window ends for a list: above the bar. Measured when its size changes, never at a step. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The distance from the element's top to the bar, with the page scrolled to its beginning, in px.
 * @param ref an element of a page whose padding at the end is as high as the bar
 * @param page the selector of that page
 * @returns null until it has been measured
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
    // Elements above it change its place: the height of each of these includes them.
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
