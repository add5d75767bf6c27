/** Buffers as slots with page numbers, a row of 16 (or 8) at a time, and a walk as a path over them. */
import '../../base/messages/en/subtrans.ts';
import { useRef } from 'react';
import type { StageSlru } from '../../engine/server/slru-types.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type Room, useRoom } from '../../ui/place.ts';
import { MARK } from '../../viewmodel/score/marks.ts';
import { BANK_SLOTS, type Bank, banksOf } from '../../viewmodel/stage/subtrans.ts';
import type { WalkStop } from '../../viewmodel/stage/subtrans-walks.ts';
import styles from './subtrans.module.css';

interface BuffersProps {
  readonly slru: StageSlru;
  /** By slot, at the displayed moment. */
  readonly pages: readonly (number | null)[];
  readonly stops: readonly WalkStop[];
  /** The hue of the session that walks. */
  readonly hue: string;
  /** Without the key below. */
  readonly bare: boolean;
}

/** 128 buffers: further ones are not drawn. */
const MOST_BANKS = 8;
/** Below this width, in em, a row has half as many slots. */
const NARROW_SLOT = 2.1;

interface Place {
  readonly x: number;
  readonly y: number;
}

export function Buffers(props: BuffersProps) {
  const { slru, pages, stops, hue, bare } = props;
  const ref = useRef<HTMLDivElement>(null);
  const room = useRoom(ref);
  const { t } = useMessages();
  const { drawn, left } = banksOf(
    slru,
    pages,
    MOST_BANKS,
    stops.map(({ slot }) => slot),
  );
  return (
    <div ref={ref} className={styles.buffers}>
      {room !== null && <Drawing {...props} banks={drawn} room={room} />}
      {left > 0 && <p className={styles.quiet}>{t('subtrans.banksLeft', { left })}</p>}
      {!bare && <Key stops={stops.length} hue={hue} />}
    </div>
  );
}

/** Slots in rows, bank under bank; left of them there is room for the banks' names. */
function layoutOf(banks: readonly Bank[], { width, em }: Room, bare: boolean) {
  const label = em * 5;
  const inRow = (width - label) / BANK_SLOTS >= em * NARROW_SLOT ? BANK_SLOTS : BANK_SLOTS / 2;
  const w = Math.min((width - label) / inRow, em * 3.4);
  const h = em * (bare ? 2.4 : 3);
  const places = new Map<number, Place>();
  const rows: { readonly bank: Bank; readonly y: number; readonly height: number }[] = [];
  let y = em * 0.7;
  for (const bank of banks) {
    for (const i of bank.pages.keys())
      places.set(bank.first + i, { x: label + (i % inRow) * w, y: y + Math.floor(i / inRow) * h });
    const height = Math.ceil(bank.pages.length / inRow) * h;
    rows.push({ bank, y, height });
    y += height + em * 0.6;
  }
  return { label, w, h, places, rows, height: y };
}

interface DrawingProps extends BuffersProps {
  readonly banks: readonly Bank[];
  readonly room: Room;
}

function Drawing({ slru, pages, stops, hue, bare, banks, room }: DrawingProps) {
  const { t } = useMessages();
  const { em } = room;
  const { label, w, h, places, rows, height } = layoutOf(banks, room, bare);
  const used = pages.filter((page) => page !== null).length;
  return (
    <svg
      data-mark="buffers"
      width={room.width}
      height={height}
      role="img"
      aria-label={t('subtrans.picture', { used, buffers: pages.length, path: stops.map(({ page }) => page) })}
    >
      {rows.map(({ bank, y: from, height }) => (
        <g key={bank.bank}>
          <text className={styles.bank} x={label - em} y={from + h * 0.42} dy="0.34em" textAnchor="end">
            {slru.banks === 1 ? t('subtrans.oneLock') : t('subtrans.bank', { bank: bank.bank })}
          </text>
          <path
            className={styles.lock}
            d={`M${label - em * 0.45} ${from}H${label - em * 0.75}V${from + height - h * 0.16}H${label - em * 0.45}`}
          />
          {bank.pages.map((page, i) => {
            const slot = bank.first + i;
            return (
              <Slot
                key={slot}
                slot={slot}
                place={places.get(slot) ?? { x: 0, y: 0 }}
                w={w * 0.92}
                h={h * 0.84}
                em={em}
                page={page}
                stop={stops.findLast((one) => one.slot === slot)}
                hue={hue}
                newest={page !== null && page === slru.latestPage}
                title={t('subtrans.slot', { slot, page })}
              />
            );
          })}
        </g>
      ))}
      <Walk stops={stops} places={places} hue={hue} em={em} />
    </svg>
  );
}

interface WalkProps extends Pick<BuffersProps, 'stops' | 'hue'> {
  readonly places: ReadonlyMap<number, Place>;
  readonly em: number;
}

/** The path along the gutters, from corner to corner of the slots: never over a number. */
function Walk({ stops, places, hue, em }: WalkProps) {
  const corners = stops.map(({ slot }) => places.get(slot)).filter((place) => place !== undefined);
  const path = corners.map((corner, i) => `${i === 0 ? `M${corner.x}` : `H${corner.x}V`} ${corner.y}`).join('');
  return (
    <g data-mark={MARK.walk}>
      {corners.length > 1 && <path className={styles.path} style={{ stroke: hue }} d={path} />}
      {stops.map(({ slot }, i) => {
        const place = places.get(slot);
        // Several stops in one slot are drawn side by side.
        const before = stops.slice(0, i).filter((one) => one.slot === slot).length;
        return (
          place !== undefined && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the walk
            <g key={i} transform={`translate(${place.x + em * 1.2 * before} ${place.y})`}>
              <circle className={styles.stop} r={em * 0.72} style={{ fill: hue }} />
              <text className={styles.stopText} dy="0.34em" textAnchor="middle">
                {i + 1}
              </text>
            </g>
          )
        );
      })}
    </g>
  );
}

function Key({ stops, hue }: { readonly stops: number; readonly hue: string }) {
  const { t } = useMessages();
  return (
    <ul className={styles.key}>
      {stops > 0 && (
        <>
          <li>
            <i className={styles.keyHit} style={{ borderColor: hue }} /> {t('subtrans.key.hit')}
          </li>
          <li>
            <i className={styles.keyRead} style={{ background: hue }} /> {t('subtrans.key.read')}
          </li>
        </>
      )}
      <li>
        <i className={styles.keyNewest} /> {t('subtrans.key.newest')}
      </li>
    </ul>
  );
}

interface SlotProps {
  readonly slot: number;
  readonly place: Place;
  readonly w: number;
  readonly h: number;
  readonly em: number;
  readonly page: number | null;
  readonly stop: WalkStop | undefined;
  readonly hue: string;
  readonly newest: boolean;
  readonly title: string;
}

function Slot({ slot, place, w, h, em, page, stop, hue, newest, title }: SlotProps) {
  const look = stop === undefined ? (page === null ? 'free' : 'page') : stop.hit ? 'hit' : 'read';
  const gone = stop?.evicted ?? null;
  // A number of many digits is set smaller, so that it stays in its slot.
  const shrink = (text: string): number => Math.min(1, (w * 0.92) / (0.62 * em * text.length));
  const text = page === null ? '' : String(page);
  return (
    <g transform={`translate(${place.x} ${place.y})`} data-slot={look} data-mark={MARK.buffer(slot)}>
      <rect
        className={styles.slot}
        data-look={look}
        style={look === 'hit' ? { stroke: hue } : look === 'read' ? { fill: hue, stroke: hue } : {}}
        width={w}
        height={h}
        rx={2}
      />
      {newest && <line className={styles.newest} x1={w * 0.15} x2={w * 0.85} y1={h - 3} y2={h - 3} />}
      {page !== null && (
        <text
          className={styles.page}
          data-look={look}
          style={{ fontSize: `${shrink(text)}em` }}
          x={w / 2}
          y={gone === null ? h / 2 : h * 0.3}
          dy="0.34em"
          textAnchor="middle"
        >
          {text}
        </text>
      )}
      {gone !== null && (
        <text
          className={styles.gone}
          style={{ fontSize: `${0.85 * shrink(String(gone))}em` }}
          x={w / 2}
          y={h * 0.73}
          dy="0.34em"
          textAnchor="middle"
        >
          {gone}
        </text>
      )}
      <title>{title}</title>
    </g>
  );
}
