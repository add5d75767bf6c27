/** The primary's WAL: the whole of it as thin marks, and the records around the replay position as cards. */

import '../../base/messages/en/standby.ts';
import type { StandbyRecord, StandbyShown } from '../../engine/server/standby-types.ts';
import type { StageState } from '../../engine/stage/stage-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type SessionStyles, styleOf } from '../../viewmodel/stage/selection.ts';
import { type WalCard, walCards } from '../../viewmodel/standby/place.ts';
import { type Area, clipped, DIGIT, type Form, LETTER, STRIPS } from './bands.ts';
import styles from './standby.module.css';

/** The step that wrote a record. */
export interface StepShown {
  readonly name: string;
  readonly sql: string;
}

interface WalStripProps {
  readonly stage: StageState;
  readonly shown: StandbyShown;
  readonly area: Area;
  readonly form: Form;
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

/** The room of the strip's name, in em; on a phone it is above the cards. */
const NAMES: Readonly<Record<Form, number>> = { wide: 5.2, stage: 4.2, narrow: 0 };

export function WalStrip(props: WalStripProps) {
  const { shown, area, form, em } = props;
  const { t } = useMessages();
  const { overview, words } = STRIPS[form];
  const cardTop = area.top + (overview + words) * em;
  const nameTop = form === 'narrow' ? area.top + 1.1 * em : cardTop + 1.4 * em;
  const left = area.left + NAMES[form] * em;
  return (
    <g>
      <text className={styles.serverName} x={area.left + (form === 'narrow' ? 0.5 : 1) * em} y={nameTop}>
        {t('standby.lane.wal')}
      </text>
      {shown.records.length === 0 ? (
        <text className={styles.quiet} x={left} y={cardTop + em * 1.4}>
          {t('standby.strip.none')}
        </text>
      ) : (
        <Records {...props} area={{ ...area, left, width: area.left + area.width - left }} />
      )}
    </g>
  );
}

/** The records around replay's place as cards, and what is replayed of them. */
function Records({ stage, shown, area, form, em, hues, stepOf }: WalStripProps) {
  const { records, at, from } = shown;
  const { left, width, top } = area;
  const strip = STRIPS[form];
  const cardTop = top + (strip.overview + strip.words) * em;
  const cardBottom = cardTop + strip.card * em;
  const owners = new Map(stage.xids.map(({ xid, owner }) => [xid, owner]));
  const hueOf = (record: StandbyRecord): string =>
    record.kind === 'running-xacts' ? 'var(--ink)' : styleOf(hues, owners.get(record.xid) ?? null).hue;
  const least = (form === 'stage' ? CARD_ON_STAGE : CARD) + GAP;
  const fit = Math.max(2, Math.floor((width / em + GAP) / least));
  const { first, cards } = walCards(shown, stage.xids, fit);
  const pitch = Math.min(least * em, (width + GAP * em) / fit);
  const xOf = (index: number): number =>
    left + Math.max(0, Math.min(index - first, cards.length)) * pitch - (GAP * em) / 2;
  const shownX = Math.max(left + 1, Math.min(xOf(at), left + width - 1));
  return (
    <g>
      <Overview {...{ shown, em, hueOf, first, form }} area={{ left, width, top }} count={cards.length} />
      <g data-mark={MARK.look('place')}>
        <Sides x={shownX} y={cardTop - em * 0.5} {...{ left, width, em, form }} isAhead={at < records.length} />
        {at > from && at > first && (
          <Into x={left + (at - first - 0.5) * pitch - (GAP * em) / 2} y={cardBottom} height={strip.arrow * em} />
        )}
      </g>
      {cards.map((card, i) => (
        <Card
          key={card.index}
          card={card}
          x={left + i * pitch}
          y={cardTop}
          width={pitch - GAP * em}
          height={strip.card * em}
          em={em}
          hues={hues}
          step={stepOf(card.record.tick)}
        />
      ))}
      <path className={styles.cursor} d={`M${shownX} ${cardTop - em * 1.3}V${cardBottom + 0.2 * em}`} />
      {from > 0 && from >= first && from <= first + cards.length && (
        <path
          className={styles.copied}
          d={`M${Math.max(left, xOf(from))} ${cardTop - em * 0.3}V${cardBottom + 0.2 * em}`}
        />
      )}
    </g>
  );
}

/** The record that was replayed last has gone into the standby. */
function Into({ x, y, height }: { readonly x: number; readonly y: number; readonly height: number }) {
  const end = y + height - 2;
  const head = Math.min(6, height / 2);
  return (
    <g>
      <path className={styles.into} d={`M${x} ${y + 2}V${end - head}`} />
      <path className={styles.intoHead} d={`M${x} ${end}l${-head} ${-head}h${2 * head}z`} />
    </g>
  );
}

interface OverviewProps extends Pick<WalStripProps, 'shown' | 'area' | 'em' | 'form'> {
  readonly hueOf: (record: StandbyRecord) => string;
  /** The records that are cards. */
  readonly first: number;
  readonly count: number;
}

/** All records as thin marks, a window around those that are cards, and the replay position; empty if all are cards, or where room is scarce. */
function Overview({ shown: { records, at }, area, em, form, hueOf, first, count }: OverviewProps) {
  const { left, width, top } = area;
  const { overview } = STRIPS[form];
  const pitch = width / records.length;
  const step = Math.max(1, Math.ceil(records.length / MAX_MARKS));
  const bottom = top + overview * em;
  if (overview === 0 || count === records.length) return <g data-mark={MARK.look('strip')} />;
  return (
    <g data-mark={MARK.look('strip')}>
      <rect
        className={styles.window}
        x={left + first * pitch - 1}
        y={top - 2}
        width={count * pitch + 2}
        height={overview * em + 4}
      />
      {records.map((record, i) => {
        if (i % step !== 0) return null;
        const height = overview * em * (record.kind === 'xid' ? 0.5 : 1);
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

interface SidesProps extends Pick<WalStripProps, 'em' | 'form'> {
  readonly left: number;
  readonly width: number;
  readonly x: number;
  readonly y: number;
  /** There are records that have not been replayed. */
  readonly isAhead: boolean;
}

/** What is left of the replay position, and what is right of it. */
function Sides({ x, y, left, width, em, form, isAhead }: SidesProps) {
  const { t } = useMessages();
  return (
    <g>
      <text className={styles.note} x={x - em * 0.6} y={y} textAnchor="end">
        {x - left > em * (form === 'narrow' ? 9 : 6) ? `${t('standby.strip.replayed')} ◂` : ''}
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
  const hasRoom = height > 3.5 * em;
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
        <text className={styles.note} x={x + em * 0.8} y={y + em * 2.35}>
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
