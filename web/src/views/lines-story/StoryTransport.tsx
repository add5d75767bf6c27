/** The steps: buttons, speed, and a ruler with a mark for each miss in the hue of the core that it happens to. */
import '../../base/messages/en/lines.ts';
import '../../base/messages/en/lines-story.ts';
import '../../base/messages/en/ui.ts';
import { memo } from 'react';
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { CoreStyle } from '../../viewmodel/cachelines/counters.ts';
import { LINE_SPEEDS, type LineSpeed } from '../../viewmodel/cachelines/position.ts';
import type { Deed } from '../../viewmodel/lines-story/plan.ts';
import type { Story } from '../../viewmodel/lines-story/story.ts';
import styles from './lines-story.module.css';

interface StoryTransportProps {
  readonly story: Story;
  readonly step: number;
  readonly cores: readonly CoreStyle[];
  readonly isPlaying: boolean;
  readonly speed: LineSpeed;
  readonly onSeek: (step: number) => void;
  readonly onStep: (direction: 1 | -1) => void;
  readonly onPlay: (plays: boolean) => void;
  readonly onSpeed: (speed: LineSpeed) => void;
  /** A person's last deed, which can be taken back; null: there is none. */
  readonly own: Deed | null;
  readonly onTakeBack: () => void;
}

const ICONS = {
  first: 'M4 4h2.4v12H4zM16 4v12l-8.5-6z',
  back: 'M14.5 4v12L5 10z',
  pause: 'M5 4h3.6v12H5zM11.4 4H15v12h-3.6z',
  play: 'M5.5 4v12L16 10z',
  on: 'M5 4v12l8-6zM13.5 4H16v12h-2.5z',
} as const;

function Buttons({ story, step, isPlaying, onSeek, onStep, onPlay }: StoryTransportProps) {
  const { t } = useMessages();
  const button = (name: keyof typeof ICONS, label: string, key: string, act: () => void, enabled = true) => (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      title={t('ui.withKey', { label, key })}
      aria-disabled={!enabled}
      data-on={name === 'pause' || undefined}
      onClick={() => {
        if (enabled) act();
      }}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d={ICONS[name]} fill="currentColor" />
      </svg>
    </button>
  );
  return (
    <div className={styles.buttons}>
      {button('first', t('lines.control.first'), 'Home', () => onSeek(0), step > 0)}
      {button('back', t('lines.control.back'), '←', () => onStep(-1), step > 0)}
      {isPlaying
        ? button('pause', t('lines.control.pause'), t('ui.key.space'), () => onPlay(false))
        : button('play', t('lines.control.play'), t('ui.key.space'), () => onPlay(true))}
      {button('on', t('lines.control.on'), '→', () => onStep(1), step < story.last)}
    </div>
  );
}

export const StoryTransport = memo(function StoryTransport(props: StoryTransportProps) {
  const { cores, speed, own, onSpeed, onTakeBack } = props;
  const { t, format } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('linesStory.control.label')} className={styles.transport}>
      <Buttons {...props} />
      <div className={styles.speeds}>
        <Segmented
          label={t('lines.control.speed')}
          hideLabel
          value={String(speed)}
          options={LINE_SPEEDS.map((each) => ({
            value: String(each),
            label: each === 0.25 ? '¼×' : `${format.integer(each)}×`,
          }))}
          onChange={(value) => {
            const chosen = LINE_SPEEDS.find((each) => String(each) === value);
            if (chosen !== undefined) onSpeed(chosen);
          }}
        />
      </div>
      <StepRuler {...props} />
      <button
        type="button"
        className={styles.deed}
        aria-disabled={own === null}
        aria-label={
          own === null ? undefined : t('linesStory.backLast', { name: cores[own.core]?.name ?? '', deed: own.kind })
        }
        onClick={onTakeBack}
      >
        {t('linesStory.back')}
      </button>
    </div>
  );
});

const StepRuler = memo(function StepRuler({ story, step, cores, onSeek }: StoryTransportProps) {
  const { t } = useMessages();
  const at = (one: number) => ({ left: `${(100 * one) / Math.max(1, story.last)}%` });
  const text = t('linesStory.control.step', { at: step, of: story.last });
  return (
    <div className={styles.ruler} title={t('linesStory.control.by')}>
      <span className={styles.rail} />
      {story.turns.flatMap(({ first, steps, deed }) =>
        Array.from({ length: steps }, (_, i) => {
          const one = first + i;
          const misses = story.left.steps[one - 1]?.event != null || story.right.steps[one - 1]?.event != null;
          return (
            <span
              key={one}
              className={styles.tick}
              data-misses={misses || undefined}
              data-past={one <= step || undefined}
              style={{ ...at(one), color: cores[deed.core]?.hue }}
            />
          );
        }),
      )}
      <span className={styles.thumb} style={at(step)} />
      <input
        type="range"
        aria-label={t('linesStory.control.label')}
        aria-valuetext={text}
        min={0}
        max={story.last}
        value={step}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
    </div>
  );
});
