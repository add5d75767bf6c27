/** The cliff's page with the real lab. */

import { useMemo, useSyncExternalStore } from 'react';
import pairText from '../../../../../scenarios/published/subtransactions.csv?raw';
import profileText from '../../../../../scenarios/published/subtransactions-profile.csv?raw';
import { engineErrorText } from '../../../base/engine-error.ts';
import type { Result } from '../../../base/result.ts';
import { startLab } from '../../../engine/lab/lab-client.ts';
import { hasSavepoints, type StartLab } from '../../../engine/lab/lab-types.ts';
import { startModel } from '../../../engine/simulation/model-client.ts';
import { MODEL_DEFAULTS } from '../../../engine/simulation/model-config.ts';
import { capabilities, onCapabilitiesChange } from '../../../engine/wasm/capabilities.ts';
import { PUBLISHED, type PublishedError, type PublishedTable, parsePublished } from '../../../scenario/published.ts';
import { Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import type { PageProps } from '../../../ui/page.tsx';
import type { CliffAddress } from '../../../viewmodel/addresses.ts';
import {
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
import { FEW_SEEDS, meanRows, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import { CliffFigure } from '../../../views/slru/CliffFigure.tsx';
import { PairFigure } from '../../../views/slru/PairFigure.tsx';
import { ProfileFigure } from '../../../views/slru/ProfileFigure.tsx';
import lab from '../lab.module.css';
import { useLabRun } from '../lab-run.ts';
import ladder from '../ladder/ladder-page.module.css';
import { shippedMachine, shippedMachines } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { isBusy, MeasuredBadge, MeasurePanel, MissingNote, ModelRunPanel, Simplified } from '../panels.tsx';

/** The published pair and its profile, in the form that figures need. */

/** A test checks the files; a broken one is a fault of this build, not of its reader. */
function rowsOf<Row>(table: Result<PublishedTable<Row>, PublishedError>): readonly Row[] {
  if (!table.ok) throw new Error(`${table.error.file}:${table.error.line}: ${table.error.message}`);
  return table.value.rows;
}

export const PUBLISHED_PAIR = publishedPair(rowsOf(parsePublished('subtransactions', pairText)));
export const PUBLISHED_PROFILE = rowsOf(parsePublished('subtransactionsProfile', profileText));
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

/**
 * The cliff: readers next to one transaction with more and more savepoints, measured here at a click, next to real
 * servers.
 */
function CliffLab({ address, onAddress, stage, figure, startLab, startModel }: CliffLabProps) {
  const { t } = useMessages();
  const able = useSyncExternalStore(onCapabilitiesChange, capabilities);
  const { run, view } = useLabRun(startLab);
  const asked: CliffCase = {
    readers: address.readers ?? CLIFF_LIMITS.readers.min,
    otherWorkUs: address.other ?? 0,
  };
  const { readers, otherWorkUs } = asked;
  const cores = able.kind === 'ready' ? able.cores : 1;
  const points = cliffConfigs(asked);
  const busy = isBusy(view);
  // Rows measured under other settings do not belong to this figure.
  const rows = view.rows.filter(
    (row) => row.workload === 'subtrans-spread' && row.active === readers && row.otherWorkUsAsked === otherWorkUs,
  );
  const pairRows = view.rows.filter((row) => hasSavepoints(row.workload) && row.workload !== 'subtrans-spread');

  const machine = shippedMachine(address.machine ?? MODEL_DEFAULTS.machine);
  const { run: model, view: modelView } = useModelRun(startModel);
  const modelPoints = useMemo(
    () => cliffModelConfigs({ readers, otherWorkUs }).map((config) => ({ machine, config })),
    [readers, otherWorkUs, machine],
  );
  const modelJobs = useMemo(() => seeded(modelPoints, FEW_SEEDS), [modelPoints]);
  // A point is shown only once all its seeds are there, so that the figure does not move.
  const modelRows =
    modelView.points === modelJobs
      ? meanRows(modelView.rows, modelPoints.length).filter(({ spread }) => spread.tps.n === FEW_SEEDS)
      : [];
  const modelledOn = modelRows.length > 0 ? machine.short : null;
  // One thing at a time: the model's worker would take time from the measurement.
  const start = (): void => {
    model.stop();
    const all = [...points, ...pairConfigs(pairClients(cores))];
    if (able.kind === 'ready') run.startSweep({ points: all, seconds: SECONDS, cores: able.cores });
  };
  const startModelling = (): void => {
    run.stop();
    model.start(modelJobs);
  };
  const change = (next: CliffAddress): void => {
    run.stop();
    model.stop();
    onAddress({ ...address, ...next });
  };
  const state = busy
    ? t('cliff.measure.running', {
        pass: Math.min(CLIFF_PASSES, 1 + Math.floor(rows.length / CLIFF_POINTS)),
        of: CLIFF_PASSES,
      })
    : view.phase === 'failed'
      ? t('cliff.measure.failed', { why: engineErrorText(view.error, { t }) })
      : rows.length === points.length && pairRows.length === PAIR_POINTS
        ? t('cliff.measure.done', { turns: [...rows, ...pairRows].reduce((sum, row) => sum + row.slices, 0) })
        : rows.length > 0
          ? t('cliff.measure.stopped')
          : t('cliff.measure.ready', {
              points: CLIFF_POINTS,
              passes: CLIFF_PASSES,
              seconds: SECONDS_WITH_ALL * (points.length + PAIR_POINTS),
            });
  // On stage one figure fills the window: by default the cliff itself.
  const wanted = figure?.show.filter(isPart) ?? (stage ? [] : PARTS);
  const shownParts = stage ? wanted.slice(0, 1) : wanted;
  const has = (part: string): boolean => shownParts.includes(part) || (part === 'cliff' && shownParts.length === 0);
  return (
    <div className={lab.page} data-measured={rows.length} data-pairs={pairRows.length} data-modelled={modelRows.length}>
      {!stage && figure === undefined && (
        <>
          <header className={lab.head}>
            <h1 className={lab.title}>{t('cliff.page.title')}</h1>
            <p className={lab.lead}>{t('cliff.page.lead')}</p>
          </header>
          <div className={ladder.settings}>
            <NumberField
              label={t('cliff.field.readers')}
              hint={able.kind === 'ready' ? t('cliff.field.readers.hint', { cores }) : undefined}
              value={asked.readers}
              {...CLIFF_LIMITS.readers}
              whole
              onChange={(readers) => change({ readers })}
            />
            <NumberField
              label={t('lab.field.otherWork')}
              hint={t('cliff.field.otherWork.hint')}
              unit={t('lab.unit.us')}
              value={asked.otherWorkUs}
              {...CLIFF_LIMITS.otherWorkUs}
              whole
              onChange={(other) => change({ other })}
            />
            <Select
              label={t('model.field.machine')}
              hint={t('cliff.field.machine.hint')}
              options={shippedMachines().map(({ id, short }) => ({ value: id, label: short }))}
              value={machine.id}
              onChange={(id) => {
                const chosen = shippedMachines().find((each) => each.id === id);
                if (chosen !== undefined)
                  onAddress({ ...address, machine: chosen.id as typeof MODEL_DEFAULTS.machine });
              }}
            />
          </div>
        </>
      )}
      <div className={ladder.runs}>
        {able.kind === 'missing' ? (
          <MissingNote missing={able} still="capability.stillServers" />
        ) : (
          <MeasurePanel
            view={view}
            label={t(rows.length > 0 ? 'cliff.measure.again' : 'cliff.measure')}
            stopLabel={t('cliff.measure.stop')}
            state={state}
            testId="cliff-measure"
            able={able.kind === 'ready'}
            onStart={start}
            onStop={run.stop}
          />
        )}
        <ModelRunPanel
          view={modelView}
          label={t('cliff.model.start')}
          points={modelJobs.length}
          onStart={startModelling}
          onStop={model.stop}
        />
      </div>
      {has('cliff') && (
        <CliffFigure
          series={cliffSeries(rows)}
          asked={asked}
          counts={CLIFF_SAVEPOINTS}
          complete={rows.length === points.length}
          measured={
            rows.length > 0 && view.info !== null ? (
              <MeasuredBadge
                rows={rows}
                active={asked.readers}
                facts={{
                  cores,
                  clockResolutionNs: view.info.clockResolutionNs,
                  isolated: able.kind === 'ready',
                }}
              />
            ) : null
          }
          modelled={modelledCliff(modelRows)}
          modelledOn={modelledOn}
        />
      )}
      {has('pair') && (
        <PairFigure
          pairs={[...PUBLISHED_PAIR, ...measuredPairs(pairRows), ...modelledPairs(modelRows)]}
          publishedBy={PAIR_SOURCE}
          measured={
            pairRows.length > 0 && view.info !== null ? (
              <MeasuredBadge
                rows={pairRows}
                active={pairClients(cores)}
                facts={{ cores, clockResolutionNs: view.info.clockResolutionNs, isolated: able.kind === 'ready' }}
              />
            ) : null
          }
          modelledOn={modelledOn}
        />
      )}
      {has('profile') && (
        <ProfileFigure
          profile={profileOf(
            { 60: modelledScript(modelRows, 60), 90: modelledScript(modelRows, 90) },
            PUBLISHED_PROFILE,
          )}
          publishedBy={PAIR_SOURCE}
          modelledOn={modelledOn}
        />
      )}
      {!stage && figure === undefined && (
        <section className={ladder.notes} aria-label={t('cliff.why')}>
          <h2>{t('cliff.why')}</h2>
          <ul>
            {REASONS.map((reason) => (
              <li key={reason}>{t(`cliff.why.${reason}`)}</li>
            ))}
          </ul>
        </section>
      )}
      {!stage && figure === undefined && <Simplified only={['lab', 'model']} />}
    </div>
  );
}

export default function CliffPage(props: PageProps<CliffAddress>) {
  return <CliffLab {...props} startLab={startLab} startModel={startModel} />;
}
