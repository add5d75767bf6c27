/**
 * The verdict in one line, next to the steps in the bar: a reader at a prompt may have the whole one below what the
 * window shows, and would never learn of it.
 */
import { type RefObject, useEffect } from 'react';

export interface News {
  readonly text: string;
  /** The finding of a run that is over; null: the last step's own sentence says more. */
  readonly title: string | null;
  /** The window shows the whole one's heading, or has it above. */
  readonly isSeen: boolean;
  readonly go: () => void;
}
export type OnNews = (news: News | null) => void;

/** Most of the heading has to be visible. */
const ENOUGH = 0.9;

/** @param text null: nothing to tell */
export function useNews(
  section: RefObject<HTMLElement | null>,
  text: string | null,
  title: string | null,
  onNews: OnNews,
): void {
  useEffect(() => {
    const element = section.current;
    const heading = element?.firstElementChild?.firstElementChild;
    if (element == null || heading == null || text === null) return undefined;
    const go = (): void => {
      element.scrollIntoView({ block: 'start' });
      element.focus({ preventScroll: true });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last === undefined) return;
        onNews({ text, title, isSeen: last.intersectionRatio >= ENOUGH || last.boundingClientRect.top < 0, go });
      },
      { threshold: ENOUGH, rootMargin: `0px 0px -${barHeight(element)}px 0px` },
    );
    observer.observe(heading);
    return () => {
      observer.disconnect();
      onNews(null);
    };
  }, [section, text, title, onNews]);
}

/** The bar covers the window's lower end; px. */
function barHeight(element: HTMLElement): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.ceil(rem * Number.parseFloat(getComputedStyle(element).getPropertyValue('--bar-height'))) || 0;
}
