/**
 * Throughput of readers against savepoints, each run as a share of its own at 60 savepoints, logarithmic: one line per
 * shape of pg_subtrans, whiskers over the middle half of its turns, real servers as crosses with a guide that claims
 * nothing between them. The position of the 64th is drawn, whether or not anything is measured.
 */
import '../../base/messages/en/cliff.ts';
import { scaleLinear, scaleLog } from 'd3';
import type { Messages } from '../../base/messages/index.ts';
import { useMessages } from '../../ui/messages.tsx';
import { CACHED_SUBXIDS, CLIFF_DESIGNS, type CliffShape } from '../../viewmodel/cliff/cliff.ts';
import { type CliffCurve, guideOf } from '../../viewmodel/cliff/cliff-share.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import { plotWidth, ticksThatFit } from '../../viewmodel/lab/throughput-layout.ts';
import type { SeriesLook } from '../shared/chart/marks.tsx';
import { type ChartAxis, countTicks } from '../shared/chart/parts.tsx';
import { type Plot, type Series, SeriesChart } from '../shared/chart/SeriesChart.tsx';
import styles from './cliff.module.css';

interface CliffChartProps {
  /** Modelled ones have hollow marks on dotted lines, real servers crosses. */
  readonly curves: readonly CliffCurve[];
  readonly counts: readonly number[];
  /** A number of savepoints to point at; null: none. */
  readonly at?: number | null;
}

/** 17 has 14's hue; fewer buffers are dashed and have a different mark. */
const lookOf = (shape: CliffShape): SeriesLook => {
  const { hue, mark } = designStyle(CLIFF_DESIGNS[shape]);
  return shape === 'pg17:32' ? { hue, mark: 'triangle', dash: '6 4' } : { hue, mark, dash: null };
};

const KINDS = {
  measured: { line: 'solid', mark: 'full' },
  modelled: { line: 'dotted', mark: 'hollow' },
  real: { line: 'guide', mark: 'bold' },
} as const;

/** Below this width (in em) names are in a key under the chart: at the lines' ends they have no room. */
const ROOM_FOR_NAMES_EM = 34;
/** The place of no savepoints, as a multiple of the left margin. */
const CLEAR = 1.22;
/** Shares of the own rate at 60. */
const TICKS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

const keyOf = (curve: CliffCurve): string =>
  curve.kind === 'real' ? `real-${curve.id}` : curve.kind === 'modelled' ? `modelled-${curve.shape}` : curve.shape;
const nameOf = (curve: CliffCurve, t: Messages['t']): string =>
  curve.kind === 'real'
    ? t(`cliff.real.${curve.id}`)
    : curve.kind === 'modelled'
      ? t(`cliff.modelled.${curve.shape}`)
      : t('cliff.here', { shape: t(`cliff.shape.${curve.shape}`) });

/** What the other curves are to a curve's name: real servers' step back once something is measured or modelled. */
interface Beside {
  readonly isAlone: boolean;
  /** The last number of savepoints; a line that has not come to it is under way. */
  readonly last: number;
}

function seriesOf(curve: CliffCurve, { isAlone, last }: Beside, t: Messages['t']): Series {
  const { kind, shape, points } = curve;
  return {
    ...KINDS[kind],
    key: keyOf(curve),
    look: lookOf(shape),
    markEm: kind === 'real' ? 1 : 0.45,
    points: points.map(({ savepoints, share, q1, q3 }) => ({
      x: savepoints,
      y: share,
      ...(kind === 'measured' ? { whisker: [q1, q3] } : {}),
    })),
    label: {
      name: nameOf(curve, t),
      faint: kind === 'modelled' || (kind === 'real' && !isAlone),
      isUnderWay: kind !== 'real' && (points.at(-1)?.savepoints ?? last) < last,
    },
    ...(kind === 'real'
      ? {
          path: guideOf(points).map(({ savepoints, share }) => ({ x: savepoints, y: share })),
          pointedTo: `series ${keyOf(curve)}`,
        }
      : {}),
  };
}

export function CliffChart({ curves, counts, at = null }: CliffChartProps) {
  const { t, format } = useMessages();
  const beside = { isAlone: curves.every(({ kind }) => kind === 'real'), last: Math.max(...counts) };
  return (
    <SeriesChart
      spec={({ width, em }) => ({
        label: t('cliff.name'),
        series: curves.map((curve) => seriesOf(curve, beside, t)),
        margin: { top: 2.4, bottom: 3.4, left: 4.7 },
        namesBelow: width / em < ROOM_FOR_NAMES_EM,
        x: {
          title: t('cliff.axis.savepoints'),
          // A cross at none keeps clear of the vertical axis's words.
          scale: (frame) =>
            scaleLinear([0, beside.last], [frame.margin.left * CLEAR, frame.margin.left + plotWidth(frame)]),
          ticks: countTicks([0, 16, 32, 48, 64, 80, 100, 130], format),
          text: format.integer,
        },
        y: { ...shareAxis(curves), title: t('cliff.axis.share'), text: format.percent },
        under: (plot) => (
          <>
            <Boundary plot={plot} />
            {at !== null && <Cursor plot={plot} at={at} />}
          </>
        ),
      })}
    />
  );
}

/** Logarithmic, around all whiskers and 100 %. */
function shareAxis(curves: readonly CliffCurve[]): Pick<ChartAxis, 'scale' | 'ticks'> {
  const ends = curves.flatMap(({ points }) => points.flatMap(({ q1, q3 }) => [q1, q3])).filter((share) => share > 0);
  const top = Math.max(1, ...ends);
  // Values far above 100 % get a gridline above them.
  const above = top > 1.25 ? (TICKS.find((tick) => tick >= top) ?? top) * 1.05 : 0;
  const [least, most] = [Math.min(1, ...ends) / 1.4, Math.max(top * 1.25, above)];
  return {
    scale: ({ height, margin }) => scaleLog([least, most], [height - margin.bottom, margin.top]),
    ticks: (scale, em) => {
      const inRange = TICKS.filter((tick) => tick >= least && tick <= most);
      const close = ticksThatFit(inRange, scale, () => em * 1.7);
      // If not all fit, the powers of ten remain, with 100 % among them.
      return close.length === inRange.length ? close : inRange.filter((tick) => Number.isInteger(Math.log10(tick)));
    },
  };
}

/** The number that the reader has chosen. */
function Cursor({ plot: { x, em, frame, bottom }, at }: { readonly plot: Plot; readonly at: number }) {
  const to = x(at);
  const { top } = frame.margin;
  return (
    <g data-cursor={at}>
      <line className={styles.cursor} x1={to} x2={to} y1={top} y2={bottom} />
      <path className={styles.cursorHead} d={`M${to} ${bottom}l${-em * 0.36} ${em * 0.5}h${em * 0.72}z`} />
    </g>
  );
}

/** Between the last savepoint that fits into the cache and the first that does not. */
function Boundary({ plot: { x, em, frame, bottom } }: { readonly plot: Plot }) {
  const { t } = useMessages();
  const at = x(CACHED_SUBXIDS + 0.5);
  const { top } = frame.margin;
  return (
    <g>
      <line className={styles.boundary} x1={at} x2={at} y1={top} y2={bottom} />
      <text className={styles.boundaryText} x={at + em * 0.4} y={top - em * 0.5}>
        {t('cliff.boundary')}
        {/* The caption says it, too. */}
        {frame.width / em >= ROOM_FOR_NAMES_EM && (
          <tspan className={styles.unrunText} dx={em}>
            {t('cliff.unrun')}
          </tspan>
        )}
      </text>
    </g>
  );
}
