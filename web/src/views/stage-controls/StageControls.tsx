/**
 * The scheduler's buttons: back, play, step, branch, let time pass, finish, and the speed. Stateless: a disabled button
 * gets its reason as a prop and shows it. The page handles the keys; they are only shown here.
 */
import { memo, type ReactNode } from 'react';
import { sameData } from '../../base/values.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ControlIcon, type ControlIconName } from './ControlIcon.tsx';
import styles from './stage-controls.module.css';

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

export type ControlName = 'back' | 'play' | 'step' | 'branch' | 'time' | 'finish' | 'teardown';
/** The reason why a control is disabled now. */
export type ControlReason =
  | 'start'
  | 'end'
  | 'allDone'
  | 'waits'
  | 'nothingPlanned'
  | 'atEnd'
  | 'tooMany'
  | 'noTime'
  | 'busy'
  | 'stopped';

export interface StageControlsProps {
  readonly playing: boolean;
  readonly speed: Speed;
  /** Controls that are missing here are enabled. */
  readonly disabled?: Readonly<Partial<Record<ControlName, ControlReason>>>;
  readonly onBack: () => void;
  readonly onPlay: (playing: boolean) => void;
  readonly onStep: () => void;
  readonly onBranch: () => void;
  /** Left out: `state.timeCanPass` is false, and there is no such button. */
  readonly onTime?: (() => void) | undefined;
  readonly onFinish: () => void;
  /** Left out: there is still something to finish, and no such button. */
  readonly onTeardown?: (() => void) | undefined;
  readonly onSpeed: (speed: Speed) => void;
  /** As the page has wired them. */
  readonly keys?: Readonly<Partial<Record<ControlName, string>>>;
}

const KEYS: Readonly<Partial<Record<ControlName, string>>> = {
  back: ',',
  play: 'Space',
  step: '.',
  branch: 'N',
  time: 'T',
};

/** Redrawn when its props change; its functions have to stay the same ones for that. */
export const StageControls = memo(function StageControls(props: StageControlsProps) {
  const { playing, speed, onBack, onPlay, onStep, onBranch, onTime, onFinish, onTeardown, onSpeed } = props;
  const { t, format } = useMessages();
  const control = (name: ControlName, icon: ControlIconName, label: string, act: () => void): ReactNode => {
    const reason = props.disabled?.[name];
    const named = { ...KEYS, ...props.keys }[name];
    const key = named === 'Space' ? t('ui.key.space') : named;
    const why = reason === undefined ? t('lanes.controls.does', { name }) : t('lanes.controls.reason', { reason });
    return (
      <Button
        className={styles.button}
        look={name === 'step' ? 'primary' : 'plain'}
        aria-disabled={reason !== undefined}
        aria-description={why}
        title={key === undefined ? why : t('lanes.controls.title', { why, key })}
        onClick={() => {
          if (reason === undefined) act();
        }}
      >
        <span className={styles.label} data-name={name}>
          <ControlIcon name={icon} />
          {label}
          {key !== undefined && <kbd className={styles.key}>{key}</kbd>}
        </span>
      </Button>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('lanes.controls.label')} className={styles.controls}>
      <div className={styles.main}>
        {control('back', 'back', t('stage.figure.back'), onBack)}
        {control('play', playing ? 'pause' : 'play', t(playing ? 'lanes.controls.pause' : 'lanes.controls.play'), () =>
          onPlay(!playing),
        )}
        {control('step', 'step', t('stage.figure.step'), onStep)}
        {control('branch', 'branch', t('lanes.controls.branch'), onBranch)}
      </div>
      <div className={styles.more}>
        {onTeardown === undefined
          ? control('finish', 'finish', t('lanes.controls.finish'), onFinish)
          : control('teardown', 'finish', t('lanes.controls.teardown'), onTeardown)}
        <div className={styles.speed}>
          <Segmented
            label={t('lanes.controls.speed')}
            hideLabel
            value={String(speed)}
            options={SPEEDS.map((one) => ({
              value: String(one),
              label: one === 0.5 ? '½×' : `${format.integer(one)}×`,
            }))}
            onChange={(value) => {
              const chosen = SPEEDS.find((one) => String(one) === value);
              if (chosen !== undefined) onSpeed(chosen);
            }}
          />
        </div>
        {onTime !== undefined && control('time', 'time', t('lanes.controls.time'), onTime)}
      </div>
    </div>
  );
}, sameData);
