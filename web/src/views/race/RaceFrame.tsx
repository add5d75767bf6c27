/**
 * The static part of the race: the axes, the names with their rates, and the ratio in the gap it measures. Words are
 * redrawn once a second and at events; they hold still while the lines between them move.
 */

import '../../base/messages/en/home.ts';
import { scaleLinear } from 'd3';
import type { ReactNode } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import type { RatioClaim } from '../../viewmodel/lab/claim.ts';
import { type Levels, type RaceDesigns, WINDOW_MS } from '../../viewmodel/race/race.ts';
import { placeLabels, placeRatio, racePlot, threadOf, yTicks } from '../../viewmodel/race/race-layout.ts';
import styles from './race.module.css';

interface YAxisProps {
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Without numbers there are only lines: the numbers are next to the other panel. */
  readonly labels: boolean;
  /** False if the lines are drawn elsewhere, under a canvas. */
  readonly lines?: boolean;
  /** Distance of the numbers from the axis; a slider's thumb at its 0 needs more. */
  readonly aside?: number | string;
}

/** Gridlines and numbers of transactions per second, in thousands, from 0. Both panels of the race use it. */
export function YAxis({ top, width, height, labels, lines = true, aside = '0.6em' }: YAxisProps) {
  const { format } = useMessages();
  return (
    <g>
      {yTicks(top).map(({ value, digits }) => (
        <g key={value} transform={`translate(0,${height - (value / top) * height})`}>
          {lines && value > 0 && <line x2={width} className={styles.grid} />}
          {labels && (
            <text x={`-${aside}`} dy="0.33em" textAnchor="end" className={styles.tick}>
              {format.fixed(value / 1000, digits)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

interface RaceFrameProps {
  readonly designs: RaceDesigns;
  /** The end of the y axis, in transactions per second. */
  readonly top: number;
  readonly levels: Levels | undefined;
  /** The supported statement on their ratio; `undefined` if nothing is measured. */
  readonly claim: RatioClaim | undefined;
  readonly paused: boolean;
  readonly width: number;
  /** The height of the plot alone; the axis's numbers are below it. */
  readonly height: number;
  /** The size of small text in pixels; margins follow it. */
  readonly em: number;
  /** A muted text in the frame while there is no line. `undefined` when there is. */
  readonly quiet: string | undefined;
  /** The published rates, shown as dotted lines until there are measured ones. */
  readonly ghost: Levels | undefined;
  /** False if a canvas between the grid and this drawing has the lines: then the grid is below the canvas. */
  readonly grid: boolean;
  /** The lines, drawn over the grid and under the words. */
  readonly children: ReactNode;
}

interface TimeTicksProps {
  /** Seconds, 0 is now. */
  readonly ticks: readonly number[];
  readonly width: number;
  readonly y: number;
  readonly em: number;
}

function TimeTicks({ ticks, width, y, em }: TimeTicksProps) {
  const { t } = useMessages();
  const pxPerMs = width / WINDOW_MS;
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(${width + (tick * 1000 * pxPerMs || 0)},${y})`}>
      <line y2={0.35 * em} className={styles.axis} />
      <text y={1.6 * em} className={styles.tick} textAnchor={tick === 0 ? 'end' : tick === -24 ? 'start' : 'middle'}>
        {tick === 0 ? t('home.race.now') : t('home.race.secondsAgo', { seconds: -tick })}
      </text>
    </g>
  ));
}

export function RaceFrame(props: RaceFrameProps) {
  const { designs, top, levels, claim, paused, width, height, em, quiet, ghost, grid, children } = props;
  const { left, compact, column, ...plot } = racePlot(width, height, em);
  const y = scaleLinear([0, top], [plot.height, 0]);
  const [above, below] = levels ? [Math.max(levels.fast, levels.slow), Math.min(levels.fast, levels.slow)] : [0, 0];
  const places = levels && placeLabels(y(above), y(below), 1.7 * em, 0.6 * em, plot.height - 0.2 * em);
  return (
    <g transform={`translate(${left},0)`} data-testid="race-lines">
      <YAxis
        top={top}
        width={plot.width}
        height={plot.height}
        labels={quiet === undefined || ghost !== undefined}
        lines={grid}
      />
      <line x2={plot.width} y1={plot.height} y2={plot.height} className={styles.axis} />
      <TimeTicks ticks={compact ? [-24, -12, 0] : [-24, -18, -12, -6, 0]} width={plot.width} y={plot.height} em={em} />
      {quiet !== undefined && (
        <text x={plot.width / 2} y={plot.height / 2} textAnchor="middle" className={styles.quiet} data-no-export="">
          {quiet}
        </text>
      )}
      {ghost !== undefined && <Ghost {...{ designs, ghost, top, em }} width={plot.width} height={plot.height} />}
      {children}
      {claim !== undefined && (places !== undefined || compact) && (
        <Ratio
          {...{ claim, paused, em }}
          upper={Math.min(...(places ?? [0]))}
          lower={Math.max(...(places ?? [0]))}
          height={plot.height}
          // A narrow figure has the ratio in the heading, at the right end.
          at={compact ? undefined : column}
          end={width - left}
        />
      )}
      {levels !== undefined && places !== undefined && (
        <EndLabels {...{ designs, levels, places, em, compact }} at={plot.width} />
      )}
    </g>
  );
}

interface GhostProps extends Pick<RaceFrameProps, 'designs' | 'top' | 'em' | 'width' | 'height'> {
  readonly ghost: Levels;
}

/** Where the published run has both designs, before anything is measured here. */
function Ghost({ designs, ghost, top, em, width, height }: GhostProps) {
  const { t } = useMessages();
  const y = (tps: number): number => height * (1 - tps / top);
  const order = (['slow', 'fast'] as const).toSorted((a, b) => ghost[b] - ghost[a]);
  const places = placeLabels(
    y(Math.max(ghost.slow, ghost.fast)),
    y(Math.min(ghost.slow, ghost.fast)),
    1.4 * em,
    0.6 * em,
    height,
  );
  return (
    <g data-testid="race-ghost">
      {order.map((which, i) => {
        const { hue, shortKey } = designStyle(designs[which]);
        return (
          <g key={which}>
            <path d={`M0,${y(ghost[which])}H${width}`} className={styles.published} stroke={hue} {...threadOf(em)} />
            <text x={width + 0.75 * em} y={places[i]} dy="0.35em" className={styles.ghostName} fill={hue}>
              {t(shortKey)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface EndLabelsProps extends Pick<RaceFrameProps, 'designs' | 'em'> {
  readonly levels: Levels;
  /** Of the upper and the lower label. */
  readonly places: readonly [number, number];
  readonly at: number;
  readonly compact: boolean;
}

function EndLabels({ designs, levels, places, ...rest }: EndLabelsProps) {
  const { format } = useMessages();
  const fastAbove = levels.fast >= levels.slow;
  return (['slow', 'fast'] as const).map((which) => (
    <EndLabel
      key={which}
      design={designs[which]}
      tps={levels[which]}
      text={places[(which === 'fast') === fastAbove ? 0 : 1]}
      format={format.fixed}
      {...rest}
    />
  ));
}

function EndLabel(props: {
  readonly design: RaceDesigns['slow'];
  /** Its level: the ratio next to it compares these levels. */
  readonly tps: number;
  readonly at: number;
  readonly text: number;
  readonly em: number;
  readonly compact: boolean;
  readonly format: (n: number, digits: number) => string;
}) {
  const { design, tps, at, text, em, compact, format } = props;
  const { t } = useMessages();
  const nameSize = (compact ? 1.4 : 1.75) * em;
  const { hue, shortKey } = designStyle(design);
  return (
    <g data-testid={`end-${design}`}>
      <text x={at + 0.75 * em} y={text} dy="0.35em" className={styles.name} style={{ fontSize: nameSize }} fill={hue}>
        {t(shortKey)}
      </text>
      <text
        x={at + 0.75 * em + 1.55 * nameSize}
        y={text}
        dy="0.35em"
        className={styles.value}
        style={{ fontSize: compact ? 1.08 * em : 1.25 * em }}
      >
        {t('home.race.rate', { thousands: format(tps / 1000, tps >= 99_950 ? 0 : 1) })}
      </text>
    </g>
  );
}

/**
 * The ratio in a separate column, with the dimension line of the gap between the two names: it lies on no line and
 * belongs to neither design. Until it is certain there is no number, only the range if there is one: a large number next
 * to these lines would be read as theirs.
 */
function Ratio(props: {
  readonly claim: RatioClaim;
  readonly paused: boolean;
  readonly upper: number;
  readonly lower: number;
  readonly height: number;
  readonly at: number | undefined;
  readonly end: number;
  readonly em: number;
}) {
  const { claim, paused, upper, lower, height, at, end, em } = props;
  const { format } = useMessages();
  const sure = claim.kind !== 'measuring';
  const size = at === undefined ? 2.1 * em : Math.min(3.9 * em, 0.4 * height);
  // If 14 is slower, the inverse is shown, as the drawing has it: 14 over 13.
  const value = sure ? (claim.kind === 'slower' ? 1 / claim.ratio : claim.ratio) : undefined;
  const y = at === undefined ? -1.3 * em : placeRatio(upper, lower, size, height);
  const place = at === undefined ? { x: end, textAnchor: 'end' as const } : { x: at + 0.9 * em };
  return (
    <g>
      {at !== undefined && sure && lower - upper > 0.8 * em && (
        <path
          d={`M${at - 0.35 * em},${upper}h${0.7 * em}m${-0.35 * em},0V${lower}m${-0.35 * em},0h${0.7 * em}`}
          className={styles.dimension}
        />
      )}
      {value === undefined ? (
        <Unsure {...{ claim, paused, place, y }} isNarrow={at === undefined} />
      ) : (
        <text
          {...place}
          y={y}
          dy={at === undefined ? 0 : '0.34em'}
          className={styles.ratio}
          style={{ fontSize: size }}
          data-testid="ratio"
        >
          {format.times(value)}
        </text>
      )}
    </g>
  );
}

interface UnsureProps {
  readonly claim: RatioClaim;
  readonly paused: boolean;
  readonly place: { readonly x: number; readonly textAnchor?: 'end' };
  readonly y: number;
  /** There is one line. */
  readonly isNarrow: boolean;
}

function Unsure({ claim, paused, place, y, isNarrow }: UnsureProps) {
  const { t } = useMessages();
  const range = claim.kind === 'measuring' ? claim.range : null;
  return (
    <g className={styles.unsure} data-testid="ratio-measuring" data-no-export="">
      <text {...place} y={y} dy={isNarrow ? 0 : '-0.1em'}>
        {t(paused ? 'home.race.paused' : 'home.ratio.measuring')}
      </text>
      {!(isNarrow || paused) && (
        <text {...place} y={y} dy="1.1em">
          {range === null ? t('home.ratio.of') : t('home.ratio.range', range)}
        </text>
      )}
    </g>
  );
}
