/**
 * Transactions per second by idle connections: the published curves as faint crosses on a dotted thread, and the two
 * measured marks on the hairline that rises from the slider's thumb. The slider lies on this plot's x axis.
 */
import { line } from 'd3';
import type { ReactNode } from 'react';
import type { DesignId } from '../../base/designs.ts';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import type { Levels, RaceDesigns } from '../../viewmodel/race/race.ts';
import type { PublishedCurve } from '../../viewmodel/race/race-finding.ts';
import styles from './idle-slider.module.css';

interface PublishedCurvesProps {
  readonly designs: RaceDesigns;
  readonly curve: PublishedCurve;
  /** The position of a number of connections on the slider, 0 to 1. */
  readonly position: (idle: number) => number;
  readonly idle: number;
  /** The rates measured at the slider's position; `undefined` if there are none. */
  readonly levels: Levels | undefined;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Room on the left and right of the plot. */
  readonly inset: { readonly left: number; readonly right: number };
  readonly em: number;
  /** The gridlines of the y scale that both panels share. */
  readonly axis: ReactNode;
  /** The label of the curves: published. */
  readonly name: string;
  /** How far they have parted at their ends; left out if they have not. */
  readonly gap: string | undefined;
  /** What each design is called, at its curve's end; left out where live lines beside the plot say it. */
  readonly ends?: Readonly<Record<keyof RaceDesigns, string>> | undefined;
}

export function PublishedCurves(props: PublishedCurvesProps) {
  const { designs, curve, position, idle, levels, top, width, height, inset, em, axis, name, gap, ends } = props;
  const plot = { width: Math.max(10, width - inset.left - inset.right), height };
  const x = (value: number) => position(value) * plot.width;
  const y = (tps: number) => plot.height - (tps / top) * plot.height;
  const here = x(idle);
  // Between the curves, where they have parted. Where the hairline meets it, it has the hairline pass behind it.
  const [from, to] = curve.points.slice(-2);
  const highest = levels ? Math.min(y(levels.slow), y(levels.fast)) : 0;
  return (
    <g transform={`translate(${inset.left},0)`} data-testid="published-curves">
      {axis}
      {(['slow', 'fast'] as const).map((which) => {
        const hue = designStyle(designs[which]).hue;
        const thread = line<(typeof curve.points)[number]>(
          (p) => x(p.idle),
          (p) => y(p[which]),
        );
        return (
          <g key={which} className={styles.published} data-design={designs[which]}>
            <path d={thread(curve.points) ?? ''} stroke={hue} className={styles.thread} />
            {curve.points.map((point) => (
              <path key={point.idle} d={`M${x(point.idle) - 4.5},${y(point[which])}h9m-4.5,-4.5v9`} stroke={hue} />
            ))}
            {ends !== undefined && to !== undefined && (
              <text x={x(to.idle)} y={y(to[which])} dx="0.6em" dy="0.35em" fill={hue} className={styles.end}>
                {ends[which]}
              </text>
            )}
          </g>
        );
      })}
      <line x1={here} x2={here} y1={highest} y2={plot.height} className={styles.hairline} />
      {from !== undefined && to !== undefined && (
        <text
          x={(x(from.idle) + x(to.idle)) / 2}
          y={(y(from.slow) + y(from.fast) + y(to.slow) + y(to.fast)) / 4}
          textAnchor="middle"
          className={styles.tag}
        >
          <tspan dy={gap === undefined ? '0.35em' : '-0.45em'}>{name}</tspan>
          {gap !== undefined && (
            <tspan x={(x(from.idle) + x(to.idle)) / 2} dy="1.15em" className={styles.gap}>
              {gap}
            </tspan>
          )}
        </text>
      )}
      {levels !== undefined && (
        <>
          <Mark design={designs.slow} at={here} y={y(levels.slow)} em={em} />
          <Mark design={designs.fast} at={here} y={y(levels.fast)} em={em} />
        </>
      )}
    </g>
  );
}

function Mark({
  design,
  at,
  y,
  em,
}: {
  readonly design: DesignId;
  readonly at: number;
  readonly y: number;
  readonly em: number;
}) {
  const { hue, mark } = designStyle(design);
  return (
    <path d={markPath(mark, 0.8 * em)} transform={`translate(${at},${y})`} fill={hue} className={styles.measured} />
  );
}
