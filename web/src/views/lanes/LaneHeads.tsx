/**
 * The lanes' heads: letter, the spec's name, isolation level, the session's state. A button each: look through its
 * eyes.
 */

import { useMessages } from '../../ui/messages.tsx';
import { laneStateWord, whoWord } from '../../viewmodel/stage/lane-words.ts';
import type { LanesModel } from '../../viewmodel/stage/lanes-types.ts';
import type { NoteOn } from './LaneNote.tsx';
import styles from './lane-heads.module.css';

interface LaneHeadsProps {
  readonly model: LanesModel;
  readonly noteOn: NoteOn;
  readonly onSession: ((session: string) => void) | undefined;
}

export function LaneHeads({ model, noteOn, onSession }: LaneHeadsProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <div className={styles.heads}>
      {model.lanes.map((lane) => {
        const { style, isolation } = lane;
        const state = laneStateWord(lane, messages);
        const who =
          style.ownName === null
            ? whoWord(style, messages)
            : t('lanes.who.named', { word: whoWord(style, messages), name: style.name });
        return (
          <button
            key={lane.place}
            type="button"
            className={styles.head}
            style={{ ['--hue' as string]: style.hue, gridColumn: lane.place + 2 }}
            data-lane={lane.place}
            data-mark={`session ${lane.style.letter}`}
            data-state={lane.state}
            aria-pressed={lane.chosen}
            aria-label={t('lanes.head', { who, isolation, state })}
            onClick={() => onSession?.(style.name)}
            {...noteOn(() => ({ title: who, sql: '', facts: [isolation, state] }))}
          >
            <span className={styles.chip}>{style.letter}</span>
            <span className={styles.headText}>
              {style.ownName !== null && <b className={styles.ownName}>{style.ownName}</b>}
              <span className={styles.isolation}>{isolation}</span>
              <span className={styles.state}>{state}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
