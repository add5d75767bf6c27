/** The ladder's page with the real engine, the real model and the real lab. */

import '../../../base/messages/en/capability.ts';
import '../../../base/messages/en/lab.ts';
import '../../../base/messages/en/ladder.ts';
import '../../../base/messages/en/model.ts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import text from '../../../../../scenarios/published/commit-gains.csv?raw';
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import { engineErrorText } from '../../../base/engine-error.ts';
import { ms, us } from '../../../base/units.ts';
import { startLab } from '../../../engine/lab/lab-client.ts';
import { COMPANIONS, LAB_LIMITS, type LabConfig, type StartLab } from '../../../engine/lab/lab-types.ts';
import { startModel } from '../../../engine/simulation/model-client.ts';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import { capabilityStore } from '../../../engine/wasm/capabilities.ts';
import { type Machine, machineCores } from '../../../scenario/machine.ts';
import { shippedRows } from '../../../scenario/published.ts';
import { Segmented } from '../../../ui/choice.tsx';
import { useMediaQuery, WINDOWS } from '../../../ui/hooks.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import page from '../../../ui/page.module.css';
import type { FigureUse, PageProps } from '../../../ui/page.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { gainCases, gainMeasurements } from '../../../viewmodel/ladder/gains.ts';
import type { CommitGain } from '../../../viewmodel/ladder/ladder.ts';
import {
  LADDER_FIRST,
  LADDER_LIMITS,
  LADDER_SLICE_MS,
  type LadderCount,
  ladderRows,
  measuredCosts,
} from '../../../viewmodel/ladder/ladder-case.ts';
import { meanRows, SURE_SEEDS, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import { LadderFigure } from '../../../views/ladder/LadderFigure.tsx';
import { LadderPairFigure } from '../../../views/ladder/LadderPair.tsx';
import { LabHead, LabNext } from '../../shared/lab/LabFrame.tsx';
import { NsAccount } from '../../shared/lab/NsAccount.tsx';
import { type StartLadderCounter, startLadderCounter } from '../../shared/observe/observe-client.ts';
import { Fold, MachineSelect, SettingsSection } from '../fields.tsx';
import lab from '../lab.module.css';
import { useLabRun } from '../lab-run.ts';
import { shippedMachine, useMachineTexts } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { isBusy, MeasurePanel, MissingNote, ModelRunPanel, SimplifiedLink } from '../panels.tsx';
import type { LadderAddress } from './address.ts';
import { GainsSection } from './GainsSection.tsx';
import styles from './ladder-page.module.css';

const COMMIT_GAINS: readonly CommitGain[] = shippedRows('commitGains', text).map(({ commit, workload, gain }) => ({
  commit,
  workload,
  gain,
}));

const GAIN_CASES = gainCases(COMMIT_GAINS);

/** A lesson may show the designs alone that it has explained; the others are then neither modelled nor measured. */
function useShownDesigns(figure: FigureUse | undefined): readonly DesignId[] {
  const show = figure?.show.join() ?? '';
  return useMemo(() => {
    const shown = DESIGN_IDS.filter((design) => show.split(',').includes(design));
    return shown.length === 0 ? DESIGN_IDS : shown;
  }, [show]);
}

interface LadderLabProps extends PageProps<LadderAddress> {
  readonly startLab: StartLab;
  readonly startModel: StartModel;
  readonly startCounter: StartLadderCounter;
}

/** A design’s assignments, ends and checks are counted last, often after the model is done. */
const isCounting = (counts: Counts, designs: readonly DesignId[]): boolean =>
  designs.some((design) => (counts.get(design)?.inScene ?? null) === null);

/** Two designs alone have room for all their costs. */
const PAIR = 2;

/** For each design: its snapshots, and then its other operations. */
const MEASURE_SECONDS = 0.3;

/** What the figure draws: all that has been counted, modelled and measured so far. */
const rowsOf = (
  counts: Counts,
  model: ReturnType<typeof useLadderModel>['rows'],
  measured: ReturnType<typeof measuredCosts>,
) =>
  ladderRows({
    counts,
    modelled: model.filter(({ workload }) => workload === 'readwrite'),
    alone: model.filter(({ workload }) => workload === 'snapshot'),
    measured,
    gains: COMMIT_GAINS,
  });

/**
 * The ladder's table: counted by the observed engine, modelled for a chosen machine, measured here at a click,
 * published in the commits. Each column arrives by itself, and a missing value is a dash.
 */
function LadderLab({ address, onAddress, stage, figure, startLab, startModel, startCounter }: LadderLabProps) {
  const { t } = useMessages();
  const isPage = !stage && figure === undefined;
  /** In a box the picture comes first: nobody has asked for a run yet. */
  const isBoxed = !stage && figure !== undefined;
  const machineId = address.machine ?? MODEL_DEFAULTS.machine;
  const machine = shippedMachine(machineId);
  const idle = address.idle ?? LADDER_FIRST.idle;
  const writers = Math.min(address.writers ?? LADDER_FIRST.writers, machineCores(machine));
  const { counts, failure } = useCounts(startCounter, machine, idle, writers);
  const designs = useShownDesigns(figure);
  const model = useLadderModel(startModel, machine, idle, writers, designs);
  const isThere = useOnce(failure !== null || counts.size === DESIGN_IDS.length);
  const when = address.when ?? 'quiet';
  const change = (next: LadderAddress): void => onAddress({ ...address, machine: machineId, idle, writers, ...next });
  const measuring = useMeasured(startLab, idle, when === 'quiet', designs);
  const ladder = {
    connections: idle + writers,
    activeWriters: writers,
    measuredOn: measuring.measured.size === 0 ? null : t('ladder.badge.measured', { idle }),
    modelledOn: machine.short,
    rows: rowsOf(counts, model.rows, measuring.measured).filter(({ design }) => designs.includes(design)),
  };
  /** Two designs alone are not measured: all their costs are modelled. */
  const isPair = isBoxed && designs.length === PAIR;
  const runs = (
    <Runs
      {...{ isPage, when, writers, model }}
      waitsFor={isPair && failure === null && isCounting(counts, designs) ? t('ladder.pair.counting') : null}
      measured={isPair ? null : measuring.panel}
      onWhen={(next) => change({ when: next })}
    />
  );
  return (
    <div className={`${page.page} ${lab.page}`} data-counted={counts.size} data-measured={measuring.measured.size}>
      {measuring.missing}
      {!isBoxed && runs}
      <div className={styles.figure} data-there={isThere} aria-busy={!isThere}>
        {isPair ? <LadderPairFigure ladder={ladder} /> : <LadderFigure ladder={ladder} stage={stage} when={when} />}
      </div>
      {isBoxed && runs}
      <CountState failure={failure} isThere={isThere || isPair} />
      {isPage && <LadderSettings machine={machine} idle={idle} writers={writers} onChange={change} />}
      {isPage && (
        <OnPhoneFolded>
          <GainsSection
            cases={GAIN_CASES}
            startModel={startModel}
            isFree={model.view.phase === 'done' && !measuring.busy}
            {...{ measured: measuring.rows, threads: measuring.threads, band: address.band ?? false }}
            onBand={(on) => change({ band: on })}
          />
        </OnPhoneFolded>
      )}
      {isPage && <NsAccount />}
      {isPage && <LadderNotes machine={machine} writers={writers} />}
      {isPage && <Onward />}
    </div>
  );
}

interface RunsProps {
  readonly isPage: boolean;
  readonly when: NonNullable<LadderAddress['when']>;
  readonly writers: number;
  readonly onWhen: (next: NonNullable<LadderAddress['when']>) => void;
  /** Null where nothing can be measured, or nothing measured is shown. */
  readonly measured: ReactNode;
  readonly model: ReturnType<typeof useLadderModel>;
  /** What the figure still waits for when the model is done. */
  readonly waitsFor: string | null;
}

/** The page's head with both runs; in a box and on stage the runs alone. */
function Runs({ isPage, when, writers, onWhen, measured, model, waitsFor }: RunsProps) {
  const { t } = useMessages();
  return (
    <LabHead
      title={t('ladder.page.title')}
      lead={<When value={when} writers={writers} onChange={onWhen} />}
      isWhole={isPage}
      alone={styles.runs}
    >
      {measured}
      <ModelRunPanel
        view={model.view}
        label={t('model.run.again')}
        points={model.points.length}
        onStart={model.start}
        onStop={model.stop}
        second={measured !== null}
        waitsFor={waitsFor}
      />
    </LabHead>
  );
}

/** In a narrow window the commits' own gains are as long as the ladder: there they are one press away, and modelled then. */
function OnPhoneFolded({ children }: { readonly children: ReactNode }) {
  const { t } = useMessages();
  const isRoomy = useMediaQuery(WINDOWS.tablet);
  return isRoomy ? (
    children
  ) : (
    <Fold title={t('ladder.gains.name')} lazy>
      {children}
    </Fold>
  );
}

function Onward() {
  return (
    <LabNext after="ladder">
      <SimplifiedLink of={['model']} />
    </LabNext>
  );
}

interface WhenProps {
  readonly value: NonNullable<LadderAddress['when']>;
  readonly writers: number;
  readonly onChange: (next: NonNullable<LadderAddress['when']>) => void;
}

/** Whether transactions end meanwhile. */
function When({ value, writers, onChange }: WhenProps) {
  const { t } = useMessages();
  return (
    <Segmented
      label={t('ladder.when')}
      hideLabel
      options={[
        { value: 'quiet', label: t('ladder.when.quiet') },
        { value: 'writers', label: t('ladder.when.writers', { writers }) },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

function CountState({ failure, isThere }: { readonly failure: string | null; readonly isThere: boolean }) {
  const { t } = useMessages();
  return (
    <>
      {failure !== null && (
        <p className={page.note} role="alert">
          {t('ladder.countFailed', { why: failure })}
        </p>
      )}
      <p className={`${page.hint} ${styles.counting}`} role="status">
        {isThere ? '' : t('ladder.counting')}
      </p>
    </>
  );
}

interface LadderSettingsProps {
  readonly machine: Machine;
  readonly idle: number;
  readonly writers: number;
  readonly onChange: (next: LadderAddress) => void;
}

/** The modelled machine and its connections. */
function LadderSettings({ machine, idle, writers, onChange }: LadderSettingsProps) {
  const { t } = useMessages();
  return (
    <SettingsSection open={false} summary={t('ladder.settings.summary', { machine: machine.short, idle, writers })}>
      <div className={styles.settings}>
        <MachineSelect
          value={machine.id}
          onChange={(id) => onChange({ machine: id, writers: Math.min(writers, machineCores(shippedMachine(id))) })}
        />
        <NumberField
          label={t('lab.field.idle')}
          hint={t('ladder.field.idle.hint')}
          value={idle}
          {...LADDER_LIMITS.idle}
          whole
          onChange={(next) => onChange({ idle: next })}
        />
        <NumberField
          label={t('ladder.field.writers')}
          hint={t('ladder.field.writers.hint', { max: machineCores(machine) })}
          value={writers}
          min={LADDER_LIMITS.writers.min}
          max={machineCores(machine)}
          whole
          onChange={(next) => onChange({ writers: next })}
        />
      </div>
    </SettingsSection>
  );
}

function LadderNotes({ machine, writers }: { readonly machine: Machine; readonly writers: number }) {
  const { t } = useMessages();
  const inWords = useMachineTexts();
  const notes = [
    t('ladder.note.touched'),
    t('model.limit.queue'),
    t('ladder.note.place'),
    t('ladder.note.seeds', { seeds: SURE_SEEDS }),
    t('ladder.note.price'),
    t('ladder.note.misses', { writers, machine: inWords(machine).name }),
    t('ladder.note.measured'),
    t('ladder.note.operations', { companions: COMPANIONS }),
    t('ladder.note.ends', { writers }),
    t('ladder.note.visibility', { writers, others: writers - 1 }),
  ];
  return (
    <Fold title={t('ladder.notes')}>
      <ul className={lab.prose}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Fold>
  );
}

/** Each design alone and with writers, modelled anew for another question. */
function useLadderModel(
  startModel: StartModel,
  machine: Machine,
  idle: number,
  writers: number,
  designs: readonly DesignId[],
) {
  const { run, view } = useModelRun(startModel);
  const points = useMemo(() => {
    const pauses = { thinkMs: ms(0), networkMs: ms(0), otherWorkUs: null };
    const plain = { idle, mostlyIdle: 0, ...pauses, coherence: true };
    const alone = designs.map((design) => ({ ...plain, design, active: 1, workload: 'snapshot' as const }));
    const writing = designs.map((design) => ({ ...plain, design, active: writers, workload: 'readwrite' as const }));
    return seeded(
      [...alone, ...writing].map((config) => ({ machine, config })),
      SURE_SEEDS,
    );
  }, [machine, writers, idle, designs]);
  useEffect(() => run.start(points), [run, points]);
  // A point is shown only once all its seeds are there.
  const rows =
    view.points === points
      ? meanRows(view.rows, 2 * designs.length).filter(({ spread }) => spread.tps.n === SURE_SEEDS)
      : [];
  return { view, points, rows, start: () => run.start(points), stop: run.stop };
}

/** True from the first time on: a drawn part may change, but does not vanish. */
function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}

type Counts = ReadonlyMap<DesignId, LadderCount>;
const NONE: Counts = new Map();

/** The counts for the newest question; older answers are dropped. */
function useCounts(
  start: StartLadderCounter,
  machine: ReturnType<typeof shippedMachine>,
  idle: number,
  writers: number,
): { readonly counts: Counts; readonly failure: string | null } {
  const [state, setState] = useState<{ readonly counts: Counts; readonly failure: string | null }>({
    counts: NONE,
    failure: null,
  });
  useEffect(() => {
    const counter = start();
    setState({ counts: NONE, failure: null });
    counter.ask(
      machine,
      { idle, writers },
      (design, count) => setState(({ counts }) => ({ counts: new Map([...counts, [design, count]]), failure: null })),
      ({ message }) => setState(({ counts }) => ({ counts, failure: message })),
    );
    return () => counter.dispose();
  }, [start, machine, idle, writers]);
  return state;
}

/**
 * A quick paired run of the shown designs at a click, on one thread; of all twelve then the commits' workloads on all
 * cores. Results for another number of connections are not shown.
 */
function useMeasured(startLab: StartLab, idle: number, isQuiet: boolean, designs: readonly DesignId[]) {
  const { t } = useMessages();
  const able = useStore(capabilityStore);
  const { run, view } = useLabRun(startLab);
  const busy = isBusy(view);
  const rows = useMemo(() => view.rows.filter((row) => row.idle === idle), [view.rows, idle]);
  const measured = measuredCosts(rows, idle);
  const threads = able.kind === 'ready' ? Math.min(able.cores, LAB_LIMITS.active) : 1;
  const gains = designs.length < DESIGN_IDS.length ? [] : gainMeasurements(GAIN_CASES, { active: threads, idle });
  const start = (): void => {
    if (able.kind !== 'ready') return;
    const config: LabConfig = {
      designs,
      active: 1,
      idle,
      mostlyIdle: 0,
      workload: 'snapshot',
      otherWorkUs: us(0),
      lock: true,
      sliceMs: LADDER_SLICE_MS.snapshot,
    };
    const points = [
      config,
      { ...config, workload: 'operations' as const, sliceMs: LADDER_SLICE_MS.operations },
      ...gains,
    ];
    run.startSweep({ points, seconds: MEASURE_SECONDS, cores: able.cores });
  };
  const state = busy
    ? t('ladder.measure.running')
    : view.phase === 'failed'
      ? t('ladder.measure.failed', { why: engineErrorText(view.error, { t }) })
      : !isQuiet
        ? t('ladder.measure.quietOnly')
        : measured.size > 0
          ? t('ladder.measure.done', { turns: rows.reduce((sum, row) => sum + row.slices, 0) })
          : view.phase === 'stopped'
            ? t('ladder.measure.stopped')
            : t('ladder.measure.ready', {
                of: designs.length === DESIGN_IDS.length ? null : designs.length,
                seconds: MEASURE_SECONDS * (2 * designs.length + gains.reduce((n, gain) => n + gain.designs.length, 0)),
              });
  const missing = able.kind === 'missing' ? <MissingNote missing={able} still="capability.stillModelled" /> : null;
  const panel =
    able.kind === 'missing' ? null : (
      <MeasurePanel
        view={view}
        label={t(measured.size > 0 ? 'ladder.measure.again' : 'ladder.measure')}
        stopLabel={t('ladder.measure.stop')}
        state={state}
        testId="ladder-measure"
        // What is measured are snapshots that nobody's commits disturb.
        able={able.kind === 'ready' && (isQuiet || busy)}
        onStart={start}
        onStop={run.stop}
      />
    );
  return { measured, rows, threads, busy, panel, missing };
}

export default function LadderPage(props: PageProps<LadderAddress>) {
  return <LadderLab {...props} startLab={startLab} startModel={startModel} startCounter={startLadderCounter} />;
}
