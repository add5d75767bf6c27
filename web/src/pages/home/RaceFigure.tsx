/**
 * The figure of the Home page: live lines on the left, the published curves with the slider as their x axis on the
 * right, in one drawing, so that the saved picture equals the one on the page.
 */
import '../../base/messages/en/design.ts';
import '../../base/messages/en/home.ts';
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DesignId } from '../../base/designs.ts';
import type { Messages } from '../../base/messages/index.ts';
import type { Readable } from '../../base/store.ts';
import { useSize } from '../../ui/hooks.ts';
import { useMessages } from '../../ui/messages.tsx';
import { Slider, type SliderStop } from '../../ui/Slider.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { RatioClaim } from '../../viewmodel/lab/claim.ts';
import { type Levels, type RaceDesigns, shownAt, shownNow, visibleSamples } from '../../viewmodel/race/race.ts';
import { cutsOff } from '../../viewmodel/race/race-drawing.ts';
import { type PublishedCurve, publishedRatio, stopsOf } from '../../viewmodel/race/race-finding.ts';
import { MAX_IDLE, sharedTop } from '../../viewmodel/race/race-layout.ts';
import { PublishedCurves } from '../../views/idle-slider/PublishedCurves.tsx';
import { canDrawInWorker, RaceCanvas } from '../../views/race/RaceCanvas.tsx';
import { RaceFrame, YAxis } from '../../views/race/RaceFrame.tsx';
import { RaceLines, type RaceLinesProps } from '../../views/race/RaceLines.tsx';
import styles from './home.module.css';
import { idleScale } from './idle-keys.ts';
import {
  NUMBER_ABOVE,
  type RaceLayout,
  ROOMY_PART,
  raceLayout,
  SHORT_TITLE,
  SMALL_PART,
  THUMB_ROOM,
  TITLE_BESIDE,
} from './places.ts';
import type { RaceSnapshot } from './race-controller.ts';

/** The plot's share of a 16:9 stage; sentence, headings, slider, the line below and badges take the rest. */
const STAGE_PART = 0.5;
/** In a lesson the step's title is above it. */
const BOXED_PART = 0.29;
/** Of a low window: what one transaction does, slowed, is in sight below the race. */
const WINDOW_PART = 0.2;
const LEAST_IN_WINDOW = 144;
/** No plot is lower, px. */
const LEAST_PLOT = 100;

/** Digits and the room around a label, in em. */
const DIGIT_EM = 0.62;
const GAP_EM = 0.5;

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
  /** The slider goes there by itself; left out where nothing invites to it. */
  readonly onGlide?: (idle: number) => void;
  /** The machine is busy with other work. */
  readonly busy?: boolean;
  readonly picture?: Ref<RacePicture> | undefined;
}

/** The drawing to save. Valid until the caller's turn ends: then the canvas draws its lines again. */
export type RacePicture = () => SVGSVGElement | null;

/** The room of the drawing, the size of its text, and the places of its panels. */
function useRaceLayout({ stage, boxed = false, onGlide, snapshot }: RaceFigureProps) {
  const isLive = snapshot.status !== 'failed';
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
    : Math.round(Math.max(LEAST_IN_WINDOW, Math.min(330, width * 0.205, globalThis.innerHeight * WINDOW_PART)));
  const part = onGlide === undefined ? SMALL_PART : ROOMY_PART;
  const wanted = useMemo(() => raceLayout(width, em, plotHeight, isLive, part), [width, em, plotHeight, isLive, part]);
  // On stage a longer sentence or badge takes its room from the plot.
  const height = stage ? Math.min(size?.height ?? wanted.height, wanted.height) : wanted.height;
  const layout = useMemo(() => {
    const less = (wanted.height - height) / (wanted.stacked ? 1 + part : 1);
    return less < 1 ? wanted : raceLayout(width, em, Math.max(LEAST_PLOT, Math.floor(plotHeight - less)), isLive, part);
  }, [wanted, height, width, em, plotHeight, isLive, part]);
  return { frame, ruler, isMeasured: size !== null, width, em, wantedHeight: wanted.height, layout };
}

export function RaceFigure(props: RaceFigureProps) {
  const { designs, snapshot, store, curve, claim, stage, boxed = false, onIdle, onGlide, busy, picture } = props;
  const { t, format } = useMessages();
  const { status, idle } = snapshot;
  const { frame, ruler, isMeasured, width, em, wantedHeight, layout } = useRaceLayout(props);
  // The slider is redrawn only when it moves: these objects stay the same while samples arrive.
  const track = layout.published.width - layout.inset.left - layout.inset.right;
  const stops = useMemo(() => labelledStops(stopsOf(curve), format.integer, track / em), [curve, format, track, em]);
  const valueText = useCallback((value: number) => t('home.idle.valueText', { idle: value }), [t]);

  const numberX = layout.published.x + layout.inset.left;
  const published = <PublishedPanel {...{ designs, snapshot, curve, layout, em, boxed }} />;
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
          <RaceDrawing {...{ designs, snapshot, store, curve, claim, busy, layout, width, em, published, picture }} />
          <div
            className={styles.slider}
            style={{ left: numberX, width: track, top: layout.published.y + layout.published.height }}
          >
            <Slider
              label={t('home.idle.label')}
              hideLabel
              scale={idleScale}
              value={idle}
              onChange={onIdle}
              stops={stops}
              byStops={stage && !boxed}
              valueText={valueText}
            />
            {onGlide !== undefined && (
              <Invitation at={idleScale.position(idle)} isHidden={snapshot.gliding} onGlide={onGlide} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

interface InvitationProps {
  /** The thumb's place on the track, 0 to 1. */
  readonly at: number;
  /** While the thumb follows it. */
  readonly isHidden: boolean;
  readonly onGlide: (idle: number) => void;
}

/** The one thing to do, next to the thumb and above the track, on the side where the way is longer. */
function Invitation({ at, isHidden, onGlide }: InvitationProps) {
  const { t } = useMessages();
  const isBack = at > 0.5;
  return (
    <button
      type="button"
      className={styles.invitation}
      style={isBack ? { right: `${100 * (1 - at)}%` } : { left: `${100 * at}%` }}
      data-hidden={isHidden || undefined}
      data-testid="invitation"
      onClick={() => onGlide(isBack ? 0 : MAX_IDLE)}
    >
      {t(isBack ? 'home.idle.back' : 'home.idle.first')}
    </button>
  );
}

/** Above this width, em, the live panel has room for more than its title, and for long words in its middle. */
const BESIDE_TITLE = 36;
/** Above this width, em, also for what the marks of cut peaks mean. */
const BESIDE_EXCUSE = 46;

/** Published ratios below this are nothing to point at. */
const LEAST_GAP = 1.2;
/** At the slider's position, like the ratio beside it: two published ratios would contradict each other. */
function gapOf(curve: PublishedCurve, idle: number, format: Messages['format']): string | undefined {
  const ratio = publishedRatio(curve, idle);
  return ratio === undefined || ratio < LEAST_GAP ? undefined : format.times(ratio);
}

interface PublishedPanelProps extends Pick<RaceFigureProps, 'designs' | 'snapshot' | 'curve'> {
  readonly layout: RaceLayout;
  readonly em: number;
  /** There the arrows are the lesson's until the slider has the focus. */
  readonly boxed: boolean;
}

function PublishedPanel({ designs, snapshot, curve, layout, em, boxed }: PublishedPanelProps) {
  const { t, format } = useMessages();
  const { idle, status } = snapshot;
  const measured = status === 'failed' ? undefined : shownNow(snapshot.race)?.levels;
  const nameOf = (design: DesignId) => t(`design.${design}.short`);
  const ends = { slow: nameOf(designs.slow), fast: nameOf(designs.fast) };
  // Published rates are another machine's: they have a separate axis, without measured marks.
  const top = curve.scaled ? sharedTop(snapshot.top, curve.points) : sharedTop(undefined, curve.points);
  const numberX = layout.published.x + layout.inset.left;
  return (
    <>
      <text x={numberX} y={layout.published.y - NUMBER_ABOVE * em} className={styles.number}>
        {format.integer(idle)}
        <tspan dx="0.3em" className={styles.unit}>
          {t('home.idle.unit')}
        </tspan>
        <tspan dx="0.9em" className={styles.panelSubtitle} data-no-export="">
          {layout.published.width > 26 * em ? t(boxed ? 'home.idle.drag' : 'home.idle.hint') : ''}
        </tspan>
      </text>
      {layout.live === null ? (
        <OwnTitle layout={layout} em={em} />
      ) : (
        <text x={numberX} y={layout.published.y - 0.32 * em} className={styles.axisTitle}>
          {t(curve.scaled ? 'home.idle.yTitle.scaled' : 'home.idle.yTitle')}
        </text>
      )}
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
              labels={layout.stacked || layout.live === null || !curve.scaled}
              aside={THUMB_ROOM}
            />
          }
          gap={gapOf(curve, idle, format)}
          ends={ends}
        />
      </g>
    </>
  );
}

/** The y title of published curves that have no live ones beside them. */
function OwnTitle({ layout: { published, inset }, em }: Pick<PublishedPanelProps, 'layout' | 'em'>) {
  const { t } = useMessages();
  const isBeside = published.width >= TITLE_BESIDE * em;
  return (
    <text
      x={isBeside ? published.width - inset.right : inset.left}
      y={published.y - (isBeside ? NUMBER_ABOVE : NUMBER_ABOVE + 2) * em}
      textAnchor={isBeside ? 'end' : 'start'}
      className={styles.panelTitle}
    >
      {t('home.race.yTitle')}
    </text>
  );
}

interface RaceDrawingProps {
  readonly designs: RaceDesigns;
  readonly snapshot: RaceSnapshot;
  readonly store: Readable<RaceSnapshot>;
  readonly curve: PublishedCurve;
  readonly claim: RatioClaim;
  readonly busy: boolean | undefined;
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

/** The live panel's words are from the page's last sentence, its lines from the newest samples. */
function LivePanel({ snapshot, claim, busy, panel, ghost, children }: LivePanelProps) {
  const { t } = useMessages();
  const { race, idle } = snapshot;
  const { y, width, em, top } = panel;
  const paused = snapshot.status === 'paused';
  const quiet = t(
    paused ? 'home.race.paused' : width > BESIDE_TITLE * em ? 'home.race.starting' : 'home.race.starting.short',
  );
  return (
    <>
      <text y={y - 1.3 * em} className={styles.panelTitle}>
        {t(width < SHORT_TITLE * em ? 'home.race.yTitle.short' : 'home.race.yTitle')}
        <tspan dx="0.8em" className={busy ? styles.excuse : styles.panelSubtitle}>
          {width > BESIDE_TITLE * em ? t(busy ? 'home.race.busy' : 'home.race.ySubtitle') : ''}
        </tspan>
        <tspan dx="0.8em" className={styles.panelSubtitle}>
          {width > BESIDE_EXCUSE * em && cutsOff(visibleSamples(race), top) ? t('home.race.cut') : ''}
        </tspan>
      </text>
      <g transform={place(0, y)}>
        <RaceFrame
          {...panel}
          levels={shownAt(race, idle, paused)?.levels}
          paused={paused}
          claim={claim}
          quiet={race.samples.length > 0 ? undefined : quiet}
          ghost={race.samples.length > 0 ? undefined : ghost}
          grid={children !== false}
        >
          {children}
        </RaceFrame>
      </g>
    </>
  );
}

/** One SVG: the live panel, where something is measured, and the published one. */
function RaceDrawing(props: RaceDrawingProps) {
  const { designs, snapshot, store, curve, claim, busy, layout, width, em, published, picture } = props;
  const { t } = useMessages();
  const { live } = layout;
  const isEmpty = snapshot.race.samples.length === 0;
  const top = sharedTop(snapshot.top, curve.scaled || isEmpty ? curve.points : []);
  const panel = live === null ? null : { designs, top, width: live.width, height: live.height, em, y: live.y };
  const [inWorker, setInWorker] = useState(canDrawInWorker);
  const onFail = useCallback(() => setInWorker(false), []);
  const { svg, saving } = useSavedPicture(picture);
  const newest = useCallback(() => {
    const now = store.get();
    return { samples: visibleSamples(now.race), changes: now.race.changes, moving: now.status === 'running' };
  }, [store]);
  return (
    <>
      {panel !== null && inWorker && (
        <RaceCanvas {...panel} newest={newest} subscribe={store.subscribe} onFail={onFail} />
      )}
      <svg
        ref={svg}
        width={width}
        height={layout.height}
        role="img"
        aria-label={t('home.race.drawing')}
        className={styles.svg}
      >
        {panel !== null && (
          <LivePanel
            snapshot={snapshot}
            claim={claim}
            busy={busy}
            panel={panel}
            ghost={curve.points.findLast((point) => point.idle <= snapshot.idle)}
          >
            {(saving || !inWorker) && <NewestLines {...panel} store={store} />}
          </LivePanel>
        )}
        {published}
      </svg>
    </>
  );
}

type PanelProps = Pick<RaceLinesProps, 'designs' | 'top' | 'width' | 'height' | 'em'>;
interface LivePanelProps extends Pick<RaceDrawingProps, 'snapshot' | 'claim' | 'busy'> {
  readonly panel: PanelProps & { readonly y: number };
  /** The published rates at the slider, shown until there are measured ones. */
  readonly ghost: Levels | undefined;
  /** The lines, unless a worker paints them and the grid below; then false. */
  readonly children: ReactNode;
}

/** The only part of the page that renders for every sample. */
function NewestLines({ store, ...panel }: PanelProps & { readonly store: Readable<RaceSnapshot> }) {
  const { race, status } = useStore(store);
  return <RaceLines {...panel} samples={visibleSamples(race)} changes={race.changes} moving={status === 'running'} />;
}
