/**
 * The way off the stage for a hand without a keyboard, on pages whose figure leaves no room for a button: as in a film,
 * it comes when the pointer moves or a finger touches, and goes when they rest.
 */
import '../base/messages/en/shell.ts';
import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import styles from './stage-exit.module.css';

/** Long enough to reach it from anywhere on the screen. */
const RESTS_MS = 3_000;

export function StageExit({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useMessages();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), RESTS_MS);
    };
    const onMove = (event: PointerEvent): void => {
      // A figure that moves under a resting pointer makes events, too.
      if (event.movementX !== 0 || event.movementY !== 0) show();
    };
    addEventListener('pointermove', onMove);
    addEventListener('pointerdown', show);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerdown', show);
    };
  }, []);
  if (!isShown) return null;
  return (
    <div className={styles.exit} data-stage-exit="">
      <Button icon="stage" keyHint="F" onClick={onLeave}>
        {t('shell.stage.leave')}
      </Button>
    </div>
  );
}
