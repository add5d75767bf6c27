/**
 * One clock for both designs: their accesses on one axis in ns. What has happened is in ink, what comes is grey: two
 * drawings, made once, of which the clock uncovers more and more. Thousands of accesses get a close-up around the clock.
 */
import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { designStyle } from '../../model/design-style.ts';
import type { CoreStyle } from '../../model/lines/cores.ts';
import { type LinePair, leader, pairNs } from '../../model/lines/position.ts';
import { closeUp, type RulerWindow, rulerTicks, showsHits, xOf } from '../../model/lines/ruler.ts';
import { type LineScene, sceneNs } from '../../model/lines/scene.ts';
import type { Naming } from '../../model/lines/words.ts';
import { useMessages } from '../../ui/messages.tsx';
import styles from './cache-lines.module.css';
import { paintRuler } from './paint-ruler.ts';
import { contextOf, useBox, useLook, usePalette } from './palette.ts';

interface RulerProps {
  readonly pair: LinePair;
  readonly cores: readonly CoreStyle[];
  readonly ns: number;
  /** What is happening, for who cannot see it, and at which time: the native slider need not move in each frame. */
  readonly statusNs: number;
  readonly status: string;
  readonly onSeek: (ns: number) => void;
  readonly onStep: (direction: 1 | -1) => void;
}

const ROW_EM = 1.5;
const LARGE_EM = 20;
const MANY = 1_000;
/** Steps of the native slider under the drawing. */
const SLIDER_STEPS = 2000;

export function Ruler({ pair, cores, ns, statusNs, status, onSeek, onStep }: RulerProps) {
  const { t } = useMessages();
  const track = useRef<HTMLDivElement>(null);
  const look = useLook();
  const box = useBox(track, look);
  const total = Math.max(1e-6, pairNs(pair));
  const width = box?.width ?? 0;
  const em = box?.em ?? 13;
  const window: RulerWindow = useMemo(() => ({ fromNs: 0, toNs: total, width }), [total, width]);
  const sides = [pair.left, pair.right] as const;
  // Large text leaves no room for a close-up of what is nearly legible as it is.
  const isLarge = em > LARGE_EM && sides.every(({ accesses }) => accesses.count < MANY);
  const needsCloseUp = width > 0 && !isLarge && sides.some((scene) => !showsHits(scene, window));
  const close = needsCloseUp ? closeUp(leader(pair), total, ns, width) : null;
  const ticks = useMemo(() => {
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
  }, [window, em, t]);
  const x = Math.min(width, xOf(window, ns));
  return (
    <div className={styles.ruler} data-testid="ruler">
      {close !== null && (
        <>
          <RulerRow scene={leader(pair)} cores={cores} window={close} ns={ns} look={look} em={em} isClose />
          <p className={styles.closeLabel}>{t('lines.ruler.close')}</p>
        </>
      )}
      {sides.map((scene, i) => (
        <RulerRow
          key={i === 0 ? 'left' : 'right'}
          scene={scene}
          cores={cores}
          window={window}
          ns={ns}
          look={look}
          em={em}
          track={i === 0 ? track : undefined}
        />
      ))}
      {ticks}
      <div className={styles.cursorRoom}>
        <div className={styles.cursor} style={{ transform: `translateX(${x}px)` }} />
        {close !== null && (
          <div
            className={styles.closeFrame}
            style={{
              transform: `translateX(${xOf(window, close.fromNs)}px)`,
              width: Math.max(3, xOf(window, close.toNs) - xOf(window, close.fromNs)),
            }}
          />
        )}
      </div>
      <input
        type="range"
        className={styles.scrub}
        aria-label={t('lines.ruler.label')}
        aria-valuetext={status}
        min={0}
        max={SLIDER_STEPS}
        value={Math.round((statusNs / total) * SLIDER_STEPS)}
        onChange={(event) => onSeek((Number(event.target.value) / SLIDER_STEPS) * total)}
        onKeyDown={(event) => {
          const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
          if (direction === null) return;
          event.preventDefault();
          event.stopPropagation();
          onStep(direction);
        }}
      />
    </div>
  );
}

interface RulerRowProps {
  readonly scene: LineScene;
  readonly cores: readonly CoreStyle[];
  readonly window: RulerWindow;
  readonly ns: number;
  readonly look: number;
  readonly em: number;
  readonly isClose?: boolean;
  readonly track?: RefObject<HTMLDivElement | null> | undefined;
}

function RulerRow({ scene, cores, window, ns, look, em, isClose = false, track }: RulerRowProps) {
  const { t } = useMessages();
  const style = designStyle(scene.design);
  const own = sceneNs(scene);
  const end = Math.min(window.width, xOf(window, own));
  // On whole pixels: the two shifts that uncover the drawing must leave it where it is.
  const clip = Math.round(Math.max(0, Math.min(window.width, xOf(window, ns))));
  const name = t(style.shortKey);
  return (
    <div className={styles.rulerRow} data-close={isClose || undefined}>
      <span className={styles.rulerName} style={{ color: style.hue }}>
        {!isClose && name}
      </span>
      <div ref={track} className={styles.rulerTrack}>
        <RulerCanvas scene={scene} cores={cores} window={window} look={look} em={em} upTo={isClose ? clip : 0} />
        {!isClose && (
          <div className={styles.done} style={{ transform: `translateX(${clip - window.width}px)` }}>
            <div className={styles.doneDrawing} style={{ transform: `translateX(${window.width - clip}px)` }}>
              <RulerCanvas scene={scene} cores={cores} window={window} look={look} em={em} upTo={window.width} />
            </div>
          </div>
        )}
        {!isClose && (
          <span className={styles.rulerEnd} style={{ color: style.hue, ...endPlace(end, window.width) }}>
            {t('lines.ruler.ns', { ns: own })}
          </span>
        )}
      </div>
    </div>
  );
}

/** Behind its last access where there is room; else at the right, outside of the track. */
const endPlace = (end: number, width: number) => ({ left: Math.min(end, width) + 8 });

interface RulerCanvasProps {
  readonly scene: LineScene;
  readonly cores: readonly CoreStyle[];
  readonly window: RulerWindow;
  readonly look: number;
  readonly em: number;
  /** So far it is in ink, in pixels. */
  readonly upTo: number;
}

const RulerCanvas = memo(function RulerCanvas({ scene, cores, window, look, em, upTo }: RulerCanvasProps) {
  const messages = useMessages();
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette(canvas, cores, scene.design, look);
  useLayoutEffect(() => {
    const element = canvas.current;
    const colours = palette();
    if (element === null || colours === null || window.width === 0) return;
    const height = ROW_EM * em;
    const found = contextOf(element, window.width, height);
    if (found === null) return;
    const naming: Naming = { styles: cores, messages };
    paintRuler(found.context, { scene, window, palette: colours, height, em, naming, upTo });
  });
  return (
    <div aria-hidden="true">
      <canvas ref={canvas} style={{ width: window.width, height: `${ROW_EM}em` }} />
    </div>
  );
});
