/**
 * The 64 slots of a backend for xids of its subtransactions, and a slider for its savepoints: they fill the strip one by
 * one. For the 65th there is no slot, so the strip tips over: “overflowed” is set, and readers must ask pg_subtrans. What
 * the strip shows follows from the number alone: nothing in it is measured.
 */
import '../../base/messages/en/cliff.ts';
import { useRef } from 'react';
import { useSize } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { linearScale } from '../../ui/slider-scale.ts';
import { BELOW, BEYOND, CACHED_SUBXIDS, CLIFF_SAVEPOINTS } from '../../viewmodel/cliff/cliff.ts';
import styles from './cliff-strip.module.css';

export const MOST_SAVEPOINTS = Math.max(...CLIFF_SAVEPOINTS);
const SCALE = linearScale(0, MOST_SAVEPOINTS);
const STOPS = [0, BELOW, CACHED_SUBXIDS, BEYOND, MOST_SAVEPOINTS].map((value) => ({
  value,
  ...(value === BELOW ? {} : { label: String(value) }),
}));
const NO_STOPS: typeof STOPS = [];

interface CacheStripProps {
  readonly savepoints: number;
  readonly onChange: (savepoints: number) => void;
  /** Without the words of the scale: the chart's own is right below. */
  readonly isBrief?: boolean;
}

export function CacheStrip({ savepoints, onChange, isBrief = false }: CacheStripProps) {
  const { t, format } = useMessages();
  const isOver = savepoints > CACHED_SUBXIDS;
  return (
    <div className={styles.strip} data-savepoints={savepoints} data-over={isOver || undefined}>
      <div className={styles.choice}>
        <p className={styles.label} aria-hidden="true">
          {t('cliff.strip.label')} <output className={styles.number}>{format.integer(savepoints)}</output>{' '}
          {isOver && t('cliff.strip.over')}
        </p>
        <div className={styles.slider}>
          <Slider
            label={t('cliff.strip.label')}
            hideLabel
            scale={SCALE}
            value={savepoints}
            stops={isBrief ? NO_STOPS : STOPS}
            valueText={(value) => t('cliff.strip.says', { savepoints: value })}
            onChange={onChange}
          />
        </div>
      </div>
      <div className={styles.result}>
        <Slots savepoints={savepoints} />
        <p className={styles.says} role="status">
          {t('cliff.strip.says', { savepoints })}
        </p>
      </div>
    </div>
  );
}

const HEIGHT = 66;
/** The strip's top, its cells' height, and the room at both ends. */
const TOP = 24;
const CELL = 22;
/** The strip's share of the width; the rest is for those that find no slot. */
const SHARE = 0.74;
/** About where the strip turns, and its angle once it tips: less for a long strip, whose left end would leave the drawing. */
const PIVOT = 0.8;
const ANGLE = 2.2;
const angleOf = (width: number): number =>
  Math.min(ANGLE, (Math.asin(Math.min(1, (TOP - 2) / (width * SHARE * PIVOT))) * 180) / Math.PI);
const SPILLED_ROWS = 5;

/** Filled from the left; those without a slot fall off at the right end, and lie there. */
function Slots({ savepoints }: { readonly savepoints: number }) {
  const { t } = useMessages();
  const box = useRef<HTMLDivElement>(null);
  const width = useSize(box)?.width ?? 0;
  const pitch = (width * SHARE) / CACHED_SUBXIDS;
  const gap = pitch > 8 ? 2 : 1;
  const spilled = Math.max(0, savepoints - CACHED_SUBXIDS);
  const size = Math.max(3, Math.min(9, pitch - gap));
  const from = width * SHARE + 14;
  return (
    <div ref={box} className={styles.slots}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={t('cliff.strip.drawing', { savepoints })}>
          {spilled === 0 && (
            <text className={styles.of} x={from} y={TOP + CELL / 2}>
              {t('cliff.strip.of', { savepoints })}
            </text>
          )}
          <g
            className={styles.tips}
            style={{
              transformOrigin: `${width * SHARE * PIVOT}px ${TOP + CELL}px`,
              transform: `rotate(${spilled > 0 ? angleOf(width) : 0}deg)`,
            }}
          >
            {Array.from({ length: CACHED_SUBXIDS }, (_, i) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
                key={i}
                className={styles.slot}
                data-filled={i < savepoints || undefined}
                x={i * pitch + 0.5}
                y={TOP}
                width={Math.max(1, pitch - gap)}
                height={CELL}
              />
            ))}
          </g>
          {Array.from({ length: spilled }, (_, i) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: each lies where it fell
              key={i}
              className={styles.spilled}
              x={from + Math.floor(i / SPILLED_ROWS) * (size + 2)}
              y={HEIGHT - 3 - size - (i % SPILLED_ROWS) * (size + 1.5)}
              width={size}
              height={size}
            />
          ))}
        </svg>
      )}
    </div>
  );
}
