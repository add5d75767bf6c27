/** Names over the fields, and the sessions' letters over their eyes. */
import { memo } from 'react';
import { sameData } from '../../base/values.ts';
import { cutMono, type HeapLayout } from '../../viewmodel/stage/heap-layout.ts';
import type { SessionStyle } from '../../viewmodel/stage/session-style.ts';
import styles from './heap-page.module.css';

/** The field's name as shown over the drawing; null: its cell is too narrow for one. */
function titleOf(name: string): string | null {
  // Both masks and the fields after them share one name.
  if (name === 't_infomask2') return 'infomask';
  return name === 't_infomask' || name === 't_hoff' || name === 'nulls' ? null : name;
}

interface HeadProps {
  readonly sessions: readonly SessionStyle[];
  /** The session whose view colours the page. */
  readonly by: string | null;
  readonly layout: HeapLayout;
}

export const HeapHead = memo(function HeapHead({ sessions, by, layout }: HeadProps) {
  const { em, fields, columns, head } = layout;
  const y = head - 0.6 * em;
  return (
    <g className={styles.head}>
      {fields.map(({ name, x }) => {
        const title = titleOf(name);
        return (
          title !== null && (
            <g key={name}>
              <path className={styles.hair} d={`M${Math.round(x) + 0.5} ${y - 0.8 * em}V${y + 0.25 * em}`} />
              <text x={x + 0.3 * em} y={y}>
                {title}
              </text>
            </g>
          )
        );
      })}
      {columns.map(({ name, column, x, width }) => (
        <g key={column}>
          <path className={styles.hair} d={`M${Math.round(x) + 0.5} ${y - 0.8 * em}V${y + 0.25 * em}`} />
          <text className={styles.columnName} x={x + 0.3 * em} y={y}>
            {cutMono(name, width - 0.4 * em, em)}
          </text>
        </g>
      ))}
      {sessions.map(({ name, letter, hue }, i) => {
        const at = headAt(layout, i);
        return (
          <g key={name} className={styles.letter} data-by={by === name || undefined}>
            <text x={at.x} y={at.y + 0.35 * em} textAnchor="middle" fill={hue}>
              {letter}
            </text>
            {by === name && (
              <path d={`M${at.x - 0.55 * em} ${at.y + 0.65 * em}h${1.1 * em}`} stroke={hue} strokeWidth="2" />
            )}
          </g>
        );
      })}
    </g>
  );
}, sameData);

/** The middle of a session's letter, from the head's top. */
export function headAt({ eyes, head, em }: HeapLayout, index: number): { readonly x: number; readonly y: number } {
  const x = eyes.x + ((index % eyes.perLine) + 0.5) * eyes.slot;
  if (!eyes.below) return { x, y: head - 0.95 * em };
  const height = (head - 2 * em) / eyes.lines;
  return { x, y: (Math.floor(index / eyes.perLine) + 0.5) * height };
}
