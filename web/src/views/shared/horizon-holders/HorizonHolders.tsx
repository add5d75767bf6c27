/**
 * The axis of xids with the holders of the removal horizon pinned to it: one row each, oldest first. A holder needs
 * everything deleted from its pin on: full ink for the one that holds the horizon, pale for the next ones, dashed for
 * those that do not count. Below are the dead versions, under the xid that deleted them: a solid one with a cut corner
 * is kept, an outline may be removed.
 *
 * Ink on paper: words name the holders, because a server's sessions have no hues.
 */

import '../../../base/messages/en/server.ts';
import { useRef } from 'react';
import type { Messages } from '../../../base/messages/index.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { type Room, useRoom } from '../../../ui/place.ts';
import { cutLetters, cutText, letterCount, textWidth } from '../../../viewmodel/picture-text.ts';
import { MARK } from '../../../viewmodel/score/marks.ts';
import { otherNames, tagText } from '../../../viewmodel/server/axis-names.ts';
import type { DeadMark, HolderRow, HoldersAxis } from '../../../viewmodel/server/holders-axis.ts';
import { shortXid } from '../../../viewmodel/stage/xid-order.ts';
import styles from './horizon-holders.module.css';

/** The words of a row: a name, and in small type its pin, its place, or why it does not count. */
export interface RowWords {
  readonly who: string;
  readonly pin: string;
  readonly note: string;
}
interface HorizonHoldersProps {
  readonly axis: HoldersAxis;
  readonly rowWords: (row: HolderRow) => RowWords;
  /** The whole figure in a sentence. */
  readonly label: string;
  /** The xid whose dead versions are shown. */
  readonly chosen: number | null;
  /**
   * In px: if not all rows fit, they are low, and the least important ones are named in a last line. Left out: as high
   * as needed.
   */
  readonly height?: number;
}

export function HorizonHolders(props: HorizonHoldersProps) {
  const ref = useRef<HTMLDivElement>(null);
  const room = useRoom(ref);
  return (
    <div ref={ref} className={styles.box}>
      {room !== null && <Drawing {...props} room={room} />}
    </div>
  );
}

/** Below this width, in em, names are above their lines. */
const WIDE_FROM = 56;
const NAMES = 24;
/** If the height is limited, names are next to their lines from this width on, with less room. */
const LOW_WIDE_FROM = 40;
const LOW_NAMES = 20;
/**
 * The height of a row, in em: one line of words instead of two, and if there are many, only as high as its words and
 * pin.
 */
const LOW_ROW = 1.45;
const LOWEST_ROW = 1.2;
const LEFT_OUT_ROW = 1.5;
/** Names take what their longest needs, up to this share of the width: a holder's reason tells more than a long bar. */
const MOST_NAMES = 0.6;
/** The estimate of a text's width is generous; these stand in our own face. */
const OWN_FACE = 0.92;
const widthOf = (text: string, em: number, bold = false): number => textWidth(text, em * OWN_FACE, 'sans', bold);
/** The width of a letter, in em. */
const LETTER = 0.56;
const DIGIT = 0.63;

interface Places {
  readonly em: number;
  readonly isWide: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly rowHeight: number;
  readonly x: (place: number) => number;
}

/** The rows that fit: the first to be dropped are those that do not count, then the youngest. */
export function rowsThatFit(rows: readonly HolderRow[], room: number): readonly HolderRow[] {
  if (rows.length <= room) return rows;
  const order = { holds: 0, counts: 1, exempt: 2 } as const;
  const kept = [...rows].sort((a, b) => order[a.role] - order[b.role]).slice(0, Math.max(1, room));
  return rows.filter((row) => kept.includes(row));
}

/** Names as many of the dropped rows as fit in one line, and counts the rest: on stage there is no table. */
function leftOutWords(
  { rows, more }: HoldersAxis,
  shown: readonly HolderRow[],
  rowWords: HorizonHoldersProps['rowWords'],
  { t }: Messages,
  room: number,
): string {
  const names = rows.filter((row) => !shown.includes(row)).map((row) => rowWords(row).who);
  const words = (count: number): string =>
    t('server.axis.leftOut', { names: names.slice(0, count), more: names.length - count + more });
  const all = [...names.keys(), names.length].reverse();
  return clipped(words(all.find((count) => letterCount(words(count)) * LETTER <= room) ?? 0), room);
}

const aboutOf = ({ pin, note }: RowWords): string => [pin, note].filter((each) => each !== '').join(' · ');

/** What the longest row needs next to its line, in px, with its gap. */
function namesWidth(
  { axis, rowWords, room: { em } }: Omit<HorizonHoldersProps, 'label' | 'chosen'> & { readonly room: Room },
  isLow: boolean,
): number {
  const needs = axis.rows.map((row) => {
    const words = rowWords(row);
    const [who, about] = [widthOf(words.who, em, true), widthOf(aboutOf(words), em)];
    return isLow ? who + (about === 0 ? 0 : 0.6 * em + about) : Math.max(who, about);
  });
  return Math.max(0, ...needs) + 1.2 * em;
}

/** The places of as many rows as fit, and of the dead versions under them. */
function layoutOf(props: HorizonHoldersProps & { readonly room: Room }) {
  const { axis: whole, height: most } = props;
  const { width, em } = props.room;
  const isWide = width >= (most === undefined ? WIDE_FROM : LOW_WIDE_FROM) * em;
  // If height is scarce, no line is reserved for missing counts.
  const isScarce = isWide && most !== undefined;
  const deadGap = (isScarce ? 0.4 : isWide ? 0.9 : 2.1) * em;
  const deadHeight = (isScarce && whole.dead.every(({ versions }) => versions.length === 1) ? 1.8 : 3.2) * em;
  const below = whole.dead.length === 0 ? 0.5 * em : deadGap + deadHeight;
  const rowsRoom = (most ?? Number.POSITIVE_INFINITY) - 4.2 * em - below;
  const isLow = isWide && whole.rows.length * 2.75 * em > rowsRoom;
  const lowRow = Math.max(LOWEST_ROW, Math.min(LOW_ROW, rowsRoom / whole.rows.length / em));
  const least = (width >= WIDE_FROM * em ? NAMES : LOW_NAMES) * em;
  const left = isWide ? Math.max(least, Math.min(namesWidth(props, isLow), width * MOST_NAMES)) : 0;
  const rowHeight = em * (isLow ? lowRow : isWide ? 2.75 : 3.9);
  const isRoomForAll = whole.rows.length * rowHeight <= rowsRoom + 0.5;
  const allFit = most === undefined || (isRoomForAll && whole.more === 0);
  const rows = allFit ? whole.rows : rowsThatFit(whole.rows, Math.floor((rowsRoom - LEFT_OUT_ROW * em) / rowHeight));
  const top = em * 4.2;
  const x = (place: number): number => left + ((place + 0.7) * (width - left)) / (whole.marks.length + 0.4);
  const places: Places = { em, isWide, left, right: width, top, rowHeight, x };
  const rowsEnd = top + rows.length * rowHeight;
  const bottom = rowsEnd + (allFit ? 0 : LEFT_OUT_ROW * em);
  const deadTop = bottom + deadGap;
  const height = whole.dead.length === 0 ? bottom + em * 0.5 : deadTop + deadHeight;
  return { axis: { ...whole, rows }, allFit, places, rowsEnd, deadTop, height };
}

function Drawing(props: HorizonHoldersProps & { readonly room: Room }) {
  const { axis: whole, rowWords, label, chosen, room } = props;
  const messages = useMessages();
  const { axis, allFit, places, rowsEnd, deadTop, height } = layoutOf(props);
  const { em, x, top, rowHeight, isWide, left, right: width } = places;
  const leftOut = allFit ? null : leftOutWords(whole, axis.rows, rowWords, messages, width / em);
  const shown = numbersShown(axis, places, width);
  const horizonX = x(axis.horizonAt);
  return (
    <svg className={styles.drawing} width={room.width} height={height} role="img" aria-label={label}>
      {axis.marks.map(({ full }, i) => (
        <g key={full}>
          <line className={styles.grid} x1={x(i)} x2={x(i)} y1={top - em * 0.6} y2={height} />
          {shown.has(i) && (
            <text
              className={shortXid(full) === chosen ? styles.chosenXid : styles.xid}
              x={numberCentre(shortXid(full), x(i), places, width)}
              y={top - em}
              textAnchor="middle"
            >
              {shortXid(full)}
            </text>
          )}
        </g>
      ))}
      <line
        className={styles.horizon}
        data-mark={MARK.horizon}
        x1={horizonX}
        x2={horizonX}
        y1={top - em * 0.6}
        y2={height}
      />
      <Tags axis={axis} places={places} />
      {axis.rows.map((row, i) => (
        <Row key={row.id} row={row} words={rowWords(row)} y={top + i * rowHeight} places={places} />
      ))}
      {leftOut !== null && (
        <g data-left-out="">
          <OverAxis text={leftOut} y={rowsEnd + em * 1.1} em={em} />
        </g>
      )}
      {axis.dead.length > 0 && (
        <>
          <OverAxis
            text={clipped(messages.t('server.axis.dead'), (isWide ? left : width) / em)}
            y={isWide ? deadTop + em * 1.4 : deadTop - em * 0.5}
            em={em}
          />
          {axis.dead.map((mark) => (
            <Dead key={mark.full} mark={mark} x={x(mark.at)} y={deadTop + em * 0.3} em={em} chosen={chosen} />
          ))}
        </>
      )}
    </svg>
  );
}

/** Words across the axis: no line passes through them. */
function OverAxis({ text, y, em }: { readonly text: string; readonly y: number; readonly em: number }) {
  return (
    <>
      <rect className={styles.ground} x={0} y={y - em} width={letterCount(text) * LETTER * em} height={em * 1.4} />
      <text className={styles.note} x={0} y={y}>
        {text}
      </text>
    </>
  );
}

/** The names of the horizon and the next xid, and a session's bounds. */
function Tags({ axis, places: { em, x, right, left } }: { readonly axis: HoldersAxis; readonly places: Places }) {
  const messages = useMessages();
  const { horizonAt, boundsAt } = axis;
  const text = tagText(axis, messages);
  const width = Math.min(letterCount(text) * em * LETTER * 1.08 + em, right);
  const tagX = Math.min(Math.max(left, x(horizonAt) - width / 2), right - width);
  // If two would touch, the first is above its line and the other one is dropped.
  const taken: (readonly [number, number])[] = [[tagX, tagX + width]];
  const placed = otherNames(axis, messages).flatMap(({ at, words }) => {
    const half = (letterCount(words) * em * LETTER) / 2 + em * 0.3;
    const centre = Math.max(left + half, Math.min(x(at), right - half));
    if (taken.some(([from, to]) => centre - half < to && from < centre + half)) return [];
    taken.push([centre - half, centre + half]);
    return [{ centre, words }];
  });
  return (
    <>
      {boundsAt !== null && <Bounds from={x(boundsAt.maybe)} to={x(boundsAt.definitely)} em={em} />}
      {placed.map(({ centre, words }) => (
        <text key={words} className={styles.note} x={centre} y={em * 1.1} textAnchor="middle">
          {words}
        </text>
      ))}
      <rect className={styles.tag} x={tagX} y={0} width={width} height={em * 1.7} rx={2} />
      <text className={styles.tagText} x={tagX + width / 2} y={em * 0.85} dy="0.35em" textAnchor="middle">
        {text}
      </text>
    </>
  );
}

function Bounds({ from, to, em }: { readonly from: number; readonly to: number; readonly em: number }) {
  return (
    <g data-bounds="">
      {to > from && <rect className={styles.openBand} x={from} y={em * 3.6} width={to - from} height={em * 0.5} />}
      {[from, to].map((at, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two ends of one band
        <line key={i} className={styles.bound} x1={at} x2={at} y1={em * 3.55} y2={em * 4.15} />
      ))}
    </g>
  );
}

/** A row's name, and what is beside or below it, as far as they fit. */
function fitWords(
  words: RowWords,
  { room, em, isLow }: { readonly room: number; readonly em: number; readonly isLow: boolean },
) {
  const about = aboutOf(words);
  const first = cutText(words.who, room, em * OWN_FACE, 'sans', true);
  const beside = isLow ? room - widthOf(first, em, true) - 0.6 * em : room;
  return { first, second: beside > 2.8 * em ? cutText(about, beside, em * OWN_FACE, 'sans') : '' };
}

function Row({
  row: { role, at, otherAt },
  words,
  y,
  places: { em, isWide, left, right, rowHeight, x },
}: {
  readonly row: HolderRow;
  readonly words: RowWords;
  readonly y: number;
  readonly places: Places;
}) {
  const middle = isWide ? y + rowHeight / 2 : y + em * 3.05;
  const half = em * (role === 'holds' ? 0.42 : 0.3);
  const room = (isWide ? left - em : right) / em;
  const { who } = words;
  const isLow = rowHeight < 2 * em;
  const { first, second } = fitWords(words, { room: room * em, em, isLow });
  const ground = (text: string) => letterCount(text) * LETTER * em;
  return (
    <g data-role={role} data-holder={who} data-mark={`holder ${who}`}>
      <line className={styles.rowLine} x1={0} x2={right} y1={y} y2={y} />
      {/* No line of the axis passes through words. */}
      {!isWide && (
        <rect
          className={styles.ground}
          x={0}
          y={y + em * 0.2}
          width={Math.min(right, Math.max(ground(first), ground(second)))}
          height={em * 2.35}
        />
      )}
      <text
        className={role === 'exempt' ? styles.quietWho : styles.who}
        x={0}
        y={isLow ? middle + em * 0.36 : y + em * 1.15}
      >
        {first}
        {isLow && second !== '' && (
          <tspan className={styles.beside} dx={em * 0.6}>
            {second}
          </tspan>
        )}
      </text>
      {!isLow && (
        <text className={styles.note} x={0} y={y + em * 2.3}>
          {second}
        </text>
      )}
      <line className={styles.thread} x1={left} x2={x(at)} y1={middle} y2={middle} />
      <rect className={styles[role]} x={x(at)} y={middle - half} width={Math.max(0, right - x(at))} height={half * 2} />
      {otherAt !== null && <circle className={styles.otherPin} cx={x(otherAt)} cy={middle} r={em * 0.34} />}
      <circle className={role === 'exempt' ? styles.exemptPin : styles.pin} cx={x(at)} cy={middle} r={em * 0.5} />
    </g>
  );
}

function Dead({
  mark: { full, answer, versions },
  x,
  y,
  em,
  chosen,
}: {
  readonly mark: DeadMark;
  readonly x: number;
  readonly y: number;
  readonly em: number;
  readonly chosen: number | null;
}) {
  const [w, h, cut] = [em * 1.1, em * 1.3, em * 0.4];
  return (
    <g data-mark={MARK.dead(shortXid(full))}>
      {shortXid(full) === chosen && (
        <rect className={styles.chosen} x={x - w / 2 - 3} y={y - 3} width={w + 6} height={h + 6} rx={2} />
      )}
      <path
        className={styles[answer]}
        d={`M${x - w / 2} ${y}H${x + w / 2 - cut}L${x + w / 2} ${y + cut}V${y + h}H${x - w / 2}Z`}
      />
      {versions.length > 1 && (
        <text className={styles.note} x={x} y={y + h + em * 1.1} textAnchor="middle">
          {versions.length}
        </text>
      )}
    </g>
  );
}

const numberHalf = (xid: number, em: number): number => (String(xid).length * em * DIGIT) / 2 + em * 0.25;

/** Centred over its mark; at the drawing's edges as near as possible. */
function numberCentre(xid: number, at: number, { em, left }: Places, width: number): number {
  const half = numberHalf(xid, em);
  return Math.max(left + half, Math.min(at, width - half));
}

/** Numbers are drawn if they do not touch another one; the more important ones are placed first. */
function numbersShown({ marks }: HoldersAxis, places: Places, width: number): ReadonlySet<number> {
  const { x, em } = places;
  const shown = new Set<number>();
  const taken: (readonly [number, number])[] = [];
  const byRank = marks.map((mark, place) => ({ ...mark, place })).sort((a, b) => a.rank - b.rank);
  for (const { full, place } of byRank) {
    const half = numberHalf(shortXid(full), em);
    const centre = numberCentre(shortXid(full), x(place), places, width);
    const [from, to] = [centre - half, centre + half];
    if (taken.some(([begin, end]) => from < end && begin < to)) continue;
    taken.push([from, to]);
    shown.add(place);
  }
  return shown;
}

/** @param room in em */
function clipped(text: string, room: number): string {
  return cutLetters(text, Math.max(4, Math.floor(room / LETTER)));
}
