/** Parts of the chart: its key, the strip of errors, the numbers at the pointer, and its words. */

import '../../base/messages/en/model-chart.ts';
import { area, scaleLinear } from 'd3';
import type { Messages } from '../../base/messages/index.ts';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { errorReach, judgedOf, spreadOfErrors, worstOf } from '../../viewmodel/prediction/errors.ts';
import {
  type ComparisonRow,
  CURVE_DESIGN,
  CURVES,
  type Curve,
  type ModelComparison,
  type PointBand,
  pointError,
  type Run,
} from '../../viewmodel/prediction/model-chart.ts';
import { SHARED_BAND_NS } from '../../viewmodel/prediction/shared-server.ts';
import chart from '../shared/chart/chart.module.css';
import { MARK_EM, Mark, shrunkMarks } from '../shared/chart/marks.tsx';
import { ChartKey, type KeyEntry, type Plot } from '../shared/chart/SeriesChart.tsx';
import styles from './model-chart.module.css';

/** The meaning of the marks; the curves themselves are named at their ends. */
interface CurvesKeyProps extends Pick<ModelComparison, 'rows' | 'bands'> {
  /** The curves without coherence and by formula are drawn. */
  readonly hasOthers: boolean;
}

export function CurvesKey({ rows, bands, hasOthers }: CurvesKeyProps) {
  const { t } = useMessages();
  const isThere: Readonly<Record<string, boolean>> = {
    fitted: rows.some(({ fitted }) => CURVES.some((curve) => fitted[curve])),
    without: hasOthers && rows.some(({ without }) => without !== null),
    formula: hasOthers && rows.some(({ formula }) => formula !== null),
    band: bands.size > 0,
  };
  const entries: readonly KeyEntry[] = [
    { key: 'prediction', line: 'solid', mark: 'full', text: t('modelChart.key.prediction') },
    { key: 'fitted', line: 'solid', mark: 'hollow', text: t('modelChart.key.fitted') },
    { key: 'published', line: 'thread', mark: 'cross', text: t('modelChart.key.published') },
    { key: 'without', line: 'dashed', mark: 'none', text: t('modelChart.key.without') },
    { key: 'formula', line: 'dashdot', mark: 'none', text: t('modelChart.key.formula') },
    { key: 'band', line: 'none', mark: 'none', shade: true, text: t('modelChart.key.band', { band: SHARED_BAND_NS }) },
  ];
  return <ChartKey entries={entries.filter(({ key }) => isThere[key] ?? true)} />;
}

/** Each design's band of the shared server, as far as it is modelled, behind the curves. */
export function Bands({ comparison, plot }: { readonly comparison: ModelComparison; readonly plot: Plot }) {
  const known = comparison.rows.flatMap(({ x }) => {
    const band = comparison.bands.get(x);
    return band === undefined ? [] : [{ x, band }];
  });
  return (
    <g data-series="band">
      {CURVES.map((curve) => (
        <path
          key={curve}
          className={chart.shade}
          style={{ fill: designStyle(CURVE_DESIGN[curve]).hue }}
          data-band={curve}
          d={
            area<(typeof known)[number]>()
              .x(({ x }) => plot.x(x))
              .y0(({ band }) => plot.y(band[curve].low))
              .y1(({ band }) => plot.y(band[curve].high))(known) ?? undefined
          }
        />
      ))}
    </g>
  );
}

/** Below this width (in em) the strip's title does not also explain its dashes. */
const ROOM_FOR_KEY_EM = 32;

interface ErrorStripProps {
  readonly isOther: boolean;
  readonly rows: readonly ComparisonRow[];
  readonly plot: Plot;
  readonly top: number;
  readonly bottom: number;
  /** The curves without coherence are drawn, too. */
  readonly hasOthers: boolean;
}

/**
 * The model's error at each x, in per cent of the published figure: a mark on a stem from zero for each curve, and, if
 * its curves are drawn, a dash for the error without coherence, or an arrowhead at the edge if that is beyond it.
 */
export function ErrorStrip({ isOther, rows, plot, top, bottom, hasOthers }: ErrorStripProps) {
  const { t } = useMessages();
  const { em, left, right } = plot;
  const reach = errorReach(rows);
  const without = hasOthers
    ? rows.flatMap((row) => CURVES.flatMap((curve) => pointError(row, curve, 'without') ?? []))
    : [];
  const y = scaleLinear([-reach, reach], [bottom - em * 0.3, top + em * 1.7]);
  const marks = shrunkMarks(
    rows.map((row) => plot.x(row.x)),
    em,
  );
  return (
    <g data-series="error">
      <text className={chart.title} y={top + em * 0.85}>
        {t('modelChart.errorAxis', {
          other: isOther,
          without: without.length > 0 && right - left > em * ROOM_FOR_KEY_EM,
          beyond: without.some((share) => Math.abs(share) > reach),
        })}
      </text>
      {[reach, 0, -reach].map((share) => (
        <g key={share} transform={`translate(0 ${Math.round(y(share)) + 0.5})`}>
          <line className={share === 0 ? chart.axis : chart.grid} x1={left} x2={right} />
          <text className={chart.tick} x={left - em * 0.6} dy="0.34em" textAnchor="end">
            {t('modelChart.off', { share })}
          </text>
        </g>
      ))}
      {CURVES.map((curve) => (
        <g key={curve} style={{ stroke: designStyle(CURVE_DESIGN[curve]).hue }}>
          {rows.map((row, i) => {
            const mark = marks[i] ?? em * MARK_EM;
            // The two curves' marks are side by side, as far as their neighbours allow.
            const aside = Math.min(em * 0.34, mark * 0.7);
            const at = plot.x(row.x) + (curve === 'pre' ? -aside : aside);
            return <PointError key={row.x} {...{ row, curve, at, mark, reach, y, hasOthers }} />;
          })}
        </g>
      ))}
    </g>
  );
}

interface PointErrorProps {
  readonly row: ComparisonRow;
  readonly curve: Curve;
  readonly at: number;
  readonly mark: number;
  readonly reach: number;
  readonly y: (share: number) => number;
  readonly hasOthers: boolean;
}

function PointError({ row, curve, at, mark, reach, y, hasOthers }: PointErrorProps) {
  const error = pointError(row, curve) ?? 0;
  const without = hasOthers ? pointError(row, curve, 'without') : null;
  return (
    <g>
      {without !== null && <path className={styles.dash} d={withoutPath(at, without, mark, reach, y)} />}
      <path className={styles.stem} d={`M${at} ${y(0)}V${y(error)}`} />
      <Mark
        kind={row.fitted[curve] ? 'hollow' : 'full'}
        look={designStyle(CURVE_DESIGN[curve])}
        size={mark * 0.85}
        transform={`translate(${at} ${y(error)})`}
      />
    </g>
  );
}

/** A dash at the error, or an arrowhead at the edge that it is beyond. */
function withoutPath(at: number, share: number, mark: number, reach: number, y: (share: number) => number): string {
  const arm = mark * 0.7;
  if (Math.abs(share) <= reach) return `M${at - arm} ${y(share)}H${at + arm}`;
  const edge = y(Math.sign(share) * reach);
  return `M${at - arm} ${edge}L${at} ${edge + (share > 0 ? -arm : arm)}L${at + arm} ${edge}`;
}

/**
 * The chosen x in figures: a row for 13, a row for 14. Its room is reserved, so that nothing moves with the pointer.
 */
export function Readout({
  comparison,
  row,
}: {
  readonly comparison: ModelComparison;
  readonly row: ComparisonRow | null;
}) {
  const { t } = useMessages();
  const others = OTHER_RUNS.filter((run) => comparison.rows.some(({ [run]: own }) => own !== null));
  if (row === null) return null;
  const band = comparison.bands.get(row.x);
  return (
    <table className={styles.readout}>
      <caption className="visually-hidden">{t('modelChart.read.caption')}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.at}>
            {t('modelChart.read.at', { x: row.x, axis: comparison.table.axis })}
          </th>
          <th scope="col">{t('modelChart.read.published')}</th>
          <th scope="col">{t('modelChart.read.modelled')}</th>
          <th scope="col">{t('modelChart.read.error', { other: comparison.isOther })}</th>
          {others.map((run) => (
            <th key={run} scope="col" data-other="">
              {t(`modelChart.read.${run}`)}
            </th>
          ))}
          {band !== undefined && (
            <th scope="col" data-band="">
              {t('modelChart.read.band')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {CURVES.map((curve) => (
          <ReadoutRow key={curve} curve={curve} row={row} others={others} band={band?.[curve]} />
        ))}
      </tbody>
    </table>
  );
}

const OTHER_RUNS = ['without', 'formula'] as const satisfies readonly Run[];

interface ReadoutRowProps {
  readonly curve: Curve;
  readonly row: ComparisonRow;
  readonly others: readonly Run[];
  /** Of the shared server; missing: not asked for, or not there yet. */
  readonly band: PointBand['pre'] | undefined;
}

function ReadoutRow({ curve, row, others, band }: ReadoutRowProps) {
  const { t, format } = useMessages();
  const look = designStyle(CURVE_DESIGN[curve]);
  const isFitted = row.fitted[curve];
  const off = (run: Run): string => {
    const share = pointError(row, curve, run);
    return share === null ? '–' : t('modelChart.off', { share });
  };
  return (
    <tr>
      <th scope="row">
        <svg className={styles.swatch} viewBox="-6 -6 12 12" style={{ stroke: look.hue }} aria-hidden="true">
          <Mark kind={isFitted ? 'hollow' : 'full'} look={look} size={8} />
        </svg>
        <span style={{ color: look.hue }}>{t(look.shortKey)}</span>
        <span className={styles.how}>{t(isFitted ? 'modelChart.read.fitted' : 'modelChart.read.prediction')}</span>
      </th>
      <td>{format.si(row.published[curve])}</td>
      <td>{format.si(row.modelled[curve])}</td>
      <td>{off('modelled')}</td>
      {others.map((run) => (
        <td key={run} data-other="">
          {off(run)}
        </td>
      ))}
      {band !== undefined && <td data-band="">{t('modelChart.read.range', band)}</td>}
    </tr>
  );
}

/** The chart in words. */

/** All data of one x. */
export const pointWords = (
  row: ComparisonRow,
  { table: { axis }, bands }: Pick<ModelComparison, 'table' | 'bands'>,
  { t }: Messages,
): string =>
  t('modelChart.point', {
    x: row.x,
    axis,
    curves: CURVES.map((curve) => ({
      design: t(designStyle(CURVE_DESIGN[curve]).shortKey),
      published: row.published[curve],
      modelled: row.modelled[curve],
      error: pointError(row, curve),
      without: pointError(row, curve, 'without'),
      formula: pointError(row, curve, 'formula'),
      fitted: row.fitted[curve],
      band: bands.get(row.x)?.[curve] ?? null,
    })),
  });

/** The whole figure in some sentences. */
export function comparisonWords(comparison: ModelComparison, { t }: Messages): string {
  const { table, machine } = comparison;
  const { seeds } = judgedOf(comparison);
  const worst = worstOf(comparison);
  return t('modelChart.say', {
    machine: machine.name,
    source: table.cited === null ? table.file : `${table.cited.author} ${table.cited.year}`,
    other: comparison.isOther,
    error: spreadOfErrors(seeds).pre,
    without: spreadOfErrors(seeds, 'without').pre,
    formula: spreadOfErrors(seeds, 'formula').pre,
    axis: table.axis,
    worst:
      worst === null
        ? null
        : { x: worst.row.x, design: t(designStyle(CURVE_DESIGN[worst.curve]).shortKey), error: worst.error },
  });
}
