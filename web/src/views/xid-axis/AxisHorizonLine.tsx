/**
 * The removal horizon on the axis: a dashed line before the oldest xid that a session may still need, and the horizon's
 * holder.
 */

import { useMessages } from '../../ui/messages.tsx';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/session-style.ts';
import type { AxisHorizon } from '../../viewmodel/stage/xid-axis.ts';
import { type AxisHeights, DECORATION, textWidth } from './geometry.ts';
import styles from './xid-axis.module.css';

const NAMED = 3;

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
