/** The lab's run panel: the button to run or stop, a sentence on the state, the progress of a sweep. */

import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { engineErrorText } from '../../viewmodel/engine-error-text.ts';
import type { LabForm } from '../../viewmodel/lab/lab-form.ts';
import { currentPoint, sweepSeconds } from '../../viewmodel/lab/sweep.ts';
import styles from './lab.module.css';
import type { LabView } from './lab-run.ts';

interface RunPanelProps {
  readonly view: LabView;
  readonly form: LabForm;
  /** The estimated cost of the form's sweep; null when the form cannot be run. */
  readonly estimate: { readonly points: number; readonly seconds: number } | null;
  readonly axis: 'idle' | 'mostlyIdle';
  readonly onStart: () => void;
  readonly onStop: () => void;
}

export function RunPanel({ view, form, estimate, axis, onStart, onStop }: RunPanelProps) {
  const { t } = useMessages();
  const busy = view.phase === 'starting' || view.phase === 'running' || view.phase === 'hidden';
  const { sweep } = view;
  const point = sweep === null ? null : currentPoint(sweep.state);
  const state =
    view.phase === 'failed' && view.error !== null
      ? `${t('lab.phase.failed')} ${engineErrorText(view.error, { t }) || t('lab.failed.unknown')}`
      : busy && sweep !== null && point !== null && view.phase === 'running'
        ? t('lab.progress.text', {
            point: sweep.state.index + 1,
            points: sweep.state.plan.points.length,
            connections: point[axis],
          })
        : !busy && form.mode === 'sweep' && estimate !== null && view.phase !== 'done' && view.phase !== 'stopped'
          ? t('lab.progress.length', estimate)
          : t(`lab.phase.${view.phase}`);
  return (
    <div className={styles.run} data-phase={view.phase} data-testid="lab-run">
      {busy ? (
        <Button look="primary" icon="pause" onClick={onStop}>
          {t('lab.stop')}
        </Button>
      ) : (
        <Button look="primary" icon="play" onClick={onStart} disabled={estimate === null}>
          {t(form.mode === 'sweep' ? 'lab.start.sweep' : 'lab.start.single')}
        </Button>
      )}
      <p className={styles.state} role="status">
        {state}
      </p>
      {busy && sweep !== null && (
        <progress className={styles.progress} max={1} value={sweep.progress} aria-label={t('lab.progress')} />
      )}
      {busy && sweep !== null && <p className={styles.hint}>{t('lab.sweep.next')}</p>}
    </div>
  );
}

export const estimateOf = (points: Parameters<typeof sweepSeconds>[0]) => ({
  points: points.points.length,
  seconds: sweepSeconds(points),
});
