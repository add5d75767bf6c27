/**
 * The mark of a transaction id, the same on the axis, on cards and in rows. Hue shows its session; fill shows its
 * state: running half filled, prepared half filled under a bar, committed solid, aborted hatched and struck through,
 * not yet assigned an outline, no longer in the stage's memory a dotted outline.
 */

import type { SessionStyle } from '../../../viewmodel/stage/selection.ts';
import type { XidFill } from '../../../viewmodel/stage/xid-fill.ts';
import eyeStyles from '../eye/eye.module.css';
import styles from './xid-mark.module.css';

/**
 * The lines of a hatched disc, as a path: no pattern with an id, so that a mark can be placed anywhere and be exported
 * alone.
 */

const ANGLE = -Math.PI / 4;

/** Parallel chords of the circle (cx, cy, r), about `gap` apart. */
function hatching(cx: number, cy: number, r: number, gap: number): string {
  const count = Math.max(1, Math.floor(r / gap));
  const [ux, uy] = [Math.cos(ANGLE), Math.sin(ANGLE)];
  const chords: string[] = [];
  for (let i = -count; i <= count; i++) {
    const away = i * gap;
    const half = Math.sqrt(Math.max(0, r * r - away * away));
    if (half === 0) continue;
    const [mx, my] = [cx - away * uy, cy + away * ux];
    chords.push(`M${round(mx - half * ux)} ${round(my - half * uy)}L${round(mx + half * ux)} ${round(my + half * uy)}`);
  }
  return chords.join('');
}

/** The lower half of the circle, closed. */
const lowerHalf = (cx: number, cy: number, r: number): string =>
  `M${round(cx - r)} ${round(cy)}A${round(r)} ${round(r)} 0 0 0 ${round(cx + r)} ${round(cy)}Z`;

const round = (n: number): number => Math.round(n * 100) / 100;

/** A session's eye on a row version: open and filled if it sees it, else a closed outline. Hue shows the session. */

interface EyeShapeProps {
  readonly cx: number;
  readonly cy: number;
  readonly width: number;
  readonly sees: boolean;
  /** A CSS colour: `SessionStyle.hue`. */
  readonly hue: string;
}

/** The eye inside an <svg>. Decoration: write it in words next to it. */
export function EyeShape({ cx, cy, width, sees, hue }: EyeShapeProps) {
  const half = width / 2;
  const lid = width * 0.36;
  const [left, right] = [round(cx - half), round(cx + half)];
  // A closed lid hangs below its corners: with raised corners both eyes are in one line.
  const shut = round(cy - lid * 0.45);
  const outline = `M${left} ${cy}Q${cx} ${round(cy - lid * 1.5)} ${right} ${cy}Q${cx} ${round(cy + lid * 1.5)} ${left} ${cy}Z`;
  return sees ? (
    <g data-sees="true">
      <path d={outline} fill={hue} stroke={hue} strokeWidth="1" strokeLinejoin="round" />
      <circle cx={cx} cy={cy} r={round(width * 0.19)} fill="var(--paper)" />
      <circle cx={cx} cy={cy} r={round(width * 0.09)} fill={hue} />
    </g>
  ) : (
    <g data-sees="false">
      <path
        d={`M${left} ${shut}Q${cx} ${round(shut + lid * 1.5)} ${right} ${shut}`}
        fill="none"
        stroke={hue}
        strokeWidth="1.4"
        strokeLinecap="round"
      />
      <path
        d={[-0.5, 0, 0.5].map((at) => lash(cx, shut, half, lid, at)).join('')}
        fill="none"
        stroke={hue}
        strokeWidth="1.2"
        strokeLinecap="round"
      />
    </g>
  );
}

/** A short line off the closed lid, `at` from −1 to 1 of its half width. */
function lash(cx: number, cy: number, half: number, lid: number, at: number): string {
  const depth = lid * 0.75 * (1 - at * at);
  const [x, y] = [cx + at * half, cy + depth];
  return `M${round(x)} ${round(y)}L${round(x + at * half * 0.22)} ${round(y + lid * 0.42)}`;
}

/** The eye within a line of text. */
export function Eye({
  sees,
  hue,
  size = '1.6em',
}: {
  readonly sees: boolean;
  readonly hue: string;
  readonly size?: string;
}) {
  return (
    <svg className={eyeStyles.inline} viewBox="0 0 26 18" width={size} aria-hidden="true" focusable="false">
      <EyeShape cx={13} cy={9} width={24} sees={sees} hue={hue} />
    </svg>
  );
}

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
