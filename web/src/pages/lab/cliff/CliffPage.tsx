/** The cliff's page with the real lab. */

import '../../../base/messages/en/capability.ts';
import '../../../base/messages/en/cliff.ts';
import '../../../base/messages/en/lab.ts';
import { type ReactNode, useMemo } from 'react';
import pairText from '../../../../../scenarios/published/subtransactions.csv?raw';
import profileText from '../../../../../scenarios/published/subtransactions-profile.csv?raw';
import { engineErrorText } from '../../../base/engine-error.ts';
import { startLab } from '../../../engine/lab/lab-client.ts';
import { hasSavepoints, type StartLab } from '../../../engine/lab/lab-types.ts';
import { startModel } from '../../../engine/simulation/model-client.ts';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import { capabilityStore } from '../../../engine/wasm/capabilities.ts';
import type { Machine } from '../../../scenario/machine.ts';
import { PUBLISHED, shippedRows } from '../../../scenario/published.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import page from '../../../ui/page.module.css';
import type { FigureUse, PageProps } from '../../../ui/page.tsx';
import { useStore } from '../../../ui/use-store.ts';
import {
  BELOW,
  BEYOND,
  CACHED_SUBXIDS,
  CLIFF_LIMITS,
  CLIFF_PASSES,
  CLIFF_POINTS,
  CLIFF_SAVEPOINTS,
  type CliffCase,
  cliffConfigs,
  cliffSeries,
} from '../../../viewmodel/cliff/cliff.ts';
import { cliffModelConfigs, modelledCliff, modelledScript } from '../../../viewmodel/cliff/cliff-modelled.ts';
import {
  measuredPairs,
  modelledPairs,
  PAIR_POINTS,
  pairClients,
  pairConfigs,
  publishedPair,
} from '../../../viewmodel/cliff/cliff-pair.ts';
import { profileOf } from '../../../viewmodel/cliff/cliff-profile.ts';
import type { ResultRow } from '../../../viewmodel/lab/rows.ts';
import { FEW_SEEDS, meanRows, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import { CacheStrip, MOST_SAVEPOINTS } from '../../../views/slru/CacheStrip.tsx';
import { CliffFigure } from '../../../views/slru/CliffFigure.tsx';
import { PairFigure } from '../../../views/slru/PairFigure.tsx';
import { ProfileFigure } from '../../../views/slru/ProfileFigure.tsx';
import { TermText } from '../../shared/glossary/TermText.tsx';
import { LabHead, LabNext } from '../../shared/lab/LabFrame.tsx';
import { useStageArrows } from '../../shared/lab/stage-arrows.ts';
import { Fold, MachineSelect, SettingsSection } from '../fields.tsx';
import lab from '../lab.module.css';
import { useLabRun } from '../lab-run.ts';
import ladder from '../ladder/ladder-page.module.css';
import { shippedMachine } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { isBusy, MeasuredBadge, MeasurePanel, MissingNote, ModelRunPanel, SimplifiedLink } from '../panels.tsx';
import type { CliffAddress } from './address.ts';

/** The published pair and its profile, in the form that figures need. */

export const PUBLISHED_PAIR = publishedPair(shippedRows('subtransactions', pairText));
export const PUBLISHED_PROFILE = shippedRows('subtransactionsProfile', profileText);
export const PAIR_SOURCE = PUBLISHED.subtransactions.source;

interface CliffLabProps extends PageProps<CliffAddress> {
  readonly startLab: StartLab;
  readonly startModel: StartModel;
}

/**
 * Measured time per design at each point; setting up a server (it assigns 200,000 xids) and warming up take about as
 * long.
 */
const SECONDS = 0.04;
const SECONDS_WITH_ALL = 0.12;
const REASONS = ['cache', 'overflow', 'pages', 'shapes'] as const;

/** Figures of this page that can be shown alone. */
const PARTS = ['cliff', 'pair', 'profile'];
const isPart = (name: string): boolean => PARTS.includes(name);

const turnsOf = (rows: readonly ResultRow[]): number => rows.reduce((sum, row) => sum + row.slices, 0);

/** Measuring at a click. Rows measured under other settings do not belong to this page's figures. */
function useMeasuredCliff(startLab: StartLab, asked: CliffCase) {
  const { t } = useMessages();
  const able = useStore(capabilityStore);
  const { run, view } = useLabRun(startLab);
  const cores = able.kind === 'ready' ? able.cores : 1;
  const points = cliffConfigs(asked);
  const rows = view.rows.filter(
    (row) =>
      row.workload === 'subtrans-spread' && row.active === asked.readers && row.otherWorkUsAsked === asked.otherWorkUs,
  );
  const pairRows = view.rows.filter((row) => hasSavepoints(row.workload) && row.workload !== 'subtrans-spread');
  const isComplete = rows.length === points.length;
  const isAllDone = isComplete && pairRows.length === PAIR_POINTS;
  const badge = (of: readonly ResultRow[], active: number): ReactNode =>
    of.length === 0 || view.info === null ? null : (
      <MeasuredBadge
        brief
        rows={of}
        active={active}
        facts={{ cores, clockResolutionNs: view.info.clockResolutionNs, isolated: able.kind === 'ready' }}
      />
    );
  const start = (): void => {
    const all = [...points, ...pairConfigs(pairClients(cores))];
    if (able.kind === 'ready') run.startSweep({ points: all, seconds: SECONDS, cores: able.cores });
  };
  const status = (): string => {
    if (isBusy(view)) {
      const pass = Math.min(CLIFF_PASSES, 1 + Math.floor(rows.length / CLIFF_POINTS));
      return t('cliff.measure.running', { pass, of: CLIFF_PASSES });
    }
    if (view.phase === 'failed') return t('cliff.measure.failed', { why: engineErrorText(view.error, { t }) });
    if (isAllDone) return t('cliff.measure.done', { turns: turnsOf(rows) });
    if (rows.length > 0) return t('cliff.measure.stopped');
    const seconds = SECONDS_WITH_ALL * (points.length + PAIR_POINTS);
    return t('cliff.measure.ready', { points: CLIFF_POINTS, passes: CLIFF_PASSES, seconds });
  };
  return { able, cores, view, rows, pairRows, isComplete, badge, status: status(), start, stop: run.stop };
}

/** Modelling at a click. A point is shown only once all its seeds are there, so that the figure does not move. */
function useModelledCliff(startModel: StartModel, { readers, otherWorkUs }: CliffCase, machine: Machine) {
  const { run, view } = useModelRun(startModel);
  const points = useMemo(
    () => cliffModelConfigs({ readers, otherWorkUs }).map((config) => ({ machine, config })),
    [readers, otherWorkUs, machine],
  );
  const jobs = useMemo(() => seeded(points, FEW_SEEDS), [points]);
  const rows =
    view.points === jobs ? meanRows(view.rows, points.length).filter(({ spread }) => spread.tps.n === FEW_SEEDS) : [];
  return { view, rows, jobs, start: () => run.start(jobs), stop: run.stop };
}

/** The figures to show: those of a lesson, on stage one of them, which fills the window; by default the cliff itself. */
function partsShown(figure: FigureUse | undefined, stage: boolean): readonly string[] {
  const wanted = figure?.show.filter(isPart) ?? (stage ? [] : PARTS);
  const shown = stage ? wanted.slice(0, 1) : wanted;
  return shown.length === 0 ? ['cliff'] : shown;
}

/** Where the cliff's story has something to say: a remote gets through it with a few presses. */
const STAGE_STOPS = [0, BELOW, CACHED_SUBXIDS, CACHED_SUBXIDS + 1, BEYOND, MOST_SAVEPOINTS];

/** On stage the arrows move the slider without a focus; past its ends they are free for the Lab's next page. */
function useSliderArrows(savepoints: number, choose: (next: number) => void, active: boolean): void {
  const to = (stop: number | undefined) => (stop === undefined ? undefined : () => choose(stop));
  useStageArrows(
    {
      onNext: to(STAGE_STOPS.find((stop) => stop > savepoints)),
      onPrevious: to(STAGE_STOPS.findLast((stop) => stop < savepoints)),
    },
    { active, of: 'page' },
  );
}

/**
 * The cliff: readers next to one transaction with more and more savepoints, measured here at a click, next to real
 * servers.
 */
function CliffLab({ address, onAddress, stage, figure, startLab, startModel }: CliffLabProps) {
  const { t } = useMessages();
  const asked: CliffCase = {
    readers: address.readers ?? CLIFF_LIMITS.readers.min,
    otherWorkUs: address.other ?? 0,
  };
  const machine = shippedMachine(address.machine ?? MODEL_DEFAULTS.machine);
  const measured = useMeasuredCliff(startLab, asked);
  const modelled = useModelledCliff(startModel, asked, machine);
  const { able, rows, pairRows } = measured;
  const change = (next: CliffAddress): void => {
    measured.stop();
    modelled.stop();
    onAddress({ ...address, ...next });
  };
  const savepoints = address.savepoints ?? BELOW;
  const choose = (next: number): void => onAddress({ ...address, savepoints: next });
  useSliderArrows(savepoints, choose, stage && figure === undefined);
  const isWholePage = !stage && figure === undefined;
  const missing = <Missing able={able} isQuiet={figure !== undefined} />;
  const runs = <Head isWhole={isWholePage} {...{ measured, modelled }} />;
  return (
    <div
      className={`${page.page} ${lab.page}`}
      data-measured={rows.length}
      data-pairs={pairRows.length}
      data-modelled={modelled.rows.length}
    >
      {figure === undefined && missing}
      {(stage || isWholePage) && runs}
      <Figures
        parts={partsShown(figure, stage)}
        asked={asked}
        machine={machine}
        isWhole={isWholePage}
        hasStrip={figure === undefined}
        savepoints={savepoints}
        onSavepoints={choose}
        {...{ measured, modelled }}
      >
        {isWholePage && (
          <SettingsSection open={false} summary={t('cliff.settings.summary', { ...asked, machine: machine.short })}>
            <div className={ladder.settings}>
              <CaseFields asked={asked} cores={able.kind === 'ready' ? able.cores : null} onChange={change} />
              <MachineSelect
                hint={t('cliff.field.machine.hint')}
                value={machine.id}
                onChange={(id) => onAddress({ ...address, machine: id })}
              />
            </div>
          </SettingsSection>
        )}
      </Figures>
      {/* In a box the picture comes first: nobody has asked for a run yet. */}
      {!(stage || isWholePage) && runs}
      {figure !== undefined && missing}
      {isWholePage && <Why />}
    </div>
  );
}

interface MissingProps {
  readonly able: ReturnType<typeof useMeasuredCliff>['able'];
  readonly isQuiet: boolean;
}

/** Says why nothing can be measured: above the page's figures, or below a figure in a box. */
const Missing = ({ able, isQuiet }: MissingProps) =>
  able.kind === 'missing' && <MissingNote missing={able} still="capability.stillServers" isQuiet={isQuiet} />;

interface HeadProps {
  readonly isWhole: boolean;
  readonly measured: ReturnType<typeof useMeasuredCliff>;
  readonly modelled: ReturnType<typeof useModelledCliff>;
}

/** The page's head with both runs; in a box and on stage the runs alone. */
function Head({ isWhole, measured, modelled }: HeadProps) {
  const { t } = useMessages();
  return (
    <LabHead title={t('cliff.page.title')} lead={t('cliff.page.lead')} isWhole={isWhole} alone={ladder.runs}>
      <Runs measured={measured} modelled={modelled} />
    </LabHead>
  );
}

/** Why they differ, and the way on. */
function Why() {
  const { t } = useMessages();
  return (
    <>
      <Fold title={t('cliff.why')}>
        <ul className={lab.prose}>
          {REASONS.map((reason) => (
            <li key={reason}>
              <TermText text={t(`cliff.why.${reason}`)} />
            </li>
          ))}
        </ul>
      </Fold>
      <LabNext after="cliff">
        <SimplifiedLink of={['lab', 'model']} />
      </LabNext>
    </>
  );
}

interface CaseFieldsProps {
  readonly asked: CliffCase;
  /** Null while they are unknown. */
  readonly cores: number | null;
  readonly onChange: (next: CliffAddress) => void;
}

function CaseFields({ asked, cores, onChange }: CaseFieldsProps) {
  const { t } = useMessages();
  return (
    <>
      <NumberField
        label={t('cliff.field.readers')}
        hint={cores === null ? undefined : t('cliff.field.readers.hint', { cores })}
        value={asked.readers}
        {...CLIFF_LIMITS.readers}
        whole
        onChange={(readers) => onChange({ readers })}
      />
      <NumberField
        label={t('lab.field.otherWork')}
        hint={t('cliff.field.otherWork.hint')}
        unit={t('lab.unit.us')}
        value={asked.otherWorkUs}
        {...CLIFF_LIMITS.otherWorkUs}
        whole
        onChange={(other) => onChange({ other })}
      />
    </>
  );
}

interface RunsProps {
  readonly measured: ReturnType<typeof useMeasuredCliff>;
  readonly modelled: ReturnType<typeof useModelledCliff>;
}

/** One of the two runs at a time: the model's worker would take time from the measurement. */
function Runs({ measured, modelled }: RunsProps) {
  const { t } = useMessages();
  const { able, rows, view } = measured;
  return (
    <>
      {able.kind !== 'missing' && (
        <MeasurePanel
          view={view}
          label={t(rows.length > 0 ? 'cliff.measure.again' : 'cliff.measure')}
          stopLabel={t('cliff.measure.stop')}
          state={measured.status}
          testId="cliff-measure"
          able={able.kind === 'ready'}
          onStart={() => {
            modelled.stop();
            measured.start();
          }}
          onStop={measured.stop}
        />
      )}
      <ModelRunPanel
        view={modelled.view}
        label={t('cliff.model.start')}
        points={modelled.jobs.length}
        onStart={() => {
          measured.stop();
          modelled.start();
        }}
        onStop={modelled.stop}
        second={able.kind !== 'missing'}
      />
    </>
  );
}

interface FiguresProps extends RunsProps {
  readonly parts: readonly string[];
  readonly asked: CliffCase;
  readonly machine: Machine;
  /** Alone on its page. */
  readonly isWhole: boolean;
  /** The strip is shown: on the page and on stage, not in a box. */
  readonly hasStrip: boolean;
  /** Of the strip. */
  readonly savepoints: number;
  readonly onSavepoints: (savepoints: number) => void;
  /** Below the first figure. */
  readonly children: ReactNode;
}

function Figures({
  parts,
  asked,
  machine,
  measured,
  modelled,
  isWhole,
  hasStrip,
  savepoints,
  onSavepoints,
  children,
}: FiguresProps) {
  const { rows, pairRows, badge } = measured;
  const { t } = useMessages();
  const modelledOn = modelled.rows.length > 0 ? machine.short : null;
  const profile = (
    <ProfileFigure
      profile={profileOf(
        { 60: modelledScript(modelled.rows, 60), 90: modelledScript(modelled.rows, 90) },
        PUBLISHED_PROFILE,
      )}
      publishedBy={PAIR_SOURCE}
      modelledOn={modelledOn}
    />
  );
  return (
    <>
      {parts.includes('cliff') && (
        <CliffFigure
          series={cliffSeries(rows)}
          asked={asked}
          counts={CLIFF_SAVEPOINTS}
          complete={measured.isComplete}
          measured={badge(rows, asked.readers)}
          modelled={modelledCliff(modelled.rows)}
          modelledOn={modelledOn}
          at={hasStrip ? savepoints : null}
        >
          {hasStrip ? <CacheStrip savepoints={savepoints} onChange={onSavepoints} isBrief={!isWhole} /> : undefined}
        </CliffFigure>
      )}
      {children}
      {parts.includes('pair') && (
        <PairFigure
          pairs={[...PUBLISHED_PAIR, ...measuredPairs(pairRows), ...modelledPairs(modelled.rows)]}
          publishedBy={PAIR_SOURCE}
          measured={badge(pairRows, pairClients(measured.cores))}
          modelledOn={modelledOn}
        />
      )}
      {parts.includes('profile') && (isWhole ? <Fold title={t('cliff.profile.name')}>{profile}</Fold> : profile)}
    </>
  );
}

export default function CliffPage(props: PageProps<CliffAddress>) {
  return <CliffLab {...props} startLab={startLab} startModel={startModel} />;
}
