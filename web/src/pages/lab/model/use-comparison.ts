/** The model's answers to a table's points on a page: the curves, then, if somebody asks, the band of the shared server. */

import { useEffect, useMemo } from 'react';
import idleText from '../../../../../scenarios/published/idle-connections.csv?raw';
import mostlyIdleText from '../../../../../scenarios/published/mostly-idle-connections.csv?raw';
import clientsText from '../../../../../scenarios/published/readonly-by-clients.csv?raw';
import type { Machine } from '../../../scenario/machine.ts';
import { PUBLISHED, shippedRows } from '../../../scenario/published.ts';
import {
  COMPARED_AS,
  type Compare,
  type ComparedId,
  type ComparisonPoint,
  comparisonPoints,
  fitTableOf,
} from '../../../viewmodel/prediction/comparison.ts';
import { comparisonJobs, comparisonState, endsOf, jobConfig } from '../../../viewmodel/prediction/comparison-run.ts';
import { formulaOf } from '../../../viewmodel/prediction/formula.ts';
import { SURE_SEEDS, seeded } from '../../../viewmodel/prediction/model-rows.ts';
import type { OwnTable } from '../../../viewmodel/prediction/own-table.ts';
import { answersOf, bandConfig, bandJobs, bandsOf, insideOf } from '../../../viewmodel/prediction/table-band.ts';
import { useMachineTexts } from '../lines/machines.ts';
import { inTurn, type StartModel, useModelRun, useModelRunWhenFree } from '../model-run.ts';

const TEXTS: Readonly<Record<ComparedId, string>> = {
  idleConnections: idleText,
  mostlyIdleConnections: mostlyIdleText,
  readonlyByClients: clientsText,
};

interface Table extends Pick<Compare, 'id' | 'source'> {
  readonly points: readonly ComparisonPoint[];
}

const publishedTable = (id: ComparedId): Table => ({
  id,
  source: PUBLISHED[id].source,
  points: comparisonPoints(shippedRows(id, TEXTS[id])),
});
const ownTable = ({ id, file, points }: OwnTable): Table => ({ id, source: { file }, points });

/** The formula without caches on a machine; null if nothing was fitted for it. */
function shippedFormula(machine: Machine) {
  const fit = fitTableOf(machine);
  return fit === null ? null : formulaOf(machine, publishedTable(fit).points);
}

/** The band's points wait until the curves' are all there: no curve gets slower. */
function useBand(
  startModel: StartModel,
  machine: Machine,
  points: readonly ComparisonPoint[],
  isAsked: boolean,
  isFree: boolean,
) {
  const jobs = useMemo(
    () =>
      seeded(
        bandJobs(points).map((job) => ({ machine, config: bandConfig(job) })),
        SURE_SEEDS,
      ),
    [points, machine],
  );
  const { run, view } = useModelRunWhenFree(startModel, jobs, isAsked && isFree);
  const belongs = isAsked && view.points === jobs;
  const bands = useMemo(() => bandsOf(answersOf(points, belongs ? view.rows : [])), [points, belongs, view.rows]);
  return { run, view, jobs, bands, isWhole: belongs && view.phase === 'done' };
}

/**
 * The model's answers are the same each time, so the run starts by itself.
 * @param own takes the place of the published table
 * @param waits the run is for the reader to start
 */
export function useComparison(
  startModel: StartModel,
  id: ComparedId,
  own: OwnTable | null,
  machine: Machine,
  hasBand: boolean,
  waits: boolean,
) {
  const inWords = useMachineTexts();
  // The figures' machine stays the same object in every language: the points are not computed again.
  const said = useMemo(() => inWords(machine), [inWords, machine]);
  const table = useMemo(() => (own === null ? publishedTable(id) : ownTable(own)), [id, own]);
  const { points } = table;
  const { run, view } = useModelRun(startModel);
  const jobs = useMemo(
    () =>
      seeded(
        comparisonJobs(points).map((job) => ({ machine, config: jobConfig(job) })),
        SURE_SEEDS,
      ),
    [points, machine],
  );
  useEffect(() => {
    if (!waits) run.start(jobs);
  }, [run, jobs, waits]);
  const belongs = view.points === jobs;
  const isDone = belongs && view.phase === 'done';
  const band = useBand(startModel, machine, points, hasBand, isDone);
  const compare = useMemo(
    () => ({ id: table.id, source: table.source, machine: said, formula: shippedFormula(said) }),
    [table, said],
  );
  const state = useMemo(() => {
    const rows = belongs ? view.rows : [];
    const [tps, breakdowns] = [rows.map((row) => row?.tps ?? null), rows.map((row) => row?.breakdown ?? null)];
    return comparisonState(compare, points, tps, breakdowns, band.bands);
  }, [compare, points, belongs, view.rows, band.bands]);
  const ends = useMemo(
    () => (COMPARED_AS[table.id].axis === 'idle' ? endsOf(points, 'pre', belongs ? view.rows : []) : null),
    [table, points, belongs, view.rows],
  );
  const goesOn = isDone && hasBand && !band.isWhole;
  return {
    points: jobs.length + (hasBand ? band.jobs.length : 0),
    said,
    source: table.source,
    state,
    ends,
    view: hasBand ? inTurn(view, band.view) : view,
    /** Null: not asked for, or not all of the curves and the band is there. */
    inside: isDone && band.isWhole ? insideOf(state.curves) : null,
    start: () => (goesOn ? band.run.start(band.jobs) : run.start(jobs)),
    stop: () => (goesOn ? band.run.stop() : run.stop()),
  };
}
