/**
 * The moving lines of the race as SVG: for saving, and if no worker can draw on a canvas. React redraws it for a new
 * sample, and nothing else of the page with it; between samples the clock only shifts the lines. `raceDrawing` decides
 * the layout, as on the canvas.
 */
import '../../base/messages/en/home.ts';
import { useLayoutEffect, useRef } from 'react';
import { useFrame } from '../../ui/clock.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useReducedMotion } from '../../ui/place.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import { type DrawnChange, flowed, type RaceDrawingInput, raceDrawing } from '../../viewmodel/race/race-drawing.ts';
import styles from './race.module.css';

export interface RaceLinesProps extends RaceDrawingInput {
  /** True while samples arrive. */
  readonly moving: boolean;
}

/** Drawn in the coordinates of the plot, as `RaceFrame` places it. */
export function RaceLines({ moving, ...input }: RaceLinesProps) {
  const { designs, em } = input;
  const { nowMs, pxPerMs, plotWidth, plotHeight, lines, marks, changes } = raceDrawing(input);
  const flow = useFlow(nowMs, pxPerMs, moving);
  return (
    <>
      {/* A nested svg clips what has scrolled out on the left. */}
      <svg width={plotWidth + em} height={plotHeight + 2 * em} y={-em} overflow="hidden" role="presentation">
        <g ref={flow} className={styles.flowing}>
          <g transform={`translate(0,${em})`}>
            {changes.map(({ x, from }) => (
              <line key={`${x} ${from}`} x1={x} x2={x} y1={-0.9 * em} y2={plotHeight} className={styles.mark} />
            ))}
            {lines.map(({ which, band, ghost, cut }) => (
              <g key={which}>
                <path d={band} className={styles.band} fill={designStyle(designs[which]).hue} />
                <path
                  d={ghost}
                  className={styles.ghost}
                  stroke={designStyle(designs[which]).hue}
                  strokeWidth={Math.max(1, 0.06 * em)}
                />
                <path d={cut} className={styles.cut} fill={designStyle(designs[which]).hue} />
              </g>
            ))}
            {lines.map(({ which, d }) => (
              <path
                key={which}
                d={d}
                className={styles.line}
                stroke={designStyle(designs[which]).hue}
                strokeWidth={Math.max(2, 0.13 * em)}
                data-design={designs[which]}
              />
            ))}
            {changes
              .filter(({ named }) => named)
              .map((change) => (
                <Change key={`${change.x} ${change.from}`} {...change} height={plotHeight} em={em} />
              ))}
          </g>
        </g>
      </svg>
      {marks.map(({ which, d, x, y }) => (
        <path key={which} d={d} transform={`translate(${x},${y})`} fill={designStyle(designs[which]).hue} />
      ))}
    </>
  );
}

/**
 * Shifts the lines to the left by the time since the last sample: they flow although samples come four times a second.
 * With reduced motion they move only when a sample arrives.
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
      since.current += sinceLast;
      // Through CSS: the attribute would cost a layout of the whole drawing in each frame. An animation of the group
      // (Element.animate) was tried and cost the main thread more than this does.
      if (group.current !== null)
        group.current.style.transform = `translateX(${(-flowed(since.current, pxPerMs)).toFixed(2)}px)`;
    },
    { active: moving && !still },
  );
  return group;
}

/** Above the lines, with paper around its letters. */
function Change(props: DrawnChange & { readonly height: number; readonly em: number }) {
  const { x, from, to, brief, flip, height, em } = props;
  const { t } = useMessages();
  const place = { x: flip ? x + 0.6 * em : x - 0.6 * em, textAnchor: flip ? ('start' as const) : ('end' as const) };
  return (
    <g>
      {!brief && (
        <text {...place} y={height - 1.75 * em} className={styles.changeWhat}>
          {t('home.race.idle')}
        </text>
      )}
      <text {...place} y={height - 0.6 * em} className={styles.change}>
        {t('home.race.change', { from, to })}
      </text>
    </g>
  );
}
