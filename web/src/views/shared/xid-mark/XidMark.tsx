/**
 * The mark of a transaction id, the same on the axis, on cards and in rows. Hue shows its session; fill shows its
 * state: running half filled, prepared half filled under a bar, committed solid, aborted hatched and struck through,
 * not yet assigned an outline, no longer in the stage's memory a dotted outline.
 */
import type { SessionStyle } from '../../../viewmodel/stage/session-style.ts';
import type { XidFill } from '../../../viewmodel/stage/xid-fill.ts';
import { hatching, lowerHalf } from './geometry.ts';
import styles from './xid-mark.module.css';

export interface XidMarkShapeProps {
  readonly cx: number;
  readonly cy: number;
  /** The radius to the outline's outer edge. An aborted mark's stroke reaches 0.45 r beyond it on both sides. */
  readonly r: number;
  readonly status: XidFill;
  /** A CSS colour: `SessionStyle.hue`. */
  readonly hue: string;
  /** A running mark has a ring around it that pulses (static with reduced motion). */
  readonly pulsing?: boolean;
}

/** The mark inside an <svg>. Decoration: write the state in words next to it. */
export function XidMarkShape({ cx, cy, r, status, hue, pulsing = false }: XidMarkShapeProps) {
  const width = Math.max(1, r * 0.16);
  const inner = r - width / 2;
  const outline = (
    <circle
      cx={cx}
      cy={cy}
      r={inner}
      fill={status === 'committed' ? hue : 'var(--paper)'}
      stroke={hue}
      strokeWidth={width}
      strokeDasharray={status === 'unknown' ? `${width} ${width * 1.6}` : undefined}
    />
  );
  return (
    <g data-status={status}>
      {pulsing && status === 'running' && (
        <circle className={styles.pulse} cx={cx} cy={cy} r={r * 1.35} fill="none" stroke={hue} strokeWidth="1" />
      )}
      {outline}
      {(status === 'running' || status === 'prepared') && <path d={lowerHalf(cx, cy, inner)} fill={hue} />}
      {status === 'prepared' && (
        <path d={`M${cx} ${cy - inner}V${cy}`} fill="none" stroke={hue} strokeWidth={width * 1.6} />
      )}
      {status === 'aborted' && (
        <>
          <path
            d={hatching(cx, cy, inner, Math.max(2.4, r * 0.38))}
            fill="none"
            stroke={hue}
            strokeWidth={Math.max(0.9, width * 0.8)}
          />
          <path
            d={`M${cx - r * 1.45} ${cy}H${cx + r * 1.45}`}
            fill="none"
            stroke={hue}
            strokeWidth={Math.max(1.2, width)}
          />
        </>
      )}
    </g>
  );
}

export interface XidMarkProps {
  readonly status: XidFill;
  /** The session's style: `styleOf(styles, owner)`. */
  readonly owner: Pick<SessionStyle, 'hue'>;
  /** Height of the mark, any CSS length; default 0.8em. */
  readonly size?: number | string;
  /** Read out if no words are next to it. */
  readonly label?: string;
}

/** The mark within a line of text; its width fits its stroke in every state. */
export function XidMark({ status, owner, size = '0.8em', label }: XidMarkProps) {
  const height = typeof size === 'number' ? `${size}px` : size;
  const box = { className: styles.inline, viewBox: '0 0 18 12', height, width: `calc(${height} * 1.5)` };
  const mark = <XidMarkShape cx={9} cy={6} r={6} status={status} hue={owner.hue} />;
  return label === undefined ? (
    <svg {...box} aria-hidden="true" focusable="false">
      {mark}
    </svg>
  ) : (
    <svg {...box} role="img" aria-label={label} focusable="false">
      {mark}
    </svg>
  );
}
