/**
 * A note on something, when the pointer moves over it and on focus; not when it comes to lie under a pointer that rests.
 * The noted thing stays readable without it; the note is its description
 * for screen readers. Escape hides it; it stays while the pointer is on it.
 */
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './overlay.module.css';

interface TooltipProps {
  readonly note: ReactNode;
  /** The thing that has the note. It becomes focusable. */
  readonly children: ReactNode;
}

/** Distance from the window's edge, in px. */
const MARGIN = 8;

export function Tooltip({ note, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const target = anchor.current;
    const note = bubble.current;
    if (!open || target === null || note === null) return;
    const from = target.getBoundingClientRect();
    const own = note.getBoundingClientRect();
    const left = Math.min(
      Math.max(from.left + from.width / 2 - own.width / 2, MARGIN),
      innerWidth - own.width - MARGIN,
    );
    const below = from.top - own.height - MARGIN < 0;
    note.style.left = `${Math.max(MARGIN, left)}px`;
    note.style.top = `${below ? from.bottom + MARGIN : from.top - own.height - MARGIN}px`;
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only show and hide the note
    <span
      className={styles.anchor}
      onPointerMove={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false);
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the note must be within reach of the keyboard */}
      <span ref={anchor} className={styles.noted} tabIndex={0} aria-describedby={id}>
        {children}
      </span>
      <span ref={bubble} id={id} role="tooltip" className={styles.tooltip} data-open={open}>
        {note}
      </span>
    </span>
  );
}
