/** On stage: B, or a remote's button for it, makes the picture dark; any key or click brings it back. */
import '../base/messages/en/lessons.ts';
import { useEffect, useState } from 'react';
import { isShortcut, useRemote } from '../ui/keys.ts';
import { useMessages } from '../ui/messages.tsx';
import styles from './stage-dark.module.css';

export function StageDark() {
  const { t } = useMessages();
  const [isDark, setDark] = useState(false);
  useRemote({ onBlank: () => setDark((was) => !was) }, { active: true });
  useEffect(() => {
    if (!isDark) return undefined;
    // The keys of the page work in the dark, too: what they do is seen.
    const onKey = (event: KeyboardEvent): void => {
      if (isShortcut(event) && !BLANKS.has(event.key.toLowerCase())) setDark(false);
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [isDark]);
  if (!isDark) return null;
  return (
    <div className={styles.dark} role="status" aria-label={t('lessons.blank')} onPointerDown={() => setDark(false)} />
  );
}

const BLANKS: ReadonlySet<string> = new Set(['b', '.']);
