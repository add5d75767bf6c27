/** The cache-line page with the real engine: two scenes, each in a separate worker. */

import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { DESIGN_IDS } from '../../../base/designs.ts';
import type { Messages } from '../../../base/messages/index.ts';
import { startScene } from '../../../engine/replay/scene-client.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFrame } from '../../../ui/clock.ts';
import { useReducedMotion } from '../../../ui/hooks.ts';
import { isShortcut, pressedIn, useKeys, useRemote } from '../../../ui/keys.ts';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import type { FigureUse, PageProps } from '../../../ui/page.tsx';
import type { LinesAddress } from '../../../viewmodel/addresses.ts';
import { leader, pairNs, STEP_UNITS } from '../../../viewmodel/cachelines/position.ts';
import { accessAtTime } from '../../../viewmodel/cachelines/scene.ts';
import { CacheLinesView, cacheLinesStatus, cacheLinesText } from '../../../views/cache-lines/CacheLinesView.tsx';
import { LinesControls } from '../../../views/cache-lines/LinesControls.tsx';
import { DesignPicker, LinesSettingsForm, SavePicture } from './LinesPanels.tsx';
import { LinesTerms, LinesWords } from './LinesTerms.tsx';
import styles from './lines.module.css';
import type { LinesState } from './lines-state.ts';
import { LinesStore } from './lines-store.ts';
import { shippedMachine } from './machines.ts';

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
 * step.
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
    },
    { active },
  );
  useRemote({ onNext: () => store.step(1), onPrevious: () => store.step(-1) }, { active: active && stage });
  useArrows(store, active);
}

/** A held arrow keeps stepping; `useKeys` reports a key once. */
function useArrows(store: LinesStore, active: boolean): void {
  const newest = useRef(store);
  useLayoutEffect(() => {
    newest.current = store;
  });
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || !isShortcut(event) || pressedIn(event, OWN_ARROWS)) return;
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
  readonly onStage: (stage: boolean) => void;
  readonly figure: FigureUse | undefined;
}

const SAID_MS = 4_000;
const NO_WORDS: readonly string[] = [];

/** The cache-line page: the settings, the two designs on their clock, and the meaning of the terms. */
function Lines({ store, stage, onStage, figure }: LinesProps) {
  const messages = useMessages();
  const { t } = messages;
  const state = useSyncExternalStore(store.subscribe, store.get);
  const still = useReducedMotion();
  const { pair, ns, settings, isPlaying, phase, note } = state;
  const [said, setSaid] = useState('');
  useFrame(({ sinceLast }) => store.tick(sinceLast, still), { active: isPlaying });
  useLinesKeys(store, { stage: stage && figure === undefined, active: pair !== null });
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  // The words describe the place where the clock has stopped, not each frame.
  const wordsNs = isPlaying ? null : ns;
  const words = useMemo(
    () => (pair === null || wordsNs === null ? NO_WORDS : cacheLinesText(pair, wordsNs, messages)),
    [pair, wordsNs, messages],
  );
  const status = useMemo(
    () => (pair === null || wordsNs === null ? '' : cacheLinesStatus(pair, wordsNs, messages)),
    [pair, wordsNs, messages],
  );
  useSteps(store, figure, state, pair === null ? null : (words[0] ?? ''));
  const pickers = useMemo(
    () =>
      stage
        ? undefined
        : {
            left: (
              <DesignPicker
                label={t('lines.panel.left')}
                value={settings.left}
                options={DESIGN_IDS}
                onChange={(left) => void store.change({ left })}
              />
            ),
            right: (
              <DesignPicker
                label={t('lines.panel.right')}
                value={settings.right}
                options={DESIGN_IDS}
                onChange={(right) => void store.change({ right })}
              />
            ),
          },
    [stage, settings.left, settings.right, store, t],
  );
  const { unit, speed, operation } = state;
  const isAtStart = operation === 0 && ns <= 0;
  const controls = useCallback(
    (status: ReactNode) => (
      <LinesControls
        playing={isPlaying}
        unit={unit}
        speed={speed}
        canBack={!isAtStart}
        canOn
        status={status}
        onFirst={() => store.first()}
        onStep={(direction) => store.step(direction)}
        onPlay={(playing) => (playing ? store.play() : store.pause())}
        onUnit={(next) => store.setUnit(next)}
        onSpeed={(next) => store.setSpeed(next)}
      />
    ),
    [store, isPlaying, unit, speed, isAtStart],
  );
  const onSeek = useCallback((to: number) => store.seek(to), [store]);
  const onStep = useCallback((direction: 1 | -1) => store.step(direction), [store]);
  const { machine } = state;
  const form = useMemo(
    () => <LinesSettingsForm settings={settings} machine={machine} onChange={(change) => void store.change(change)} />,
    [settings, machine, store],
  );
  const terms = useMemo(() => pair !== null && <LinesTerms pair={pair} words={words} />, [pair, words]);

  return (
    <div
      className={styles.page}
      data-phase={phase}
      data-busy={state.isBusy || undefined}
      data-operation={state.operation}
      data-stop={pair === null ? undefined : stopName(pair, ns)}
    >
      {!stage && figure === undefined && (
        <div className={styles.top}>
          {form}
          <div className={styles.ends}>
            <SavePicture pair={pair} ns={() => store.clock.ns} onSaid={setSaid} />
            <Button onClick={() => void copyLink(messages).then(setSaid)}>{t('lines.control.link')}</Button>
            <Button icon="stage" onClick={() => onStage(true)}>
              {t('lines.control.stage')}
            </Button>
          </div>
        </div>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
      {note !== null && (
        <p className={styles.note} role="alert">
          {note}
        </p>
      )}
      {pair === null ? (
        phase !== 'failed' && (
          <>
            {figure === undefined && <h1 className={styles.title}>{t('lines.title')}</h1>}
            <p className={styles.loading}>{t('lines.loading')}</p>
          </>
        )
      ) : (
        <CacheLinesView
          pair={pair}
          clock={store.clock}
          onSeek={onSeek}
          onStep={onStep}
          pickers={pickers}
          controls={controls}
          controlsFirst={figure !== undefined && !stage}
          headingLevel={figure === undefined ? 1 : 2}
        />
      )}
      {words[0] !== undefined && <LiveRegion text={words[0]} everyMs={1500} />}
      {/* Separate from the finding: it changes with each step, the finding with each operation. */}
      <LiveRegion text={status} everyMs={600} />
      {stage ? (
        <LinesWords words={words} unseen />
      ) : figure === undefined ? (
        terms
      ) : (
        <>
          {pair !== null && form}
          <LinesWords words={words} />
        </>
      )}
    </div>
  );
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
      seek: (to) => void store.adopt({ ...settings, operation: to }),
    });
  }, [store, onSteps, operation, settings, isBusy, text]);
  useEffect(() => () => onSteps?.(null), [onSteps]);
}

/** The place where the clock has stopped, for tests and for readers of the page's source. */
function stopName(pair: ReturnType<LinesStore['get']>['pair'], ns: number): string {
  if (pair === null) return '';
  return ns >= pairNs(pair) ? 'end' : String(accessAtTime(leader(pair), ns));
}

export default function LinesPage({ address, onAddress, stage, onStage, figure }: PageProps<LinesAddress>) {
  const messages = useMessages();
  const tell = useRef(onAddress);
  useEffect(() => {
    tell.current = onAddress;
  });
  const [store, setStore] = useState<LinesStore | null>(null);
  useEffect(() => {
    const made = new LinesStore({
      start: startScene,
      machine: shippedMachine,
      messages,
      onAddress: (next) => tell.current(next),
    });
    setStore(made);
    return () => made.dispose();
  }, [messages]);
  useEffect(() => {
    void store?.adopt(address);
  }, [store, address]);
  return store === null ? null : <Lines store={store} stage={stage} onStage={onStage} figure={figure} />;
}
