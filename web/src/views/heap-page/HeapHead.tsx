/** Names over the fields, and the sessions' letters over their eyes. */
import '../../base/messages/en/heap.ts';
import { memo, useId } from 'react';
import { sameData } from '../../base/same.ts';
import { useMessages } from '../../ui/messages.tsx';
import { MARK } from '../../viewmodel/score/marks.ts';
import { type HeapModel, PAGE_BYTES } from '../../viewmodel/stage/heap.ts';
import { cutMono, type HeapLayout } from '../../viewmodel/stage/heap-layout.ts';
import type { SessionStyle } from '../../viewmodel/stage/selection.ts';
import type { HeapCallbacks } from './HeapGrid.tsx';
import styles from './heap-page.module.css';

/** The choice of the table, and of its page. */
export function PagePicker({ model, onPage }: { readonly model: HeapModel; readonly onPage: HeapCallbacks['onPage'] }) {
  const { t, format } = useMessages();
  const id = useId();
  const { table, tables, block, blocks } = model;
  if (table === null || (tables.length < 2 && blocks < 2)) return null;
  return (
    <div className={styles.picker}>
      {tables.length > 1 && (
        <>
          <label className="visually-hidden" htmlFor={id}>
            {t('heap.picker.table')}
          </label>
          <select id={id} className={styles.select} value={table} onChange={(event) => onPage(event.target.value, 0)}>
            {tables.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      {blocks > 1 && (
        <span className={styles.pages}>
          <button
            type="button"
            className={styles.step}
            aria-label={t('heap.picker.previous')}
            disabled={block === 0}
            onClick={() => onPage(table, block - 1)}
          >
            ‹
          </button>
          <span>
            {t('heap.picker.block')} <b>{format.integer(block)}</b> {t('heap.picker.of', { blocks })}
          </span>
          <button
            type="button"
            className={styles.step}
            aria-label={t('heap.picker.next')}
            disabled={block >= blocks - 1}
            onClick={() => onPage(table, block + 1)}
          >
            ›
          </button>
        </span>
      )}
    </div>
  );
}

const HEIGHT = 8;

/** The used space of the page: its 8,192 bytes on one line, pointers from the left, tuples from the right. */
export function SpaceStrip({ model }: { readonly model: HeapModel }) {
  const { t } = useMessages();
  const { lower, upper, items } = model.space;
  if (upper === 0) return null;
  const chosen = model.rows[model.chosenRow ?? -1];
  const at = chosen?.kind === 'version' ? chosen.tuple : null;
  return (
    <div className={styles.space} data-mark={MARK.free}>
      <svg
        className={styles.strip}
        viewBox={`0 0 ${PAGE_BYTES} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('heap.spaceDrawing')}
      >
        <rect className={styles.stripFree} width={PAGE_BYTES} height={HEIGHT} />
        <rect className={styles.stripPointers} width={lower} height={HEIGHT} />
        <path
          className={styles.stripTuples}
          d={items.map(({ from, to }) => `M${from} 0H${to}V${HEIGHT}H${from}Z`).join('')}
        />
        {at !== null && (
          <rect className={styles.stripChosen} x={at.at} width={Math.max(at.length, 48)} height={HEIGHT} />
        )}
      </svg>
      <span className={styles.spaceWords}>{t('heap.space', { lower, upper, free: upper - lower })}</span>
    </div>
  );
}

/** The field's name as shown over the drawing; null: its cell is too narrow for one. */
function titleOf(name: string): string | null {
  // Both masks and the fields after them share one name.
  if (name === 't_infomask2') return 'infomask';
  return name === 't_infomask' || name === 't_hoff' || name === 'nulls' ? null : name;
}

interface HeadProps {
  readonly sessions: readonly SessionStyle[];
  /** The session whose view colours the page. */
  readonly by: string | null;
  readonly layout: HeapLayout;
}

export const HeapHead = memo(function HeapHead({ sessions, by, layout }: HeadProps) {
  const { em, fields, columns, head } = layout;
  const y = head - 0.6 * em;
  return (
    <g className={styles.head}>
      {fields.map(({ name, x }) => {
        const title = titleOf(name);
        return (
          title !== null && (
            <g key={name}>
              <path className={styles.hair} d={`M${Math.round(x) + 0.5} ${y - 0.8 * em}V${y + 0.25 * em}`} />
              <text x={x + 0.3 * em} y={y}>
                {title}
              </text>
            </g>
          )
        );
      })}
      {columns.map(({ name, column, x, width }) => (
        <g key={column}>
          <path className={styles.hair} d={`M${Math.round(x) + 0.5} ${y - 0.8 * em}V${y + 0.25 * em}`} />
          <text className={styles.columnName} x={x + 0.3 * em} y={y}>
            {cutMono(name, width - 0.4 * em, em)}
          </text>
        </g>
      ))}
      {sessions.map(({ name, letter, hue }, i) => {
        const at = headAt(layout, i);
        return (
          <g key={name} className={styles.letter} data-by={by === name || undefined}>
            <text x={at.x} y={at.y + 0.35 * em} textAnchor="middle" fill={hue}>
              {letter}
            </text>
            {by === name && (
              <path d={`M${at.x - 0.55 * em} ${at.y + 0.65 * em}h${1.1 * em}`} stroke={hue} strokeWidth="2" />
            )}
          </g>
        );
      })}
    </g>
  );
}, sameData);

/** The middle of a session's letter, from the head's top. */
export function headAt({ eyes, head, em }: HeapLayout, index: number): { readonly x: number; readonly y: number } {
  const x = eyes.x + ((index % eyes.perLine) + 0.5) * eyes.slot;
  if (!eyes.below) return { x, y: head - 0.95 * em };
  const height = (head - 2 * em) / eyes.lines;
  return { x, y: (Math.floor(index / eyes.perLine) + 0.5) * height };
}
