/**
 * The Playground as one figure in something else: the requested parts, and buttons for a step back and on. Readers can
 * move its sessions and choose its rows and xids, as on the whole page. On stage: the parts that must be visible
 * together, and the others one at a time.
 */

import '../../base/messages/en/stage-figure.ts';
import { Suspense, useDeferredValue, useEffect, useMemo } from 'react';
import type { Shown } from '../../engine/stage/stage-types.ts';
import { Button } from '../../ui/Button.tsx';
import { fetched, fetchedLater, fetchInTurn } from '../../ui/fetched.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ProvenanceBadge } from '../../ui/ProvenanceBadge.tsx';
import page from '../../ui/page.module.css';
import type { FigureUse, Foreseen } from '../../ui/page.tsx';
import { useStore } from '../../ui/use-store.ts';
import { currentBranch } from '../../viewmodel/stage/playback.ts';
import { PlayParts } from '../shared/play/PlayParts.tsx';
import styles from '../shared/play/play-figure.module.css';
import { canStep } from '../shared/play/play-moves.ts';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import { stageMotion } from '../shared/play/StageMotion.tsx';
import { partsOf } from '../shared/play/stage-figure.ts';
import { keysInBox, usePlayKeys } from '../shared/play/use-play-keys.ts';
import { USUAL_FIGURES, useFigures, VIEWS } from '../shared/play/views.tsx';

interface PlayFigureProps {
  readonly store: PlayStore;
  readonly figure: FigureUse;
  readonly stage: boolean;
}

/** A step in words, for screen readers: fetched once the figure is there. */
const useTickText = fetchedLater(() => import('../../viewmodel/stage/lane-words.ts').then((own) => own.tickText));
/** Rarely needed. */
const StopWords = fetched(() => import('./StopWords.tsx').then((own) => own.StopWords));
/** All views at once: fetched when the reader enters the stage. */
const OnStage = fetched(() => import('./FigureOnStage.tsx').then((own) => own.FigureOnStage));
/** Under the lanes of a spec that has them, unless the figure is only to be stepped. */
const Prompts = fetched(() => import('../shared/prompt/Prompts.tsx').then((own) => own.Prompts));

export function PlayFigure({ store, figure, stage }: PlayFigureProps) {
  const messages = useMessages();
  const { t } = messages;
  const state = useStore(store);
  const { phase, note, shown, compiled, events, at } = state;
  const parts = useFigures(useMemo(() => partsOf(figure.show), [figure.show]));
  // In parallel with the engine's answer, not after it.
  useEffect(() => {
    if (stage) OnStage.fetch().catch(() => undefined);
  }, [stage]);
  const isShown = shown !== null;
  // Its first drawing takes longest, so it is done in slices; later ones are done at once.
  const isBegun = useDeferredValue(isShown, false);
  const isDrawn = isShown && (stage || isBegun);
  // Fetches the other parts, because later steps must show them at once.
  useEffect(() => {
    if (!isShown) return undefined;
    return fetchInTurn([stageMotion, ...USUAL_FIGURES.map((part) => VIEWS[part]), OnStage]);
  }, [isShown]);
  usePlayKeys(store, { on: keysInBox(stage), active: phase === 'ready', drawn: true });
  const tickText = useTickText(isShown);
  const now = useMemo(
    () =>
      compiled === null || shown === null || tickText === null
        ? ''
        : tickText(compiled.spec, events, shown.state.tick, messages),
    [compiled, shown, events, messages, tickText],
  );
  useSteps(store, figure, state, now);
  const moves = currentBranch(at).moves.length;
  return (
    <div className={styles.figure} data-phase={phase} data-stage={stage || undefined}>
      <h2 className="visually-hidden">{t('stage.figure.name')}</h2>
      {note !== null && (
        <p role="status" className={page.note}>
          {note}
        </p>
      )}
      {shown?.stopped != null && (
        <p role="status" className={page.note}>
          <Suspense>
            <StopWords stop={shown.stopped} state={state} messages={messages} />
          </Suspense>
        </p>
      )}
      {!isDrawn && note === null && <p className={`${page.loading} ${styles.loading}`}>{t('stage.figure.loading')}</p>}
      {stage ? (
        <Suspense>
          <OnStage {...{ store, state, parts }} decisive={figure.decisive} hasPrompts={figure.typing !== false} />
        </Suspense>
      ) : (
        isDrawn && (
          <>
            <PlayParts store={store} {...state} parts={parts} />
            {compiled?.spec.extras.hasPrompts && figure.typing !== false && (
              <Suspense>
                <Prompts {...{ store, compiled, shown, events }} focus={0} />
              </Suspense>
            )}
            <div className={styles.bar}>
              <Button onClick={() => store.back()} disabled={state.playback.tick === 0}>
                {t('stage.figure.previous')}
              </Button>
              <Button onClick={() => void store.step()} disabled={!canStep(state)}>
                {t('stage.figure.next')}
              </Button>
              <span className={styles.position}>{t('stage.figure.position', { at: at.tick, of: moves })}</span>
              <ProvenanceBadge kind="modelled" facts={[t('stage.figure.rulesOf', { rules: state.rules })]} />
            </div>
          </>
        )
      )}
      <LiveRegion text={now} everyMs={600} />
    </div>
  );
}

/** Tells the figure's parent how to step it. */
function useSteps(store: PlayStore, { onSteps }: FigureUse, state: PlayState, text: string): void {
  const { playback, at, phase } = state;
  const { tick } = playback;
  // One answer may have arrived while the next is still pending: then the picture is not yet at the cursor.
  const isBusy = state.isBusy || at.tick !== tick;
  const of = currentBranch(playback).moves.length;
  const isReady = phase === 'ready' && state.shown !== null;
  useEffect(() => {
    if (!isReady) return;
    onSteps?.({
      at: tick,
      of,
      isBusy,
      text,
      next: () => void store.step(),
      back: () => store.back(),
      seek: (to) => store.walk(to),
      foresee: async () => {
        const answer = await store.foresee();
        return answer === null ? null : foreseenOf(answer);
      },
    });
  }, [store, onSteps, tick, of, isBusy, isReady, text]);
  useEffect(() => () => onSteps?.(null), [onSteps]);
}

/** The facts about the next step that a question can ask for. */
function foreseenOf({ state, events }: Pick<Shown, 'state' | 'events'>): Foreseen | null {
  const event = events.find(({ kind }) => kind === 'step');
  if (event === undefined) return null;
  const session = state.sessions.find((one) => one.session === event.session);
  const taken = session?.snapshot ?? null;
  return {
    waits: event.status === 'waiting',
    error: event.error,
    rows: event.results.at(-1)?.rows ?? null,
    snapshot: taken === null ? null : `${taken.xmin}:${taken.xmax}:${taken.xip.join(',')}`,
  };
}
