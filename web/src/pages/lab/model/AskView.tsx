/**
 * A form for the model: the question is in the address; its answer stays next to it until another question is asked.
 */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { DESIGN_IDS } from '../../../base/designs.ts';
import {
  expandModel,
  MODEL_DEFAULTS,
  MODEL_LIMITS,
  type ModelField,
  type ModelLists,
  type ModelWording,
  parseCounts,
  parseModelLists,
} from '../../../engine/simulation/model-config.ts';
import { fittedOr } from '../../../engine/simulation/model-params.ts';
import { MODEL_WORKLOADS, type ModelWorkload } from '../../../engine/simulation/model-types.ts';
import { machineCores, machineThreads } from '../../../scenario/machine.ts';
import { CheckboxGroup, Select, Toggle } from '../../../ui/choice.tsx';
import { useMediaQuery } from '../../../ui/hooks.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import type { ModelAddress } from '../../../viewmodel/addresses.ts';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { meanRows, SURE_SEEDS, seeded, sweptAxis } from '../../../viewmodel/prediction/model-rows.ts';
import { ModelRowsFigure } from '../../../views/model-rows/ModelRowsFigure.tsx';
import { DesignSwatch } from '../../../views/shared/chart/parts.tsx';
import lab from '../lab.module.css';
import { shippedMachine, shippedMachines } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { ListField, ModelRunPanel } from '../panels.tsx';
import styles from './model.module.css';

type AskAddress = ModelAddress & { readonly view: 'ask' };

/** On stage there is room for bars of this many points; they show the same as a curve of few points. */
const STAGE_BARS = 8;

interface AskViewProps {
  readonly address: AskAddress;
  readonly onAddress: (next: AskAddress) => void;
  readonly startModel: StartModel;
  /** The form exists, and is closed. */
  readonly folded: boolean;
  /** The first answer starts without a click: in a lesson and on stage the question has been asked already. */
  readonly asksAtOnce: boolean;
  readonly stage: boolean;
}

const listText = (values: readonly number[]): string => values.join(', ');
const rawOf = (lists: ModelLists) => ({
  designs: lists.designs.join(','),
  active: lists.active.join(','),
  idle: lists.idle.join(','),
  mostlyIdle: lists.mostlyIdle.join(','),
  workload: lists.workload,
  thinkMs: String(lists.thinkMs),
  networkMs: String(lists.networkMs),
  otherWorkUs: lists.otherWorkUs === null ? undefined : String(lists.otherWorkUs),
  savepoints: lists.savepoints?.join(','),
  slru: lists.slru?.join(','),
});
/** Savepoints and pg_subtrans belong to the workload that was asked about: another workload drops them. */
const otherWorkload = ({ savepoints: _, slru: __, ...lists }: ModelLists, workload: ModelWorkload): ModelLists => ({
  ...lists,
  workload,
});

export function AskView({ address, onAddress, startModel, folded, asksAtOnce, stage }: AskViewProps) {
  const messages = useMessages();
  const { t } = messages;
  const { lists, coherence } = address;
  const machine = shippedMachine(address.machine ?? MODEL_DEFAULTS.machine);
  const { run, view } = useModelRun(startModel);
  /** The question behind the rows: their figure belongs to it, whatever the form shows now. */
  const [asked, setAsked] = useState<AskAddress | null>(null);
  const wording: ModelWording = useMemo(
    () => ({
      names: {
        designs: t('lab.field.designs'),
        active: t('lab.field.active'),
        idle: t('lab.field.idle'),
        mostlyIdle: t('lab.field.mostlyIdle'),
        workload: t('lab.field.workload'),
        thinkMs: t('model.field.think'),
        networkMs: t('model.field.network'),
        otherWorkUs: t('lab.field.otherWork'),
        savepoints: t('lab.field.savepoints'),
        slru: t('lab.field.slru'),
      },
      messages,
    }),
    [messages, t],
  );
  const checked = parseModelLists(rawOf(lists), wording);
  const problem = checked.ok ? null : checked.error;
  const errorAt = (field: ModelField): string | undefined => (problem?.field === field ? problem.message : undefined);
  const set = (change: Partial<ModelLists>): void => onAddress({ ...address, lists: { ...lists, ...change } });
  const start = (): void => {
    if (!checked.ok) return;
    setAsked(address);
    run.start(
      seeded(
        expandModel(checked.value, coherence).map((config) => ({ machine, config })),
        SURE_SEEDS,
      ),
    );
  };
  const askFirst = useEffectEvent(() => {
    if (asksAtOnce && view.phase === 'ready') start();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is asked for by a press
  useEffect(() => askFirst(), [run, asksAtOnce]);
  const fitted = fittedOr(machine, 'otherWorkUs');
  const listField = (field: 'active' | 'idle' | 'mostlyIdle', hint: string) => (
    <ListField
      label={wording.names[field]}
      hint={hint}
      values={lists[field]}
      format={listText}
      parse={(text) => parseCounts(text, field, wording)}
      onChange={(values) => set({ [field]: values })}
      error={errorAt(field)}
    />
  );
  const form = (
    <div className={lab.fields}>
      <div className={lab.wide}>
        <Select
          label={t('model.field.machine')}
          options={shippedMachines().map(({ id, short }) => ({ value: id, label: short }))}
          value={machine.id}
          onChange={(id) => {
            const chosen = shippedMachines().find((each) => each.id === id);
            if (chosen !== undefined) onAddress({ ...address, machine: chosen.id as typeof MODEL_DEFAULTS.machine });
          }}
          hint={t('model.field.machine.hint', { cores: machineCores(machine), threads: machineThreads(machine) })}
        />
      </div>
      <div className={lab.wide}>
        <CheckboxGroup
          label={t('lab.field.designs')}
          options={DESIGN_IDS.map((design) => ({
            value: design,
            label: (
              <span className={lab.choice} title={t(designStyle(design).whatKey)}>
                <DesignSwatch design={design} />
                {t(designStyle(design).shortKey)}
              </span>
            ),
          }))}
          values={lists.designs}
          onChange={(designs) => set({ designs })}
          error={errorAt('designs')}
        />
      </div>
      <div className={lab.wide}>
        <Select
          label={t('lab.field.workload')}
          options={MODEL_WORKLOADS.map((id) => ({
            value: id,
            label: id === 'batch' ? t('model.workload.batch') : t(`lab.workload.${id}`),
          }))}
          value={lists.workload}
          onChange={(workload) => onAddress({ ...address, lists: otherWorkload(lists, workload) })}
        />
      </div>
      <div className={lab.wide}>{listField('active', t('model.field.active.hint'))}</div>
      <div className={lab.wide}>{listField('idle', t('lab.field.idle.hint'))}</div>
      <div className={lab.wide}>{listField('mostlyIdle', t('lab.field.mostlyIdle.hint'))}</div>
      <NumberField
        label={t('model.field.think')}
        hint={t('model.field.think.hint')}
        unit={t('lab.unit.ms')}
        value={lists.thinkMs}
        min={0}
        max={MODEL_LIMITS.pauseMs}
        whole={false}
        onChange={(thinkMs) => set({ thinkMs })}
        error={errorAt('thinkMs')}
      />
      <NumberField
        label={t('model.field.network')}
        hint={t('model.field.network.hint')}
        unit={t('lab.unit.ms')}
        value={lists.networkMs}
        min={0}
        max={MODEL_LIMITS.pauseMs}
        whole={false}
        onChange={(networkMs) => set({ networkMs })}
        error={errorAt('networkMs')}
      />
      <NumberField
        label={t('lab.field.otherWork')}
        hint={t(fitted.assumed ? 'model.field.otherWork.assumed' : 'model.field.otherWork.fitted', fitted)}
        unit={t('lab.unit.us')}
        value={lists.otherWorkUs ?? fitted.value}
        min={0}
        max={MODEL_LIMITS.otherWorkUs}
        whole={false}
        onChange={(us) => set({ otherWorkUs: us === fitted.value ? null : us })}
        error={errorAt('otherWorkUs')}
      />
      <div className={lab.wide}>
        <Toggle
          label={t('model.field.coherence')}
          hint={t('model.field.coherence.hint')}
          checked={coherence}
          onChange={(on) => onAddress({ ...address, coherence: on })}
        />
      </div>
    </div>
  );
  const roomy = useMediaQuery('(min-width: 62rem)');
  const shown = asked ?? address;
  const shownMachine = shippedMachine(shown.machine ?? MODEL_DEFAULTS.machine);
  const axis = sweptAxis(shown.lists);
  const points = checked.ok ? expandModel(checked.value).length * SURE_SEEDS : null;
  const pointsRun = view.points.length / SURE_SEEDS;
  const rows = useMemo(() => meanRows(view.rows, pointsRun), [view.rows, pointsRun]);
  return (
    <>
      <ModelRunPanel view={view} label={t('model.run.start')} points={points} onStart={start} onStop={run.stop} />
      <div className={lab.body}>
        <section className={lab.settings} aria-label={t('lab.settings')}>
          {roomy && !folded ? (
            form
          ) : (
            <details>
              <summary className={lab.summary}>
                {t('lab.settings')}
                <span className={lab.hint}>
                  {t('model.ask.summary', {
                    machine: machine.short,
                    active: listText(lists.active),
                    idle: listText(lists.idle),
                  })}
                </span>
              </summary>
              {form}
            </details>
          )}
        </section>
        <div className={styles.result}>
          <ModelRowsFigure
            rows={rows}
            axis={axis}
            show={!stage ? 'all' : pointsRun <= STAGE_BARS ? 'bars' : 'curve'}
            xs={axis === null ? [] : shown.lists[axis]}
            facts={[
              shownMachine.short,
              t(shownMachine.fitted === null ? 'model.facts.assumed' : 'model.facts.fitted', {
                n: shownMachine.fitted?.constants.length ?? 0,
              }),
            ]}
          />
        </div>
      </div>
    </>
  );
}
