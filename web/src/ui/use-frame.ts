/**
 * The hook that ties a component to the page's one clock; in a separate file, so that static components do not load it.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { clock, type FrameCallback } from './clock.ts';

/** Calls `callback` once per animation frame while `active`. The newest callback is used; it need not be stable. */
export function useFrame(callback: FrameCallback, { active }: { readonly active: boolean }): void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  useEffect(() => (active ? clock().subscribe((frame) => newest.current(frame)) : undefined), [active]);
}
