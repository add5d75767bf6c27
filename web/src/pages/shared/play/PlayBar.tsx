/** Below the stage, always visible: single steps, the timeline with its branches, and the link to this exact state. */

import '../../../base/messages/en/shell.ts';
import '../../../base/messages/en/stage-figure.ts';
import '../../../base/messages/en/stage.ts';
import { type SyntheticEvent, useCallback, useEffect, useMemo, useState } from 'react';
import type { Messages } from '../../../base/messages/index.ts';
import { TIME_PASSES } from '../../../engine/stage/stage-types.ts';
import type { Spec } from '../../../scenario/spec-types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segmented } from '../../../ui/choice.tsx';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import type { PlayDepth } from '../../../viewmodel/addresses.ts';
import { currentBranch, MAX_BRANCHES } from '../../../viewmodel/stage/playback.ts';
import { timelineModel } from '../../../viewmodel/stage/timeline.ts';
import { type ControlName, type ControlReason, StageControls } from '../../../views/stage-controls/StageControls.tsx';
import { Timeline } from '../../../views/timeline/Timeline.tsx';
import { DepthChoice } from './DepthChoice.tsx';
import { canStep, isAtEnd, isOver } from './play-moves.ts';
import type { PlayState } from './play-state.ts';
import type { PlayStore } from './play-store.ts';
import styles from './playground.module.css';
import type { StageFigure } from './views.tsx';

interface StageBarProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly figures: readonly StageFigure[];
  readonly figure: StageFigure;
  readonly onFigure: (figure: StageFigure) => void;
  readonly onLeave: () => void;
  /** Says what the last step did. */
  readonly now: string;
  /** Names the server whose steps these are, on a page that steps two of them. */
  readonly whose?: string;
  /** Undefined: the arrow does something else now. */
  readonly stepKey?: string | undefined;
}

/** Below the stage in stage mode: which figure stands beside the lanes, a step back and on, and the way out. */
export function StageBar(props: StageBarProps) {
  const { store, state, figures, figure, onFigure, onLeave, now, whose } = props;
  const stepKey = 'stepKey' in props ? props.stepKey : '→';
  const { t } = useMessages();
  return (
    <section className={styles.stageBar} aria-label={t('stage.bar')}>
      {figures.length === 0 ? (
        <span className={styles.whose}>{whose}</span>
      ) : (
        <Segmented<StageFigure>
          label={t('stage.figure.name')}
          hideLabel
          options={figures.map((value) => ({ value, label: t(`stage.figure.${value}`) }))}
          value={figure}
          onChange={onFigure}
        />
      )}
      <Button keyHint="←" onClick={() => store.back()} disabled={state.playback.tick === 0}>
        {t('stage.moves.back')}
      </Button>
      <Button keyHint={stepKey} onClick={() => void store.step()} disabled={!canStep(state)}>
        {t(isOver(state) || isAtEnd(state) ? 'stage.moves.end' : 'stage.moves.step')}
      </Button>
      <Button look="quiet" keyHint="F" onClick={onLeave}>
        {t('shell.stage.leave')}
      </Button>
      <LiveRegion text={now} everyMs={600} />
    </section>
  );
}

/** The address line follows the state after a moment (app/address/store.ts). */
const SETTLE_MS = 350;

/** The page's address once it has followed the state. */
export async function ownAddress(): Promise<string> {
  await new Promise((done) => setTimeout(done, SETTLE_MS));
  return location.href;
}

/**
 * The page's address to the clipboard: it is this very state, but for a text that has not run. Answers what to say.
 */
export async function copyLink({ t }: Messages, isDraft: boolean): Promise<string> {
  try {
    await navigator.clipboard.writeText(await ownAddress());
    return t(isDraft ? 'stage.linkCopied.draft' : 'stage.linkCopied');
  } catch {
    return t('stage.linkFailed');
  }
}

/** A short answer is shown for this long, and longer ones as long as it takes to read them. */
const SAID_MS = 4_000;
const LETTER_MS = 100;

export interface CopiedLink {
  /** What came of it; '': nothing, or a while ago. */
  readonly said: string;
  readonly copy: () => void;
}

/** One for a page: each of its buttons copies, and the bar says so. @param isDraft the editor holds a text that has not run */
export function useCopiedLink(isDraft = false): CopiedLink {
  const messages = useMessages();
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), Math.max(SAID_MS, said.length * LETTER_MS));
    return () => clearTimeout(timer);
  }, [said]);
  const copy = useCallback(() => void copyLink(messages, isDraft).then(setSaid), [messages, isDraft]);
  return { said, copy };
}

/** The same spec, moves and cursor on the other of the two pages: their addresses are the same, but for the path and the standby's part. */
const PATHS = { play: '/play', standby: '/play/standby' } as const;
const OWN = ['from', 'replay', 'snaps'];

export function crossLink(hash: string, to: keyof typeof PATHS): string {
  const kept = (hash.split('?')[1] ?? '')
    .split('&')
    .filter((part) => part !== '' && !OWN.includes(part.split('=')[0] ?? ''));
  return `#${PATHS[to]}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
}

interface CrossLinkProps {
  readonly to: 'play' | 'standby';
  readonly className?: string | undefined;
  readonly children: string;
}

/** A link to the same spec, moves and cursor on the other page. Its address is computed on use, not before. */
export function CrossLink({ to, className, children }: CrossLinkProps) {
  const aim = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>): void => {
    currentTarget.href = crossLink(location.hash, to);
  };
  return (
    <a className={className} href={crossLink(location.hash, to)} onPointerDown={aim} onFocus={aim} onClick={aim}>
      {children}
    </a>
  );
}

interface PlayBarProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  /** Says what the step at the cursor did. */
  readonly now: string;
  readonly link: CopiedLink;
  /** Chooses how much the page shows. Left out: it has no choice. */
  readonly onDepth?: (depth: PlayDepth) => void;
  /** Names the server whose steps these are, on a page that steps two of them. */
  readonly whose?: string;
  /** Left out: a step is what a reader does next. False: something else on the page is. */
  readonly leads?: boolean;
  /** What came of the run, in one line that leads to all of it; null or left out: nothing. */
  readonly news?: { readonly text: string; readonly isSeen: boolean; readonly go: () => void } | null;
}

/** The keys as use-play-keys.ts wires them. */
const KEYS: Readonly<Partial<Record<ControlName, string>>> = {
  back: '←',
  play: 'Space',
  step: '→',
  branch: 'N',
  time: 'T',
  finish: 'Z',
};

export function PlayBar({ store, state, now, link, onDepth, whose, leads, news = null }: PlayBarProps) {
  const { t } = useMessages();
  const { compiled, playback, events, shown } = state;
  const acts = useMemo(() => actsOf(store), [store]);
  const model = useMemo(
    () => (compiled === null ? null : timelineModel({ spec: compiled.spec, playback, events })),
    [compiled, playback, events],
  );
  if (compiled === null || shown === null || model === null) return null;
  const atEnd = isAtEnd(state);
  const isBrief = onDepth !== undefined && state.depth === 'rows';
  return (
    <section className={styles.bar} aria-label={t('stage.bar')}>
      <div className={styles.barInner} data-brief={isBrief || undefined} data-second={whose !== undefined || undefined}>
        <div className={styles.controls}>
          <StageControls
            playing={state.isPlaying}
            speed={state.speed}
            disabled={reasons(state)}
            keys={KEYS}
            brief={isBrief}
            whose={whose}
            leads={leads}
            {...acts}
            onTime={shown.state.timeCanPass ? acts.onTime : undefined}
            onTeardown={atEnd && offersTeardown(compiled.spec) ? acts.onTeardown : undefined}
          />
        </div>
        <div className={styles.timeline}>
          {isBrief ? (
            <p>{t('stage.picture.step', { tick: state.at.tick, steps: model.length })}</p>
          ) : (
            <Timeline model={model} onSeek={(tick, branch) => store.seek(tick, branch)} what={now} />
          )}
          {news !== null && (
            <Button look="primary" className={styles.news} data-seen={news.isSeen} onClick={news.go}>
              {news.text} <span aria-hidden="true">↓</span>
            </Button>
          )}
        </div>
        <div className={styles.ends}>
          {onDepth !== undefined && <DepthChoice depth={state.depth} onDepth={onDepth} />}
          {!isBrief && <Button onClick={link.copy}>{t('stage.link')}</Button>}
        </div>
      </div>
      {link.said !== '' && (
        <p role="status" className={styles.said}>
          {link.said}
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

/**
 * Somebody at a prompt has made tables and has not asked for them to go: the teardown that a small database brings along
 * is offered to specs alone.
 */
const offersTeardown = ({ teardown, sessions, extras }: Spec): boolean =>
  !extras.hasPrompts && (teardown !== null || sessions.some((session) => session.teardown !== null));

/** The reasons why some controls are disabled now. */
function reasons(state: PlayState): Readonly<Partial<Record<ControlName, ControlReason>>> {
  const { playback, shown, compiled } = state;
  const isTyped = compiled?.spec.extras.hasPrompts === true;
  const { moves } = currentBranch(playback);
  const why: Partial<Record<ControlName, ControlReason>> = {};
  if (playback.tick === 0) why.back = 'start';
  if (shown?.stopped != null) {
    why.play = why.step = why.finish = 'stopped';
    return why;
  }
  const planned = moves[playback.tick];
  if (planned === undefined) {
    why.play = isTyped ? 'typed' : 'nothingPlanned';
    why.branch = 'atEnd';
  } else if (playback.branches.length >= MAX_BRANCHES) why.branch = 'tooMany';
  if (!canStep(state)) why.step = isOver(state) ? 'end' : !isAtEnd(state) ? 'waits' : isTyped ? 'typed' : 'allDone';
  if (isOver(state)) why.finish = why.play = 'end';
  else if (isAtEnd(state)) why.finish = isTyped ? 'typed' : 'allDone';
  if (planned === TIME_PASSES && shown?.state.timeCanPass !== true) why.step = 'noTime';
  return why;
}
