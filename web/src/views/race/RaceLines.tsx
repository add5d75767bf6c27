/**
 * The race over time: a raw line for each design over the last 24 seconds, and the ratio in the gap it measures.
 * React draws it again when there is a new sample (four times a second); between samples the clock only shifts the lines.
 * Nothing here interpolates or smooths: a line joins the samples it has, and breaks where the race was paused.
 */
import { line, scaleLinear } from 'd3';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { designStyle, markPath } from '../../model/design-style.ts';
import { type IdleChange, type RaceDesigns, type RaceSample, SAMPLE_MS, WINDOW_MS } from '../../model/race.ts';
import { type Levels, placeLabels, placeRatio } from '../../model/race-layout.ts';
import { useFrame } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './race.module.css';
import { YAxis } from './YAxis.tsx';

export interface RaceLinesProps {
  readonly designs: RaceDesigns;
  /** What is to be seen, oldest first. */
  readonly samples: readonly RaceSample[];
  readonly changes: readonly IdleChange[];
  /** The end of the y axis, in transactions per second. */
  readonly top: number;
  readonly levels: Levels | undefined;
  readonly ratio: { readonly value: number; readonly pairs: number } | undefined;
  /** True while samples come in. */
  readonly moving: boolean;
  readonly width: number;
  /** Of the plot alone; the axis' numbers hang below it. */
  readonly height: number;
  /** The size of small text in pixels; margins follow it. */
  readonly em: number;
  /** Said quietly in the frame while there is no line. */
  readonly quiet: string;
}

export function RaceLines(props: RaceLinesProps) {
  const { designs, samples, changes, top, levels, ratio, moving, width, height, em, quiet } = props;
  const { t, format } = useMessages();
  const compact = width < 34 * em;
  const margin = { left: 2.4 * em, right: (compact ? 8.2 : 10.4) * em };
  const plot = { width: Math.max(10, width - margin.left - margin.right), height };
  const y = scaleLinear([0, top], [plot.height, 0]);
  const pxPerMs = plot.width / WINDOW_MS;
  const last = samples.at(-1);
  const nowMs = last?.atMs ?? 0;
  const x = (atMs: number) => plot.width - (nowMs - atMs) * pxPerMs;
  const shift = useShift(nowMs, pxPerMs, moving);

  const places = levels && placeLabels(y(levels.fast), y(levels.slow), 1.7 * em, 0.6 * em, plot.height - 0.2 * em);
  const ticks = compact ? [-24, -12, 0] : [-24, -18, -12, -6, 0];
  return (
    <g transform={`translate(${margin.left},0)`} data-testid="race-lines">
      <YAxis top={top} width={plot.width} height={plot.height} labels={last !== undefined} />
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
      {last === undefined && (
        <text x={plot.width / 2} y={plot.height / 2} textAnchor="middle" className={styles.quiet}>
          {quiet}
        </text>
      )}
      {/* A nested svg clips what has scrolled out on the left. */}
      <svg width={plot.width + em} height={plot.height + 2 * em} y={-em} overflow="hidden" role="presentation">
        <g ref={shift} className={styles.flowing}>
          <g transform={`translate(0,${em})`}>
            {changes.map((change, index) => (
              <Change
                key={change.atMs}
                at={x(change.atMs)}
                {...change}
                height={plot.height}
                em={em}
                named={isNamed(changes, index, (ms) => x(ms), (compact ? 7 : 9) * em)}
              />
            ))}
            <Line design={designs.slow} which="slow" samples={samples} x={x} y={y} />
            <Line design={designs.fast} which="fast" samples={samples} x={x} y={y} />
          </g>
        </g>
      </svg>
      {last !== undefined && levels !== undefined && places !== undefined && (
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
          <EndLabel
            design={designs.slow}
            sample={last.slow?.tps}
            at={plot.width}
            y={y}
            text={places[1]}
            em={em}
            compact={compact}
            format={format.fixed}
          />
          <EndLabel
            design={designs.fast}
            sample={last.fast?.tps}
            at={plot.width}
            y={y}
            text={places[0]}
            em={em}
            compact={compact}
            format={format.fixed}
          />
        </>
      )}
    </g>
  );
}

/** Shifts the lines to the left by the time since the last sample: they flow although samples come four times a second. */
function useShift(nowMs: number, pxPerMs: number, moving: boolean) {
  const group = useRef<SVGGElement>(null);
  const since = useRef(0);
  // A new sample was drawn at its place: the shift starts again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: nowMs is the sign that there is a new sample
  useLayoutEffect(() => {
    since.current = 0;
    if (group.current !== null) group.current.style.transform = '';
  }, [nowMs]);
  useFrame(
    ({ sinceLast }) => {
      since.current = Math.min(since.current + sinceLast, 1.6 * SAMPLE_MS);
      // Through CSS: the attribute would cost a layout of the whole drawing in each frame.
      if (group.current !== null)
        group.current.style.transform = `translateX(${(-since.current * pxPerMs).toFixed(2)}px)`;
    },
    { active: moving },
  );
  return group;
}

type Scale = (value: number) => number;

function Line(props: {
  readonly design: RaceDesigns['slow'];
  readonly which: 'slow' | 'fast';
  readonly samples: readonly RaceSample[];
  readonly x: Scale;
  readonly y: Scale;
}) {
  const { design, which, samples, x, y } = props;
  const points = samples.flatMap((sample) => {
    const part = sample[which];
    return part === undefined ? [] : [{ atMs: sample.atMs, tps: part.tps, stretch: sample.stretch }];
  });
  const path = line<(typeof points)[number]>()
    .x((point) => Math.round(x(point.atMs) * 10) / 10)
    .y((point) => Math.round(y(point.tps) * 10) / 10);
  const stretches = [...new Set(points.map((point) => point.stretch))];
  const d = stretches.map((stretch) => path(points.filter((point) => point.stretch === stretch)) ?? '').join('');
  return <path d={d} className={styles.line} stroke={designStyle(design).hue} data-design={design} />;
}

function EndLabel(props: {
  readonly design: RaceDesigns['slow'];
  readonly sample: number | undefined;
  readonly at: number;
  readonly y: Scale;
  readonly text: number;
  readonly em: number;
  readonly compact: boolean;
  readonly format: (n: number, digits: number) => string;
}) {
  const { design, sample, at, y, text, em, compact, format } = props;
  const { t } = useMessages();
  const nameSize = (compact ? 1.4 : 1.75) * em;
  const { hue, mark, shortKey } = designStyle(design);
  if (sample === undefined) return null;
  return (
    <g data-testid={`end-${design}`}>
      <path d={markPath(mark, 0.72 * em)} transform={`translate(${at},${y(sample)})`} fill={hue} />
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
        {t('home.race.rate', { thousands: format(sample / 1000, sample >= 99_950 ? 0 : 1) })}
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

const isNamed = (changes: readonly IdleChange[], index: number, x: Scale, room: number): boolean => {
  const next = changes[index + 1];
  const change = changes[index];
  return change !== undefined && (next === undefined || x(next.atMs) - x(change.atMs) > room);
};

function Change(
  props: IdleChange & { readonly at: number; readonly height: number; readonly em: number; readonly named: boolean },
) {
  const { at, from, to, height, em, named } = props;
  const { t } = useMessages();
  if (at < 0) return null;
  const flip = at < 10 * em;
  const place = { x: flip ? at + 0.6 * em : at - 0.6 * em, textAnchor: flip ? ('start' as const) : ('end' as const) };
  return (
    <g>
      <line x1={at} x2={at} y1={-0.9 * em} y2={height} className={styles.mark} />
      {named && (
        <>
          <text {...place} y={height - 1.75 * em} className={styles.changeWhat}>
            {t('home.race.idle')}
          </text>
          <text {...place} y={height - 0.6 * em} className={styles.change}>
            {t('home.race.change', { from, to })}
          </text>
        </>
      )}
    </g>
  );
}
