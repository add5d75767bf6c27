/** Scans that are counted in another build than the others: a star at their times, and what it means. */

import '../../base/messages/en/ladder.ts';
import { useMessages } from '../../ui/messages.tsx';
import { type LadderRow, OWN_SCANS } from '../../viewmodel/ladder/ladder.ts';
import styles from './ladder-rows.module.css';

/** As wide in every row, so that the figures stay in line. */
export function Star({ of }: { readonly of: LadderRow['design'] }) {
  return <span className={styles.star}>{OWN_SCANS.includes(of) ? '*' : ''}</span>;
}

interface OwnScanNoteProps {
  readonly rows: readonly LadderRow[];
  readonly stage?: boolean;
}

export function OwnScanNote({ rows, stage = false }: OwnScanNoteProps) {
  const { t } = useMessages();
  if (!rows.some(({ design }) => OWN_SCANS.includes(design))) return null;
  return <p className={styles.ownScan}>{t(stage ? 'ladder.stage.ownScan' : 'ladder.rows.ownScan')}</p>;
}
