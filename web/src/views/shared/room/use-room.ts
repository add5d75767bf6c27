/** The width of a drawing, and the height of its text: all its lengths follow from these two. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useSize } from '../../../ui/hooks.ts';

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
