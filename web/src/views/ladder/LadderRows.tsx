/** The ladder on its page: a line per design with its bar, two figures and what changed. The table has all the rest. */

import '../../base/messages/en/ladder.ts';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  isInNs,
  kindOf,
  type LadderCase,
  type LadderRow,
  linesAgain,
  linesOf,
  longestBar,
  modelledOf,
  timesFinding,
} from '../../viewmodel/ladder/ladder.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import { None } from './cells.tsx';
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
const BAR_EM = 1.2;

export function LadderRows({ rows, when, em, bar }: LadderRowsProps) {
  const { t } = useMessages();
  const perLine = bar / longestBar(rows);
  const inNs = isInNs(rows, when);
  const isMeasured = rows.some(({ costs }) => costs.alone.measured !== null);
  return (
    <>
      <ol className={styles.rows} data-when={when}>
        <li className={styles.heads} aria-hidden="true">
          <span>{t('ladder.head.design')}</span>
          <span>{t('ladder.rows.lines')}</span>
          <span className={styles.number}>{when === 'quiet' && isMeasured && t('ladder.rows.measured')}</span>
          <span className={styles.number}>{t('ladder.cost.modelled')}</span>
          <span>{t('ladder.rows.what')}</span>
        </li>
        {rows.map((row) => (
          <Row key={row.design} {...{ row, when, em, perLine, isMeasured, inNs }} />
        ))}
      </ol>
      <OwnScanNote rows={rows} />
      {isSlowerWithReuse(rows, when) && <p className={styles.ownScan}>{t('ladder.rows.reuse')}</p>}
    </>
  );
}

/** 14 and the design before it are apart in all random starts. */
function isSlowerWithReuse(rows: readonly LadderRow[], when: LadderCase): boolean {
  const times = when === 'writers' ? timesFinding(rows, when) : null;
  return times !== null && times.after.time.low > times.without.time.high;
}

interface RowProps extends Pick<LadderRowsProps, 'when' | 'em'> {
  readonly row: LadderRow;
  readonly perLine: number;
  /** Before the first run the column is empty. */
  readonly isMeasured: boolean;
  /** All times in ns: they are compared. */
  readonly inNs: boolean;
}

function Row({ row, when, em, perLine, isMeasured, inNs }: RowProps) {
  const { t, format } = useMessages();
  const { hue, shortKey } = designStyle(row.design);
  const scanned = linesOf(row);
  const again = when === 'quiet' ? linesAgain(row) : null;
  const lines = again ?? scanned;
  const { measured } = row.costs[when === 'quiet' ? 'alone' : 'snapshot'];
  const modelled = modelledOf(row, when);
  return (
    <li className={styles.row} data-design={row.design} data-mark={`bar ${row.design}`} data-ours={!row.inPostgres}>
      <span className={styles.name} style={{ color: hue }}>
        <DesignSwatch design={row.design} />
        {t(shortKey)}
      </span>
      <span className={styles.lines} data-lines={lines ?? undefined}>
        {scanned !== null && lines !== null && (
          <>
            <span
              className={styles.bars}
              data-shorter={again !== null || undefined}
              style={{ color: hue, width: Math.ceil(scanned * perLine) }}
            >
              <span
                className={styles.bar}
                style={{ width: Math.ceil(lines * perLine), height: Math.round(em * BAR_EM) }}
              />
            </span>
            <b>{format.integer(lines)}</b>
            {again !== null && <span className={styles.after}>{t('ladder.rows.after', { lines: scanned })}</span>}
          </>
        )}
      </span>
      {/* A snapshot among writers is modelled only. */}
      <span className={styles.number}>
        {when === 'quiet' && (
          <>
            <span className="visually-hidden">{t('ladder.cost.measured')} </span>
            {measured !== null ? (
              <b>{format.duration(measured)}</b>
            ) : isMeasured ? (
              <None what={t('ladder.none.measured')} />
            ) : (
              <span className="visually-hidden">{t('ladder.none.measured')}</span>
            )}
          </>
        )}
      </span>
      <span className={styles.number}>
        <span className="visually-hidden">{t('ladder.cost.modelled')} </span>
        {modelled === null ? <None what={t('ladder.none.modelled')} /> : t('ladder.seeds', { ...modelled, inNs })}
        {modelled === null ? <span className={styles.star} /> : <Star of={row.design} />}
      </span>
      <span className={styles.what}>
        {t(`ladder.what.${row.design}`)}{' '}
        <span className={styles.kind}>{t('ladder.rows.kind', { kind: kindOf(row) })}</span>
      </span>
    </li>
  );
}
