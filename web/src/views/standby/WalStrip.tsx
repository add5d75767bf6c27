/** The primary's WAL: the whole of it as thin marks, and the records around the replay position as cards. */

import '../../base/messages/en/standby.ts';
import type { StandbyRecord, StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { type WalCard, walCards } from '../../viewmodel/standby/place.ts';
import { clipped, DIGIT, type Lane, LETTER, STRIP, STRIP_ON_STAGE } from './bands.ts';
import styles from './standby.module.css';

/** The step that wrote a record. */
export interface StepShown {
  readonly name: string;
  readonly sql: string;
}

interface WalStripProps {
  readonly stage: StageState;
  readonly shown: StandbyShown;
  readonly lane: Lane;
  readonly em: number;
  readonly hues: SessionStyles;
  readonly stepOf: (tick: number) => StepShown | null;
}

/** A card's width, in em, and the room between two of them. */
const CARD = 10.6;
const CARD_ON_STAGE = 10.3;
const GAP = 0.7;
/** Up to this many marks are drawn one by one; beyond that, neighbours share a pixel anyway. */
const MAX_MARKS = 600;

export function WalStrip({ stage, shown, lane, em, hues, stepOf }: WalStripProps) {
  const { t } = useMessages();
  const { records, at, from } = shown;
  const { left, width, top, isTight } = lane;
  const strip = isTight ? STRIP_ON_STAGE : STRIP;
  if (records.length === 0)
    return (
      <text className={styles.quiet} x={left} y={top + em * 1.3}>
        {t('standby.strip.none')}
      </text>
    );
  const owners = new Map(stage.xids.map(({ xid, owner }) => [xid, owner]));
  const hueOf = (record: StandbyRecord): string =>
    record.kind === 'running-xacts' ? 'var(--ink)' : styleOf(hues, owners.get(record.xid) ?? null).hue;
  const least = (isTight ? CARD_ON_STAGE : CARD) + GAP;
  const fit = Math.max(2, Math.floor((width / em + GAP) / least));
  const { first, cards } = walCards(shown, stage.xids, fit);
  const cardTop = top + (strip.overview + strip.gap) * em;
  const cardPitch = Math.min(least * em, (width + GAP * em) / fit);
  const cursorX = left + Math.max(0, Math.min(at - first, cards.length)) * cardPitch - (GAP * em) / 2;
  const shownX = Math.max(left + 1, Math.min(cursorX, left + width - 1));
  return (
    <g>
      <Overview {...{ shown, lane, em, hueOf, first }} count={cards.length} />
      <Sides x={shownX} y={cardTop - em * 0.55} lane={lane} em={em} isAhead={at < records.length} />
      {cards.map((card, i) => (
        <Card
          key={card.index}
          card={card}
          x={left + i * cardPitch}
          y={cardTop}
          width={cardPitch - GAP * em}
          height={strip.card * em}
          em={em}
          hues={hues}
          step={stepOf(card.record.tick)}
        />
      ))}
      <path className={styles.cursor} d={`M${shownX} ${cardTop - em * 1.5}V${cardTop + (strip.card + 0.2) * em}`} />
      {from > 0 && from >= first && from <= first + cards.length && (
        <path
          className={styles.copied}
          d={`M${Math.max(left, left + (from - first) * cardPitch - (GAP * em) / 2)} ${cardTop - em * 0.3}V${cardTop + (strip.card + 0.2) * em}`}
        />
      )}
    </g>
  );
}

interface OverviewProps extends Pick<WalStripProps, 'shown' | 'lane' | 'em'> {
  readonly hueOf: (record: StandbyRecord) => string;
  /** The records that are cards. */
  readonly first: number;
  readonly count: number;
}

/** All records as thin marks, a window around those that are cards, and the replay position; empty where room is scarce. */
function Overview({ shown: { records, at }, lane, em, hueOf, first, count }: OverviewProps) {
  const { left, width, top, isTight } = lane;
  const pitch = width / records.length;
  const step = Math.max(1, Math.ceil(records.length / MAX_MARKS));
  const bottom = top + STRIP.overview * em;
  if (isTight) return <g data-mark={MARK.look('strip')} />;
  return (
    <g data-mark={MARK.look('strip')}>
      <rect
        className={styles.window}
        x={left + first * pitch - 1}
        y={top - 2}
        width={count * pitch + 2}
        height={STRIP.overview * em + 4}
      />
      {records.map((record, i) => {
        if (i % step !== 0) return null;
        const height = STRIP.overview * em * (record.kind === 'xid' ? 0.5 : 1);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a record is its place in WAL
            key={i}
            x={left + i * pitch + Math.min(1, pitch * 0.15)}
            y={bottom - height}
            width={Math.max(0.8, Math.min(em, pitch * 0.7))}
            height={height}
            fill={hueOf(record)}
            opacity={i < at ? 1 : 0.35}
          />
        );
      })}
      <path className={styles.cursor} d={`M${left + at * pitch} ${top - 4}V${bottom + 4}`} />
    </g>
  );
}

interface SidesProps extends Pick<WalStripProps, 'lane' | 'em'> {
  readonly x: number;
  readonly y: number;
  /** There are records that have not been replayed. */
  readonly isAhead: boolean;
}

/** What is left of the replay position, and what is right of it. */
function Sides({ x, y, lane: { left, width }, em, isAhead }: SidesProps) {
  const { t } = useMessages();
  return (
    <g data-mark={MARK.look('place')}>
      <text className={styles.note} x={x - em * 0.6} y={y} textAnchor="end">
        {x - left > em * 6 ? `${t('standby.strip.replayed')} ◂` : ''}
      </text>
      <text className={styles.note} x={x + em * 0.6} y={y}>
        {isAhead && left + width - x > em * 9 ? `▸ ${t('standby.strip.ahead')}` : ''}
      </text>
    </g>
  );
}

function Card({
  card: { index, record, owner, isReplayed, isBefore },
  x,
  y,
  width,
  height,
  em,
  hues,
  step,
}: {
  readonly card: WalCard;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly em: number;
  readonly hues: SessionStyles;
  readonly step: StepShown | null;
}) {
  const { t } = useMessages();
  const { hue, letter } = styleOf(hues, owner);
  const { kind, xid, xids, overflowed } = record;
  const count = kind === 'running-xacts' ? Math.max(0, xids.length - 1) : xids.length;
  const hasRoom = height > 4 * em;
  const last = y + height - em * (hasRoom ? 0.6 : 0.4);
  const place = [letter, step?.name ?? ''].filter((word) => word !== '').join(' · ');
  return (
    <g data-record={index} data-replayed={isReplayed} data-mark={MARK.record(index)}>
      <rect
        className={isReplayed ? styles.card : styles.cardAhead}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={3}
        opacity={isBefore ? 0.5 : 1}
      />
      <rect x={x} y={y} width={em * 0.35} height={height} fill={hue} opacity={isReplayed ? 1 : 0.5} />
      <text className={styles.number} x={x + em * 0.8} y={y + em * 1.25}>
        {clipped(t('standby.record', { kind, xid, count, overflowed }), ((width / em - 0.9) * LETTER) / DIGIT)}
      </text>
      {hasRoom && (
        <text className={styles.note} x={x + em * 0.8} y={y + em * 2.4}>
          {clipped(
            kind === 'xid' && step !== null ? step.sql.trim() : t('standby.record.name', { kind }),
            width / em - 1.6,
          )}
        </text>
      )}
      <text className={styles.note} x={x + em * 0.8} y={last}>
        {clipped(place, width / em - 1.2)}
      </text>
      <text className={styles.place} x={x + width - em * 0.3} y={last} textAnchor="end">
        {index + 1}
      </text>
    </g>
  );
}
