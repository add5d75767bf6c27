/**
 * What stands still in the race: the axes, the names with their rates, and the ratio in the gap it measures. Words are
 * drawn once a second and when something happened; they hold still while the lines between them move.
 */
import { scaleLinear } from 'd3';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { designStyle } from '../../model/design-style.ts';
import { type RaceDesigns, WINDOW_MS } from '../../model/race.ts';
import { type Levels, placeLabels, placeRatio, racePlot } from '../../model/race-layout.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './race.module.css';
import { YAxis } from './YAxis.tsx';

interface RaceFrameProps {
  readonly designs: RaceDesigns;
  /** The end of the y axis, in transactions per second. */
  readonly top: number;
  readonly levels: Levels | undefined;
  readonly ratio: { readonly value: number; readonly pairs: number } | undefined;
  readonly width: number;
  /** Of the plot alone; the axis' numbers hang below it. */
  readonly height: number;
  /** The size of small text in pixels; margins follow it. */
  readonly em: number;
  /** Said quietly in the frame while there is no line. `undefined` when there is. */
  readonly quiet: string | undefined;
  /** False while a canvas between the grid and this drawing has the lines: then the grid is below the canvas. */
  readonly grid: boolean;
  /** The lines. They lie over the grid and under the words. */
  readonly children: ReactNode;
}

export function RaceFrame(props: RaceFrameProps) {
  const { designs, top, levels, ratio, width, height, em, quiet, grid, children } = props;
  const { t, format } = useMessages();
  const { left, compact, ...plot } = racePlot(width, height, em);
  const y = scaleLinear([0, top], [plot.height, 0]);
  const pxPerMs = plot.width / WINDOW_MS;
  const places = levels && placeLabels(y(levels.fast), y(levels.slow), 1.7 * em, 0.6 * em, plot.height - 0.2 * em);
  const ticks = compact ? [-24, -12, 0] : [-24, -18, -12, -6, 0];
  return (
    <g transform={`translate(${left},0)`} data-testid="race-lines">
      <YAxis top={top} width={plot.width} height={plot.height} labels={quiet === undefined} lines={grid} />
      <line x2={plot.width} y1={plot.height} y2={plot.height} className={styles.axis} />
      {ticks.map((tick) => (
        <g key={tick} transform={`translate(${plot.width + (tick * 1000 * pxPerMs || 0)},${plot.height})`}>
          <line y2={0.35 * em} className={styles.axis} />
          <text
            y={1.6 * em}
            className={styles.tick}
            textAnchor={tick === 0 ? 'end' : tick === -24 ? 'start' : 'middle'}
          >
            {tick === 0 ? t('home.race.now') : t('home.race.secondsAgo', { seconds: -tick })}
          </text>
        </g>
      ))}
      {quiet !== undefined && (
        <text x={plot.width / 2} y={plot.height / 2} textAnchor="middle" className={styles.quiet}>
          {quiet}
        </text>
      )}
      {children}
      {levels !== undefined && places !== undefined && (
        <>
          {ratio !== undefined && (
            <Ratio
              value={ratio.value}
              upper={y(levels.fast)}
              lower={y(levels.slow)}
              {...plot}
              em={em}
              compact={compact}
            />
          )}
          {(['slow', 'fast'] as const).map((which) => (
            <EndLabel
              key={which}
              design={designs[which]}
              tps={levels[which]}
              at={plot.width}
              text={places[which === 'fast' ? 0 : 1]}
              em={em}
              compact={compact}
              format={format.fixed}
            />
          ))}
        </>
      )}
    </g>
  );
}

function EndLabel(props: {
  readonly design: RaceDesigns['slow'];
  /** The middle of its last two seconds, as the ratio beside it. */
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

/** The dimension line stands at the gap, the number in it: it belongs to neither design and is ink. */
function Ratio(props: {
  readonly value: number;
  readonly upper: number;
  readonly lower: number;
  readonly width: number;
  readonly height: number;
  readonly em: number;
  readonly compact: boolean;
}) {
  const { value, upper, lower, width, height, em, compact } = props;
  const { format } = useMessages();
  const wasInside = useRef(false);
  const size = Math.min(compact ? 4.2 * em : 6.6 * em, 0.4 * height);
  const top = Math.min(upper, lower);
  const bottom = Math.max(upper, lower);
  const place = placeRatio(top, bottom, size * 0.82, wasInside.current, height);
  useLayoutEffect(() => {
    wasInside.current = place.inside;
  }, [place.inside]);
  const text = format.times(value);
  const right = width - 1.2 * em;
  const number = useRef<SVGTextElement>(null);
  const length = useTextLength(number, `${text.length} ${size}`);
  const left = right - length - 0.8 * em;
  return (
    <g>
      {bottom - top > 0.8 * em && (
        <path
          d={`M${left - 0.45 * em},${top + 3}h${0.9 * em}m${-0.45 * em},0V${bottom - 3}m${-0.45 * em},0h${0.9 * em}`}
          className={styles.dimension}
        />
      )}
      {/* What lies under the number stays to be seen, faintly. */}
      <rect
        x={left + 0.45 * em}
        y={place.y - size * 0.42}
        width={right - left - 0.45 * em}
        height={size * 0.84}
        className={styles.plate}
      />
      <text
        ref={number}
        x={right}
        y={place.y}
        dy="0.34em"
        textAnchor="end"
        className={styles.ratio}
        style={{ fontSize: size }}
        data-testid="ratio"
      >
        {text}
      </text>
    </g>
  );
}

/**
 * The length of a text in its face. Measured again for another number of digits (all are equally wide) and when the
 * face has arrived, not for every number: the dimension line stands still.
 */
function useTextLength(ref: RefObject<SVGTextElement | null>, shape: string): number {
  const [length, setLength] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for what changes the length
  useLayoutEffect(() => {
    let gone = false;
    const measure = () => {
      if (!gone && ref.current !== null) setLength(Math.ceil(ref.current.getComputedTextLength()));
    };
    measure();
    void document.fonts.ready.then(measure);
    return () => {
      gone = true;
    };
  }, [ref, shape]);
  return length;
}
