/** What explains what: two designs, modelled again with one mechanism left out at a time. */

import '../../../base/messages/en/model.ts';
import '../../../base/messages/en/without.ts';
import { useEffect, useMemo } from 'react';
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import type { Machine, MachineId } from '../../../scenario/machine.ts';
import { Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { SURE_SEEDS, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import { type WithoutCase, withoutConfigs, withoutOf } from '../../../viewmodel/prediction/without.ts';
import { WithoutFigure } from '../../../views/without/WithoutFigure.tsx';
import { MachineSelect } from '../fields.tsx';
import { shippedMachine } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { ModelRunPanel } from '../panels.tsx';
import { DROP_LIMITS, type ModelAddress, WITHOUT_FIRST, type WithoutAddress } from './address.ts';
import styles from './model.module.css';

type Address = ModelAddress & { readonly view: 'without' };

/** Models every variant, and starts over when the question changes. */
function useWithout(startModel: StartModel, machine: Machine, { before, after, active, idle }: WithoutCase) {
  const { run, view } = useModelRun(startModel);
  const jobs = useMemo(
    () =>
      seeded(
        withoutConfigs({ before, after, active, idle }).map((config) => ({ machine, config })),
        SURE_SEEDS,
      ),
    [machine, before, after, active, idle],
  );
  useEffect(() => run.start(jobs), [run, jobs]);
  const ablations = useMemo(() => withoutOf(view.points === jobs ? view.rows : []), [view.points, view.rows, jobs]);
  return { ablations, view, points: jobs.length, start: () => run.start(jobs), stop: run.stop };
}

interface WithoutSettingsProps {
  readonly machine: MachineId;
  readonly values: WithoutCase;
  readonly onChange: (next: WithoutAddress) => void;
}

function WithoutSettings({ machine, values, onChange }: WithoutSettingsProps) {
  const { t } = useMessages();
  const { before, after } = values;
  // A design that is chosen on one side and stands on the other makes both change places.
  const design = (side: 'before' | 'after', other: DesignId, swapped: 'before' | 'after') => (
    <Select
      label={t(`without.field.${side}`)}
      options={DESIGN_IDS.map((id) => ({ value: id, label: t(designStyle(id).shortKey) }))}
      value={values[side]}
      onChange={(id) => onChange(id === other ? { [side]: id, [swapped]: values[side] } : { [side]: id })}
    />
  );
  return (
    <div className={styles.settings}>
      <MachineSelect value={machine} onChange={(id) => onChange({ machine: id })} />
      {design('before', after, 'after')}
      {design('after', before, 'before')}
      <NumberField
        label={t('model.drop.field.active')}
        value={values.active}
        min={1}
        max={DROP_LIMITS.active}
        whole
        onChange={(active) => onChange({ active })}
      />
      <NumberField
        label={t('without.field.idle')}
        value={values.idle}
        min={0}
        max={DROP_LIMITS.idle}
        whole
        onChange={(idle) => onChange({ idle })}
      />
    </div>
  );
}

interface WithoutViewProps {
  readonly address: Address;
  readonly onAddress: (next: Address) => void;
  readonly startModel: StartModel;
}

export function WithoutView({ address, onAddress, startModel }: WithoutViewProps) {
  const { t } = useMessages();
  const machineId = address.machine ?? MODEL_DEFAULTS.machine;
  const machine = shippedMachine(machineId);
  const { before, after, active, idle } = { ...WITHOUT_FIRST, ...address };
  const asked: WithoutCase = { before, after, active, idle };
  const { ablations, view, points, start, stop } = useWithout(startModel, machine, asked);
  return (
    <>
      <WithoutSettings
        machine={machineId}
        values={asked}
        onChange={(next) => onAddress({ ...asked, machine: machineId, ...next, view: 'without' })}
      />
      <ModelRunPanel view={view} label={t('model.run.again')} points={points} onStart={start} onStop={stop} />
      <div className={`${styles.result} ${styles.alone}`}>
        <WithoutFigure
          asked={asked}
          ablations={ablations}
          facts={[
            machine.short,
            t(machine.fitted === null ? 'model.facts.assumed' : 'model.facts.fitted', {
              n: machine.fitted?.constants.length ?? 0,
            }),
          ]}
        />
      </div>
    </>
  );
}
