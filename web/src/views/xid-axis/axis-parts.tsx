/** Places on the axis in px, and the line that marks a horizon. */

import '../../base/messages/en/axis.ts';
import { useMessages } from '../../ui/messages.tsx';
import { letterCount } from '../../viewmodel/picture-text.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import type { AxisHorizon } from '../../viewmodel/stage/xid-axis.ts';
import type { Bracket, Notch } from '../../viewmodel/stage/xid-axis-pieces.ts';
import styles from './xid-axis.module.css';

/** Heights of the axis, from the size of its text; and the outline of a bracket. All lengths in px. */

/** For parts that are described in words elsewhere. */
export const DECORATION = { 'aria-hidden': true } as const;

export interface AxisHeights {
  readonly em: number;
  /** The room left of the axis, for the sessions' letters. */
  readonly margin: number;
  readonly arcTop: number;
  readonly markY: number;
  /** Baselines. */
  readonly xidY: number;
  readonly ownerY: number;
  readonly rowsTop: number;
  readonly rowHeight: number;
  readonly bracketHeight: number;
  readonly height: number;
}

/** From this number of rows on they are low. */
const LOW_ROWS_FROM = 12;

/**
 * @param low the window is low: a row is only as high as a pointer needs
 * @param plain there is no horizon, and so no tag at the top
 */
export function axisHeights(em: number, rows: number, low = false, plain = false): AxisHeights {
  const rowHeight = em * (rows > LOW_ROWS_FROM ? 1.7 : low ? (rows > 3 ? 1.6 : rows > 2 ? 1.85 : 2.1) : 2.75);
  // The room between the horizon's tag and the marks is for the arcs from subtransactions to their parents.
  const tag = plain ? em * 1.6 : 0;
  const lift = tag + (low ? em * 0.9 : 0);
  const rowsTop = em * 9.1 - lift;
  return {
    em,
    margin: em * 2.3,
    arcTop: em * 2 - tag,
    markY: em * 4.7 - lift,
    xidY: em * 7.1 - lift,
    ownerY: em * 8.4 - lift,
    rowsTop,
    rowHeight,
    bracketHeight: rowHeight * 0.62,
    height: Math.ceil(rowsTop + rows * rowHeight + em * 0.5),
  };
}

/** Estimated width of a text in the interface's face at the size of `em`. */
export const textWidth = (text: string, em: number): number => letterCount(text) * em * 0.55;

const round = (n: number): number => Math.round(n * 10) / 10;

/** Half the width of a notch, and its depth as a share of the bracket's height. */
function notchSize({ isSub, isFolded, width }: Notch, em: number): { half: number; depth: number } {
  if (isFolded) return { half: width * 0.36, depth: 0.62 };
  return isSub
    ? { half: Math.min(width * 0.13, em * 0.3), depth: 0.42 }
    : { half: Math.min(width * 0.2, em * 0.5), depth: 0.62 };
}

/** The ends of a notch. If a bracket ends within a fold, the notch is cut there, too. */
export function notchSpan(notch: Notch, x0: number, x1: number, em: number): readonly [number, number] {
  const { half } = notchSize(notch, em);
  const edge = Math.min(em * 0.25, (x1 - x0) / 4);
  const left = Math.min(Math.max(notch.cx - half, x0 + edge), x1 - edge);
  return [left, Math.max(left, Math.min(notch.cx + half, x1 - edge))];
}

/** The body: a box from xmin to xmax with a slot from above for each notch. */
export function bracketBody({ x0, x1, notches }: Bracket, top: number, height: number, em: number): string {
  const slots = notches.map((notch) => {
    const { depth } = notchSize(notch, em);
    const bottom = top + height * depth;
    const [left, right] = notchSpan(notch, x0, x1, em);
    const bend = Math.min((right - left) / 2, em * 0.2);
    return `H${round(left)}V${round(bottom - bend)}Q${round(left)} ${round(bottom)} ${round(left + bend)} ${round(bottom)}H${round(right - bend)}Q${round(right)} ${round(bottom)} ${round(right)} ${round(bottom - bend)}V${round(top)}`;
  });
  return `M${round(x0)} ${round(top)}${slots.join('')}H${round(x1)}V${round(top + height)}H${round(x0)}Z`;
}

/** Both ends: `[` and `]`. With nothing between them they touch back to back, as an I. */
export function bracketEnds({ x0, x1 }: Bracket, top: number, height: number, em: number): string {
  const hook = x1 > x0 ? Math.min(em * 0.5, (x1 - x0) / 2) : em * 0.35;
  const [high, low] = [round(top), round(top + height)];
  return `M${round(x0 + hook)} ${high}H${round(x0)}V${low}H${round(x0 + hook)}M${round(x1 - hook)} ${high}H${round(x1)}V${low}H${round(x1 - hook)}`;
}

const NAMED = 3;

/**
 * The removal horizon on the axis: a dashed line before the oldest xid that a session may still need, and the horizon's
 * holder.
 */
export function AxisHorizonLine({
  horizon,
  heights: { em, height, margin },
  width,
  sessions,
}: {
  readonly horizon: AxisHorizon;
  readonly heights: AxisHeights;
  readonly width: number;
  readonly sessions: SessionStyles;
}) {
  const { t } = useMessages();
  const label = t('axis.horizon', { xid: horizon.xid });
  const who = [...new Set(horizon.holders.map((holder) => holder.who))];
  const names = who.slice(0, NAMED).map((name) => {
    const { letter, hue } = styleOf(sessions, name);
    return letter === '' ? { text: name.length > 16 ? `${name.slice(0, 15)}…` : name, hue } : { text: letter, hue };
  });
  const more = who.length > NAMED ? t('axis.horizon.more', { count: who.length - NAMED }) : '';
  const held = who.length === 0 ? t('axis.horizon.nobody') : t('axis.horizon.heldBy');
  const heldWidth = textWidth([held, ...names.map(({ text }) => text), more].join('  '), em) + em;
  // Its letters are bold.
  const tag = textWidth(label, em) * 1.12 + em * 1.2;
  const beside = Math.max(-margin, horizon.x - tag);
  const isRoomy = beside + tag + heldWidth <= width;
  // The words begin at the drawing's edge at least, and the tag after them: its line may then pass below it.
  const left = isRoomy ? beside : Math.max(beside, heldWidth - margin);
  return (
    <g {...DECORATION}>
      <line className={styles.horizon} x1={horizon.x} x2={horizon.x} y1={em * 1.6} y2={height} />
      <rect className={styles.tag} x={left} y={0} width={tag} height={em * 1.7} rx={2} />
      <text className={styles.tagText} x={left + tag / 2} y={em * 0.85} dy="0.35em">
        {label}
      </text>
      <text
        className={styles.held}
        x={isRoomy ? left + tag + em * 0.6 : left - em * 0.6}
        y={em * 0.85}
        dy="0.35em"
        textAnchor={isRoomy ? 'start' : 'end'}
      >
        {held}
        {names.map(({ text, hue }) => (
          <tspan key={text} className={styles.holder} dx="0.4em" style={{ fill: hue }}>
            {text}
          </tspan>
        ))}
        {more !== '' && <tspan dx="0.4em">{more}</tspan>}
      </text>
    </g>
  );
}
