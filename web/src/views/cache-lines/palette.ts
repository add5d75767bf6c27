/** The theme's colours for a canvas, and a canvas that is painted anew when they or its size change. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DesignStyle, designStyle, type LadderId } from '../../model/design-style.ts';
import type { CoreStyle } from '../../model/lines/cores.ts';
import { forgetStamps } from './text-stamp.ts';

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

/** Counts up when the theme has changed or the fonts have come. */
export function useLook(): number {
  const [look, setLook] = useState(0);
  useEffect(() => {
    const anew = () => {
      forgetStamps();
      setLook((before) => before + 1);
    };
    const gone = new AbortController();
    const theme = new MutationObserver(anew);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-stage', 'style'] });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', anew, { signal: gone.signal });
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

/** Sizes a canvas to whole device pixels and hands over its context in CSS pixels; what was on it is gone when it changed. */
export function contextOf(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): { readonly context: CanvasRenderingContext2D; readonly isNew: boolean } | null {
  const ratio = Math.max(1, globalThis.devicePixelRatio);
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  const isNew = canvas.width !== w || canvas.height !== h;
  if (isNew) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, isNew };
}

/** The same object as long as nothing it is made of has changed. */
export function usePalette(
  ref: RefObject<Element | null>,
  styles: readonly CoreStyle[],
  design: LadderId,
  look: number,
): () => Palette | null {
  const kept = useRef<{ readonly key: unknown; readonly palette: Palette } | null>(null);
  return () => {
    const element = ref.current;
    if (element === null) return null;
    const key = `${look} ${design} ${styles.map(({ token }) => token).join()}`;
    if (kept.current?.key !== key) kept.current = { key, palette: readPalette(element, styles, design) };
    return kept.current.palette;
  };
}
