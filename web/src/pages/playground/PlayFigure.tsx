/**
 * The Playground as one figure in something else: the requested parts, and buttons for a step back and on. Readers can
 * move its sessions and choose its rows and xids, as on the whole page. On stage: the parts that must be visible
 * together, and the others one at a time.
 */

import '../../base/messages/en/stage-figure.ts';
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
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
import { partsOf, stageGroups } from '../shared/play/stage-figure.ts';
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
const FigureTabs = fetched(() => import('./FigureTabs.tsx').then((own) => own.FigureTabs));
const StageParts = fetched(() => import('../shared/play/StageParts.tsx').then((own) => own.StageParts));
const STAGE = [StageParts, FigureTabs];
const fetchStage = (): void => {
  for (const one of STAGE) one.fetch().catch(() => undefined);
};

export function PlayFigure({ store, figure, stage }: PlayFigureProps) {
  const messages = useMessages();
  const { t } = messages;
  const state = useStore(store);
  const { phase, note, shown, compiled, events, at } = state;
  const parts = useFigures(useMemo(() => partsOf(figure.show), [figure.show]));
  const [chosen, setChosen] = useState<string | null>(null);
  // In parallel with the engine's answer, not after it.
  useEffect(() => {
    if (stage) fetchStage();
  }, [stage]);
  const isShown = shown !== null;
  // Its first drawing takes longest, so it is done in slices; later ones are done at once.
  const isBegun = useDeferredValue(isShown, false);
  const isDrawn = isShown && (stage || isBegun);
  // Fetches the other parts, because later steps must show them at once.
  useEffect(() => {
    if (!isShown) return undefined;
    return fetchInTurn([stageMotion, ...USUAL_FIGURES.map((part) => VIEWS[part]), ...STAGE]);
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
  const groups = useMemo(() => stageGroups(parts, figure.decisive), [parts, figure.decisive]);
  const onStage = useMemo(() => {
    const group = groups.find((each) => each.join() === chosen) ?? groups[0] ?? [];
    return { group, parts: parts.filter((part) => part === 'lanes' || group.includes(part)) };
  }, [groups, chosen, parts]);
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
        <div className={styles.onStage}>
          <Suspense>
            <StageParts store={store} {...state} parts={onStage.parts} />
          </Suspense>
        </div>
      ) : (
        isDrawn && <PlayParts store={store} {...state} parts={parts} />
      )}
      {isDrawn && (!stage || groups.length > 1) && (
        <div className={styles.bar}>
          {stage && groups.length > 1 && (
            <Suspense>
              <FigureTabs groups={groups} group={onStage.group} onGroup={setChosen} />
            </Suspense>
          )}
          {!stage && (
            <>
              <Button onClick={() => store.back()} disabled={state.playback.tick === 0}>
                {t('stage.figure.back')}
              </Button>
              <Button onClick={() => void store.step()} disabled={!canStep(state)}>
                {t('stage.figure.step')}
              </Button>
              <span className={styles.position}>{t('stage.figure.position', { at: at.tick, of: moves })}</span>
              <ProvenanceBadge kind="modelled" facts={[t('stage.figure.rulesOf', { rules: state.rules })]} />
            </>
          )}
        </div>
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
