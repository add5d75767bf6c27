/** The model compared with a published table: computed here, point by point, with and without coherence. */
import { useEffect, useMemo } from 'react';
import { Select } from '../../../ui/choice.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import type { ModelAddress } from '../../../viewmodel/addresses.ts';
import { COMPARED, COMPARED_AS } from '../../../viewmodel/prediction/comparison.ts';
import { comparisonJobs, comparisonState, jobConfig } from '../../../viewmodel/prediction/comparison-run.ts';
import { FEW_SEEDS, SURE_SEEDS, seeded } from '../../../viewmodel/prediction/model-spread.ts';
import { ModelComparisonFigure } from '../../../views/model-chart/ModelComparisonFigure.tsx';
import lab from '../lab.module.css';
import { shippedMachine, shippedMachines, useMachineTexts } from '../lines/machines.ts';
import { ModelRunPanel } from '../ModelRunPanel.tsx';
import type { StartModel } from '../model-run.ts';
import { useModelRun } from '../use-model-run.ts';
import styles from './model.module.css';
import { publishedTable } from './published-tables.ts';

type PublishedAddress = ModelAddress & { readonly view: 'published' };

interface PublishedViewProps {
  readonly address: PublishedAddress;
  readonly onAddress: (next: PublishedAddress) => void;
  /** One chart fills it: the one with most clients, on which the published table has most points. */
  readonly stage: boolean;
  readonly startModel: StartModel;
}

export function PublishedView({ address, onAddress, stage, startModel }: PublishedViewProps) {
  const { t } = useMessages();
  const inWords = useMachineTexts();
  const table = address.table ?? 'idleConnections';
  const own = COMPARED_AS[table].machine;
  const machineId = address.machine ?? own;
  const machine = shippedMachine(machineId);
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
  // The answer is the same each time and costs only this machine's time: it starts by itself.
  useEffect(() => run.start(jobs), [run, jobs]);

  const belongs = view.points === jobs;
  const state = useMemo(
    () => comparisonState(table, source, said, points, belongs ? view.rows.map((row) => row?.tps ?? null) : []),
    [table, source, said, points, belongs, view.rows],
  );
  // The limits apply to the whole table, so no judgement is shown before some seeds of all its points are there.
  const seeds = state.curves[0]?.seeds.length ?? 0;
  const isWhole = seeds >= FEW_SEEDS;
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
        <Select
          label={t('model.field.machine')}
          options={shippedMachines().map(({ id, short }) => ({ value: id, label: short }))}
          value={machine.id}
          onChange={(id) => {
            const chosen = shippedMachines().find((each) => each.id === id);
            if (chosen !== undefined) onAddress({ view: 'published', table, machine: chosen.id as typeof own });
          }}
        />
      </div>
      <ModelRunPanel
        view={view}
        label={t('model.run.again')}
        points={jobs.length}
        onStart={() => run.start(jobs)}
        onStop={run.stop}
      />
      {machineId !== own && (
        <p className={lab.notice}>
          {t('model.published.otherMachine', {
            model: said.name,
            published: t('provenance.cited', { text: source.machine }),
          })}
        </p>
      )}
      {isWhole && state.judged > 0 ? (
        <p className={styles.sum} data-testid="model-sum">
          {t('model.published.sum', {
            points: state.judged,
            thirteen: state.all.pre,
            predicted: state.predicted,
            throughput: state.all.both,
            ratio: state.all.ratio,
            without: state.without.ratio,
            seeds,
            bounds: machineId === own ? bounds : null,
            judgedFrom,
          })}
        </p>
      ) : (
        // Reserves the line before its text is there: the chart below does not move.
        <p className={styles.sum} aria-hidden="true">
          &nbsp;
        </p>
      )}
      {(stage ? state.curves.slice(0, 1) : state.curves).map((comparison) => (
        <ModelComparisonFigure key={`${table} ${comparison.table.active}`} comparison={comparison} whole={isWhole} />
      ))}
    </>
  );
}
