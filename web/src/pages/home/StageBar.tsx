/**
 * Home on stage: the scene before and the scene after, as a lesson's bar has its steps, and the keys of what is shown. N
 * and P go from scene to scene; after the last one the story goes on with the cache lines.
 */
import '../../base/messages/en/home.ts';
import '../../base/messages/en/shell.ts';
import '../../base/messages/en/shell-later.ts';
import '../../base/messages/en/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MAX_IDLE } from '../../viewmodel/race/race-layout.ts';
import type { HomeAddress, Scene } from './address.ts';
import styles from './stage-bar.module.css';

/** Where the story goes on. The theme stays by itself. */
const after = (lang: string): string => `#/lab/lines?view=story&right=pg14&stage=1&lang=${lang}`;

export interface Scenes {
  readonly scene: Scene;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
}

/** The scene on stage, and the ways from it; N and P are its keys. */
export function useScenes(
  { idle = MAX_IDLE, scene = 'race', ...rest }: HomeAddress,
  onAddress: (next: HomeAddress, how: 'push') => void,
  onIdle: (idle: number) => void,
  stage: boolean,
): Scenes {
  const { lang } = useMessages();
  const onNext = (): void => {
    if (scene !== 'race') {
      location.hash = after(lang);
      return;
    }
    // With few idle connections the next scene has hardly anything to show. The slider does not follow the address.
    const many = idle < 1000 ? MAX_IDLE : idle;
    if (many !== idle) onIdle(many);
    onAddress({ ...rest, idle: many, scene: 'slowed' }, 'push');
  };
  const onPrevious = (): void => {
    if (scene === 'slowed') onAddress({ ...rest, idle }, 'push');
  };
  useKeys({ n: onNext, p: onPrevious }, { active: stage });
  return { scene: stage ? scene : 'race', onNext, onPrevious };
}

interface StageBarProps extends Scenes {
  /** Null: nothing runs. */
  readonly paused: boolean | null;
  readonly onPause: () => void;
  /** The other of 14's two cases, in the scene that has them. */
  readonly onCase: () => void;
  readonly onLeave: () => void;
}

export function StageBar({ scene, onNext, onPrevious, paused, onPause, onCase, onLeave }: StageBarProps) {
  const { t } = useMessages();
  const isFirst = scene === 'race';
  return (
    <nav className={styles.bar} aria-label={t('home.scenes')}>
      {!isFirst && (
        <Button keyHint="P" onClick={onPrevious}>
          {t('home.scene.race')}
        </Button>
      )}
      <Button keyHint="N" onClick={onNext}>
        {t(isFirst ? 'home.scene.slowed' : 'home.scene.lines')}
      </Button>
      {isFirst && (
        <span className={styles.keys}>
          {t('home.stage.keys')} <kbd>← → End</kbd>
        </span>
      )}
      {!isFirst && (
        <Button keyHint="C" onClick={onCase}>
          {t('home.stage.case')}
        </Button>
      )}
      {paused !== null && (
        <Button keyHint={t('ui.key.space')} aria-pressed={paused} onClick={onPause}>
          {paused ? t('home.race.resume') : t('home.race.pause')}
        </Button>
      )}
      <span className={styles.keys}>
        {t('shell.stage.theme')} <kbd>T</kbd>
      </span>
      <span className={styles.keys}>
        {t('home.stage.black')} <kbd>B</kbd>
      </span>
      <Button icon="stage" keyHint="F" aria-pressed onClick={onLeave}>
        {t('shell.stage.leave')}
      </Button>
    </nav>
  );
}
