/** The page's properties that a canvas needs: the theme's colours, the size of its box, and when to repaint. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { CoreStyle } from '../../viewmodel/cachelines/cores.ts';
import { type DesignStyle, designStyle, type LadderId } from '../../viewmodel/design-style.ts';

export interface Palette {
  readonly ink: string;
  readonly paper: string;
  readonly muted: string;
  readonly hairline: string;
  readonly edge: string;
  /** By backend. */
  readonly cores: readonly string[];
  readonly design: string;
  readonly sans: string;
  readonly mono: string;
}

export function readPalette(element: Element, styles: readonly CoreStyle[], design: LadderId): Palette {
  const computed = getComputedStyle(element);
  const of = (token: string): string => computed.getPropertyValue(token).trim() || 'black';
  const style: DesignStyle = designStyle(design);
  return {
    ink: of('--ink'),
    paper: of('--paper'),
    muted: of('--muted'),
    hairline: of('--hairline'),
    edge: of('--edge'),
    cores: styles.map(({ token }) => of(token)),
    design: of(style.token),
    sans: of('--sans'),
    mono: of('--mono'),
  };
}

/** Counts up when the theme or the screen's pixels have changed, or the fonts have arrived. */
export function useLook(): number {
  const [look, setLook] = useState(0);
  useEffect(() => {
    const anew = () => setLook((before) => before + 1);
    const gone = new AbortController();
    const theme = new MutationObserver(anew);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-stage', 'style'] });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', anew, { signal: gone.signal });
    // The query names one pixel ratio: after a change a new query waits for the next one.
    const awaitPixels = () =>
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
        'change',
        () => {
          awaitPixels();
          anew();
        },
        { once: true, signal: gone.signal },
      );
    awaitPixels();
    void document.fonts.ready.then(() => {
      if (!gone.signal.aborted) anew();
    });
    return () => {
      theme.disconnect();
      gone.abort();
    };
  }, []);
  return look;
}

/** Text height and size of a box; null until it has been measured. */
export interface Box {
  readonly width: number;
  readonly height: number;
  readonly em: number;
}
export function useBox(ref: RefObject<Element | null>, look: number): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look may mean another size of text
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const take = () => {
      const { width, height } = element.getBoundingClientRect();
      // Not laid out: there is nothing to paint on.
      if (width < 1) return;
      const em = Number.parseFloat(getComputedStyle(element).fontSize);
      setBox((old) => {
        const next = { width: Math.floor(width), height: Math.floor(height), em };
        return old !== null && old.width === next.width && old.height === next.height && old.em === em ? old : next;
      });
    };
    take();
    const observer = new ResizeObserver(take);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, look]);
  return box;
}
