/**
 * The lanes' heads: letter, the spec's name, isolation level, the session's state. A button each: look through its
 * eyes.
 */
import '../../base/messages/en/lanes.ts';
import { useMessages } from '../../ui/messages.tsx';
import { cardSql, laneStateWord, whoWord, whoWords } from '../../viewmodel/stage/lane-words.ts';
import type { Lane, LanesModel } from '../../viewmodel/stage/lanes-types.ts';
import { keyCap, type MoveKeysOf, moveKeys } from '../../viewmodel/stage/move-keys.ts';
import type { NoteOn } from './LaneNote.tsx';
import styles from './lane-heads.module.css';
import laneTargetsStyles from './lane-targets.module.css';

interface LaneTargetsProps {
  readonly model: LanesModel;
  readonly noteOn: NoteOn;
  readonly onMove: ((session: number, step: number) => void) | undefined;
  readonly keys: MoveKeysOf;
  /** The question is above its answers. */
  readonly asks?: boolean | undefined;
}

/** Below “now”: each session's next step. A waiting session cannot be moved, and its card says why. */
export function LaneTargets({ model, noteOn, onMove, keys, asks = false }: LaneTargetsProps) {
  const { t } = useMessages();
  const isOpen = model.lanes.some(({ next }) => next.kind === 'run');
  return (
    <>
      {asks && (
        <p className={laneTargetsStyles.question} aria-hidden="true">
          {/* Where nobody can move it is no question. Its line stays: the cards below keep their place. */}
          {isOpen ? t('lanes.targets') : '\u00a0'}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label={t('lanes.targets')} className={laneTargetsStyles.targets}>
        {model.lanes.map((lane) =>
          model.isTyped && lane.next.kind === 'none' ? null : (
            <Target key={lane.place} lane={lane} noteOn={noteOn} onMove={onMove} keys={keys} />
          ),
        )}
      </div>
    </>
  );
}

/** A session's card is one button throughout: when its last step is run, the focus stays on it. */
function Target({ lane, noteOn, onMove, keys }: { readonly lane: Lane } & Omit<LaneTargetsProps, 'model'>) {
  const messages = useMessages();
  const { t } = messages;
  const { next, style } = lane;
  const place = { ['--hue' as string]: style.hue, gridColumn: lane.place + 2 };
  const who = whoWord(style, messages);
  // If no session can be moved, a card that says "run next" would be a button that does nothing.
  if (next.kind === 'run' && onMove === undefined) return null;
  if (next.kind === 'run') {
    const [key] = moveKeys(lane.place, keys);
    return (
      <button
        type="button"
        className={laneTargetsStyles.target}
        style={place}
        data-kind="run"
        data-planned={next.planned}
        aria-label={t('lanes.next.button', { who, step: next.name, sql: next.brief })}
        aria-keyshortcuts={key}
        onClick={() => onMove?.(lane.place, next.step)}
        {...noteOn(() => ({ title: t('lanes.next.title', { step: next.name }), sql: next.sql, facts: [] }))}
      >
        <code className={laneTargetsStyles.nextSql}>{cardSql(next.brief)}</code>
        <span className={laneTargetsStyles.nextWord}>
          {t('lanes.next.run')}
          {next.planned && <span className={laneTargetsStyles.planned}> · {t('lanes.next.planned')}</span>}
        </span>
        {key !== undefined && <kbd className={laneTargetsStyles.key}>{keyCap(key)}</kbd>}
      </button>
    );
  }
  const own = { className: laneTargetsStyles.target, style: place, 'data-kind': next.kind };
  const words = (
    <>
      {next.kind === 'waits' ? (
        <>
          <b>
            {next.on.length === 0
              ? t('lanes.state.waiting')
              : t('lanes.state.waitsFor', { who: whoWords(next.on, messages) })}
          </b>
          <span className={laneTargetsStyles.notYours}>{t('lanes.next.notYours')}</span>
        </>
      ) : (
        <span>{t(next.kind === 'none' ? 'lanes.next.none' : 'lanes.next.over')}</span>
      )}
    </>
  );
  if (onMove === undefined) return <div {...own}>{words}</div>;
  return (
    <button type="button" aria-disabled="true" {...own}>
      {words}
    </button>
  );
}

interface LaneHeadsProps {
  readonly model: LanesModel;
  readonly noteOn: NoteOn;
  readonly onSession: ((session: string) => void) | undefined;
}

export function LaneHeads({ model, noteOn, onSession }: LaneHeadsProps) {
  const messages = useMessages();
  const { t } = messages;
  const Head = onSession === undefined ? 'div' : 'button';
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
          <Head
            key={lane.place}
            className={styles.head}
            style={{ ['--hue' as string]: style.hue, gridColumn: lane.place + 2 }}
            data-lane={lane.place}
            data-mark={`session ${lane.style.letter}`}
            data-state={lane.state}
            {...(onSession === undefined
              ? {}
              : {
                  type: 'button',
                  'aria-pressed': lane.chosen,
                  'aria-label': t('lanes.head', { who, isolation, state }),
                  onClick: () => onSession(style.name),
                })}
            {...noteOn(() => ({ title: who, sql: '', facts: [isolation, state] }))}
          >
            <span className={styles.chip}>{style.letter}</span>
            <span className={styles.headText}>
              {style.ownName !== null && <b className={styles.ownName}>{style.ownName}</b>}
              <span className={styles.isolation}>{isolation}</span>
              <span className={styles.state}>{state}</span>
            </span>
          </Head>
        );
      })}
    </div>
  );
}
