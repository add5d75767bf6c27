/** Another branch below the scrubber: it leaves at its tick, and its name is its first step. */

import { useMessages } from '../../ui/messages.tsx';
import { letterCount } from '../../viewmodel/picture-text.ts';
import { whoWord } from '../../viewmodel/stage/lane-words.ts';
import type { TimelineBranch } from '../../viewmodel/stage/timeline.ts';
import { MarkShape } from './MarkShape.tsx';
import styles from './timeline.module.css';

interface BranchRowProps {
  readonly branch: TimelineBranch;
  readonly width: number;
  readonly x: (tick: number) => number;
  /** The position where a branch leaves after a tick. */
  readonly leave: (at: number) => number;
  /** The positions where the lines of the branches below pass. */
  readonly through: readonly number[];
  readonly pitch: number;
  readonly onSeek: (tick: number, branch?: number) => void;
}

const HEIGHT = 26;
/** The height of its line. */
const Y = 13;
/** The approximate width of a character of the name, in px: decides the side of the name. */
const CHAR_PX = 7.2;

export function BranchRow({ branch, width, x, leave, through, pitch, onSeek }: BranchRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const { id, at, length, start, marks } = branch;
  const who = 'session' in start ? whoWord(start.session, messages) : '';
  const name = t('lanes.timeline.branch', {
    id,
    start: start.kind,
    who,
    step: 'step' in start ? start.step : '',
  });
  const [from, to] = [leave(at), Math.max(x(length), leave(at) + 12)];
  const needed = letterCount(name) * CHAR_PX + 16;
  const isRight = width - to >= needed || width - to >= from;
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.branch}
        onClick={() => onSeek(Math.min(at + 1, length), id)}
        aria-label={t('lanes.timeline.goTo', { name, at })}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
          {[...new Set(through)].map((at) => (
            <path key={at} className={styles.way} d={`M${at} 0V${HEIGHT}`} />
          ))}
          <path className={styles.way} d={`M${from} 0V${Y - 5}Q${from} ${Y} ${from + 5} ${Y}H${to}`} />
          {pitch >= 7 &&
            marks.map(({ tick, kind, session }) => (
              <MarkShape key={tick} kind={kind} cx={x(tick)} cy={Y} hue={session.hue} />
            ))}
        </svg>
        <span
          className={styles.name}
          style={
            isRight
              ? { left: to + 10, maxWidth: Math.max(0, width - to - 10) }
              : { right: width - from + 8, maxWidth: Math.max(0, from - 8) }
          }
        >
          {name}
        </span>
      </button>
    </li>
  );
}
