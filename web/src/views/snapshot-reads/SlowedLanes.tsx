/**
 * One transaction of each design as a dot on its own time: from the query over two snapshots and the rows to the result.
 * Lengths are times, on one scale, so both dots go at the same speed, and the shorter way is the faster design.
 */
import '../../base/messages/en/home.ts';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { useRoom } from '../../ui/place.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import { textWidth } from '../../viewmodel/picture-text.ts';
import {
  elapsedNs,
  type SlowedTimes,
  STRETCHES,
  type Stretch,
  stretchesOf,
  type TransactionTime,
} from '../../viewmodel/race/slowed.ts';
import type { SlowedFilm, Which } from './slowed-film.ts';
import styles from './slowed-lanes.module.css';

const DESIGN = { slow: 'pg13', fast: 'pg14' } as const;
/** Left of a way, its name; right of it, its whole time; in em. */
const BEFORE_EM = { wide: 7.4, compact: 2.6 };
const AFTER_EM = { wide: 8.2, compact: 5.2 };
const COMPACT_EM = 34;
/** A place on the way. New times move what stands there and lay nothing out again. */
const at = (x: number): string => `translateX(${x.toFixed(1)}px)`;
/** A snapshot's stretch that is no longer has its words among the rows'. */
const SHORT_PX = 12;

interface SlowedLanesProps {
  readonly times: SlowedTimes | undefined;
  /** The time at the right end of the ways, ns. */
  readonly top: number;
  readonly film: SlowedFilm;
  /**
   * Of the faster design's scan, if a transaction has ended since its last snapshot: the race's transactions write
   * nothing, so its time is not known, and that of a reused snapshot would contradict the lines below.
   */
  readonly scanned: number | null;
}

export function SlowedLanes({ times, top, film, scanned }: SlowedLanesProps) {
  const { t } = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const { width, em } = useRoom(list) ?? { width: 0, em: 13 };
  const compact = width < COMPACT_EM * em;
  const [before, after] = compact ? [BEFORE_EM.compact, AFTER_EM.compact] : [BEFORE_EM.wide, AFTER_EM.wide];
  const way = Math.max(40, Math.floor(width - (before + after) * em));
  return (
    <ol ref={list} className={styles.lanes} aria-label={t('home.slowed.name')}>
      {(['slow', 'fast'] as const).map((which) => (
        <Lane
          key={which}
          which={which}
          time={which === 'fast' && scanned !== null ? undefined : times?.[which]}
          untimed={which === 'fast' ? scanned : null}
          room={way}
          pxPerNs={way / top}
          {...{ film, em, compact }}
          before={before * em}
        />
      ))}
    </ol>
  );
}

interface LaneProps {
  readonly film: SlowedFilm;
  readonly em: number;
  readonly which: Which;
  readonly time: TransactionTime | undefined;
  /** The lines of each snapshot whose time is not known. */
  readonly untimed: number | null;
  readonly room: number;
  readonly pxPerNs: number;
  readonly compact: boolean;
  readonly before: number;
}

function Lane({ which, time, untimed, room, pxPerNs, film, em, compact, before }: LaneProps) {
  const { t, format } = useMessages();
  const lane = useRef<HTMLLIElement>(null);
  const dot = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (time === undefined) return undefined;
    return film.draws(which, (place) => {
      if (lane.current === null || dot.current === null) return;
      dot.current.style.transform = at(elapsedNs(place, time) * pxPerNs);
      const { dataset } = lane.current;
      const [stretch, ended] = [place.stretch, String(place.ended)];
      if (dataset.stretch !== stretch) dataset.stretch = stretch;
      if (dataset.ended !== ended) dataset.ended = ended;
    });
  }, [film, which, time, pxPerNs]);

  const { hue, mark, shortKey } = designStyle(DESIGN[which]);
  return (
    <li
      ref={lane}
      className={styles.lane}
      data-testid={`slowed-${DESIGN[which]}`}
      style={{ '--hue': hue } as CSSProperties}
    >
      <span className={styles.name} style={{ width: before }}>
        <b>{t(shortKey)}</b>
        {!compact && <span className={styles.station}>{t('home.slowed.query')}</span>}
      </span>
      <span className={styles.way}>
        {untimed !== null && <Untimed lines={untimed} room={room} em={em} />}
        {time !== undefined && (
          <>
            <Stretches {...{ time, pxPerNs, em }} />
            <span ref={dot} className={styles.dot} data-shape={mark} aria-hidden="true" />
            <span className={styles.end} style={{ transform: at(time.wholeNs * pxPerNs) }}>
              {!compact && <span className={styles.station}>{t('home.slowed.result')}</span>}
              <b>{format.duration(time.wholeNs)}</b>
            </span>
          </>
        )}
      </span>
    </li>
  );
}

/** In place of the stretches: what is known of the snapshots, in as many words as there is room for. */
function Untimed({ lines, room, em }: { readonly lines: number; readonly room: number; readonly em: number }) {
  const { t } = useMessages();
  const words = [t('home.slowed.untimed', { lines }), t('home.slowed.untimedShort', { lines })];
  return (
    <span className={styles.untimed}>{words.find((text) => textWidth(text, em, 'sans') < room) ?? words.at(-1)}</span>
  );
}

interface StretchesProps extends Pick<LaneProps, 'pxPerNs' | 'em'> {
  readonly time: TransactionTime;
}

/** Two snapshots and the rows, each with as many words as it has room for. */
function Stretches({ time, pxPerNs, em }: StretchesProps) {
  const { t, format } = useMessages();
  const stretches = stretchesOf(time);
  const each = time.snapshotNs;
  /** Longest first: the first that fits is shown. */
  const wordsOf = (stretch: Stretch, ns: number): readonly string[] => {
    const what = t(stretch === 'rows' ? 'home.slowed.rows' : 'home.slowed.snapshot');
    const timed = `${what} ${format.duration(ns)}`;
    if (stretch !== 'rows') return [timed, what, format.duration(ns)];
    // What is left is the rows' time only where the snapshots' is known: the same rows are not shown with two times.
    if (each === null) return [`${t('home.slowed.short')} · ${what}`, what];
    if (each * pxPerNs > SHORT_PX) return [timed, what];
    return [`${t('home.slowed.each', { ns: each })} · ${timed}`, timed, what];
  };
  return STRETCHES.map((stretch) => {
    const [from, to] = stretches[stretch];
    const length = (to - from) * pxPerNs;
    return (
      <span
        key={stretch}
        className={styles.stretch}
        data-kind={stretch === 'rows' ? 'rows' : 'snapshot'}
        style={{ transform: at(from * pxPerNs), width: length }}
      >
        <span className={styles.words} style={{ transform: `${at(length / 2)} translateX(-50%)` }}>
          {wordsOf(stretch, to - from).find((text) => textWidth(text, em, 'sans') + 0.4 * em < length)}
        </span>
      </span>
    );
  });
}
