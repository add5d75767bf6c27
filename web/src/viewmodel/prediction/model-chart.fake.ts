/**
 * FAKE comparisons for tests and the gallery: the published figures are real, the modelled ones are invented (a fixed
 * wobble around them, and a smaller drop without coherence).
 */
import '../../base/messages/en/model-chart.ts';
import type { ComparisonRow, ComparisonTable, ModelComparison, PointBand } from './model-chart.ts';

const FREUND = {
  author: 'Freund',
  year: 2020,
  title: 'Andres Freund, “Improving Postgres Connection Scalability: Snapshots”, 25 October 2020',
} as const;
const IDLE: ComparisonTable = {
  file: 'idle-connections.csv',
  axis: 'idle',
  cited: {
    ...FREUND,
    part: 'note 3',
    machine: '2 × Xeon Gold 5215 (20 cores, 40 threads), 192 GiB, Linux 5.8.5',
    machineShort: '2 × Xeon Gold 5215',
  },
  active: 48,
};
const CLIENTS: ComparisonTable = {
  ...IDLE,
  file: 'readonly-by-clients.csv',
  axis: 'clients',
  cited: {
    ...FREUND,
    part: 'note 1',
    machine: 'Azure F72s_v2 (72 vCPU, Xeon Platinum 8168 class)',
    machineShort: 'Azure F72s_v2',
  },
  active: null,
};
type Published = readonly (readonly [x: number, pre: number, post: number])[];
const IDLE_ROWS: Published = [
  [0, 1042005, 1125104],
  [100, 986731, 1103584],
  [1000, 854230, 1119043],
  [2500, 716624, 1119353],
  [5000, 553657, 1119476],
  [10000, 369845, 1115740],
];
const CLIENT_ROWS: Published = [
  [1, 28842, 28728],
  [10, 236287, 260960],
  [20, 472479, 486659],
  [30, 584984, 598863],
  [40, 678770, 693314],
  [50, 788529, 806085],
  [60, 1031483, 986730],
  [70, 1254570, 1332258],
  [80, 1341188, 1438881],
  [90, 1496374, 1673668],
  [100, 1538186, 1651516],
  [125, 1504833, 1621912],
  [150, 1428711, 1570070],
  [175, 1433643, 1572395],
  [200, 1404691, 1523175],
  [250, 1368605, 1541316],
  [300, 1315812, 1490701],
  [400, 1305039, 1520501],
  [500, 1390359, 1639884],
  [600, 1364976, 1715232],
  [700, 1323205, 1716550],
  [800, 1362618, 1698511],
  [900, 1324593, 1705670],
  [1000, 1273755, 1722917],
  [1500, 1246604, 1651516],
  [2000, 1171879, 1680384],
  [3000, 1074248, 1651516],
  [4000, 1001631, 1683714],
  [5000, 732530, 1589232],
  [7500, 674862, 1669350],
  [10000, 642042, 1656006],
  [12500, 541565, 1612269],
];

/** A fixed wobble of about ±7 %, none at the fitted points. */
const wobble = (i: number, phase: number): number => 1 + 0.07 * Math.sin(i * 1.9 + phase);

/** A band below the modelled curves, wider where there are more connections. */
function fakeBand({ x, modelled: { pre, post } }: ComparisonRow): PointBand {
  const part = 0.4 * Math.sqrt(x / 12_500);
  return {
    pre: { low: pre * (0.95 - part), high: pre * 0.98 },
    post: { low: post * 0.94, high: post * 0.99 },
    ratio: { low: (post / pre) * 0.98, high: (post / pre) * (1.02 + part) },
  };
}

export function fakeComparison(
  axis: 'idle' | 'clients',
  options: { readonly without?: boolean; readonly band?: boolean } = {},
): ModelComparison {
  const idle = axis === 'idle';
  const rows: ComparisonRow[] = (idle ? IDLE_ROWS : CLIENT_ROWS).map(([x, pre, post], i) => {
    const fitted = { pre: idle ? x === 0 || x === 10_000 : x === 90, post: idle ? x === 0 : x === 90 };
    const modelled = {
      pre: Math.round(pre * (fitted.pre ? 1.004 : wobble(i, 0))),
      post: Math.round(post * (fitted.post ? 0.995 : wobble(i, 2))),
    };
    const lost = 1 + 0.9 * Math.sqrt(x / 12_500);
    return {
      x,
      published: { pre, post },
      modelled,
      without: options.without === false ? null : { pre: Math.round(modelled.pre * lost), post: modelled.post },
      formula:
        options.without === false ? null : { pre: Math.round(pre * wobble(i, 1)), post: IDLE_ROWS[0]?.[2] ?? post },
      fitted,
    };
  });
  return {
    table: idle ? IDLE : CLIENTS,
    machine: idle
      ? { id: 'xeon-gold-5215-2s', name: '2 × Xeon Gold 5215', short: '2 × Xeon Gold 5215' }
      : { id: 'azure-f72s-v2', name: 'Azure F72s_v2', short: 'Azure F72s_v2' },
    published: rows,
    rows,
    // Seeds differ a little, like a model's.
    seeds: [0.997, 1, 1.004].map((factor) =>
      rows.map((row) => ({ ...row, modelled: { pre: row.modelled.pre * factor, post: row.modelled.post } })),
    ),
    constants: [
      { name: 'otherWorkUs', value: 28.1, unit: 'µs', how: 'invented for the gallery: the rest of a transaction' },
      {
        name: 'smtSlowdown',
        value: 1.3,
        unit: '×',
        how: 'invented for the gallery: what a core’s two threads cost each other',
      },
    ],
    isOther: false,
    assumed: [],
    judgedFrom: idle ? 0 : 36,
    notes: idle ? [] : ['modelChart.note.wakeUps'],
    reasons: [{ curve: 'pre', why: 'modelChart.reason.unsteady' }],
    parts: new Map(),
    bands: new Map(options.band === true ? rows.map((row) => [row.x, fakeBand(row)]) : []),
  };
}
