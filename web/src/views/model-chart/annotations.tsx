/** The chart's note at the point where the model is furthest off. */

import '../../base/messages/en/model-chart.ts';
import { useMessages } from '../../ui/messages.tsx';
import { worstOf } from '../../viewmodel/prediction/errors.ts';
import type { ModelComparison } from '../../viewmodel/prediction/model-chart.ts';
import { placeNotes } from '../../viewmodel/prediction/point-notes.ts';
import chart from '../shared/chart/chart.module.css';
import type { Plot } from '../shared/chart/SeriesChart.tsx';
import styles from './model-chart.module.css';

interface AnnotationsProps {
  readonly comparison: ModelComparison;
  readonly plot: Plot;
  /** The errors are those of the table, and not of its first seeds. */
  readonly whole: boolean;
}

export function Annotations({ comparison, plot, whole }: AnnotationsProps) {
  const { t } = useMessages();
  const { x, y, em, left, right, bottom, frame } = plot;
  const { rows, published, isOther } = comparison;
  // Before the last point the furthest one is not known, and before some seeds of all it would move.
  const worst = isOther || !whole || rows.length < published.length ? null : worstOf(comparison);
  const furthest =
    worst === null
      ? []
      : [
          {
            key: 'worst',
            text: t('modelChart.mark.worst', { error: worst.error }),
            x: x(worst.row.x),
            y: y(worst.row.modelled[worst.curve]),
            above: worst.error > 0,
          },
        ];
  const notes = placeNotes(furthest, { left, right, top: frame.margin.top, bottom }, em);
  return (
    <g>
      {furthest.map((at) => (
        <circle key={at.key} className={styles.ring} cx={at.x} cy={at.y} r={em * 0.6} data-testid="worst-point" />
      ))}
      {notes.map((note) => (
        <text
          key={note.key}
          className={`${chart.tick} ${chart.end}`}
          x={note.x}
          y={note.y}
          textAnchor={note.anchor}
          data-note={note.key}
        >
          {note.text}
        </text>
      ))}
    </g>
  );
}
