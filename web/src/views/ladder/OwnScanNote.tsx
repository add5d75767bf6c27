/** Scans that are counted in another build than the others: a star at their times, and what it means. */

import '../../base/messages/en/ladder.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type LadderRow, OWN_SCANS } from '../../viewmodel/ladder/ladder.ts';
import styles from './ladder-rows.module.css';

/** As wide in every row, so that the figures stay in line. */
export function Star({ of }: { readonly of: LadderRow['design'] }) {
  return <span className={styles.star}>{OWN_SCANS.includes(of) ? '*' : ''}</span>;
}

export function OwnScanNote({ stage = false }: { readonly stage?: boolean }) {
  const { t } = useMessages();
  return <p className={styles.ownScan}>{t(stage ? 'ladder.stage.ownScan' : 'ladder.rows.ownScan')}</p>;
}
