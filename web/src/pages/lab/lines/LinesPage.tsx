/**
 * The cache-line page with the real engine: the story, or core A's operations access by access. Both have two scenes, each in a separate
 * worker.
 */

import '../../../base/messages/en/lines.ts';
import '../../../base/messages/en/ui.ts';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { startScene } from '../../../engine/replay/scene-client.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFrame } from '../../../ui/clock.ts';
import { useNewest } from '../../../ui/hooks.ts';
import { isShortcut, pressedIn, useKeys } from '../../../ui/keys.ts';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import type { FigureUse, PageProps } from '../../../ui/page.tsx';
import { useReducedMotion } from '../../../ui/place.ts';
import { usePageStore, useStore } from '../../../ui/use-store.ts';
import { coreStyles } from '../../../viewmodel/cachelines/counters.ts';
import { leader, pairNs, STEP_UNITS } from '../../../viewmodel/cachelines/position.ts';
import { accessAtTime, sceneNs } from '../../../viewmodel/cachelines/scene.ts';
import { designStyle } from '../../../viewmodel/design-style.ts';
import { CacheLinesView, cacheLinesStatus, cacheLinesText } from '../../../views/cache-lines/CacheLinesView.tsx';
import { LinesControls } from '../../../views/cache-lines/LinesControls.tsx';
import { LabNext } from '../../shared/lab/LabFrame.tsx';
import { useStageArrows } from '../../shared/lab/stage-arrows.ts';
import { isStory, type LinesAddress } from './address.ts';
import { DesignPicker, LinesSettingsForm, SavePicture } from './LinesPanels.tsx';
import { LinesTerms, LinesWords } from './LinesTerms.tsx';
import styles from './lines.module.css';
import { type LinesDeps, type LinesState, LinesStore } from './lines-store.ts';
import { shippedMachine } from './machines.ts';
import { StoryPage } from './StoryPage.tsx';

/** The address line follows the state after a moment (app/address/store.ts). */
const SETTLE_MS = 350;

/** Copies the page's address, which holds this exact state, to the clipboard. Returns the message to show. */
async function copyLink({ t }: Messages): Promise<string> {
  try {
    await new Promise((done) => setTimeout(done, SETTLE_MS));
    await navigator.clipboard.writeText(location.href);
    return t('lines.control.linkCopied');
  } catch {
    return t('lines.control.linkFailed');
  }
}

/** Elements in which an arrow key has another meaning. */
const OWN_ARROWS = 'input, select, textarea, summary';

/**
 * The page's keys: arrows step, Space plays, Home goes back to the operation's beginning, 1 to 4 set the unit of a
 * step, D shows the details.
 */
function useLinesKeys(
  store: LinesStore,
  { stage, active }: { readonly stage: boolean; readonly active: boolean },
): void {
  const units = STEP_UNITS.map((unit, i) => [String(i + 1), () => store.setUnit(unit)] as const);
  useKeys(
    {
      ...Object.fromEntries(units),
      ' ': () => (store.get().isPlaying ? store.pause() : store.play()),
      ...(stage ? {} : { '.': () => store.step(1) }),
      ',': () => store.step(-1),
      d: () => store.setPlain(!store.get().isPlain),
    },
    { active },
  );
  useStageArrows(
    { onNext: () => store.step(1), onPrevious: () => store.step(-1) },
    { active: stage, of: 'page', repeats: true },
  );
  useArrows(store, active);
}

/** A held arrow keeps stepping; `useKeys` reports a key once. */
function useArrows(store: LinesStore, active: boolean): void {
  const newest = useNewest(store);
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || event.defaultPrevented || !isShortcut(event) || pressedIn(event, OWN_ARROWS)) return;
      if (event.key === 'ArrowRight') newest.current.step(1);
      else if (event.key === 'ArrowLeft') newest.current.step(-1);
      else if (event.key === 'Home') newest.current.first();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [active]);
}

interface LinesProps {
  readonly store: LinesStore;
  readonly stage: boolean;
  readonly figure: FigureUse | undefined;
}

const SAID_MS = 4_000;
const NO_WORDS: readonly string[] = [];

/** The words of the place where the clock has stopped, not of each frame. */
function useWords({ pair, ns, isPlaying }: LinesState) {
  const messages = useMessages();
  const stopNs = isPlaying ? null : ns;
  const words = useMemo(
    () => (pair === null || stopNs === null ? NO_WORDS : cacheLinesText(pair, stopNs, messages)),
    [pair, stopNs, messages],
  );
  const status = useMemo(
    () => (pair === null || stopNs === null ? '' : cacheLinesStatus(pair, stopNs, messages)),
    [pair, stopNs, messages],
  );
  return { words, status };
}

/** A message that vanishes after a while. */
function useSaid() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid] as const;
}

/** The cache-line page: the settings, the two designs on their clock, and the meaning of the terms. */
function Lines({ store, stage, figure }: LinesProps) {
  const { t } = useMessages();
  const state = useStore(store);
  const still = useReducedMotion();
  const { pair, ns, settings, machine, isPlaying, phase, note } = state;
  const [said, setSaid] = useSaid();
  useFrame(({ sinceLast }) => store.tick(sinceLast, still), { active: isPlaying });
  useLinesKeys(store, { stage: stage && figure === undefined, active: pair !== null });
  const { words, status } = useWords(state);
  useSteps(store, figure, state, pair === null ? null : (words[0] ?? ''));
  const form = useMemo(
    () => <LinesSettingsForm settings={settings} machine={machine} onChange={(change) => void store.change(change)} />,
    [settings, machine, store],
  );
  const terms = useMemo(() => pair !== null && <LinesTerms pair={pair} words={words} />, [pair, words]);
  const isPage = figure === undefined;
  return (
    <div
      className={`${page.page} ${styles.page}`}
      data-phase={phase}
      data-busy={state.isBusy || undefined}
      data-operation={state.operation}
      data-stop={pair === null ? undefined : stopName(pair, ns)}
    >
      {!stage && isPage && (
        <div className={styles.top}>
          {form}
          <Ends store={store} pair={pair} onSaid={setSaid} />
        </div>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
      {note !== null && (
        <p className={page.note} role="alert">
          {note}
        </p>
      )}
      {pair !== null && (
        <Panels {...{ store, state, pair, stage, isPage }} few={figure?.show.includes('lines') === true} />
      )}
      {pair === null && phase !== 'failed' && (
        <>
          {isPage && <h1 className={page.title}>{t('lines.title')}</h1>}
          <p className={page.loading}>{t('lines.loading')}</p>
        </>
      )}
      {words[0] !== undefined && <LiveRegion text={words[0]} everyMs={1500} />}
      {/* Separate from the finding: it changes with each step, the finding with each operation. */}
      <LiveRegion text={status} everyMs={600} />
      {!stage && !isPage && pair !== null && form}
      {!stage && isPage ? terms : <LinesWords words={words} unseen={stage} />}
    </div>
  );
}

interface EndsProps extends Pick<LinesProps, 'store'> {
  readonly pair: LinesState['pair'];
  readonly onSaid: (message: string) => void;
}

function Ends({ store, pair, onSaid }: EndsProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <div className={page.row}>
      <SavePicture pair={pair} ns={() => store.clock.ns} onSaid={onSaid} />
      <Button onClick={() => void copyLink(messages).then(onSaid)}>{t('lines.control.link')}</Button>
    </div>
  );
}

interface PanelsProps extends Pick<LinesProps, 'store' | 'stage'> {
  readonly state: LinesState;
  readonly pair: NonNullable<LinesState['pair']>;
  readonly isPage: boolean;
  readonly few: boolean;
}

/** The two designs with their pickers and controls. Each part stays the same object while the clock runs. */
function Panels({ store, state, pair, stage, isPage, few }: PanelsProps) {
  const { t } = useMessages();
  const { ns, settings, isPlaying, unit, speed, operation } = state;
  // Where a lesson has not explained sharing, its text is about the rows of memory.
  const isPlain = state.isPlain && !few;
  const pickers = useMemo(() => {
    if (stage) return undefined;
    const picker = (side: 'left' | 'right', value: DesignId) => (
      <DesignPicker
        label={t(`lines.panel.${side}`)}
        value={value}
        options={DESIGN_IDS}
        onChange={(design) => void store.change({ [side]: design })}
      />
    );
    return { left: picker('left', settings.left), right: picker('right', settings.right) };
  }, [stage, settings.left, settings.right, store, t]);
  const isAtStart = operation === 0 && ns <= 0;
  const controls = useCallback(
    (status: ReactNode) => (
      <LinesControls
        playing={isPlaying}
        unit={unit}
        speed={speed}
        isPlain={isPlain || few}
        canBack={!isAtStart}
        canOn
        status={status}
        onFirst={() => store.first()}
        onStep={(direction) => store.step(direction)}
        onPlay={(playing) => (playing ? store.play() : store.pause())}
        onUnit={(next) => store.setUnit(next)}
        onSpeed={(next) => store.setSpeed(next)}
      >
        {!few && <DetailsButton store={store} isPlain={isPlain} />}
      </LinesControls>
    ),
    [store, isPlaying, unit, speed, isAtStart, isPlain, few],
  );
  const onSeek = useCallback((to: number) => store.seek(to), [store]);
  const told = useTold(pair, settings);
  const onStep = useCallback((direction: 1 | -1) => store.step(direction), [store]);
  return (
    <CacheLinesView
      pair={pair}
      clock={store.clock}
      onSeek={onSeek}
      onStep={onStep}
      pickers={pickers}
      controls={controls}
      controlsFirst={!isPage && !stage}
      told={stage || !isPage ? undefined : told}
      boxed={!isPage}
      few={few}
      isPlain={isPlain}
    />
  );
}

/** The memory with its fields, the kinds of sharing, the unit of a step: shown, or folded away. */
function DetailsButton({ store, isPlain }: Pick<LinesProps, 'store'> & { readonly isPlain: boolean }) {
  const { t } = useMessages();
  const label = t('lines.control.details');
  return (
    <Button
      aria-pressed={!isPlain}
      title={t('ui.withKey', { label, key: 'D' })}
      onClick={() => store.setPlain(!isPlain)}
    >
      {label}
    </Button>
  );
}

/** What both times are of: the operation, and the connections. */
function useTold({ left, right }: PanelsProps['pair'], { active, idle }: LinesState['settings']): string {
  const { t } = useMessages();
  return t('lines.told', {
    kind: left.operation.kind,
    who: coreStyles(active, [])[left.watched]?.name ?? '',
    design: t(designStyle(left.design).shortKey),
    ns: sceneNs(left),
    other: t(designStyle(right.design).shortKey),
    otherNs: sceneNs(right),
    connections: active + idle,
    active,
  });
}

/** Tells the figure's parent how to step it: a step is one of the chosen unit. */
function useSteps(store: LinesStore, figure: FigureUse | undefined, state: LinesState, text: string | null): void {
  const onSteps = figure?.onSteps;
  const { isBusy, operation, settings } = state;
  useEffect(() => {
    if (text === null) return;
    onSteps?.({
      at: operation,
      of: null,
      isBusy,
      text,
      next: () => store.step(1),
      back: () => store.step(-1),
      seek: (to) => void store.applyAddress({ ...settings, operation: to }),
    });
  }, [store, onSteps, operation, settings, isBusy, text]);
  useEffect(() => () => onSteps?.(null), [onSteps]);
}

/** The place where the clock has stopped, for tests and for readers of the page's source. */
function stopName(pair: ReturnType<LinesStore['get']>['pair'], ns: number): string {
  if (pair === null) return '';
  return ns >= pairNs(pair) ? 'end' : String(accessAtTime(leader(pair), ns));
}

const makeStore = (messages: Messages, onAddress: LinesDeps['onAddress']) =>
  new LinesStore({ start: startScene, machine: shippedMachine, messages, onAddress });

function EveryAccess({ address, onAddress, stage, figure }: PageProps<LinesAddress>) {
  const store = usePageStore(makeStore, address, onAddress);
  return store === null ? null : <Lines store={store} stage={stage} figure={figure} />;
}

export default function LinesPage(props: PageProps<LinesAddress>) {
  return (
    <>
      {isStory(props.address) ? <StoryPage {...props} /> : <EveryAccess {...props} />}
      {!props.stage && props.figure === undefined && <LabNext after="lines" />}
    </>
  );
}
