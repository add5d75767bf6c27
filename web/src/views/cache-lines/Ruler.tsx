/**
 * One clock for both designs: their accesses on one axis in ns. The past is in ink, the future is grey. Thousands of
 * accesses get a close-up around the clock. The painter makes the drawing; this file has the words, the ticks and the
 * slider.
 */
import '../../base/messages/en/lines.ts';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { type LineClock, type LinePair, pairNs } from '../../viewmodel/cachelines/position.ts';
import { type RulerWindow, rulerRows, rulerTicks, xOf } from '../../viewmodel/cachelines/ruler.ts';
import { sceneNs } from '../../viewmodel/cachelines/scene.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import styles from './cache-lines.module.css';
import type { FigureCanvas } from './figure-canvas.ts';
import { rulerPad } from './figure-painter.ts';
import { PaintedPart, useWordNs } from './PaintedParts.tsx';
import { useBox } from './pen.ts';

interface RulerProps {
  readonly pair: LinePair;
  readonly port: FigureCanvas;
  readonly clock: LineClock;
  readonly look: number;
  /** Without the close-up of the present moment. */
  readonly isPlain: boolean;
  /** Says in words what happens at a time, for readers who cannot see the drawing. */
  readonly statusAt: (ns: number) => string;
  readonly onSeek: (ns: number) => void;
  readonly onStep: (direction: 1 | -1) => void;
}

const LARGE_EM = 20;
/** Steps of the native slider under the drawing. */
const SLIDER_STEPS = 2000;

export const Ruler = memo(function Ruler(props: RulerProps) {
  const { pair, port, look, isPlain } = props;
  const { t } = useMessages();
  const track = useRef<HTMLDivElement>(null);
  const box = useBox(track, look);
  const total = Math.max(1e-6, pairNs(pair));
  const width = box?.width ?? 0;
  const em = box?.em ?? 13;
  const window: RulerWindow = useMemo(() => ({ fromNs: 0, toNs: total, width }), [total, width]);
  const sides = [pair.left, pair.right] as const;
  // Large text leaves no room for the close-up. Otherwise it is always drawn, so that the part below does not move
  // between operations.
  const hasClose = !isPlain && width > 0 && em <= LARGE_EM;
  const rows = rulerRows(em, hasClose);
  useLayoutEffect(() => {
    if (width > 0) port.place({ part: 'ruler', width, em, hasClose });
  }, [port, width, em, hasClose]);
  return (
    <div className={styles.ruler} data-testid="ruler">
      <div className={styles.rulerRows} style={{ height: rows.height, lineHeight: `${rows.row}px` }}>
        {rows.close !== null && (
          <p className={styles.closeLabel} style={{ top: rows.close }}>
            {t('lines.ruler.close')}
          </p>
        )}
        {sides.map((scene, i) => {
          const style = designStyle(scene.design);
          const top = i === 0 ? rows.left : rows.right;
          const end = Math.min(width, xOf(window, sceneNs(scene)));
          return (
            <div key={i === 0 ? 'left' : 'right'} className={styles.rulerRow} style={{ top, color: style.hue }}>
              <span className={styles.rulerName}>{t(style.shortKey)}</span>
              <span className={styles.rulerTrack}>
                {/* Placed after its last access. */}
                <span className={styles.rulerEnd} style={{ left: end + 8 }}>
                  {t('lines.ruler.ns', { ns: sceneNs(scene) })}
                </span>
              </span>
            </div>
          );
        })}
        <div ref={track} className={styles.track}>
          <PaintedPart port={port} part="ruler" testId="ruler-canvas" left={-rulerPad(em)} />
        </div>
      </div>
      <Ticks window={window} em={em} />
      <Scrub {...props} total={total} />
    </div>
  );
});

const Ticks = memo(function Ticks({ window, em }: { readonly window: RulerWindow; readonly em: number }) {
  const { t } = useMessages();
  const all = window.width > 0 ? rulerTicks(window, em * 6) : [];
  return (
    <div className={styles.ticks}>
      {all.map((tick, i) => (
        <span key={tick} style={{ left: xOf(window, tick) }}>
          {t(i === all.length - 1 ? 'lines.ruler.lastTick' : 'lines.ruler.tick', { ns: tick })}
        </span>
      ))}
    </div>
  );
});

/** The native slider over the drawing: it need not move in each frame. */
function Scrub({ clock, total, statusAt, onSeek, onStep }: RulerProps & { readonly total: number }) {
  const { t } = useMessages();
  const ns = useWordNs(clock, 'status');
  return (
    <input
      type="range"
      className={styles.scrub}
      aria-label={t('lines.ruler.label')}
      aria-valuetext={statusAt(ns)}
      min={0}
      max={SLIDER_STEPS}
      value={Math.round((ns / total) * SLIDER_STEPS)}
      onChange={(event) => onSeek((Number(event.target.value) / SLIDER_STEPS) * total)}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
        if (direction === null) return;
        event.preventDefault();
        event.stopPropagation();
        onStep(direction);
      }}
    />
  );
}
