/**
 * The drawing behind and between the cards: ticks, threads, set-up and time, branches that leave, arrows from waiting
 * sessions.
 */

import '../../base/messages/en/lanes.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { whoWord, whoWords } from '../../viewmodel/stage/lane-words.ts';
import type { LaneGhost, LanesModel } from '../../viewmodel/stage/lanes-types.ts';
import type { NoteOn } from './LaneNote.tsx';
import styles from './lane-threads.module.css';

interface PartProps {
  readonly model: LanesModel;
}

/** Tick numbers on the left, a dotted line across. */
export function Ticks({ model }: PartProps) {
  return model.rows.map(({ tick }, row) =>
    tick === null ? null : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row stays where it is, its tick changes
      <div key={row} className={styles.tick} style={{ gridRow: row + 1 }} data-row-tick={tick} aria-hidden="true">
        <span className={styles.tickNumber} data-now={tick === model.tick}>
          {tick}
        </span>
      </div>
    ),
  );
}

/** Hairline when idle, thick in a transaction, dashed while waiting, broken when the transaction has failed. */
export function Threads({ model }: PartProps) {
  return model.lanes.flatMap((lane) =>
    lane.threads.map(({ row, span, state }) => (
      <div
        key={`${lane.place} ${row}`}
        className={styles.thread}
        data-state={state}
        style={{
          ['--hue' as string]: lane.style.hue,
          gridColumn: lane.place + 2,
          // The last piece goes down to now, past the arrows.
          gridRow: `${row + 1} / ${row + span >= model.rows.length ? -1 : row + span + 1}`,
        }}
        aria-hidden="true"
      />
    )),
  );
}

interface BandsProps extends PartProps {
  /** Null: they are drawn, and are no buttons. */
  readonly onSeek: ((tick: number) => void) | undefined | null;
}

export function Bands({ model, onSeek }: BandsProps) {
  const { t } = useMessages();
  const Band = onSeek === null ? 'div' : 'button';
  return model.bands.map((band, i) => (
    <Band
      // biome-ignore lint/suspicious/noArrayIndexKey: a tick may have several, in this order
      key={`${band.tick} ${i}`}
      {...(onSeek === null ? {} : { type: 'button', tabIndex: -1, 'aria-disabled': onSeek === undefined || undefined })}
      className={styles.band}
      data-kind={band.kind}
      style={{ gridRow: band.row + 1 }}
      onClick={() => onSeek?.(band.tick)}
    >
      <span className={styles.bandText}>
        {t('lanes.band', { kind: band.kind })}
        {band.error !== null && <b> {band.error}</b>}
      </span>
    </Band>
  ));
}

export function Ghosts({
  model,
  noteOn,
  onSeek,
}: PartProps & { readonly noteOn: NoteOn; readonly onSeek: ((tick: number, branch?: number) => void) | undefined }) {
  const { t } = useMessages();
  return model.ghosts.map((ghost) => {
    const words = { branches: ghost.branches };
    const what = ghostWord(ghost, t('lanes.ghost.time'), t('lanes.ghost.end'));
    const lane = ghost.lane ?? 0;
    const hue = ghost.lane === null ? undefined : model.lanes[ghost.lane]?.style.hue;
    return (
      <div
        key={ghost.row}
        className={styles.ghostRow}
        style={{ gridRow: ghost.row + 1, ['--hue' as string]: hue ?? 'var(--edge)' }}
      >
        <span className={styles.leaves} style={{ gridColumn: `1 / ${lane + 2}` }} aria-hidden="true" />
        <button
          type="button"
          className={styles.ghost}
          tabIndex={-1}
          style={{ gridColumn: ghost.lane === null ? '2 / -1' : lane + 2 }}
          aria-label={t('lanes.ghost.button', { ...words, what: ghost.name === '' ? what : `${ghost.name}, ${what}` })}
          onClick={() => onSeek?.(ghost.at + 1, ghost.branches[0])}
          {...noteOn(() => ({ title: t('lanes.ghost', words), sql: ghost.brief, facts: [] }))}
        >
          <code className={styles.ghostSql}>{what}</code>{' '}
          <span className={styles.ghostBranch}>{t('lanes.ghost', words)}</span>
        </button>
      </div>
    );
  });
}
const ghostWord = ({ move, brief }: LaneGhost, time: string, end: string): string => {
  if (move === 'time') return time;
  return move === 'end' ? end : brief;
};

interface WaitsProps extends PartProps {
  /** Rows of cards above. */
  readonly cards: number;
  /** The cards say all: the arrows have no words. */
  readonly areTold?: boolean;
}

/** Arrows from a waiting session to the one that it waits for. */
export function Waits({ model, cards, areTold = false }: WaitsProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <>
      {model.waits.map(({ from, to, line, lock, xid }) => {
        const waiter = model.lanes[from];
        const holder = model.lanes[to];
        const isNamed = lock === 'transaction' && xid === 0 && holder !== undefined;
        return (
          <div
            key={`${from} ${to}`}
            className={styles.wait}
            data-mark={MARK.wait(waiter?.style.letter ?? '', holder?.style.letter ?? '')}
            data-to={to < from ? 'left' : 'right'}
            style={{
              ['--hue' as string]: waiter?.style.hue ?? 'var(--ink)',
              gridRow: cards + line + 1,
              gridColumn: `${Math.min(from, to) + 2} / ${Math.max(from, to) + 2}`,
            }}
            aria-hidden="true"
            title={whoWords(waiter?.waitsFor ?? [], messages)}
          >
            {!areTold && (
              <span className={styles.waitWord}>
                {isNamed
                  ? t('lanes.card.waits', { who: whoWord(holder.style, messages) })
                  : t('lanes.arrow', { lock, xid })}
              </span>
            )}
          </div>
        );
      })}
      {model.moreWaits > 0 && !areTold && (
        <p className={styles.moreWaits} style={{ gridRow: cards + model.waitLines + 1 }}>
          {t('lanes.moreWaits', { count: model.moreWaits })}
        </p>
      )}
    </>
  );
}
