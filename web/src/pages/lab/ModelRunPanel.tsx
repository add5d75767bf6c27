/** The model's run panel: the button to run or stop, a sentence, the progress. */
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import styles from './lab.module.css';
import type { ModelRunView } from './model-run.ts';

interface ModelRunPanelProps {
  readonly view: ModelRunView;
  readonly label: string;
  /** Points that a click would model; null when none can be modelled. */
  readonly points: number | null;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

export function ModelRunPanel({ view, label, points, onStart, onStop }: ModelRunPanelProps) {
  const { t } = useMessages();
  const { phase } = view;
  const busy = phase === 'running';
  const rows = view.rows.filter((row) => row !== null).length;
  return (
    <div className={styles.run} data-phase={phase} data-rows={rows} data-testid="model-run">
      {busy ? (
        <Button look="primary" icon="pause" onClick={onStop}>
          {t('model.run.stop')}
        </Button>
      ) : (
        <Button look="primary" icon="play" onClick={onStart} disabled={points === null}>
          {label}
        </Button>
      )}
      <p className={styles.state} role="status">
        {phase === 'running'
          ? t('model.run.running', { points: view.points.length })
          : phase === 'failed'
            ? t('model.run.failed', { why: view.error?.message ?? '' })
            : phase === 'ready'
              ? points === null
                ? ''
                : t('model.run.ready', { points })
              : t(phase === 'done' ? 'model.run.done' : 'model.run.stopped', { rows, points: view.points.length })}
      </p>
      {busy && (
        <>
          <progress
            className={styles.progress}
            data-live
            max={1}
            value={view.share}
            aria-label={t('model.run.progress')}
          />
          <p className={styles.hint} data-live>
            {t('model.run.at', { at: view.at + 1, points: view.points.length })}
          </p>
        </>
      )}
    </div>
  );
}
