/**
 * Transactions per second by idle connections: the published curves as crosses on a dotted thread, each named at
 * its right end, and the two measured marks on the hairline that rises from the slider's thumb. The slider lies on this plot's x axis.
 */
import { line } from 'd3';
import type { ReactNode } from 'react';
import type { DesignId } from '../../base/designs.ts';
import { designStyle, markPath } from '../../viewmodel/design-style.ts';
import type { Levels, RaceDesigns } from '../../viewmodel/race/race.ts';
import type { PublishedCurve } from '../../viewmodel/race/race-finding.ts';
import { threadOf } from '../../viewmodel/race/race-layout.ts';
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
  /** How far they have parted at the slider's position; left out if they have not, or if nothing was published there. */
  readonly gap: string | undefined;
  /** What each design is called, at its curve's end. */
  readonly ends: Readonly<Record<keyof RaceDesigns, string>>;
}

export function PublishedCurves(props: PublishedCurvesProps) {
  const { designs, curve, position, idle, levels, top, width, height, inset, em, axis, gap, ends } = props;
  const plot = { width: Math.max(10, width - inset.left - inset.right), height };
  const x = (value: number) => position(value) * plot.width;
  const y = (tps: number) => plot.height - (tps / top) * plot.height;
  const here = x(idle);
  const last = curve.points.at(-1);
  const parted = curve.points.find((point) => point.idle === idle);
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
            <path d={thread(curve.points) ?? ''} stroke={hue} {...threadOf(em)} />
            {curve.points.map((point) => (
              <Cross key={point.idle} x={x(point.idle)} y={y(point[which])} hue={hue} em={em} />
            ))}
            {last !== undefined && (
              <text x={x(last.idle)} y={y(last[which])} dx="0.6em" dy="0.35em" fill={hue} className={styles.end}>
                {ends[which]}
              </text>
            )}
          </g>
        );
      })}
      <line x1={here} x2={here} y1={highest} y2={plot.height} className={styles.hairline} />
      {gap !== undefined && parted !== undefined && (
        // Next to the hairline, on the side where there is room: the curves' names are right of the last point.
        <text
          x={here}
          y={(y(parted.slow) + y(parted.fast)) / 2}
          dx={parted === last ? '-0.7em' : '0.7em'}
          dy="0.35em"
          textAnchor={parted === last ? 'end' : 'start'}
          className={styles.gap}
          data-testid="published-gap"
        >
          {gap}
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

interface CrossProps {
  readonly x: number;
  readonly y: number;
  readonly hue: string;
  readonly em: number;
}

function Cross({ x, y, hue, em }: CrossProps) {
  const arm = 0.4 * em;
  const d = `M${x - arm},${y}h${2 * arm}m${-arm},${-arm}v${2 * arm}`;
  return <path d={d} stroke={hue} strokeWidth={threadOf(em).strokeWidth} />;
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
