/**
 * The figure of the Home page: live lines on the left, the published curves with the slider as their x axis on the
 * right, in one drawing, so that the saved picture equals the one on the page.
 */
import '../../base/messages/en/home.ts';
import '../../base/messages/en/provenance.ts';
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Readable } from '../../base/store.ts';
import { useSize } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Slider, type SliderStop } from '../../ui/Slider.tsx';
import { sqrtScale } from '../../ui/slider-scale.ts';
import { useStore } from '../../ui/use-store.ts';
import type { RatioClaim } from '../../viewmodel/lab/claim.ts';
import { type RaceDesigns, shownAt, shownNow, visibleSamples } from '../../viewmodel/race/race.ts';
import { type PublishedCurve, stopsOf } from '../../viewmodel/race/race-finding.ts';
import { MAX_IDLE, sharedTop } from '../../viewmodel/race/race-layout.ts';
import { PublishedCurves } from '../../views/idle-slider/PublishedCurves.tsx';
import { canDrawInWorker, RaceCanvas } from '../../views/race/RaceCanvas.tsx';
import { RaceFrame, YAxis } from '../../views/race/RaceFrame.tsx';
import { RaceLines, type RaceLinesProps } from '../../views/race/RaceLines.tsx';
import styles from './home.module.css';
import type { RaceSnapshot } from './race-controller.ts';

/**
 * The places of the two panels in the one drawing: side by side, or stacked when it is narrow. Pure; pixels. Both
 * panels share one y scale. The slider lies over the drawing, on the x axis of the published panel.
 */
export interface Panel {
  readonly x: number;
  /** The top of the plot; its heading is above. */
  readonly y: number;
  readonly width: number;
  /** Of the plot. */
  readonly height: number;
}
interface RaceLayout {
  readonly stacked: boolean;
  readonly height: number;
  readonly live: Panel;
  readonly published: Panel;
  /**
   * Room next to the published plot: half of the slider's thumb, the axis's numbers when they are there, half of the
   * last stop's label.
   */
  readonly inset: { readonly left: number; readonly right: number };
}

/** The published plot's height as a part of the live one's, where they are stacked. */
const SMALL_PART = 0.62;
/** Half of the slider's thumb and a little. */
const THUMB_ROOM = 16;

function raceLayout(width: number, em: number, plotHeight: number): RaceLayout {
  const stacked = width < 46 * em;
  const head = 2.6 * em;
  // Below the plot: the numbers of the time axis, or half of the slider and its stops.
  const foot = Math.max(2.2 * em, 24 + 1.9 * em);
  // Always with room for separate numbers: nothing moves when the published curves take the measured scale.
  const inset = { left: THUMB_ROOM + 1.8 * em, right: 1.8 * em };
  if (!stacked) {
    const live = { x: 0, y: head, width: Math.round(width * 0.59), height: plotHeight };
    const x = Math.round(width * 0.605);
    return {
      stacked,
      inset,
      live,
      published: { x, y: head, width: width - x, height: plotHeight },
      height: head + plotHeight + foot,
    };
  }
  const small = Math.round(plotHeight * SMALL_PART);
  const second = head + plotHeight + 2.9 * em + head;
  return {
    stacked,
    inset,
    live: { x: 0, y: head, width, height: plotHeight },
    published: { x: 0, y: second, width, height: small },
    height: second + small + foot,
  };
}

/** The plot's share of a 16:9 stage; sentence, headings, slider, the line below and badges take the rest. */
const STAGE_PART = 0.46;
/** In a lesson the step's title is above it. */
const BOXED_PART = 0.29;
/** No plot is lower, px. */
const LEAST_PLOT = 100;
const idleScale = sqrtScale(0, MAX_IDLE);

/** Digits and the room around a label, in em. */
const DIGIT_EM = 0.62;
const GAP_EM = 0.6;

/** Stops whose label would overlap the next one keep their place and lose their label; the last one never does. */
function labelledStops(values: readonly number[], integer: (value: number) => string, trackEm: number): SliderStop[] {
  let next = Number.POSITIVE_INFINITY;
  return values
    .toReversed()
    .map((value) => {
      const text = integer(value);
      const [at, half] = [idleScale.position(value) * trackEm, (text.length * DIGIT_EM) / 2];
      const fits = at + half + GAP_EM <= next;
      if (fits) next = at - half;
      return { value, label: fits ? text : '' };
    })
    .reverse();
}

const place = (x: number, y: number) => `translate(${x},${y})`;

interface RaceFigureProps {
  readonly designs: RaceDesigns;
  /** The page's copy: up to date in status and idle, up to a second behind in samples. */
  readonly snapshot: RaceSnapshot;
  readonly store: Readable<RaceSnapshot>;
  readonly curve: PublishedCurve;
  /** The ratio that the data support now. */
  readonly claim: RatioClaim;
  readonly stage: boolean;
  /** In a lesson: a line of words is above it, and its steps are below. */
  readonly boxed?: boolean;
  readonly onIdle: (idle: number) => void;
  readonly picture?: Ref<RacePicture> | undefined;
}

/** The drawing to save. Valid until the caller's turn ends: then the canvas draws its lines again. */
export type RacePicture = () => SVGSVGElement | null;

/** The room of the drawing, the size of its text, and the places of its panels. */
function useRaceLayout(stage: boolean, boxed: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLSpanElement>(null);
  const size = useSize(frame);
  const width = size?.width ?? 0;
  const em = (useSize(ruler)?.width ?? 140) / 10;
  const plotHeight = stage
    ? Math.max(
        200,
        (boxed ? BOXED_PART : STAGE_PART) * Math.min(globalThis.innerHeight, 0.5625 * globalThis.innerWidth),
      )
    : Math.round(Math.max(190, Math.min(330, width * 0.205)));
  const wanted = useMemo(() => raceLayout(width, em, plotHeight), [width, em, plotHeight]);
  // On stage a longer sentence or badge takes its room from the plot.
  const height = stage ? Math.min(size?.height ?? wanted.height, wanted.height) : wanted.height;
  const layout = useMemo(() => {
    const less = (wanted.height - height) / (wanted.stacked ? 1 + SMALL_PART : 1);
    return less < 1 ? wanted : raceLayout(width, em, Math.max(LEAST_PLOT, Math.floor(plotHeight - less)));
  }, [wanted, height, width, em, plotHeight]);
  return { frame, ruler, isMeasured: size !== null, width, em, wantedHeight: wanted.height, layout };
}

export function RaceFigure(props: RaceFigureProps) {
  const { designs, snapshot, store, curve, claim, stage, boxed = false, onIdle, picture } = props;
  const { t, format } = useMessages();
  const { frame, ruler, isMeasured, width, em, wantedHeight, layout } = useRaceLayout(stage, boxed);
  const { status, idle } = snapshot;
  // The slider is redrawn only when it moves: these objects stay the same while samples arrive.
  const track = layout.published.width - layout.inset.left - layout.inset.right;
  const stops = useMemo(() => labelledStops(stopsOf(curve), format.integer, track / em), [curve, format, track, em]);
  const valueText = useCallback((value: number) => t('home.idle.valueText', { idle: value }), [t]);

  const numberX = layout.published.x + layout.inset.left;
  const published = <PublishedPanel {...{ designs, snapshot, curve, layout, em }} />;
  return (
    <div
      ref={frame}
      className={styles.drawing}
      style={{ height: wantedHeight }}
      data-status={status}
      data-testid="race"
    >
      <span ref={ruler} className={styles.ruler} aria-hidden="true" />
      {isMeasured && (
        <>
          <RaceDrawing
            designs={designs}
            snapshot={snapshot}
            store={store}
            curve={curve}
            claim={claim}
            layout={layout}
            width={width}
            em={em}
            published={published}
            picture={picture}
          />
          <div
            className={styles.slider}
            style={{
              left: numberX,
              width: track,
              top: layout.published.y + layout.published.height,
            }}
          >
            <Slider
              label={t('home.idle.label')}
              hideLabel
              scale={idleScale}
              value={idle}
              onChange={onIdle}
              stops={stops}
              valueText={valueText}
            />
          </div>
        </>
      )}
    </div>
  );
}

interface PublishedPanelProps extends Pick<RaceFigureProps, 'designs' | 'snapshot' | 'curve'> {
  readonly layout: RaceLayout;
  readonly em: number;
}

function PublishedPanel({ designs, snapshot, curve, layout, em }: PublishedPanelProps) {
  const { t, format } = useMessages();
  const { idle, status } = snapshot;
  const measured = status === 'failed' ? undefined : shownNow(snapshot.race)?.levels;
  // Published rates are another machine's: they have a separate axis, without measured marks.
  const top = curve.scaled ? sharedTop(snapshot.top, curve.points) : sharedTop(undefined, curve.points);
  const numberX = layout.published.x + layout.inset.left;
  return (
    <>
      <text x={numberX} y={layout.published.y - 1.05 * em} className={styles.number}>
        {format.integer(idle)}
        <tspan dx="0.3em" className={styles.unit}>
          {t('home.idle.unit')}
        </tspan>
        <tspan dx="0.9em" className={styles.panelSubtitle}>
          {layout.published.width > 26 * em ? t('home.idle.hint') : ''}
        </tspan>
      </text>
      <g transform={place(layout.published.x, layout.published.y)}>
        <PublishedCurves
          designs={designs}
          curve={curve}
          position={idleScale.position}
          idle={idle}
          levels={curve.scaled && snapshot.race.now?.idle === idle ? measured : undefined}
          top={top}
          width={layout.published.width}
          height={layout.published.height}
          inset={layout.inset}
          em={em}
          axis={
            <YAxis
              top={top}
              width={layout.published.width - layout.inset.left - layout.inset.right}
              height={layout.published.height}
              labels={layout.stacked || !curve.scaled}
              aside={THUMB_ROOM}
            />
          }
          name={t('provenance.published')}
        />
      </g>
    </>
  );
}

interface RaceDrawingProps {
  readonly designs: RaceDesigns;
  readonly snapshot: RaceSnapshot;
  readonly store: Readable<RaceSnapshot>;
  readonly curve: PublishedCurve;
  readonly claim: RatioClaim;
  readonly layout: RaceLayout;
  readonly width: number;
  readonly em: number;
  readonly published: ReactNode;
  readonly picture?: Ref<RacePicture> | undefined;
}

/** While the picture is saved, the SVG has the lines that a worker paints otherwise. */
function useSavedPicture(picture: Ref<RacePicture> | undefined) {
  const svg = useRef<SVGSVGElement>(null);
  const [saving, setSaving] = useState(false);
  useImperativeHandle(
    picture,
    () => () => {
      flushSync(() => setSaving(true));
      queueMicrotask(() => setSaving(false));
      return svg.current;
    },
    [],
  );
  return { svg, saving };
}

/** Both panels in one SVG. Its words are from the page's last sentence, its lines from the newest samples. */
function RaceDrawing(props: RaceDrawingProps) {
  const { designs, snapshot, store, curve, claim, layout, width, em, published, picture } = props;
  const { t } = useMessages();
  const { race } = snapshot;
  const live = snapshot.status !== 'failed';
  const top = sharedTop(snapshot.top, curve.scaled ? curve.points : []);
  const panel = { designs, top, width: layout.live.width, height: layout.live.height, em };
  const [inWorker, setInWorker] = useState(canDrawInWorker);
  const onFail = useCallback(() => setInWorker(false), []);
  const { svg, saving } = useSavedPicture(picture);
  const newest = useCallback(() => {
    const now = store.get();
    return { samples: visibleSamples(now.race), changes: now.race.changes, moving: now.status === 'running' };
  }, [store]);
  const paused = snapshot.status === 'paused';
  const quiet = paused ? t('home.race.paused') : live ? t('home.race.starting') : t('home.race.noLines');
  return (
    <>
      {live && inWorker && (
        <RaceCanvas {...panel} y={layout.live.y} newest={newest} subscribe={store.subscribe} onFail={onFail} />
      )}
      <svg
        ref={svg}
        width={width}
        height={layout.height}
        role="img"
        aria-label={t('home.race.drawing')}
        className={styles.svg}
      >
        <text y={layout.live.y - 1.3 * em} className={styles.panelTitle}>
          {t('home.race.yTitle')}
          <tspan dx="0.8em" className={styles.panelSubtitle}>
            {live && layout.live.width > 36 * em ? t('home.race.ySubtitle') : ''}
          </tspan>
        </text>
        <g transform={place(0, layout.live.y)}>
          <RaceFrame
            {...panel}
            levels={live ? shownAt(race, snapshot.idle, paused)?.levels : undefined}
            paused={paused}
            claim={live ? claim : undefined}
            quiet={live && race.samples.length > 0 ? undefined : quiet}
            grid={!live || saving || !inWorker}
          >
            {live && (saving || !inWorker) && <NewestLines {...panel} store={store} />}
          </RaceFrame>
        </g>
        {published}
      </svg>
    </>
  );
}

type PanelProps = Pick<RaceLinesProps, 'designs' | 'top' | 'width' | 'height' | 'em'>;

/** The only part of the page that renders for every sample. */
function NewestLines({ store, ...panel }: PanelProps & { readonly store: Readable<RaceSnapshot> }) {
  const { race, status } = useStore(store);
  return <RaceLines {...panel} samples={visibleSamples(race)} changes={race.changes} moving={status === 'running'} />;
}
