/** Below the stage, always visible: single steps, the timeline with its branches, and the link to this exact state. */
import { useEffect, useMemo, useState } from 'react';
import { TIME_PASSES } from '../../../engine/stage/stage-types.ts';
import type { Spec } from '../../../scenario/spec-types.ts';
import { Button } from '../../../ui/Button.tsx';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { currentBranch, MAX_BRANCHES } from '../../../viewmodel/stage/playback.ts';
import { timelineModel } from '../../../viewmodel/stage/timeline.ts';
import { type ControlName, type ControlReason, StageControls } from '../../../views/stage-controls/StageControls.tsx';
import { Timeline } from '../../../views/timeline/Timeline.tsx';
import { copyLink } from './copy-link.ts';
import { canStep, isAtEnd, isOver } from './play-moves.ts';
import type { PlayState } from './play-state.ts';
import type { PlayStore } from './play-store.ts';
import styles from './playground.module.css';

interface PlayBarProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  /** Says what the step at the cursor did. */
  readonly now: string;
  readonly onStage: (stage: boolean) => void;
}

/** A short answer is shown for this long. */
const SAID_MS = 4_000;

/** The keys as use-play-keys.ts wires them. */
const KEYS: Readonly<Partial<Record<ControlName, string>>> = {
  back: ',',
  play: 'Space',
  step: '.',
  branch: 'N',
  time: 'T',
  finish: 'Z',
};

export function PlayBar({ store, state, now, onStage }: PlayBarProps) {
  const messages = useMessages();
  const { t } = messages;
  const { compiled, playback, events, shown } = state;
  const [said, setSaid] = useState('');
  const acts = useMemo(() => actsOf(store), [store]);
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const model = useMemo(
    () => (compiled === null ? null : timelineModel({ spec: compiled.spec, playback, events })),
    [compiled, playback, events],
  );
  if (compiled === null || shown === null || model === null) return null;
  const atEnd = isAtEnd(state);
  return (
    <section className={styles.bar} aria-label={t('stage.bar')}>
      <div className={styles.barInner}>
        <div className={styles.controls}>
          <StageControls
            playing={state.isPlaying}
            speed={state.speed}
            disabled={reasons(state)}
            keys={KEYS}
            {...acts}
            onTime={shown.state.timeCanPass ? acts.onTime : undefined}
            onTeardown={atEnd && hasTeardown(compiled.spec) ? acts.onTeardown : undefined}
          />
        </div>
        <div className={styles.timeline}>
          <Timeline model={model} onSeek={(tick, branch) => store.seek(tick, branch)} what={now} />
        </div>
        <div className={styles.ends}>
          <Button onClick={() => void copyLink(messages).then(setSaid)}>{t('stage.link')}</Button>
          <Button icon="stage" onClick={() => onStage(true)}>
            {t('stage.stage')}
          </Button>
        </div>
      </div>
      {said !== '' && (
        <p role="status" className={styles.said}>
          {said}
        </p>
      )}
      <LiveRegion text={now} everyMs={600} />
    </section>
  );
}

/** The controls are redrawn when they change, and not with each step: their functions stay the same. */
const actsOf = (store: PlayStore) => ({
  onBack: () => store.back(),
  onPlay: (playing: boolean) => (playing ? store.play() : store.pause()),
  onStep: () => void store.step(),
  onBranch: () => store.branch(),
  onTime: () => store.letTimePass(),
  onFinish: () => void store.finish(),
  onTeardown: () => store.tearDown(),
  onSpeed: (speed: PlayState['speed']) => store.setSpeed(speed),
});

const hasTeardown = ({ teardown, sessions }: Spec): boolean =>
  teardown !== null || sessions.some((session) => session.teardown !== null);

/** The reasons why some controls are disabled now. */
function reasons(state: PlayState): Readonly<Partial<Record<ControlName, ControlReason>>> {
  const { playback, shown } = state;
  const { moves } = currentBranch(playback);
  const why: Partial<Record<ControlName, ControlReason>> = {};
  if (playback.tick === 0) why.back = 'start';
  if (shown?.stopped != null) {
    why.play = why.step = why.finish = 'stopped';
    return why;
  }
  const planned = moves[playback.tick];
  if (planned === undefined) {
    why.play = 'nothingPlanned';
    why.branch = 'atEnd';
  } else if (playback.branches.length >= MAX_BRANCHES) why.branch = 'tooMany';
  if (!canStep(state)) why.step = isOver(state) ? 'end' : isAtEnd(state) ? 'allDone' : 'waits';
  if (isOver(state)) why.finish = why.play = 'end';
  else if (isAtEnd(state)) why.finish = 'allDone';
  if (planned === TIME_PASSES && shown?.state.timeCanPass !== true) why.step = 'noTime';
  return why;
}
