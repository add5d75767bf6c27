/**
 * B, or a remote's button for it, makes the picture dark; any key or click brings it back, and does nothing else. A small
 * hint at the edge says so. A field has the focus meanwhile: what goes into a field is no shortcut of any page.
 */
import '../base/messages/en/lessons.ts';
import '../base/messages/en/shell-later.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useRemote } from '../ui/keys.ts';
import { useMessages } from '../ui/messages.tsx';
import styles from './stage-dark.module.css';

/** Halves of a combination, which ends nothing. */
const ALONE: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);

export function StageDark() {
  const [isDark, setDark] = useState(false);
  useRemote({ onBlank: () => setDark(true) }, { active: true });
  return isDark ? <Dark onEnd={() => setDark(false)} /> : null;
}

function Dark({ onEnd }: { readonly onEnd: () => void }) {
  const { t } = useMessages();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    field.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || ALONE.has(event.key)) return;
    event.preventDefault();
    onEnd();
  };
  return (
    <div className={styles.dark} role="status" aria-label={t('lessons.blank')} onPointerDown={onEnd}>
      <input ref={field} readOnly className="visually-hidden" aria-label={t('lessons.blank')} onKeyDown={onKeyDown} />
      <span className={styles.hint} aria-hidden="true">
        {t('shell.stage.back')} <kbd>B</kbd>
      </span>
    </div>
  );
}
