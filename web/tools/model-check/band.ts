/** `npm run model:check -- --band`: the published figures that lie in the band of the shared server, and those that do not. */
import { textTable } from '../../node/text-table.ts';
import type { ModelConfig, ModelRow } from '../../src/engine/simulation/model-types.ts';
import type { Machine } from '../../src/scenario/machine.ts';
import { comparisonState } from '../../src/viewmodel/prediction/comparison-run.ts';
import type { BandMeasure, ModelComparison } from '../../src/viewmodel/prediction/model-chart.ts';
import { seeded } from '../../src/viewmodel/prediction/model-rows.ts';
import { BAND_EDGES_NS } from '../../src/viewmodel/prediction/shared-server.ts';
import {
  answersOf,
  bandConfig,
  bandJobs,
  bandsOf,
  type Inside,
  insideOf,
} from '../../src/viewmodel/prediction/table-band.ts';
import type { CheckedTable } from './tables.ts';

const NO_SERVER = 0;
const TIMES = [NO_SERVER, ...BAND_EDGES_NS];

export type Model = (machine: Machine, config: ModelConfig, seed: number) => ModelRow;

/** A table's lines; next to the band the model without the server, each edge alone, and all three together. */
export function bandText({ points, ...table }: CheckedTable, seeds: number, model: Model, hasRows: boolean): string {
  const jobs = seeded(bandJobs(points, TIMES), seeds);
  const rows = jobs.map((job) => model(table.machine, bandConfig(job), job.seed));
  const answers = answersOf(points, rows, TIMES);
  // The curves are the model without the server; no run is without coherence.
  const own = jobs.flatMap(({ sharedNs }, i) =>
    sharedNs === NO_SERVER ? (rows[i]?.tps ?? null) : sharedNs === TIMES[1] ? null : [],
  );
  const curvesWith = (isIn: (time: number) => boolean): readonly ModelComparison[] => {
    const chosen = new Map([...answers].map(([point, all]) => [point, all.filter((_, i) => isIn(TIMES[i] ?? 0))]));
    return comparisonState({ ...table, formula: null }, points, own, [], bandsOf(chosen)).curves;
  };
  const band = curvesWith((time) => time !== NO_SERVER);
  const [low, high] = BAND_EDGES_NS;
  const lines: readonly (readonly [name: string, curves: readonly ModelComparison[]])[] = [
    ['no shared server', curvesWith((time) => time === NO_SERVER)],
    [`${low} ns alone`, curvesWith((time) => time === low)],
    [`${high} ns alone`, curvesWith((time) => time === high)],
    [`the band, ${low} to ${high} ns`, band],
    [`no server to ${high} ns`, curvesWith(() => true)],
  ];
  const from = band[0]?.judgedFrom ?? 0;
  const cell = (curves: readonly ModelComparison[], measure: BandMeasure): string => {
    const { points: all, inside, above, below }: Inside = insideOf(curves)[measure];
    return `${inside} of ${all} (${all === 0 ? '–' : `${((inside / all) * 100).toFixed(0)} %`}), ${above} above, ${below} below`;
  };
  return [
    `${table.source.file}: ${table.machine.name}; shared server: fitted, cause unknown; points that no fit used${
      from > 0 ? `, from x = ${from} up` : ''
    }; ${seeds} seed${seeds === 1 ? '' : 's'}`,
    textTable(
      [
        { head: '  published figures within', cell: ([name]) => `  ${name}` },
        { head: '14/13', cell: ([, curves]) => cell(curves, 'ratio') },
        { head: '13', cell: ([, curves]) => cell(curves, 'pre') },
        { head: '14', cell: ([, curves]) => cell(curves, 'post') },
      ],
      lines,
    ),
    ...(hasRows ? band.map(rowsText) : []),
  ].join('\n');
}

function rowsText({ rows, bands, table }: ModelComparison): string {
  const range = (x: number, measure: BandMeasure, digits: number): string => {
    const band = bands.get(x)?.[measure];
    return band === undefined ? '–' : `${band.low.toFixed(digits)}–${band.high.toFixed(digits)}`;
  };
  const figure = (rate: number, isFitted: boolean): string => `${Math.round(rate)}${isFitted ? ' fitted' : ''}`;
  return textTable(
    [
      { head: table.active === null ? '  clients' : `  ${table.active} active, x`, cell: ({ x }) => `  ${x}` },
      { head: '14/13', cell: ({ published }) => (published.post / published.pre).toFixed(2) },
      { head: 'no server', cell: ({ modelled }) => (modelled.post / modelled.pre).toFixed(2) },
      { head: 'band', cell: ({ x }) => range(x, 'ratio', 2) },
      { head: '13', cell: ({ published, fitted }) => figure(published.pre, fitted.pre) },
      { head: 'no server', cell: ({ modelled }) => figure(modelled.pre, false) },
      { head: 'band', cell: ({ x }) => range(x, 'pre', 0) },
      { head: '14', cell: ({ published, fitted }) => figure(published.post, fitted.post) },
      { head: 'no server', cell: ({ modelled }) => figure(modelled.post, false) },
      { head: 'band', cell: ({ x }) => range(x, 'post', 0) },
    ],
    rows,
  );
}
