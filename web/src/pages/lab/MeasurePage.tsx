/** The Lab with the real engine. */

import '../../base/messages/en/capability.ts';
import '../../base/messages/en/lab.ts';
import { useEffect, useMemo, useState } from 'react';
import { engineErrorText } from '../../base/engine-error.ts';
import { ns } from '../../base/units.ts';
import { startLab } from '../../engine/lab/lab-client.ts';
import type { LabWording } from '../../engine/lab/lab-config.ts';
import type { StartLab } from '../../engine/lab/lab-types.ts';
import { startModel } from '../../engine/simulation/model-client.ts';
import { type Capabilities, capabilityStore } from '../../engine/wasm/capabilities.ts';
import { MACHINE_IDS, type MachineId } from '../../scenario/machine.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented, Select } from '../../ui/choice.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PageProps } from '../../ui/page.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { LabAddress } from '../../viewmodel/addresses.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  checkForm,
  defaultForm,
  fieldNames,
  formatPoints,
  formFromAddress,
  formToAddress,
  LAB_PRESETS,
  type LabForm,
  PUBLISHED_COUNTS,
  presetForm,
} from '../../viewmodel/lab/lab-form.ts';
import { nearestActive } from '../../viewmodel/lab/published-series.ts';
import type { ResultRow, RunFacts } from '../../viewmodel/lab/rows.ts';
import { RowsTable } from '../../views/live-table/RowsTable.tsx';
import { LabHead, LabNext } from '../shared/lab/LabFrame.tsx';
import { SettingsSection } from './fields.tsx';
import { EXPERIMENTS, SingleFigure, SweepFigure } from './LabFigures.tsx';
import { AxisChoice, LabSettings } from './LabSettings.tsx';
import styles from './lab.module.css';
import { type LabView, useLabRun } from './lab-run.ts';
import { shippedMachine, shippedMachines } from './lines/machines.ts';
import { type ModelRunView, type StartModel, useSweepModel } from './model-run.ts';
import { estimateOf, isBusy, MissingNote, RunPanel, SimplifiedLink } from './panels.tsx';

interface ModelLayerProps {
  readonly machine: MachineId | null;
  readonly view: ModelRunView;
  /** The lab measures. */
  readonly paused: boolean;
  readonly onMachine: (machine: MachineId | null) => void;
}

/** Names the machine of the modelled curves next to the sweep, and the model's progress. */
function ModelLayer({ machine, view, paused, onMachine }: ModelLayerProps) {
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
      <p className={page.hint} role="status">
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

interface LabProps extends PageProps<LabAddress> {
  readonly startLab: StartLab;
  readonly startModel: StartModel;
}

/** The page's clock, until the lab has measured its own. */
const nsOfMs = (step: number) => ns(step * 1e6);

/** Null: this machine cannot measure. */
const factsOf = (able: Capabilities, { info }: LabView): RunFacts | null =>
  able.kind === 'ready'
    ? {
        cores: info?.cores ?? able.cores,
        clockResolutionNs: info?.clockResolutionNs ?? nsOfMs(able.clockStepMs),
        isolated: globalThis.crossOriginIsolated === true,
      }
    : null;

/**
 * The form and its runs. The form is the state; the address follows it. A single run follows the form at once; a sweep
 * keeps the plan it began with.
 */
function useLab({ address, onAddress, startLab }: LabProps) {
  const messages = useMessages();
  const able = useStore(capabilityStore);
  const cores = able.kind === 'ready' ? able.cores : 1;
  const wording: LabWording = useMemo(() => ({ names: fieldNames(messages), messages }), [messages]);
  const { form, narrowed, setForm } = useLabForm(address, onAddress, cores);
  const { run, view } = useLabRun(startLab);
  /** The form that the last sweep began with: its figure belongs to it, whatever the form shows now. */
  const [sweepForm, setSweepForm] = useState<LabForm | null>(null);
  const checked = checkForm(form, wording);
  const plan = checked.ok ? { points: checked.value.configs, seconds: checked.value.seconds, cores } : null;
  const busy = isBusy(view);

  const change = (next: LabForm): void => {
    setForm(next);
    if (!busy) return;
    if (next.mode !== form.mode) {
      run.stop();
      return;
    }
    const ready = checkForm(next, wording);
    if (ready.ok && next.mode === 'single' && view.kind === 'single' && next.xScale === form.xScale)
      run.change(ready.value.configs[0]);
  };
  const startWith = (wanted: LabForm): void => {
    const ready = checkForm(wanted, wording);
    if (!ready.ok) return;
    const { configs: points, seconds } = ready.value;
    if (wanted.mode === 'single') run.startSingle(points[0]);
    else {
      setSweepForm(wanted);
      run.startSweep({ points, seconds, cores });
    }
  };
  const start = (): void => startWith(form);
  /** Sets the form and runs it. */
  const ask = (next: LabForm): void => {
    if (busy) run.stop();
    setForm(next);
    startWith(next);
  };
  useKeys({ ' ': () => (busy ? run.stop() : start()) }, { active: able.kind === 'ready' });

  const facts = factsOf(able, view);
  return {
    ...{ able, cores, wording, form, narrowed, setForm, view, plan, busy, facts },
    problem: checked.ok ? null : checked.error,
    isSingle: form.mode === 'single' && facts !== null,
    /** The sweep in the figure; null: the form's, of which nothing is measured. */
    drawn: sweepForm !== null && (busy || sweepForm.axis === form.axis) ? sweepForm : null,
    /** Nobody has asked for anything yet: the page shows the published experiment. */
    isFirst: address.bare === true && facts !== null && view.phase === 'ready',
    ...{ change, start, ask, stop: run.stop },
  };
}
type LabState = ReturnType<typeof useLab>;

/** The same experiment on the chosen machine; it waits while the lab measures. */
function useModelled({ form, drawn, facts, isSingle, isFirst, busy }: LabState, startModel: StartModel) {
  const planned = drawn ?? form;
  const machine = form.machine === null ? null : shippedMachine(form.machine);
  const model = useSweepModel(startModel, {
    machine: isSingle || isFirst ? null : machine,
    designs: planned.designs,
    axis: planned.axis,
    counts: planned.points,
    // The published experiment, if there is one: the model's machine is asked about it.
    active:
      planned.workload === 'readonly' || facts === null
        ? (nearestActive(EXPERIMENTS[planned.axis].points, planned.active) ?? planned.active)
        : planned.active,
    workload: facts === null ? 'readonly' : planned.workload,
    paused: busy,
  });
  return { ...model, machine };
}

/** The picture first; below it what may be run, the settings, the numbers. */
function Lab(props: LabProps) {
  const { stage, figure, startModel } = props;
  const { t } = useMessages();
  const lab = useLab(props);
  const model = useModelled(lab, startModel);
  const { form, able, view, facts, isSingle, drawn } = lab;
  const isWhole = figure === undefined;
  const sweepRows = drawn !== null && view.kind === 'sweep' ? view.rows : [];
  const singleRows = view.kind === 'single' ? view.rows : [];
  return (
    <div className={`${page.page} ${styles.page}`} data-mode={form.mode} data-boxed={isWhole ? undefined : ''}>
      {able.kind === 'missing' && <MissingNote missing={able} still="capability.stillPublished" />}
      {lab.narrowed && <p className={page.note}>{t('lab.narrowed')}</p>}
      <LabHead
        title={t('lab.measure.title')}
        lead={t('lab.measure.lead')}
        isWhole={isWhole && !stage}
        alone={styles.top}
      >
        <Controls lab={lab} />
      </LabHead>
      <div className={styles.result}>
        {view.error !== null && view.phase !== 'failed' && (
          <p className={page.note} role="alert">
            {t('lab.refused', { why: engineErrorText(view.error, { t }) })}
          </p>
        )}
        {lab.isFirst && facts !== null ? (
          <PublishedFigure lab={lab} facts={facts} />
        ) : isSingle && facts !== null ? (
          <Single lab={lab} facts={facts} isWhole={isWhole} stage={stage} />
        ) : (
          <Sweep lab={lab} model={model} rows={sweepRows} />
        )}
      </div>
      {facts !== null && isWhole && !stage && <Presets lab={lab} />}
      {facts !== null && <Settings lab={lab} />}
      {facts !== null && isWhole && (
        <section className={styles.table}>
          <RowsTable rows={isSingle ? singleRows : sweepRows} />
          {isSingle && <p className={page.hint}>{t('lab.table.window')}</p>}
        </section>
      )}
      {!stage && isWhole && (
        <LabNext after="measure">
          <SimplifiedLink of={['lab', 'snapshots', 'transactions']} />
        </LabNext>
      )}
    </div>
  );
}

/** Nothing has been run, and there is a published experiment of the same kind to show meanwhile. */
const isBare = (view: LabView, form: LabForm): boolean =>
  view.phase === 'ready' && view.kind !== 'single' && form.workload === 'readonly';

interface SingleProps extends Pick<LabProps, 'stage'> {
  readonly lab: LabState;
  readonly facts: RunFacts;
  /** The page has all its figures, not one of them in a box. */
  readonly isWhole: boolean;
}

/** A single run's figure, and where it leaves room the published experiment. */
function Single({ lab, facts, isWhole, stage }: SingleProps) {
  const { form, view } = lab;
  if (isWhole && isBare(view, form)) return <PublishedFigure lab={lab} facts={facts} />;
  return (
    <>
      <SingleFigure view={view} form={form} facts={facts} />
      {isWhole && !stage && form.workload === 'readonly' && <PublishedFigure lab={lab} facts={facts} />}
    </>
  );
}

/** The published experiment: in place of an empty chart, and below a single run, which has no curve over connections. */
function PublishedFigure({ lab: { form }, facts }: { readonly lab: LabState; readonly facts: RunFacts }) {
  return (
    <SweepFigure
      rows={[]}
      axis={form.axis}
      counts={PUBLISHED_COUNTS}
      xScale={form.xScale}
      workload="readonly"
      active={form.active}
      modelled={[]}
      machine={null}
      measuring={false}
      facts={facts}
    />
  );
}

/** Three questions that the lab is asked most: a press sets the form and runs it. */
function Presets({ lab: { form, ask, cores } }: { readonly lab: LabState }) {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles.presets} role="group" aria-label={t('lab.presets')}>
      {LAB_PRESETS.map((preset) => {
        const next = presetForm(preset, form, cores);
        return (
          <Button
            key={preset}
            aria-pressed={JSON.stringify(next) === JSON.stringify(form)}
            onClick={(event) => {
              ask(next);
              // The chart that runs now is above these buttons.
              const whole = event.currentTarget.closest('[data-mode]');
              if (whole !== null && whole.getBoundingClientRect().top < 0) whole.scrollIntoView();
            }}
          >
            {t(`lab.preset.${preset}`)}
          </Button>
        );
      })}
    </div>
  );
}

/** The kind of run and its button; where nothing can be measured, the published experiment's axis. */
function Controls({ lab: { form, facts, view, plan, drawn, change, start, stop } }: { readonly lab: LabState }) {
  const { t } = useMessages();
  if (facts === null) return <AxisChoice value={form.axis} onChange={(axis) => change({ ...form, axis })} />;
  return (
    <>
      <Segmented
        label={t('lab.mode')}
        hideLabel
        options={[
          { value: 'single', label: t('lab.mode.single') },
          { value: 'sweep', label: t('lab.mode.sweep') },
        ]}
        value={form.mode}
        onChange={(mode) => change({ ...form, mode })}
      />
      <RunPanel
        view={view}
        form={form}
        estimate={plan === null ? null : estimateOf(plan)}
        axis={(drawn ?? form).axis}
        onStart={start}
        onStop={stop}
      />
    </>
  );
}

function Settings({ lab }: { readonly lab: LabState }) {
  const { t, format } = useMessages();
  const { form, change, cores, problem, wording } = lab;
  const connections = (kind: 'idle' | 'mostlyIdle'): string =>
    form.mode === 'sweep' && form.axis === kind ? formatPoints(form.points) : format.integer(form[kind]);
  return (
    <SettingsSection
      open={false}
      summary={t('lab.settings.summary', {
        designs: form.designs.map((design) => t(designStyle(design).shortKey)),
        active: form.active,
        idle: connections('idle'),
        mostlyIdle: connections('mostlyIdle'),
        workload: form.workload,
      })}
    >
      <LabSettings form={form} onChange={change} cores={cores} problem={problem} wording={wording} />
    </SettingsSection>
  );
}

interface SweepProps {
  readonly lab: LabState;
  readonly model: ReturnType<typeof useModelled>;
  readonly rows: readonly ResultRow[];
}

/** A sweep's figure, and the layers that the reader may put over it. */
function Sweep({ lab: { form, drawn, setForm, view, busy, facts }, model, rows }: SweepProps) {
  const { t } = useMessages();
  const planned = drawn ?? form;
  return (
    <>
      <SweepFigure
        rows={rows}
        axis={planned.axis}
        counts={planned.points}
        xScale={form.xScale}
        workload={planned.workload}
        active={planned.active}
        modelled={model.rows}
        machine={model.machine}
        measuring={busy && view.kind === 'sweep'}
        facts={facts}
      />
      <div className={styles.layers}>
        <Segmented
          label={t('lab.field.xScale')}
          options={[
            { value: 'sqrt', label: t('lab.field.xScale.sqrt') },
            { value: 'linear', label: t('lab.field.xScale.linear') },
          ]}
          value={form.xScale}
          onChange={(xScale) => setForm({ ...form, xScale })}
        />
        <ModelLayer
          machine={form.machine}
          view={model.view}
          paused={busy}
          onMachine={(id) => setForm({ ...form, machine: id })}
        />
      </div>
    </>
  );
}

/** The form and the address, kept in step both ways. */
function useLabForm(
  address: LabAddress,
  onAddress: (next: LabAddress) => void,
  cores: number,
): { readonly form: LabForm; readonly narrowed: boolean; readonly setForm: (form: LabForm) => void } {
  const read = (from: LabAddress, before: LabForm) =>
    from.bare === true ? { form: before, narrowed: false } : formFromAddress(from, before);
  const [state, setState] = useState(() => read(address, defaultForm(cores)));
  /** The last address that this page wrote itself; it needs no reading. */
  const [known, setKnown] = useState(address);

  // The reader went to another address of this page: the form follows it.
  if (address !== known) {
    setKnown(address);
    if (JSON.stringify(address) !== JSON.stringify(formToAddress(state.form))) {
      setState(read(address, address.bare === true ? defaultForm(cores) : state.form));
    }
  }
  // A bare address is the only one before isolation is known; the unknown number of cores counts once it is known.
  useEffect(() => {
    if (address.bare === true) setState({ form: defaultForm(cores), narrowed: false });
  }, [address.bare, cores]);

  return {
    ...state,
    setForm: (form) => {
      setState({ form, narrowed: false });
      onAddress(formToAddress(form));
    },
  };
}

export default function LabPage(props: PageProps<LabAddress>) {
  return <Lab {...props} startLab={startLab} startModel={startModel} />;
}
