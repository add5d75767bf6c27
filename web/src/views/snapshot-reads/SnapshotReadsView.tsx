/**
 * One transaction of each design, slowed, and under it the memory that its snapshots read, both on one scale: one cell is one 64-byte cache line that the C code
 * touched. Pale cells were read, full ones written. Room is kept for 10,000 connections, so that nothing moves with the
 * slider. Under each design one of its lines is opened: the bytes, with the fields at their offsets.
 */

import '../../base/messages/en/home.ts';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSize } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { designStyle } from '../../viewmodel/design-style.ts';
import { linesRead, type SlowedTimes } from '../../viewmodel/race/slowed.ts';
import {
  type CellGrid,
  gridFor,
  gridInHeight,
  lensCell,
  placeRegions,
  type SnapshotReads,
} from '../../viewmodel/race/snapshot-reads.ts';
import { ScanTrail } from '../shared/scan-trail/ScanTrail.tsx';
import { LensLeader, LineLensView } from './LineLensView.tsx';
import { SlowedLanes } from './SlowedLanes.tsx';
import { type SlowedFilm, useSlowedFilm, type Which } from './slowed-film.ts';
import styles from './snapshot-reads.module.css';

/** Paints the touched cache lines of one snapshot on a canvas. Whole device pixels, so that every cell looks the same. */
function paintCells(
  canvas: HTMLCanvasElement,
  reads: SnapshotReads | undefined,
  token: string,
  grid: CellGrid,
  width: number,
  height: number,
): void {
  const ratio = Math.max(1, Math.round(globalThis.devicePixelRatio));
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (context === null || reads === undefined) return;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(canvas).getPropertyValue(token);
  const cell = grid.pitch - 1;
  for (const { index, written, region } of placeRegions(reads)) {
    const x = (index % grid.perRow) * grid.pitch;
    const y = Math.floor(index / grid.perRow) * grid.pitch;
    // Neighbouring regions differ in strength, written lines are full.
    context.globalAlpha = written ? 1 : region % 2 === 0 ? 0.42 : 0.22;
    context.fillRect(x, y, cell, cell);
  }
}

/** The cells for 10,000 connections, rounded up: only to keep room for them. The drawing shows the counted cells. */
const ROOM_13 = 2_560;
const ROOM_14 = 640;
const MAX_PITCH = 8;
/** On stage: the cells' share of a 16:9 window's height; the words and both ways take the rest. */
const STAGE_PART = 0.4;
const STAGE_PITCH = 20;

interface SnapshotReadsViewProps {
  /** `undefined` until counted. */
  readonly slow: SnapshotReads | undefined;
  readonly fast: SnapshotReads | undefined;
  /** Changes when the colours do. */
  readonly theme: string;
  readonly quiet: string;
  /** The cells are as large as fit; lists of regions and open lines are for reading at leisure. */
  readonly stage?: boolean;
  /** The switch between the cases of the faster design. */
  readonly fastTools: ReactNode;
  readonly slowed: SlowedProps;
}

export interface SlowedProps {
  /** `undefined`: neither measured nor published. */
  readonly times: SlowedTimes | undefined;
  /** How many times slower than the machine the dots are. */
  readonly slowness: number;
  /** The time at the right end of the ways, ns. */
  readonly top: number;
  readonly moving: boolean;
  readonly still: boolean;
}

const stageHeight = () => Math.min(globalThis.innerHeight, 0.5625 * globalThis.innerWidth);

export function SnapshotReadsView(props: SnapshotReadsViewProps) {
  const { slow, fast, theme, quiet, stage = false, fastTools, slowed } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useSize(frame)?.width ?? 0;
  const film = useSlowedFilm(slowed);
  const grid = stage
    ? gridInHeight([ROOM_13, ROOM_14], width, STAGE_PART * stageHeight(), STAGE_PITCH)
    : gridFor(ROOM_13, width, 24, MAX_PITCH);
  const { t } = useMessages();
  return (
    <div ref={frame} className={styles.frame}>
      {width > 0 && (
        <>
          <SlowedLanes
            times={slowed.times}
            top={slowed.top}
            film={film}
            scanned={fast?.case === 'scan' ? fast.lines : null}
          />
          <Row
            reads={slow}
            which="slow"
            film={film}
            design="pg13"
            what={t('home.reads.reads13')}
            room={ROOM_13}
            {...{ grid, width, theme, quiet, stage }}
          />
          <Row
            reads={fast}
            which="fast"
            film={film}
            design="pg14"
            what={t(fast?.case === 'scan' ? 'home.reads.reads14.scan' : 'home.reads.reads14.reuse')}
            room={ROOM_14}
            tools={fastTools}
            {...{ grid, width, theme, quiet, stage }}
          />
        </>
      )}
    </div>
  );
}

interface RowProps {
  readonly reads: SnapshotReads | undefined;
  readonly which: Which;
  readonly film: SlowedFilm;
  readonly design: 'pg13' | 'pg14';
  readonly what: string;
  readonly room: number;
  readonly tools?: ReactNode;
  readonly grid: CellGrid;
  readonly width: number;
  readonly theme: string;
  readonly quiet: string;
  readonly stage: boolean;
}

function Row(props: RowProps) {
  const { reads, which, film, design, what, room, tools, grid, width, theme, quiet, stage } = props;
  const { t } = useMessages();
  const style = designStyle(design);
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = Math.ceil(room / grid.perRow) * grid.pitch;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme means other colours to look up
  useLayoutEffect(() => {
    if (canvas.current !== null) paintCells(canvas.current, reads, style.token, grid, width, height);
  }, [reads, style.token, grid.pitch, grid.perRow, width, height, theme]);
  return (
    <div className={styles.row} data-testid={`reads-${design}`}>
      <div className={styles.head}>
        <span className={styles.name} style={{ color: style.hue }}>
          {t(style.shortKey)}
        </span>
        <span className={styles.what}>{what}</span>
        {tools}
        {/* The total is not the waiting word grown longer: it takes its place. */}
        <span key={reads === undefined ? 'waiting' : 'total'} className={styles.total}>
          {reads === undefined
            ? quiet
            : stage
              ? t('home.reads.lines', { lines: reads.lines })
              : t('home.reads.total', { bytes: reads.bytes, lines: reads.lines })}
        </span>
      </div>
      {!stage && (
        <ul className={styles.regions}>
          {reads?.regions.map((region) => (
            <li key={region.region}>
              {t('home.reads.region', { region: region.region, lines: region.written.length })}
              {region.region === 'PGXACT' && <span className={styles.gloss}> {t('home.reads.gloss')}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.drawing} aria-hidden="true">
        <canvas ref={canvas} className={styles.cells} style={{ width, height }} />
        {/* The race's transactions write nothing: no time is known for the case in which one has ended. */}
        {reads !== undefined && (design === 'pg13' || reads.case === 'reuse') && (
          <Scan {...{ reads, which, film, grid, width, height, theme }} />
        )}
        {reads !== undefined && !stage && (
          <LensLeader cell={lensCell(reads)} grid={grid} width={width} height={height} hue={style.hue} />
        )}
      </div>
      {!stage && <LineLensView lens={reads?.lens ?? null} hue={style.hue} isLong={design === 'pg13'} />}
    </div>
  );
}

interface ScanProps extends Pick<RowProps, 'which' | 'film' | 'grid' | 'width' | 'theme'> {
  readonly reads: SnapshotReads;
  readonly height: number;
}

/** The dot's snapshot, over the cells in the order in which the C code first touched them. */
function Scan({ reads, which, film, grid: { pitch, perRow }, width, height, theme }: ScanProps) {
  const cells = useMemo(() => {
    const size = { width: pitch - 1, height: pitch - 1 };
    const inOrder = [...placeRegions(reads)].sort((a, b) => a.rank - b.rank);
    return inOrder.map(({ index }) => ({
      x: (index % perRow) * pitch,
      y: Math.floor(index / perRow) * pitch,
      ...size,
    }));
  }, [reads, pitch, perRow]);
  const follow = useCallback(
    (lines: number, read: (lines: number) => void) => {
      let last = -1;
      return film.draws(which, (place) => {
        const now = linesRead(place, lines);
        if (now !== last) read(now);
        last = now;
      });
    },
    [film, which],
  );
  const look = designStyle(reads.design);
  return <ScanTrail {...{ cells, look, width, height, theme, follow }} testId={`trail-${reads.design}`} />;
}
