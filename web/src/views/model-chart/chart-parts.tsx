/** Parts of the chart: its key, the strip of errors, the numbers at the pointer, and its words. */

import { type ScaleContinuousNumeric, scaleLinear } from 'd3';
import type { Messages } from '../../base/messages/index.ts';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import {
  type ComparisonAxis,
  type ComparisonRow,
  CURVE_DESIGN,
  CURVES,
  errorReach,
  type ModelComparison,
  pointError,
  spreadOfErrors,
  worstPoint,
} from '../../viewmodel/prediction/model-chart.ts';
import chart from '../shared/chart/chart.module.css';
import styles from './model-chart.module.css';

/** The meaning of the marks; the curves themselves are named at their ends. */
export function ChartKey({ hasWithout }: { readonly hasWithout: boolean }) {
  const { t } = useMessages();
  return (
    <ul className={styles.key}>
      <li>
        <Sample>
          <path className={chart.line} d="M0 7H32" />
          <path className={styles.fullInk} d={markPath('square', 8)} transform="translate(10 7)" />
          <path className={styles.fullInk} d={markPath('circle', 8)} transform="translate(23 7)" />
        </Sample>
        {t('modelChart.key.prediction')}
      </li>
      <li>
        <Sample>
          <path className={chart.line} d="M0 7H32" />
          <path className={styles.hollow} d={markPath('square', 8)} transform="translate(10 7)" />
          <path className={styles.hollow} d={markPath('circle', 8)} transform="translate(23 7)" />
        </Sample>
        {t('modelChart.key.fitted')}
      </li>
      <li>
        <Sample>
          <path className={chart.thread} d="M0 7H32" />
          <path className={chart.cross} d="M11 7h10m-5-5v10" />
        </Sample>
        {t('modelChart.key.published')}
      </li>
      {hasWithout && (
        <li>
          <Sample>
            <path className={styles.without} d="M0 7H32" />
          </Sample>
          {t('modelChart.key.without')}
        </li>
      )}
    </ul>
  );
}

function Sample({ children }: { readonly children: React.ReactNode }) {
  return (
    <svg className={styles.sample} viewBox="0 0 32 14" aria-hidden="true">
      {children}
    </svg>
  );
}

interface ErrorStripProps {
  readonly rows: readonly ComparisonRow[];
  readonly x: ScaleContinuousNumeric<number, number>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly em: number;
  /** Size of each row's marks. */
  readonly marks: readonly number[];
}

/**
 * The model's error at each x, in per cent of the published figure: a mark on a stem from zero for each curve, and a
 * dash for the error without coherence, or an arrowhead at the edge if that is beyond it.
 */
export function ErrorStrip({ rows, x, left, right, top, bottom, em, marks }: ErrorStripProps) {
  const { t } = useMessages();
  const reach = errorReach(rows);
  const y = scaleLinear()
    .domain([-reach, reach])
    .range([bottom - em * 0.3, top + em * 1.7]);
  // The two curves' marks are side by side, as far as their neighbours allow.
  const aside = (mark: number): number => Math.min(em * 0.34, mark * 0.7);
  const withoutPath = (at: number, share: number, mark: number): string => {
    const arm = mark * 0.7;
    const edge = y(Math.sign(share) * reach);
    const point = share > 0 ? -arm : arm;
    return Math.abs(share) <= reach
      ? `M${at - arm} ${y(share)}H${at + arm}`
      : `M${at - arm} ${edge}L${at} ${edge + point}L${at + arm} ${edge}`;
  };
  return (
    <g data-series="error">
      <text className={chart.title} y={top + em * 0.85}>
        {t('modelChart.errorAxis')}
      </text>
      {[reach, 0, -reach].map((share) => (
        <g key={share} transform={`translate(0 ${Math.round(y(share)) + 0.5})`}>
          <line className={share === 0 ? chart.axis : chart.grid} x1={left} x2={right} />
          <text className={chart.tick} x={left - em * 0.6} dy="0.34em" textAnchor="end">
            {t('modelChart.off', { share })}
          </text>
        </g>
      ))}
      {CURVES.map((curve) => {
        const { hue, mark: shape } = designStyle(CURVE_DESIGN[curve]);
        return (
          <g key={curve} style={{ stroke: hue }}>
            {rows.map((row, i) => {
              const mark = marks[i] ?? em * 0.5;
              const at = x(row.x) + (curve === 'pre' ? -aside(mark) : aside(mark));
              const error = pointError(row, curve) ?? 0;
              const without = pointError(row, curve, 'without');
              return (
                <g key={row.x}>
                  {without !== null && <path className={styles.dash} d={withoutPath(at, without, mark)} />}
                  <path className={styles.stem} d={`M${at} ${y(0)}V${y(error)}`} />
                  <path
                    d={markPath(shape, mark * 0.85)}
                    transform={`translate(${at} ${y(error)})`}
                    className={row.fitted[curve] ? styles.hollow : styles.full}
                    style={row.fitted[curve] ? {} : { fill: hue }}
                  />
                </g>
              );
            })}
          </g>
        );
      })}
    </g>
  );
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
  const { t, format } = useMessages();
  const hasWithout = comparison.rows.some(({ without }) => without !== null);
  if (row === null) return null;
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
          <th scope="col">{t('modelChart.read.error')}</th>
          {hasWithout && <th scope="col">{t('modelChart.read.without')}</th>}
        </tr>
      </thead>
      <tbody>
        {CURVES.map((curve) => {
          const { hue, mark, shortKey } = designStyle(CURVE_DESIGN[curve]);
          const error = pointError(row, curve);
          const without = pointError(row, curve, 'without');
          const isFitted = row.fitted[curve];
          return (
            <tr key={curve}>
              <th scope="row">
                <svg className={styles.swatch} viewBox="-6 -6 12 12" aria-hidden="true">
                  <path
                    d={markPath(mark, 8)}
                    className={isFitted ? styles.hollow : styles.full}
                    style={isFitted ? { stroke: hue } : { fill: hue, stroke: hue }}
                  />
                </svg>
                <span style={{ color: hue }}>{t(shortKey)}</span>
                <span className={styles.how}>
                  {t(isFitted ? 'modelChart.read.fitted' : 'modelChart.read.prediction')}
                </span>
              </th>
              <td>{format.si(row.published[curve])}</td>
              <td>{format.si(row.modelled[curve])}</td>
              <td>{error === null ? '–' : t('modelChart.off', { share: error })}</td>
              {hasWithout && <td>{without === null ? '–' : t('modelChart.off', { share: without })}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The chart in words. */

/** All data of one x. */
export const pointWords = (row: ComparisonRow, axis: ComparisonAxis, { t }: Messages): string =>
  t('modelChart.point', {
    x: row.x,
    axis,
    curves: CURVES.map((curve) => ({
      design: t(designStyle(CURVE_DESIGN[curve]).shortKey),
      published: row.published[curve],
      modelled: row.modelled[curve],
      error: pointError(row, curve),
      without: pointError(row, curve, 'without'),
      fitted: row.fitted[curve],
    })),
  });

/** The whole figure in some sentences. */
export function comparisonWords({ table, machine, rows, seeds }: ModelComparison, { t }: Messages): string {
  const worst = worstPoint(rows);
  return t('modelChart.say', {
    machine: machine.name,
    source: `${table.author} ${table.year}`,
    error: spreadOfErrors(seeds).pre,
    without: spreadOfErrors(seeds, 'without').pre,
    axis: table.axis,
    worst:
      worst === null
        ? null
        : { x: worst.row.x, design: t(designStyle(CURVE_DESIGN[worst.curve]).shortKey), error: worst.error },
  });
}
