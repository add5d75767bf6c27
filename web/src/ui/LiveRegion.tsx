/**
 * Text that a screen reader announces when something changed without the reader's action. Invisible. Polite, and slow
 * on purpose: a text that changes four times a second is announced once it has stopped changing, or every `everyMs` at
 * most.
 */
import { useEffect, useRef, useState } from 'react';

export function LiveRegion({ text, everyMs = 5000 }: { readonly text: string; readonly everyMs?: number }) {
  const [said, setSaid] = useState('');
  const newest = useRef(text);
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null);
  const lastAt = useRef(0);

  useEffect(() => {
    newest.current = text;
    if (pending.current !== null) return;
    const wait = Math.max(400, lastAt.current + everyMs - performance.now());
    pending.current = setTimeout(() => {
      pending.current = null;
      lastAt.current = performance.now();
      setSaid(newest.current);
    }, wait);
  }, [text, everyMs]);
  useEffect(
    () => () => {
      if (pending.current !== null) clearTimeout(pending.current);
      pending.current = null;
    },
    [],
  );

  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {said}
    </div>
  );
}
