/** One step in its lane: the SQL, its result, its xid, whether it took a snapshot. */
import '../../base/messages/en/lanes.ts';
import { type CSSProperties, useContext } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import {
  briefResult,
  cardFacts,
  cardSql,
  cardText,
  completionWord,
  whoWords,
} from '../../viewmodel/stage/lane-words.ts';
import type { LaneCard, LaneXid } from '../../viewmodel/stage/lanes-types.ts';
import type { SessionStyle } from '../../viewmodel/stage/selection.ts';
import { serverSaid } from '../../viewmodel/stage/server-said.ts';
import { ToldContext } from '../shared/told/told.ts';
import { XidMark } from '../shared/xid-mark/XidMark.tsx';
import type { NoteOn } from './LaneNote.tsx';
import styles from './lane-card.module.css';

/** Keeps a row together at a line break: a break may follow a bar, unless a word joiner follows it. */
const TOGETHER = '\u00a0|\u2060\u00a0';

interface LaneCardViewProps {
  readonly card: LaneCard;
  readonly session: SessionStyle;
  readonly noteOn: NoteOn;
  readonly onSeek: ((tick: number) => void) | undefined;
  readonly onXid: ((xid: number) => void) | undefined;
  /** One card of all is a Tab stop; the arrows lead to the others. */
  readonly tabIndex: 0 | -1;
  readonly style?: CSSProperties;
  /** There is no axis with the moves’ numbers. */
  readonly numbered?: boolean;
}

export function LaneCardView({ card, session, noteOn, onSeek, onXid, tabIndex, style, numbered }: LaneCardViewProps) {
  const messages = useMessages();
  const { t } = messages;
  const { steps } = useContext(ToldContext);
  const title = t('lanes.card.title', { tick: card.tick, step: card.name });
  return (
    <div
      className={styles.card}
      style={style}
      data-now={card.now}
      data-told={(card.kind === 'launched' && steps.has(card.tick)) || undefined}
      data-mark={card.now ? MARK.card(session.letter) : undefined}
      data-kind={card.kind}
      data-before={card.before}
      data-after={card.after}
      data-error={card.error !== null}
      {...noteOn(() => ({ title, sql: card.sql, facts: cardFacts(card, messages) }))}
    >
      <button
        type="button"
        className={styles.cover}
        data-card=""
        tabIndex={tabIndex}
        aria-label={cardText(card, session, messages)}
        aria-current={card.now ? 'step' : undefined}
        aria-disabled={onSeek === undefined || undefined}
        onClick={() => onSeek?.(card.tick)}
      />
      <div className={styles.sql} aria-hidden="true">
        {numbered && <span className={styles.goesOn}>{card.tick} </span>}
        {card.kind === 'completed' && <span className={styles.goesOn}>{completionWord(card, messages)}</span>}
        {cardSql(card.brief)}
      </div>
      {card.error !== null && (
        <p className={styles.error} aria-hidden="true">
          {serverSaid(card.error, messages)}
        </p>
      )}
      <CardFacts card={card} onXid={onXid} tabIndex={tabIndex} />
    </div>
  );
}

function CardFacts({ card, onXid, tabIndex }: Pick<LaneCardViewProps, 'card' | 'onXid' | 'tabIndex'>) {
  const messages = useMessages();
  const { t } = messages;
  const result = briefResult(card.results, messages);
  return (
    <div className={styles.facts}>
      {result !== null && (
        <span className={styles.result} aria-hidden="true">
          {result.replaceAll(' | ', TOGETHER)}
        </span>
      )}
      {card.xid !== null && <XidFact xid={card.xid} onXid={onXid} tabIndex={tabIndex} />}
      {card.status === 'waits' && (
        <span className={styles.strong} aria-hidden="true">
          {t('lanes.card.waits', { who: whoWords(card.waitsFor, messages) })}
        </span>
      )}
      {card.status === 'waited' && (
        <span className={styles.quiet} aria-hidden="true">
          {t('lanes.card.waited', { until: card.until ?? 0 })}
        </span>
      )}
      {card.snapshot && (
        <span className={styles.snapshot} aria-hidden="true">
          <SnapshotGlyph />
          {card.xid === null && t('lanes.snapshot')}
        </span>
      )}
    </div>
  );
}

function XidFact({
  xid,
  onXid,
  tabIndex,
}: {
  readonly xid: LaneXid;
  readonly onXid: ((xid: number) => void) | undefined;
  readonly tabIndex: 0 | -1;
}) {
  const { t } = useMessages();
  const word =
    xid.parent === null ? t('lanes.fill', { fill: xid.fill }) : t('lanes.xid.inside', { parent: xid.parent });
  const inside = (
    <>
      <XidMark status={xid.fill} owner={xid.owner} />
      <b style={{ color: xid.owner.hue }}>{xid.xid}</b> <span className={styles.quiet}>{word}</span>
    </>
  );
  if (onXid === undefined)
    return (
      <span className={styles.xid} aria-hidden="true">
        {inside}
      </span>
    );
  return (
    <button
      type="button"
      className={styles.xid}
      tabIndex={tabIndex}
      aria-pressed={xid.chosen}
      aria-label={t('lanes.xid.choose', { xid: xid.xid, fill: xid.fill })}
      onClick={() => onXid(xid.xid)}
    >
      {inside}
    </button>
  );
}

/** The bracket with a notch, small: a snapshot was taken. */
function SnapshotGlyph() {
  return (
    <svg viewBox="0 0 18 12" width="1.3em" height="0.87em" aria-hidden="true" focusable="false">
      <path
        d="M4 1H1v10h3M14 1h3v10h-3M4 3.5h3v3h4v-3h3"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="miter"
      />
    </svg>
  );
}
