/** The ladder on its page: a line per design with its bar, two figures and what changed. The table has all the rest. */

import '../../base/messages/en/ladder.ts';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { type LadderCase, type LadderRow, linesAgain, linesOf, longestBar } from '../../viewmodel/ladder/ladder.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import { None } from './cells.tsx';
import { LinesBar } from './LinesBar.tsx';
import styles from './ladder-rows.module.css';
import { OwnScanNote, Star } from './OwnScanNote.tsx';

interface LadderRowsProps {
  readonly rows: readonly LadderRow[];
  readonly when: LadderCase;
  readonly em: number;
  /** Room for the longest bar, in pixels. */
  readonly bar: number;
}

/** Bars of a line's height have this many em. */
const BAR_EM = 1.5;

export function LadderRows({ rows, when, em, bar }: LadderRowsProps) {
  const { t } = useMessages();
  const perLine = bar / longestBar(rows);
  return (
    <>
      <ol className={styles.rows} data-when={when}>
        <li className={styles.heads} aria-hidden="true">
          <span>{t('ladder.head.design')}</span>
          <span>{t('ladder.rows.lines')}</span>
          <span className={styles.number}>{when === 'quiet' && t('ladder.rows.measured')}</span>
          <span className={styles.number}>{t('ladder.cost.modelled')}</span>
          <span>{t('ladder.rows.what')}</span>
        </li>
        {rows.map((row) => (
          <Row key={row.design} {...{ row, when, em, perLine }} />
        ))}
      </ol>
      <OwnScanNote />
    </>
  );
}

interface RowProps extends Pick<LadderRowsProps, 'when' | 'em'> {
  readonly row: LadderRow;
  readonly perLine: number;
}

function Row({ row, when, em, perLine }: RowProps) {
  const { t, format } = useMessages();
  const { hue, shortKey } = designStyle(row.design);
  const scanned = linesOf(row);
  const again = when === 'quiet' ? linesAgain(row) : null;
  const regions = again === null ? row.regions : row.again;
  const { measured, modelled } = row.costs[when === 'quiet' ? 'alone' : 'snapshot'];
  return (
    <li className={styles.row} data-design={row.design} data-mark={`bar ${row.design}`} data-ours={!row.inPostgres}>
      <span className={styles.name} style={{ color: hue }}>
        <DesignSwatch design={row.design} />
        {t(shortKey)}
      </span>
      <span className={styles.lines} data-lines={again ?? scanned ?? undefined}>
        {regions !== null && scanned !== null && (
          <>
            <span
              className={styles.bars}
              data-shorter={again !== null || undefined}
              style={{ color: hue, width: Math.ceil(scanned * perLine) }}
            >
              <LinesBar regions={regions} scale={{ kind: 'length', perLine }} em={em * BAR_EM} hue={hue} />
            </span>
            <b>{format.integer(again ?? scanned)}</b>
            {again !== null && <span className={styles.after}>{t('ladder.rows.after', { lines: scanned })}</span>}
          </>
        )}
      </span>
      {/* A snapshot among writers is modelled only. */}
      <span className={styles.number}>
        {when === 'quiet' && (
          <>
            <span className="visually-hidden">{t('ladder.cost.measured')} </span>
            {measured === null ? <None what={t('ladder.none.measured')} /> : <b>{format.duration(measured)}</b>}
          </>
        )}
      </span>
      <span className={styles.number}>
        <span className="visually-hidden">{t('ladder.cost.modelled')} </span>
        {modelled === null ? <None what={t('ladder.none.modelled')} /> : format.duration(modelled)}
        <Star of={row.design} />
      </span>
      <span className={styles.what}>{t(`ladder.what.${row.design}`)}</span>
    </li>
  );
}
