/** The contents of a design's row or card. A missing figure is a dash with an explanation. */

import '../../base/messages/en/ladder.ts';
import '../../base/messages/en/provenance.ts';
import { useCallback, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import {
  type BarScale,
  bytesOf,
  type Cost,
  type CostFigure,
  connectionsOf,
  type Ladder,
  type LadderRow,
  linesAgain,
  linesOf,
  shownMisses,
} from '../../viewmodel/ladder/ladder.ts';
import { DesignSwatch } from '../shared/chart/parts.tsx';
import styles from './ladder.module.css';
import { ScanButton, ScannedBar, type Scans } from './ScanPlay.tsx';

/** The largest size of a bar's cell, in em. */
export const CELL_EM = 0.56;

export function DesignCell({ row }: { readonly row: LadderRow }) {
  const { t } = useMessages();
  const { hue, shortKey, whatKey } = designStyle(row.design);
  return (
    <div className={styles.design}>
      <span className={styles.name} style={{ color: hue }}>
        <DesignSwatch design={row.design} />
        {t(shortKey)}
      </span>
      <span className={styles.what}>{t(whatKey)}</span>
      <span className={styles.from}>
        {t(`ladder.from.${row.design}`)}
        {!row.inPostgres && <span className={styles.ours}>{t('ladder.notInPostgres')}</span>}
      </span>
    </div>
  );
}

interface ReadsCellProps {
  readonly row: LadderRow;
  readonly scale: BarScale;
  readonly em: number;
  readonly scans: Scans;
}
export function ReadsCell({ row, scale, em, scans }: ReadsCellProps) {
  const { t } = useMessages();
  const [playing, setPlaying] = useState(false);
  const onEnd = useCallback(() => setPlaying(false), []);
  const lines = linesOf(row);
  const bytes = bytesOf(row);
  const again = linesAgain(row);
  return (
    <div className={styles.reads}>
      <p>{t(`ladder.reads.${row.design}`)}</p>
      {row.regions === null || lines === null || bytes === null ? (
        <None what={t('ladder.none.counted')} />
      ) : (
        <>
          <ScannedBar {...{ row, scale, em, scans, playing, onEnd }} regions={row.regions} />
          <p className={styles.touched}>
            <ScanButton row={row} scans={scans} onPlay={() => setPlaying(true)} />
            <b>{t('ladder.touched', { lines, bytes })}</b> <span>{t('ladder.bar', { regions: row.regions })}</span>
          </p>
          {again !== null && <p className={styles.touched}>{t('ladder.again', { lines: again })}</p>}
        </>
      )}
    </div>
  );
}

export function MissesCell({ row }: { readonly row: LadderRow }) {
  const { t } = useMessages();
  const { misses } = row;
  if (misses === null) return <None what={t('ladder.none.modelled')} />;
  const { all, parts } = shownMisses(misses);
  const kinds = [
    ['true', parts.trueSharing],
    ['false', parts.falseSharing],
    ['horizon', parts.forHorizon],
    ['other', parts.other],
  ] as const;
  return (
    <div className={styles.misses}>
      <b>{t('ladder.misses', { misses: all })}</b>
      {kinds.map(([kind, n]) => n > 0 && <span key={kind}>{t(`ladder.miss.${kind}`, { misses: n })}</span>)}
    </div>
  );
}

/** The ladder's numbers of connections. */
type LadderOf = Pick<Ladder, 'connections' | 'activeWriters'>;

/**
 * Says whether others commit meanwhile, at the head of a column with one case; in a column with two cases, the figures
 * say it.
 */
export function CaseNote({ cost, of }: { readonly cost: Cost; readonly of: LadderOf }) {
  const { t } = useMessages();
  return cost === 'alone' || cost === 'snapshot' ? (
    <span className={styles.headNote}>
      {cost === 'alone'
        ? t('ladder.context.alone', { connections: connectionsOf(of, cost).modelled })
        : t('ladder.context.snapshot', { writers: of.activeWriters })}
    </span>
  ) : null;
}

interface CostCellProps {
  readonly cost: Cost;
  readonly figure: CostFigure;
  readonly of: LadderOf;
}
/** If the two figures belong to different cases, each names its case. */
export function CostCell({ cost, figure: { measured, modelled, seeds = null }, of }: CostCellProps) {
  const { t, format } = useMessages();
  const mixed = cost !== 'alone' && cost !== 'snapshot';
  return (
    <div className={styles.cost}>
      {cost !== 'snapshot' && (
        <span className={styles.measured} title={t('ladder.cost.measured')}>
          <Icon name="measured" size="0.95em" />
          <span className="visually-hidden">{t('ladder.cost.measured')} </span>
          {measured === null ? <None what={t('ladder.none.measured')} /> : format.duration(measured)}
        </span>
      )}
      {mixed && (
        <span className={styles.context}>
          {t('ladder.context.thread', { connections: connectionsOf(of, cost).measured })}
        </span>
      )}
      <span className={styles.modelled} title={t('ladder.cost.modelled')}>
        <Icon name="modelled" size="0.95em" />
        <span className="visually-hidden">{t('ladder.cost.modelled')} </span>
        {modelled === null ? (
          <None what={t('ladder.none.modelled')} />
        ) : (
          t('ladder.seeds', seeds === null ? { low: modelled, median: modelled, high: modelled } : seeds)
        )}
      </span>
      {mixed && <span className={styles.context}>{t('ladder.head.missesWith', { writers: of.activeWriters })}</span>}
    </div>
  );
}

export function GainCell({ row }: { readonly row: LadderRow }) {
  const { t } = useMessages();
  if (row.gains.length === 0) return <None what={t('ladder.none.gain')} />;
  return (
    <ul className={styles.gains}>
      {row.gains.map(({ gain, workload }) => (
        <li key={workload}>
          <b>{t('ladder.gain', { gain })}</b> {t('provenance.cited', { text: workload })}
        </li>
      ))}
    </ul>
  );
}

export function None({ what }: { readonly what: string }) {
  const { t } = useMessages();
  return (
    <span className={styles.none} title={what}>
      <span aria-hidden="true">{t('ladder.none')}</span>
      <span className="visually-hidden">{what}</span>
    </span>
  );
}
