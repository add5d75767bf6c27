/**
 * The model's error at each x, in per cent of the published figure: a mark on a stem from zero for each curve, and a
 * dash for the error without coherence, or an arrowhead at the edge if that is beyond it.
 */
import { type ScaleContinuousNumeric, scaleLinear } from 'd3';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import {
  type ComparisonRow,
  CURVE_DESIGN,
  CURVES,
  errorReach,
  pointError,
} from '../../viewmodel/prediction/model-chart.ts';
import chart from '../shared/chart/chart.module.css';
import styles from './model-chart.module.css';

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
