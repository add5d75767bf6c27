/**
 * On stage a step's question is put to the room below its figure, with Q. While it is open its field
 * gets what is typed, Escape closes it before it leaves the stage, and a remote still goes on.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useKeys } from '../../ui/keys.ts';
import styles from './lessons.module.css';

export interface Asking {
  readonly isAsking: boolean;
  readonly toggle: () => void;
}

/** Whether the question of this step is put to the room. Another step begins without it. */
export function useAsking(step: number, canAsk: boolean): Asking {
  const [askedAt, setAskedAt] = useState(0);
  const isAsking = askedAt === step;
  const toggle = (): void => setAskedAt(isAsking ? 0 : step);
  useKeys({ q: toggle, ...(isAsking ? { Escape: toggle } : {}) }, { active: canAsk });
  return { isAsking, toggle };
}

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
