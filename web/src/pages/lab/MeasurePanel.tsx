/** A page's own measuring: the button to run or stop, a sentence on the state, the progress. */
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import styles from './lab.module.css';
import type { LabView } from './lab-run.ts';

interface MeasurePanelProps {
  readonly view: LabView;
  readonly label: string;
  readonly stopLabel: string;
  readonly state: string;
  readonly testId: string;
  /** False: a run cannot be started. */
  readonly able: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

export const isBusy = ({ phase }: LabView): boolean =>
  phase === 'starting' || phase === 'running' || phase === 'hidden';

export function MeasurePanel({ view, label, stopLabel, state, testId, able, onStart, onStop }: MeasurePanelProps) {
  const { t } = useMessages();
  const busy = isBusy(view);
  return (
    <div className={styles.run} data-phase={view.phase} data-testid={testId}>
      <Button look="primary" icon={busy ? 'pause' : 'play'} onClick={busy ? onStop : onStart} disabled={!able}>
        {busy ? stopLabel : label}
      </Button>
      <p className={styles.state} role="status">
        {state}
      </p>
      {busy && view.sweep !== null && (
        <progress className={styles.progress} max={1} value={view.sweep.progress} aria-label={t('lab.progress')} />
      )}
    </div>
  );
}
