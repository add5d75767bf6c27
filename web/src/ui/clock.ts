import { useEffect } from 'react';
import { useNewest } from './hooks.ts';

/**
 * The one animation clock. Everything that moves subscribes here, so there is a single `requestAnimationFrame` loop,
 * and it stops when there are no subscribers or the tab is hidden.
 *
 * Time is the timestamp the browser passes to the frame: `performance.now()` inside a frame is later by the time that
 * earlier callbacks took.
 */
export interface Frame {
  /** The frame's timestamp in ms. */
  readonly now: number;
  /** ms since the previous frame of this loop; 0 on the first one after a pause. */
  readonly sinceLast: number;
}
type FrameCallback = (frame: Frame) => void;

/** The browser functions that the clock uses; injected in tests. */
export interface ClockHost {
  requestFrame(callback: (now: number) => void): number;
  cancelFrame(handle: number): void;
  hidden(): boolean;
  onVisibilityChange(callback: () => void): void;
}

export interface Clock {
  /**
   * Calls back once per frame until the returned function is called. Callbacks run in the order of their subscription.
   */
  subscribe(callback: FrameCallback): () => void;
}

export function createClock(host: ClockHost): Clock {
  const callbacks = new Set<FrameCallback>();
  let handle: number | null = null;
  let last: number | null = null;

  const tick = (now: number) => {
    handle = null;
    const sinceLast = last === null ? 0 : now - last;
    last = now;
    // A copy: a callback may unsubscribe itself or others.
    for (const callback of [...callbacks]) {
      if (!callbacks.has(callback)) continue;
      try {
        callback({ now, sinceLast });
      } catch (error) {
        // A callback that throws is removed, so that one broken figure does not stop the others.
        callbacks.delete(callback);
        reportLater(error);
      }
    }
    update();
  };

  const update = () => {
    const wanted = callbacks.size > 0 && !host.hidden();
    if (wanted && handle === null) handle = host.requestFrame(tick);
    if (!wanted) {
      if (handle !== null) host.cancelFrame(handle);
      handle = null;
      last = null;
    }
  };

  host.onVisibilityChange(update);

  return {
    subscribe: (callback) => {
      // Wrapped, so that the same function subscribed twice is two subscriptions.
      const own: FrameCallback = (frame) => callback(frame);
      callbacks.add(own);
      update();
      return () => {
        callbacks.delete(own);
        update();
      };
    },
  };
}

/** Throws outside the frame, so that the browser reports the error like any uncaught one and the loop goes on. */
function reportLater(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

const browserHost: ClockHost = {
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  hidden: () => document.hidden,
  onVisibilityChange: (callback) => document.addEventListener('visibilitychange', callback),
};

let shared: Clock | null = null;
/** The page's clock. */
export function clock(): Clock {
  shared ??= createClock(browserHost);
  return shared;
}

/**
 * Ties a component to the page's one clock: calls `callback` once per animation frame while `active`. The
 * newest callback is used; it need not be stable.
 */
export function useFrame(callback: FrameCallback, { active }: { readonly active: boolean }): void {
  const newest = useNewest(callback);
  useEffect(() => (active ? clock().subscribe((frame) => newest.current(frame)) : undefined), [active]);
}
