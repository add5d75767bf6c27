/** The room of a figure: its width, and the size of its text in pixels, which sets the margins. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useSize } from '../../../ui/hooks.ts';

export interface DrawingBox {
  readonly width: number;
  readonly height: number;
  readonly em: number;
}

/** The height follows the width, up to the height of an ordinary window. */
export function useDrawingBox(ref: RefObject<HTMLElement | null>): DrawingBox | null {
  const size = useSize(ref);
  const [em, setEm] = useState(14);
  const width = size?.width ?? null;
  const height = size?.height ?? null;
  useLayoutEffect(() => {
    if (ref.current === null || width === null || height === null) return;
    setEm(Number.parseFloat(getComputedStyle(ref.current).fontSize) || 14);
  }, [ref, width, height]);
  return size === null || size.width < 40 || size.height < 40 ? null : { ...size, em };
}
