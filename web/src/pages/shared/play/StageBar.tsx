/** Below the stage in stage mode: which figure stands beside the lanes, a step back and on, and the way out. */
import { Button } from '../../../ui/Button.tsx';
import { Segmented } from '../../../ui/choice.tsx';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { canStep } from './play-moves.ts';
import type { PlayState } from './play-state.ts';
import type { PlayStore } from './play-store.ts';
import styles from './playground.module.css';
import type { StageFigure } from './stage-figure.ts';

interface StageBarProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly figures: readonly StageFigure[];
  readonly figure: StageFigure;
  readonly onFigure: (figure: StageFigure) => void;
  readonly onLeave: () => void;
  /** Says what the last step did. */
  readonly now: string;
}

export function StageBar({ store, state, figures, figure, onFigure, onLeave, now }: StageBarProps) {
  const { t } = useMessages();
  return (
    <section className={styles.stageBar} aria-label={t('stage.bar')}>
      {figures.length === 0 ? (
        <span />
      ) : (
        <Segmented<StageFigure>
          label={t('stage.figure.name')}
          hideLabel
          options={figures.map((value) => ({ value, label: t(`stage.figure.${value}`) }))}
          value={figure}
          onChange={onFigure}
        />
      )}
      <Button onClick={() => store.back()} disabled={state.playback.tick === 0}>
        {t('stage.figure.back')}
      </Button>
      <Button onClick={() => void store.step()} disabled={!canStep(state)}>
        {t('stage.figure.step')}
      </Button>
      <Button look="quiet" onClick={onLeave}>
        {t('shell.stage.leave')}
      </Button>
      <LiveRegion text={now} everyMs={600} />
    </section>
  );
}
