/**
 * A component that is fetched when it is first drawn, or before that by `fetch()`. Unlike React's own `lazy`, a
 * component that is already loaded is drawn at once, without an empty frame. Until then the nearest Suspense shows its
 * fallback.
 */
import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react';

export interface Fetched<P> {
  (props: P): ReactNode;
  /** Fetches it, once. Rejects if the network fails; the next call tries again. */
  fetch(): Promise<ComponentType<P>>;
  /** Drawing it waits for nothing. */
  isThere(): boolean;
}

/**
 * The `load`s of components that were drawn and failed to arrive. React draws again after such a failure; asking again
 * each time would never end.
 */
const lost = new Set<() => unknown>();
/** A boundary shows what came instead of the lost files: the next drawing asks for them again. */
export const forgetLost = (): void => lost.clear();

export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  let last: Promise<ComponentType<P>> | undefined;
  let has = false;
  let drawn: Promise<ComponentType<P>> | undefined;
  const fetch = (): Promise<ComponentType<P>> => {
    if (last !== undefined) return last;
    const now = load();
    last = now;
    now.then(
      // Marked as React marks a settled promise, so that `use` returns its value at once.
      (value) => {
        has = true;
        Object.assign(now, { status: 'fulfilled', value });
      },
      () => {
        last = undefined;
        if (drawn === now) lost.add(load);
      },
    );
    return now;
  };
  function Component(props: P): ReactNode {
    if (drawn === undefined || !lost.has(load)) drawn = fetch();
    const Own = use(drawn);
    return <Own {...props} />;
  }
  return Object.assign(Component, { fetch, isThere: () => has });
}

/**
 * For a part that a component can do without at first: null until it is loaded. It is fetched once it is `wanted` and
 * the page is quiet.
 * @param isSoon it takes room of its own: once it is wanted, it does not wait for a quiet page
 */
export function fetchedLater<T>(load: () => Promise<T>, isSoon = false): (wanted: boolean) => T | null {
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
      // After a failure, the next component that wants it asks again.
      const ask = () => load().then(take, () => undefined);
      if (isSoon) void ask();
      const cancel = isSoon ? () => undefined : whenQuiet(ask);
      return () => {
        isCurrent = false;
        cancel();
      };
    }, [wanted, has]);
    return has;
  };
}

/**
 * Fetches these one after another, each when the page is idle, so that a reader who reads or steps meanwhile does not
 * wait. A failed one is fetched again when it is drawn. The returned function cancels the rest.
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

/** Within this time a usable page has drawn its first frames and has loaded its own requests. */
const QUIET_MS = 300;
/** Within this time, even on slow machines, a page has finished its immediate work and its fetches. */
export const LATER_MS = 2500;

/** Calls back when the page is idle; the returned function cancels it. */
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
