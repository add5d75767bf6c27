/** Gridlines and numbers of transactions per second, in thousands, from 0. Both panels of the race use it. */

import { useMessages } from '../../ui/messages.tsx';
import { yTicks } from '../../viewmodel/race/race-scale.ts';
import styles from './race.module.css';

interface YAxisProps {
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Without numbers there are only lines: the numbers are next to the other panel. */
  readonly labels: boolean;
  /** False if the lines are drawn elsewhere, under a canvas. */
  readonly lines?: boolean;
}

export function YAxis({ top, width, height, labels, lines = true }: YAxisProps) {
  const { format } = useMessages();
  return (
    <g>
      {yTicks(top).map(({ value, digits }) => (
        <g key={value} transform={`translate(0,${height - (value / top) * height})`}>
          {lines && value > 0 && <line x2={width} className={styles.grid} />}
          {labels && (
            <text x="-0.6em" dy="0.33em" textAnchor="end" className={styles.tick}>
              {format.fixed(value / 1000, digits)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
