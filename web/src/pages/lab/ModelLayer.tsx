/** Names the machine of the modelled curves next to the sweep, and the model's progress. */
import { MACHINE_IDS, type MachineId } from '../../scenario/machine.ts';
import { Select } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import styles from './lab.module.css';
import { shippedMachines } from './lines/machines.ts';
import type { ModelRunView } from './model-run.ts';

interface ModelLayerProps {
  readonly machine: MachineId | null;
  readonly view: ModelRunView;
  /** The lab measures. */
  readonly paused: boolean;
  readonly onMachine: (machine: MachineId | null) => void;
}

export function ModelLayer({ machine, view, paused, onMachine }: ModelLayerProps) {
  const { t } = useMessages();
  const { phase, share, error } = view;
  const unfinished = machine !== null && phase !== 'done' && phase !== 'failed';
  return (
    <div className={styles.layer} data-model={machine === null ? 'none' : phase} data-testid="model-layer">
      <Select
        label={t('lab.sweep.model')}
        options={[
          { value: 'none', label: t('lab.sweep.model.none') },
          ...shippedMachines().map(({ id, short }) => ({ value: id, label: short })),
        ]}
        value={machine ?? 'none'}
        onChange={(id) => onMachine(MACHINE_IDS.find((known) => known === id) ?? null)}
      />
      <p className={styles.hint} role="status">
        {machine !== null && phase === 'failed'
          ? t('lab.sweep.model.failed', { why: error?.message ?? '' })
          : unfinished && paused
            ? t('lab.sweep.model.paused')
            : phase === 'running'
              ? t('lab.sweep.model.running', { share })
              : ''}
      </p>
    </div>
  );
}
