/** The model's page with the real model. */

import '../../../base/messages/en/model.ts';
import '../../../base/messages/en/provenance.ts';
import '../../../base/messages/en/without.ts';
import { useEffect, useMemo, useState } from 'react';
import idleText from '../../../../../scenarios/published/idle-connections.csv?raw';
import mostlyIdleText from '../../../../../scenarios/published/mostly-idle-connections.csv?raw';
import clientsText from '../../../../../scenarios/published/readonly-by-clients.csv?raw';
import { startModel } from '../../../engine/simulation/model-client.ts';
import { MODEL_DEFAULTS, type ModelLists } from '../../../engine/simulation/model-config.ts';
import type { Machine } from '../../../scenario/machine.ts';
import { PUBLISHED, type PublishedSource, shippedRows } from '../../../scenario/published.ts';
import { Segmented, Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import type { PageProps } from '../../../ui/page.tsx';
import {
  COMPARED,
  COMPARED_AS,
  type ComparedId,
  type ComparisonPoint,
  CURVE_DESIGN,
  comparisonPoints,
  fitTableOf,
} from '../../../viewmodel/prediction/comparison.ts';
import { comparisonJobs, comparisonState, endsOf, jobConfig } from '../../../viewmodel/prediction/comparison-run.ts';
import { dropOf } from '../../../viewmodel/prediction/drop.ts';
import { formulaOf } from '../../../viewmodel/prediction/formula.ts';
import { FEW_SEEDS, SURE_SEEDS, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import { DropFigure } from '../../../views/drop/DropFigure.tsx';
import { ModelComparisonFigure } from '../../../views/model-chart/ModelComparisonFigure.tsx';
import { MachineSelect } from '../fields.tsx';
import lab from '../lab.module.css';
import { shippedMachine, useMachineTexts } from '../lines/machines.ts';
import { type StartModel, useModelRun } from '../model-run.ts';
import { ModelRunPanel, Simplified } from '../panels.tsx';
import { AskView } from './AskView.tsx';
import type { ModelAddress } from './address.ts';
import { DropView } from './DropView.tsx';
import styles from './model.module.css';
import { SharedLines } from './SharedLines.tsx';
import { WithoutView } from './WithoutView.tsx';

/** The published tables for comparison with the model, as points to model. */

const TEXTS: Readonly<Record<ComparedId, string>> = {
  idleConnections: idleText,
  mostlyIdleConnections: mostlyIdleText,
  readonlyByClients: clientsText,
};

export interface PublishedTable {
  readonly source: PublishedSource;
  readonly points: readonly ComparisonPoint[];
}

/** The formula without caches on a machine; null if nothing was fitted for it. */
function shippedFormula(machine: Machine) {
  const fit = fitTableOf(machine);
  return fit === null ? null : formulaOf(machine, publishedTable(fit).points);
}

const publishedTable = (id: ComparedId): PublishedTable => ({
  source: PUBLISHED[id].source,
  points: comparisonPoints(shippedRows(id, TEXTS[id])),
});

type PublishedAddress = ModelAddress & { readonly view: 'published' };

interface PublishedViewProps {
  readonly address: PublishedAddress;
  readonly onAddress: (next: PublishedAddress) => void;
  /** One chart fills it: the one with most clients, on which the published table has most points. */
  readonly stage: boolean;
  /** Alone on its page: there is room for what the drop is made of. */
  readonly roomy: boolean;
  readonly startModel: StartModel;
}

/** The model's answers to a published table's points. They are the same each time, so the run starts by itself. */
function useComparison(startModel: StartModel, table: ComparedId, machine: Machine) {
  const inWords = useMachineTexts();
  // The figures' machine stays the same object in every language: the points are not computed again.
  const said = useMemo(() => inWords(machine), [inWords, machine]);
  const { source, points } = useMemo(() => publishedTable(table), [table]);
  const { run, view } = useModelRun(startModel);
  const jobs = useMemo(
    () =>
      seeded(
        comparisonJobs(points).map((job) => ({ machine, config: jobConfig(job) })),
        SURE_SEEDS,
      ),
    [points, machine],
  );
  useEffect(() => run.start(jobs), [run, jobs]);

  const belongs = view.points === jobs;
  const compare = useMemo(
    () => ({ id: table, source, machine: said, formula: shippedFormula(said) }),
    [table, source, said],
  );
  const state = useMemo(() => {
    const rows = belongs ? view.rows : [];
    const [tps, breakdowns] = [rows.map((row) => row?.tps ?? null), rows.map((row) => row?.breakdown ?? null)];
    return comparisonState(compare, points, tps, breakdowns);
  }, [compare, points, belongs, view.rows]);
  const ends = useMemo(
    () => (COMPARED_AS[table].axis === 'idle' ? endsOf(points, 'pre', belongs ? view.rows : []) : null),
    [table, points, belongs, view.rows],
  );
  return { jobs, said, source, state, ends, view, run };
}

/** The model compared with a published table: computed here, point by point, with and without coherence. */
function PublishedView({ address, onAddress, stage, roomy, startModel }: PublishedViewProps) {
  const { t } = useMessages();
  const table = address.table ?? 'idleConnections';
  const own = COMPARED_AS[table].machine;
  const machineId = address.machine ?? own;
  const machine = shippedMachine(machineId);
  const { jobs, said, source, state, ends, view, run } = useComparison(startModel, table, machine);
  // The limits apply to the whole table, so no judgement is shown before some seeds of all its points are there.
  const isWhole = state.seeds >= FEW_SEEDS;
  const { bounds, judgedFrom } = COMPARED_AS[table];
  return (
    <>
      <div className={styles.settings}>
        <Select
          label={t('model.published.table')}
          options={COMPARED.map((id) => ({ value: id, label: t(`model.published.${id}`) }))}
          value={table}
          onChange={(next) => onAddress({ view: 'published', table: next })}
        />
        <MachineSelect value={machine.id} onChange={(id) => onAddress({ view: 'published', table, machine: id })} />
      </div>
      <ModelRunPanel
        view={view}
        label={t('model.run.again')}
        points={jobs.length}
        onStart={() => run.start(jobs)}
        onStop={run.stop}
      />
      {machineId !== own && (
        <p className={page.note}>
          {t('model.published.otherMachine', {
            model: said.name,
            published: t('provenance.cited', { text: source.machine }),
          })}
        </p>
      )}
      {machineId === own && <Judgement state={isWhole ? state : null} {...{ bounds, judgedFrom }} />}
      {(stage ? state.curves.slice(0, 1) : state.curves).map((comparison) => (
        <ModelComparisonFigure key={`${table} ${comparison.table.active}`} comparison={comparison} whole={isWhole} />
      ))}
      {ends !== null && roomy && (
        <DropFigure asked={{ design: CURVE_DESIGN.pre, ...ends }} drop={dropOf(...ends.rows)} facts={[said.short]} />
      )}
    </>
  );
}

interface JudgementProps {
  /** Null: not all points are there. */
  readonly state: ReturnType<typeof comparisonState> | null;
  readonly bounds: (typeof COMPARED_AS)[ComparedId]['bounds'] | null;
  readonly judgedFrom: number;
}

/** The errors in a sentence. Its line is there before its text: the chart below does not move. */
function Judgement({ state, bounds, judgedFrom }: JudgementProps) {
  const { t } = useMessages();
  if (state === null || state.judged === 0)
    return (
      <p className={styles.sum} aria-hidden="true">
        &nbsp;
      </p>
    );
  return (
    <p className={styles.sum} data-testid="model-sum">
      {t('model.published.sum', {
        points: state.judged,
        thirteen: state.errors.modelled.pre,
        predicted: state.predicted,
        throughput: state.errors.modelled.both,
        ratio: state.errors.modelled.ratio,
        without: state.errors.without.ratio,
        formula: state.errors.formula.ratio,
        seeds: state.seeds,
        bounds,
        judgedFrom,
      })}
    </p>
  );
}

interface ModelLabProps extends PageProps<ModelAddress> {
  readonly startModel: StartModel;
}

/** The form's initial question: the question of the whole project. */
const FIRST: ModelLists = {
  designs: MODEL_DEFAULTS.designs,
  active: [48],
  idle: [0, 1000, 2500, 5000, 10_000],
  mostlyIdle: [0],
  workload: MODEL_DEFAULTS.workload,
  thinkMs: 0,
  networkMs: 0,
  otherWorkUs: null,
};

interface ViewsProps {
  readonly view: ModelAddress['view'];
  readonly onView: (view: ModelAddress['view']) => void;
}

function Views({ view, onView }: ViewsProps) {
  const { t } = useMessages();
  return (
    <Segmented
      label={t('model.view')}
      hideLabel
      options={[
        { value: 'published', label: t('model.view.published') },
        { value: 'drop', label: t('model.view.drop') },
        { value: 'without', label: t('without.view') },
        { value: 'ask', label: t('model.view.ask') },
      ]}
      value={view}
      onChange={onView}
    />
  );
}

/** The model: compared with published numbers, part by part, or asked about a machine that nobody has measured. */
function ModelLab({ address, onAddress, stage, figure, startModel }: ModelLabProps) {
  const { t } = useMessages();
  /** The last address of each view, for readers who come back to it. */
  const [left, setLeft] = useState<{ readonly [V in ModelAddress['view']]?: ModelAddress & { readonly view: V } }>({});
  const go = (view: ModelAddress['view']): void => {
    setLeft({ ...left, [address.view]: address });
    if (view === 'published') onAddress(left.published ?? { view }, 'push');
    else if (view === 'drop') onAddress(left.drop ?? { view }, 'push');
    else if (view === 'without') onAddress(left.without ?? { view }, 'push');
    else onAddress(left.ask ?? { view, lists: FIRST, coherence: true }, 'push');
  };
  return (
    <div
      className={`${page.page} ${lab.page}`}
      data-view={address.view}
      data-boxed={figure === undefined ? undefined : ''}
    >
      {!stage && figure === undefined && (
        <header className={page.head}>
          <h1 className={page.title}>{t('model.title')}</h1>
          <p className={page.lead}>{t('model.lead')}</p>
        </header>
      )}
      {!stage && <p className={page.hint}>{t('model.limit.queue')}</p>}
      {!stage && figure === undefined && <Views view={address.view} onView={go} />}
      {address.view === 'published' ? (
        <PublishedView
          address={address}
          onAddress={onAddress}
          stage={stage}
          roomy={!stage && figure === undefined}
          startModel={startModel}
        />
      ) : address.view === 'drop' ? (
        <DropView address={address} onAddress={onAddress} startModel={startModel} />
      ) : address.view === 'without' ? (
        <WithoutView address={address} onAddress={onAddress} startModel={startModel} />
      ) : (
        <AskView
          folded={figure !== undefined}
          asksAtOnce={figure !== undefined || stage}
          stage={stage}
          address={address}
          onAddress={onAddress}
          startModel={startModel}
        />
      )}
      {!stage && figure === undefined && <Below />}
    </div>
  );
}

/** Under each view. */
const Below = () => (
  <>
    <SharedLines />
    <Simplified only="model" />
  </>
);

export default function ModelPage(props: PageProps<ModelAddress>) {
  return <ModelLab {...props} startModel={startModel} />;
}
