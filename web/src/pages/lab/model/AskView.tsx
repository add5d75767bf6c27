/**
 * A form for the model: the question is in the address; its answer stays next to it until another question is asked.
 */

import '../../../base/messages/en/lab.ts';
import '../../../base/messages/en/model.ts';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { sameData } from '../../../base/same.ts';
import { hasSavepoints } from '../../../engine/lab/lab-types.ts';
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
import { fittedOr, otherWorkOf } from '../../../engine/simulation/model-params.ts';
import { MODEL_WORKLOADS, type ModelWorkload } from '../../../engine/simulation/model-types.ts';
import { type Machine, machineCores, machineThreads } from '../../../scenario/machine.ts';
import { Select, Toggle } from '../../../ui/choice.tsx';
import { useMediaQuery, WINDOWS } from '../../../ui/hooks.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { coarseFirst, meanRows, SURE_SEEDS, seeded, sweptAxis } from '../../../viewmodel/prediction/model-rows.ts';
import { ASK_PRESETS, STORED_MACHINE, storedAsk } from '../../../viewmodel/prediction/stored.ts';
import { ModelRowsFigure } from '../../../views/model-rows/ModelRowsFigure.tsx';
import { DesignsField, ListField, MachineSelect, SettingsSection } from '../fields.tsx';
import lab from '../lab.module.css';
import { shippedMachine } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { ModelRunPanel } from '../panels.tsx';
import type { ModelAddress } from './address.ts';
import { STORED } from './answers.ts';
import { ModelPresets } from './ModelPresets.tsx';
import styles from './model.module.css';

type AskAddress = ModelAddress & { readonly view: 'ask' };

/** On stage there is room for bars of this many points; they show the same as a curve of few points. */
const STAGE_BARS = 8;

interface AskViewProps {
  readonly address: AskAddress;
  readonly onAddress: (next: AskAddress) => void;
  readonly startModel: StartModel;
  readonly head: (run: ReactNode) => ReactNode;
  /** The form exists, and is closed. */
  readonly folded: boolean;
  readonly isWhole: boolean;
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

/** Names of the settings, in the reader's words: of the fields, and in messages about them. */
function useWording(): ModelWording {
  const messages = useMessages();
  return useMemo(() => {
    const { t } = messages;
    return {
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
    };
  }, [messages]);
}

/** The answer that was computed in advance, if the address asks for one. */
const inAdvance = ({ lists, machine = STORED_MACHINE, coherence }: AskAddress) =>
  coherence && machine === STORED_MACHINE ? storedAsk(STORED, lists) : null;

/** The jobs of a checked question, the ends of its curve first. */
function jobsOf({ machine = MODEL_DEFAULTS.machine, coherence }: AskAddress, lists: ModelLists) {
  const axis = sweptAxis(lists);
  const ordered = axis === null ? lists : { ...lists, [axis]: coarseFirst(lists[axis].toSorted((a, b) => a - b)) };
  const own = shippedMachine(machine);
  return seeded(
    expandModel(ordered, { coherence }).map((config) => ({ machine: own, config })),
    SURE_SEEDS,
  );
}

/** Asks the model about an address; the rows belong to the address that was `asked` last. */
function useQuestion(startModel: StartModel, address: AskAddress, asksAtOnce: boolean) {
  const wording = useWording();
  const { run, view } = useModelRun(startModel);
  const [asked, setAsked] = useState<AskAddress | null>(() => (inAdvance(address) === null ? null : address));
  const checked = parseModelLists(rawOf(address.lists), wording);
  const ask = (next: AskAddress): void => {
    const ready = parseModelLists(rawOf(next.lists), wording);
    if (!ready.ok) return;
    setAsked(next);
    run.start(jobsOf(next, ready.value));
  };
  const askFirst = useEffectEvent(() => {
    if (asksAtOnce && view.phase === 'ready' && asked === null) ask(address);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is asked for by a press
  useEffect(() => askFirst(), [run, asksAtOnce]);
  const points = view.points.length / SURE_SEEDS;
  const own = useMemo(() => meanRows(view.rows, points), [view.rows, points]);
  // It stays until this machine's own answer is there.
  const stored = asked === null || view.phase === 'done' ? null : inAdvance(asked);
  const rows = stored ?? own;
  const axis = sweptAxis((asked ?? address).lists);
  return {
    wording,
    view,
    ask,
    stop: run.stop,
    isStored: stored !== null,
    problem: checked.ok ? null : checked.error,
    /** Of the form; null: it cannot be asked. */
    pointsToRun: checked.ok ? expandModel(checked.value).length * SURE_SEEDS : null,
    asked: asked ?? address,
    /** The form is no longer the question that is answered. */
    isStale: asked !== null && checked.ok && !sameData(asked, address),
    points: stored?.length ?? points,
    rows: useMemo(() => (axis === null ? rows : rows.toSorted((a, b) => a[axis] - b[axis])), [rows, axis]),
  };
}

export function AskView({ address, onAddress, startModel, folded, isWhole, asksAtOnce, stage, head }: AskViewProps) {
  const { t } = useMessages();
  const question = useQuestion(startModel, address, asksAtOnce);
  const { points, view } = question;
  const roomy = useMediaQuery(WINDOWS.desk);
  const presets = (
    <ModelPresets
      presets={ASK_PRESETS.map(({ id, lists }) => ({
        label: t(`model.ask.preset.${id}`),
        isNow: sameData(lists, address.lists),
        onChoose: () => {
          const next = { ...address, lists };
          onAddress(next);
          question.ask(next);
        },
      }))}
    />
  );
  return (
    <>
      {head(
        <ModelRunPanel
          view={view}
          label={t('model.run.start')}
          points={question.pointsToRun}
          onStart={() => question.ask(address)}
          onStop={question.stop}
          isStale={question.isStale}
        />,
      )}
      <div className={lab.body}>
        <SettingsSection
          open={roomy && !folded}
          summary={t('model.ask.summary', {
            machine: shippedMachine(address.machine ?? MODEL_DEFAULTS.machine).short,
            active: listText(address.lists.active),
            idle: listText(address.lists.idle),
          })}
        >
          {isWhole && roomy && (
            <div className={styles.how}>
              <p>{t('model.ask.how')}</p>
              {presets}
            </div>
          )}
          <AskForm address={address} onAddress={onAddress} wording={question.wording} problem={question.problem} />
        </SettingsSection>
        <div className={styles.result} data-stale={question.isStale || undefined}>
          <AskFigure question={question} show={!stage ? 'all' : points <= STAGE_BARS ? 'bars' : 'curve'} />
        </div>
      </div>
      {isWhole && !roomy && presets}
    </>
  );
}

interface AskFigureProps {
  readonly question: ReturnType<typeof useQuestion>;
  readonly show: 'all' | 'curve' | 'bars';
}

/** What came out, and where it was computed. */
function AskFigure({ question: { asked, rows, view, isStored }, show }: AskFigureProps) {
  const { t } = useMessages();
  const machine = shippedMachine(asked.machine ?? MODEL_DEFAULTS.machine);
  const axis = sweptAxis(asked.lists);
  const n = machine.fitted?.constants.length ?? 0;
  return (
    <ModelRowsFigure
      rows={rows}
      axis={axis}
      show={show}
      isRunning={view.phase === 'running'}
      xs={axis === null ? [] : asked.lists[axis]}
      facts={[
        machine.short,
        t(machine.fitted === null ? 'model.facts.assumed' : 'model.facts.fitted', { n }),
        ...(isStored ? [t('model.facts.stored')] : view.phase === 'done' ? [t('model.facts.here')] : []),
      ]}
    />
  );
}

interface AskFormProps extends Pick<AskViewProps, 'address' | 'onAddress'> {
  readonly wording: ModelWording;
  readonly problem: { readonly field: ModelField; readonly message: string } | null;
}

function AskForm({ address, onAddress, wording, problem }: AskFormProps) {
  const { t } = useMessages();
  const { lists, coherence } = address;
  const machine = shippedMachine(address.machine ?? MODEL_DEFAULTS.machine);
  const errorAt = (field: ModelField): string | undefined => (problem?.field === field ? problem.message : undefined);
  const set = (change: Partial<ModelLists>): void => onAddress({ ...address, lists: { ...lists, ...change } });
  const counts = (field: 'active' | 'idle' | 'mostlyIdle', hint: string) => (
    <div className={lab.wide}>
      <ListField
        label={wording.names[field]}
        hint={hint}
        values={lists[field]}
        format={listText}
        parse={(text) => parseCounts(text, field, wording)}
        onChange={(values) => set({ [field]: values })}
        error={errorAt(field)}
      />
    </div>
  );
  return (
    <div className={lab.fields}>
      <div className={lab.wide}>
        <MachineSelect
          value={machine.id}
          onChange={(id) => onAddress({ ...address, machine: id })}
          hint={t('model.field.machine.hint', { cores: machineCores(machine), threads: machineThreads(machine) })}
        />
      </div>
      <DesignsField values={lists.designs} onChange={(designs) => set({ designs })} error={errorAt('designs')} />
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
      {counts('active', t('model.field.active.hint'))}
      {counts('idle', t('lab.field.idle.hint'))}
      {counts('mostlyIdle', t('lab.field.mostlyIdle.hint'))}
      <TimeFields lists={lists} machine={machine} set={set} errorAt={errorAt} />
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
}

interface TimeFieldsProps {
  readonly lists: ModelLists;
  readonly machine: Machine;
  readonly set: (change: Partial<ModelLists>) => void;
  readonly errorAt: (field: ModelField) => string | undefined;
}

/** The parts of a transaction's time that are not snapshots. */
function TimeFields({ lists, machine, set, errorAt }: TimeFieldsProps) {
  const { t } = useMessages();
  const { workload } = lists;
  const { assumed } = fittedOr(machine, 'otherWorkUs');
  const usual = otherWorkOf(machine, { workload, otherWorkUs: null });
  const origin = hasSavepoints(workload) ? 'usual' : assumed ? 'assumed' : 'fitted';
  const pause = (field: 'thinkMs' | 'networkMs', name: 'think' | 'network') => (
    <NumberField
      label={t(`model.field.${name}`)}
      hint={t(`model.field.${name}.hint`)}
      unit={t('lab.unit.ms')}
      value={lists[field]}
      min={0}
      max={MODEL_LIMITS.pauseMs}
      whole={false}
      onChange={(value) => set({ [field]: value })}
      error={errorAt(field)}
    />
  );
  return (
    <>
      {pause('thinkMs', 'think')}
      {pause('networkMs', 'network')}
      {/* A loop of only snapshots has none, whatever is asked. */}
      {workload !== 'snapshot' && (
        <NumberField
          label={t('lab.field.otherWork')}
          hint={t(`model.field.otherWork.${origin}`, { value: usual })}
          unit={t('lab.unit.us')}
          value={lists.otherWorkUs ?? usual}
          min={0}
          max={MODEL_LIMITS.otherWorkUs}
          whole={false}
          onChange={(us) => set({ otherWorkUs: us === usual ? null : us })}
          error={errorAt('otherWorkUs')}
        />
      )}
    </>
  );
}
