/**
 * A step's question, put to the room below its figure on stage: its field gets what is typed, and Escape closes it before it
 * leaves the stage. Fetched when it is first asked.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './lessons.module.css';

interface AskedProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** `data-asked` also tells the stage that Escape is not its own for now. */
export function Asked({ onClose, children }: AskedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    // A field that is already there, or comes later, takes the focus from the box.
    if (box.current?.contains(before) === false) box.current.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  // In a field Escape is not a shortcut, so it arrives here.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed in its field come up to the box
    <div ref={box} tabIndex={-1} className={styles.asked} data-asked="" onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
