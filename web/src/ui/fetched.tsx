/**
 * A component that is fetched when it is first drawn, or before that by `fetch()`. Unlike React's own `lazy`, one that is
 * there already is drawn at once: no frame is empty. Until it is there the nearest Suspense shows its fallback.
 */
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';

export interface Fetched<P> {
  (props: P): ReactNode;
  /** Fetches it, once. Rejects if the network fails; asked again it tries again. */
  fetch(): Promise<ComponentType<P>>;
}

export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  let last: Promise<ComponentType<P>> | undefined;
  const fetch = (): Promise<ComponentType<P>> => {
    if (last !== undefined) return last;
    const now = load();
    last = now;
    now.then(
      // As React marks a promise that it has seen the end of: `use` has its value at once.
      (value) => Object.assign(now, { status: 'fulfilled', value }),
      () => {
        last = undefined;
      },
    );
    return now;
  };
  function Component(props: P): ReactNode {
    const Own = use(fetch());
    return <Own {...props} />;
  }
  return Object.assign(Component, { fetch });
}

/** What a component can do without at first: null until it is there. It is fetched once it is `wanted` and the page is quiet. */
export function fetchedLater<T>(load: () => Promise<T>): (wanted: boolean) => T | null {
  let there: T | null = null;
  return function useLater(wanted) {
    const [has, setHas] = useState(() => there);
    useEffect(() => {
      if (!wanted || has !== null) return undefined;
      let isCurrent = true;
      const take = (own: T): void => {
        there = own;
        if (isCurrent) setHas(() => own);
      };
      // What cannot be fetched is asked for by the next one that wants it.
      const cancel = whenQuiet(() => load().then(take, () => undefined));
      return () => {
        isCurrent = false;
        cancel();
      };
    }, [wanted, has]);
    return has;
  };
}

/**
 * Fetches these one after another, each when there is nothing better to do: who reads or steps meanwhile is not held up. What
 * cannot be fetched is asked for again when it is drawn. The answer ends it.
 */
export function fetchInTurn(all: readonly { fetch(): Promise<unknown> }[]): () => void {
  let cancel = (): void => undefined;
  let isOver = false;
  const next = (at: number): void => {
    const one = all[at];
    if (one === undefined || isOver) return;
    const on = (): void => next(at + 1);
    cancel = whenQuiet(() => one.fetch().then(on, on), at === 0 ? QUIET_MS : 0);
  };
  next(0);
  return () => {
    isOver = true;
    cancel();
  };
}

/** A page that can be used has had its first frames by then, and what it asked for by itself is there. */
const QUIET_MS = 300;
/** What a page does at once is done by then, and what it fetches is there, on slow machines, too. */
export const LATER_MS = 2500;

/** Calls when there is nothing better to do; the answer takes it back. */
export function whenQuiet(callback: () => unknown, quietMs = QUIET_MS): () => void {
  let cancelIdle = (): void => undefined;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback !== 'function') {
      callback();
      return;
    }
    const idle = requestIdleCallback(callback, { timeout: 2000 });
    cancelIdle = () => cancelIdleCallback(idle);
  }, quietMs);
  return () => {
    clearTimeout(timer);
    cancelIdle();
  };
}
