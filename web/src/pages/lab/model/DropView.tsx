/** What makes a design slower when more connections are open: two points of the model, part by part. */

import '../../../base/messages/en/lab.ts';
import '../../../base/messages/en/model.ts';
import { useEffect, useMemo } from 'react';
import { DESIGN_IDS } from '../../../base/designs.ts';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
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
import { DROP_LIMITS, type ModelAddress } from './address.ts';
import styles from './model.module.css';

type Address = ModelAddress & { readonly view: 'drop' };

/** The table with idle connections, from its first point to its last. */
const FIRST: DropCase = { design: 'pg13', active: 48, few: 0, many: 10_000 };

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
  const asked: DropCase = { design, active, few: Math.min(few, many), many: Math.max(few, many) };
  const { run, view } = useModelRun(startModel);
  const jobs = useMemo(
    () =>
      seeded(
        dropConfigs({ design, active, few: Math.min(few, many), many: Math.max(few, many) }).map((config) => ({
          machine,
          config,
        })),
        SURE_SEEDS,
      ),
    [machine, design, active, few, many],
  );
  useEffect(() => run.start(jobs), [run, jobs]);
  const drop = useMemo(() => {
    const [before = [], after = []] = view.points === jobs ? bySeed(view.rows, 2) : [];
    return dropOf(before, after);
  }, [view.points, view.rows, jobs]);
  const change = (next: Partial<Address>): void =>
    onAddress({ design, active, few, many, machine: machineId, ...next, view: 'drop' });
  const count = (field: 'active' | 'few' | 'many', value: number, min: number, max: number) => (
    <NumberField
      label={t(`model.drop.field.${field}`)}
      value={value}
      {...{ min, max }}
      whole
      onChange={(next) => change({ [field]: next })}
    />
  );
  return (
    <>
      <div className={styles.settings}>
        <MachineSelect value={machineId} onChange={(id) => change({ machine: id })} />
        <Select
          label={t('model.drop.field.design')}
          options={DESIGN_IDS.map((id) => ({ value: id, label: t(designStyle(id).shortKey) }))}
          value={design}
          onChange={(id) => change({ design: id })}
        />
        {count('active', active, 1, DROP_LIMITS.active)}
        {count('few', few, 0, DROP_LIMITS.idle)}
        {count('many', many, 0, DROP_LIMITS.idle)}
      </div>
      <ModelRunPanel
        view={view}
        label={t('model.run.again')}
        points={jobs.length}
        onStart={() => run.start(jobs)}
        onStop={run.stop}
      />
      <div className={styles.result}>
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
