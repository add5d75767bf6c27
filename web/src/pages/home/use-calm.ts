/** A value that may change many times a second, for texts that should change once. */
import { useEffect, useState } from 'react';

const CALM_MS = 1000;

/** The newest value at most once a second, but at once when `key` changes. */
export function useCalm<T>(value: T, key: string): T {
  const [held, setHeld] = useState({ value, key, until: 0 });
  const due = held.key !== key;
  const now = due ? { value, key, until: 0 } : held;
  useEffect(() => {
    setHeld((before) =>
      before.key === key && performance.now() < before.until
        ? before
        : { value, key, until: performance.now() + CALM_MS },
    );
  }, [value, key]);
  return now.value;
}
