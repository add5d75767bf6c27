/** What makes a design slower when more connections are open: two points of the model, part by part. */

import '../../../base/messages/en/model.ts';
import { useEffect, useMemo } from 'react';
import { DESIGN_IDS } from '../../../base/designs.ts';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import type { Machine, MachineId } from '../../../scenario/machine.ts';
import { Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { type DropCase, dropConfigs, dropOf } from '../../../viewmodel/prediction/drop.ts';
import { bySeed, SURE_SEEDS, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import { DropFigure } from '../../../views/drop/DropFigure.tsx';
import { MachineSelect } from '../fields.tsx';
import { shippedMachine } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { ModelRunPanel } from '../panels.tsx';
import { DROP_LIMITS, type DropAddress, type ModelAddress } from './address.ts';
import styles from './model.module.css';

type Address = ModelAddress & { readonly view: 'drop' };

/** The table with idle connections, from its first point to its last. */
const FIRST: DropCase = { design: 'pg13', active: 48, few: 0, many: 10_000 };

/** Models both ends, and starts over when the question changes. */
function useDrop(startModel: StartModel, machine: Machine, { design, active, few, many }: DropCase) {
  const { run, view } = useModelRun(startModel);
  const jobs = useMemo(
    () =>
      seeded(
        dropConfigs({ design, active, few, many }).map((config) => ({ machine, config })),
        SURE_SEEDS,
      ),
    [machine, design, active, few, many],
  );
  useEffect(() => run.start(jobs), [run, jobs]);
  const drop = useMemo(() => {
    const [before = [], after = []] = view.points === jobs ? bySeed(view.rows, 2) : [];
    return dropOf(before, after);
  }, [view.points, view.rows, jobs]);
  return { drop, view, points: jobs.length, start: () => run.start(jobs), stop: run.stop };
}

interface DropSettingsProps {
  readonly machine: MachineId;
  readonly values: DropCase;
  readonly onChange: (next: DropAddress) => void;
}

function DropSettings({ machine, values, onChange }: DropSettingsProps) {
  const { t } = useMessages();
  const count = (field: 'active' | 'few' | 'many', min: number, max: number) => (
    <NumberField
      label={t(`model.drop.field.${field}`)}
      value={values[field]}
      {...{ min, max }}
      whole
      onChange={(next) => onChange({ [field]: next })}
    />
  );
  return (
    <div className={styles.settings}>
      <MachineSelect value={machine} onChange={(id) => onChange({ machine: id })} />
      <Select
        label={t('model.drop.field.design')}
        options={DESIGN_IDS.map((id) => ({ value: id, label: t(designStyle(id).shortKey) }))}
        value={values.design}
        onChange={(design) => onChange({ design })}
      />
      {count('active', 1, DROP_LIMITS.active)}
      {count('few', 0, DROP_LIMITS.idle)}
      {count('many', 0, DROP_LIMITS.idle)}
    </div>
  );
}

interface DropViewProps {
  readonly address: Address;
  readonly onAddress: (next: Address) => void;
  readonly startModel: StartModel;
}

export function DropView({ address, onAddress, startModel }: DropViewProps) {
  const { t } = useMessages();
  const machineId = address.machine ?? MODEL_DEFAULTS.machine;
  const machine = shippedMachine(machineId);
  const { design = FIRST.design, active = FIRST.active, few = FIRST.few, many = FIRST.many } = address;
  const values: DropCase = { design, active, few, many };
  // While somebody types, the ends may be the other way round.
  const asked: DropCase = { ...values, few: Math.min(few, many), many: Math.max(few, many) };
  const { drop, view, points, start, stop } = useDrop(startModel, machine, asked);
  return (
    <>
      <DropSettings
        machine={machineId}
        values={values}
        onChange={(next) => onAddress({ ...values, machine: machineId, ...next, view: 'drop' })}
      />
      <ModelRunPanel view={view} label={t('model.run.again')} points={points} onStart={start} onStop={stop} />
      <div className={`${styles.result} ${styles.alone}`}>
        <DropFigure
          asked={asked}
          drop={drop}
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
