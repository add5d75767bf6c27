/**
 * What moves in the race: a raw line for each design over the last 24 seconds, a mark at its newest sample, and where the
 * slider moved. React draws it again when there is a new sample (four times a second), and nothing else of the page with
 * it; between samples the clock only shifts the lines.
 * Nothing here interpolates or smooths: a line joins the samples it has, and breaks where the race was paused.
 */
import { line, scaleLinear } from 'd3';
import { useLayoutEffect, useRef } from 'react';
import { designStyle, markPath } from '../../model/design-style.ts';
import { type IdleChange, type RaceDesigns, type RaceSample, SAMPLE_MS, WINDOW_MS } from '../../model/race.ts';
import { racePlot } from '../../model/race-layout.ts';
import { useFrame, useReducedMotion } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './race.module.css';

export interface RaceLinesProps {
  readonly designs: RaceDesigns;
  /** What is to be seen, oldest first. */
  readonly samples: readonly RaceSample[];
  readonly changes: readonly IdleChange[];
  /** The end of the y axis, in transactions per second. */
  readonly top: number;
  /** True while samples come in. */
  readonly moving: boolean;
  readonly width: number;
  /** Of the plot alone; the axis' numbers hang below it. */
  readonly height: number;
  /** The size of small text in pixels; margins follow it. */
  readonly em: number;
}

/** Drawn in the coordinates of the plot, as `RaceFrame` places it. */
export function RaceLines({ designs, samples, changes, top, moving, width, height, em }: RaceLinesProps) {
  const plot = racePlot(width, height, em);
  const y = scaleLinear([0, top], [plot.height, 0]);
  const pxPerMs = plot.width / WINDOW_MS;
  const last = samples.at(-1);
  const nowMs = last?.atMs ?? 0;
  const x = (atMs: number) => plot.width - (nowMs - atMs) * pxPerMs;
  const flow = useFlow(nowMs, pxPerMs, moving);
  return (
    <>
      {/* A nested svg clips what has scrolled out on the left. */}
      <svg width={plot.width + em} height={plot.height + 2 * em} y={-em} overflow="hidden" role="presentation">
        <g ref={flow} className={styles.flowing}>
          <g transform={`translate(0,${em})`}>
            {changes.map((change, index) => (
              <Change
                key={change.atMs}
                at={x(change.atMs)}
                {...change}
                height={plot.height}
                em={em}
                named={isNamed(changes, index, x, (plot.compact ? 7 : 9) * em)}
              />
            ))}
            <Line design={designs.slow} which="slow" samples={samples} x={x} y={y} />
            <Line design={designs.fast} which="fast" samples={samples} x={x} y={y} />
          </g>
        </g>
      </svg>
      <EndMark design={designs.slow} tps={last?.slow?.tps} at={plot.width} y={y} em={em} />
      <EndMark design={designs.fast} tps={last?.fast?.tps} at={plot.width} y={y} em={em} />
    </>
  );
}

/**
 * Shifts the lines to the left by the time since the last sample: they flow although samples come four times a second.
 * With reduced motion they move when there is a sample.
 */
function useFlow(nowMs: number, pxPerMs: number, moving: boolean) {
  const group = useRef<SVGGElement>(null);
  const since = useRef(0);
  const still = useReducedMotion();
  // A new sample was drawn at its place: the shift starts again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: nowMs is the sign that there is a new sample
  useLayoutEffect(() => {
    since.current = 0;
    if (group.current !== null) group.current.style.transform = '';
  }, [nowMs]);
  useFrame(
    ({ sinceLast }) => {
      since.current = Math.min(since.current + sinceLast, 1.6 * SAMPLE_MS);
      // Through CSS: the attribute would cost a layout of the whole drawing in each frame. An animation of the group
      // (Element.animate) was tried and cost the main thread more than this does.
      if (group.current !== null)
        group.current.style.transform = `translateX(${(-since.current * pxPerMs).toFixed(2)}px)`;
    },
    { active: moving && !still },
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

function EndMark(props: {
  readonly design: RaceDesigns['slow'];
  readonly tps: number | undefined;
  readonly at: number;
  readonly y: Scale;
  readonly em: number;
}) {
  const { design, tps, at, y, em } = props;
  const { hue, mark } = designStyle(design);
  if (tps === undefined) return null;
  return <path d={markPath(mark, 0.72 * em)} transform={`translate(${at},${y(tps)})`} fill={hue} />;
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
