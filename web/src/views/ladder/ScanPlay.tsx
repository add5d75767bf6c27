/**
 * A row's bar with its own scan: a press lets the snapshot pass over the bar once, as long as it takes, slowed.
 *
 * MODEL: The time is spread evenly over the lines, region after region.
 */
import '../../base/messages/en/ladder.ts';
import { useCallback, useMemo, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { clock } from '../../ui/clock.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useReducedMotion } from '../../ui/place.ts';
import { createPlayer, type Player } from '../../ui/player.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import { type BarScale, type LadderRow, linesOf, type TouchedRegion } from '../../viewmodel/ladder/ladder.ts';
import { slownessFor } from '../../viewmodel/race/slowed.ts';
import { ScanTrail, type TrailCell } from '../shared/scan-trail/ScanTrail.tsx';
import { LinesBar } from './LinesBar.tsx';
import styles from './ladder.module.css';

export interface Scans {
  readonly player: Player;
  /** One factor for all rows; null until every row has its time. */
  readonly slowness: number | null;
}

/** One scan at a time; the longest of the modelled ones decides how much all are slowed. */
export function useScans(rows: readonly LadderRow[]): Scans {
  const [player] = useState(() => createPlayer({ subscribe: (callback) => clock().subscribe(callback) }));
  const times = rows.flatMap(({ costs }) => costs.snapshot.modelled ?? []);
  const slowness = times.length === 0 || times.length < rows.length ? null : slownessFor(undefined, Math.max(...times));
  return useMemo(() => ({ player, slowness }), [player, slowness]);
}

/** What has been read stays for this long; without motion it is all that is shown. */
const HELD_MS = 400;

interface ScanPlayProps {
  readonly row: LadderRow;
  readonly regions: readonly TouchedRegion[];
  readonly scale: BarScale;
  readonly em: number;
  readonly scans: Scans;
}

export function ScannedBar({ row, regions, scale, em, scans, playing, onEnd }: ScanPlayProps & Playing) {
  const still = useReducedMotion();
  const { player, slowness } = scans;
  const lines = linesOf(row) ?? 0;
  const look = designStyle(row.design);
  const box = useMemo(() => trailOf(lines, scale, em), [lines, scale, em]);
  const ms = still || slowness === null ? 0 : ((row.costs.snapshot.modelled ?? 0) * slowness) / 1e6;
  const follow = useCallback(
    (all: number, read: (lines: number) => void) => {
      const draw = (at: number): void => read(at >= ms ? all : Math.floor((at / ms) * all));
      player.play({ ms: ms + HELD_MS, draw, end: onEnd });
      return () => player.finish();
    },
    [player, ms, onEnd],
  );
  return (
    <div className={styles.scanned}>
      <LinesBar regions={regions} scale={scale} em={em} hue={look.hue} />
      {playing && (
        <span aria-hidden="true">
          <ScanTrail {...box} look={look} follow={follow} theme="" testId={`scan-${row.design}`} />
        </span>
      )}
    </div>
  );
}

interface Playing {
  readonly playing: boolean;
  readonly onEnd: () => void;
}

export function ScanButton(props: { readonly row: LadderRow; readonly scans: Scans; readonly onPlay: () => void }) {
  const { row, scans, onPlay } = props;
  const { t } = useMessages();
  const ns = row.costs.snapshot.modelled;
  const design = t(designStyle(row.design).shortKey);
  return (
    <IconButton
      icon="play"
      className={styles.play}
      label={
        ns === null || scans.slowness === null
          ? t('ladder.scan.waits', { design })
          : t('ladder.scan.play', { design, ns, slowness: scans.slowness })
      }
      disabled={ns === null || scans.slowness === null}
      onClick={onPlay}
    />
  );
}

/** Where the bar's lines are, as `LinesBar` draws them. */
function trailOf(lines: number, scale: BarScale, em: number) {
  const each = Array.from({ length: lines }, (_, i) => i);
  if (scale.kind === 'length') {
    const { perLine } = scale;
    const height = Math.round(em * 0.8);
    const cells: readonly TrailCell[] = each.map((i) => ({
      x: i * perLine,
      y: 0,
      width: Math.max(1, perLine),
      height,
    }));
    return { cells, width: Math.max(1, Math.ceil(lines * perLine)), height };
  }
  const { pitch, perRow } = scale;
  const size = { width: pitch - 1, height: pitch - 1 };
  const cells: readonly TrailCell[] = each.map((i) => ({
    x: (i % perRow) * pitch,
    y: Math.floor(i / perRow) * pitch,
    ...size,
  }));
  return { cells, width: Math.min(lines, perRow) * pitch, height: Math.ceil(lines / perRow) * pitch };
}
