/**
 * The scheduler's buttons: back, play, step, branch, let time pass, finish, and the speed. Stateless: a disabled button
 * gets its reason as a prop and shows it. The page handles the keys; they are only shown here.
 */
import '../../base/messages/en/lanes.ts';
import '../../base/messages/en/stage.ts';
import '../../base/messages/en/ui.ts';
import { memo, type ReactNode } from 'react';
import { sameData } from '../../base/same.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import styles from './stage-controls.module.css';

/** The scheduler's glyphs, on a 20-pixel grid in the text's colour. Decoration: the label is next to it. */
const DRAWINGS = {
  back: { stroke: 'M5 4v12', fill: 'M16 3.5v13l-9-6.5z' },
  play: { stroke: '', fill: 'M5 3v14l12-7z' },
  pause: { stroke: '', fill: 'M4.5 3.5h4v13h-4zM11.5 3.5h4v13h-4z' },
  step: { stroke: 'M15 4v12', fill: 'M4 3.5v13l9-6.5z' },
  branch: {
    stroke: 'M6 3v14M6 13c0-4 8-3 8-8M14 3v3',
    fill: 'M3.8 15h4.4v4H3.8zM3.8 1.5h4.4v3.6H3.8zM11.8 1.5h4.4v3.6h-4.4z',
  },
  time: { stroke: 'M5 2.5h10M5 17.5h10M6 2.5c0 5 8 10 8 15M14 2.5c0 5-8 10-8 15', fill: 'M7.5 16.5h5l-2.5-3z' },
  finish: { stroke: 'M4.5 2.5v15', fill: 'M5.5 3h10.5l-3 3.7l3 3.8h-10.5z' },
} as const;
type ControlIconName = keyof typeof DRAWINGS;

function ControlIcon({ name }: { readonly name: ControlIconName }) {
  const { stroke, fill } = DRAWINGS[name];
  return (
    <svg viewBox="0 0 20 20" width="1.15em" height="1.15em" aria-hidden="true" focusable="false">
      {stroke !== '' && <path d={stroke} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />}
      <path d={fill} fill="currentColor" />
    </svg>
  );
}

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
  | 'stopped'
  | 'typed';

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
  /** Only back and play: for a first look, where the sessions' cards make the steps. */
  readonly brief?: boolean;
  /** The server whose steps these are, on a page that steps two of them. */
  readonly whose?: string | undefined;
  /** Left out: a step is what a reader does next. False: something else on the page is. */
  readonly leads?: boolean | undefined;
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

function SpeedChoice({ speed, onSpeed }: Pick<StageControlsProps, 'speed' | 'onSpeed'>) {
  const { t, format } = useMessages();
  return (
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
  );
}

/** Redrawn when its props change; its functions have to stay the same ones for that. */
export const StageControls = memo(function StageControls(props: StageControlsProps) {
  const { playing, onBack, onPlay, onStep, onBranch, onTime, onFinish, onTeardown, brief = false } = props;
  const { t } = useMessages();
  const control = (name: ControlName, icon: ControlIconName, label: string, act: () => void): ReactNode => {
    const reason = props.disabled?.[name];
    const named = { ...KEYS, ...props.keys }[name];
    const key = named === 'Space' ? t('ui.key.space') : named;
    const why = reason === undefined ? t('lanes.controls.does', { name }) : t('lanes.controls.reason', { reason });
    return (
      <Button
        className={styles.button}
        look={name === 'step' && props.leads !== false ? 'primary' : 'plain'}
        aria-disabled={reason !== undefined}
        data-reason={reason}
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
  const time = onTime !== undefined && control('time', 'time', t('lanes.controls.time'), onTime);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('lanes.controls.label')} className={styles.controls}>
      {props.whose !== undefined && <b className={styles.whose}>{props.whose}</b>}
      <div className={styles.main} data-brief={brief || undefined}>
        {control('back', 'back', t('stage.moves.back'), onBack)}
        {control('play', playing ? 'pause' : 'play', t(playing ? 'lanes.controls.pause' : 'lanes.controls.play'), () =>
          onPlay(!playing),
        )}
        {!brief && control('step', 'step', t('stage.moves.step'), onStep)}
        {!brief && control('branch', 'branch', t('lanes.controls.branch'), onBranch)}
      </div>
      {brief ? null : (
        <div className={styles.more}>
          {onTeardown === undefined
            ? control('finish', 'finish', t('lanes.controls.finish'), onFinish)
            : control('teardown', 'finish', t('lanes.controls.teardown'), onTeardown)}
          <div className={styles.speed}>
            <SpeedChoice speed={props.speed} onSpeed={props.onSpeed} />
          </div>
          {time}
        </div>
      )}
      {brief && time}
    </div>
  );
}, sameData);
