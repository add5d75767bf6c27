/**
 * The ways from here, by key or by hand: the story's page before and after, the other theme, and off the stage. For a hand without
 * a keyboard, on pages whose figure leaves no room for buttons: as in a film, they are there when the stage opens, come
 * back when the pointer moves or a finger touches, and go when it rests.
 */
import '../base/messages/en/home.ts';
import '../base/messages/en/shell.ts';
import '../base/messages/en/shell-later.ts';
import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { type Display, type Route, routeTo } from './address/address.ts';
import styles from './stage-exit.module.css';
import { useStory, useThemeKey } from './stage-story.ts';

/** Long enough to reach it from anywhere on the screen. */
const RESTS_MS = 3_000;
/** Long enough to read all of them. */
const OPENS_MS = 6_000;

interface StageExitProps {
  readonly route: Route;
  readonly display: Display;
  /** The page's own bar, which has the way off: it ends at the right, or has a gap in its middle. */
  readonly bar?: 'right' | 'play';
  readonly onLeave?: () => void;
}

export function StageExit({ route, display, bar, onLeave }: StageExitProps) {
  const { t } = useMessages();
  const { previous, next, own } = useStory(route.page, display);
  const turn = useThemeKey(route, display);
  const isShown = useRecent();
  const line = onLeave !== undefined && <div className={styles.line} />;
  if (!isShown) return line;
  const ways = (
    <div className={styles.exit} data-stage-exit="" data-bar={bar}>
      {previous !== null && (
        <Button keyHint={own === null ? 'P ←' : 'P'} onClick={previous.go}>
          {t(routeTo(previous.page).name)}
        </Button>
      )}
      {next !== null && (
        <Button keyHint={own === null ? 'N →' : 'N'} onClick={next.go}>
          {t(routeTo(next.page).name)}
        </Button>
      )}
      {own !== null && own !== 'view' && onLeave !== undefined && (
        <span className={styles.key}>
          {t(`shell.stage.${own}`)} <kbd>← →</kbd>
        </span>
      )}
      <Button keyHint="T" onClick={turn}>
        {t('shell.stage.theme')}
      </Button>
      <span className={styles.key}>
        {t('home.stage.black')} <kbd>B</kbd>
      </span>
      {onLeave !== undefined && (
        <Button icon="stage" keyHint="F" onClick={onLeave}>
          {t('shell.stage.leave')}
        </Button>
      )}
    </div>
  );
  return (
    <>
      {line}
      {ways}
    </>
  );
}

/** For some seconds after the stage has opened, and whenever somebody points. */
function useRecent(): boolean {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setShown(false), OPENS_MS);
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
  return isShown;
}
