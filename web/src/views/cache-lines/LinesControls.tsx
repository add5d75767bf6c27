/**
 * The clock's buttons, the unit of a step, and the status. Stateless; the page handles the keys, which are named here.
 */
import '../../base/messages/en/lines.ts';
import '../../base/messages/en/ui.ts';
import { memo, type ReactNode } from 'react';
import { Segmented } from '../../ui/choice.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { Tallies } from '../../viewmodel/cachelines/counters.ts';
import { LINE_SPEEDS, type LineSpeed, STEP_UNITS, type StepUnit } from '../../viewmodel/cachelines/position.ts';
import type { LineScene } from '../../viewmodel/cachelines/scene.ts';
import { designStyle } from '../../viewmodel/design-style.ts';
import styles from './cache-lines.module.css';

interface CountersProps {
  readonly scene: LineScene;
  readonly tallies: Tallies;
  /** The time since the operation began. */
  readonly ns: number;
  /** Without the kinds of sharing. */
  readonly few?: boolean;
  /** The time and the misses alone. */
  readonly isPlain?: boolean;
}

/** The operation's counts so far, in letters as large as the stage allows: each number is a word in a column. */
export const Counters = memo(function Counters({ scene, tallies, ns, few = false, isPlain = false }: CountersProps) {
  const { t, format } = useMessages();
  const now = tallies.at(ns);
  const { total } = tallies;
  const style = designStyle(scene.design);
  const all = [
    { key: 'lines', value: now.lines, of: total.lines, label: t('lines.count.lines', { n: now.lines }) },
    { key: 'misses', value: now.misses, of: total.misses, label: t('lines.count.misses', { n: now.misses }) },
    { key: 'true', value: now.trueSharing, of: total.trueSharing, label: t('lines.count.true') },
    { key: 'false', value: now.falseSharing, of: total.falseSharing, label: t('lines.count.false') },
    { key: 'horizon', value: now.forHorizon, of: total.forHorizon, label: t('lines.count.horizon') },
  ] as const;
  const rows = isPlain ? all.slice(1, 2) : few ? all.slice(0, 2) : all;
  return (
    <dl
      className={styles.counters}
      aria-label={t('lines.count.label', { design: t(style.shortKey) })}
      data-testid={`counters-${scene.design}`}
      data-mark={`counter ${scene.design}`}
    >
      <div className={styles.total} data-count="ns" style={{ color: style.hue }}>
        <dt>
          {t('lines.count.ns')}{' '}
          {now.ns < total.ns && (
            <span className={styles.of}>{t('lines.count.of', { total: Math.round(total.ns) })}</span>
          )}{' '}
          {!isPlain && now.waitNs >= 1 && (
            <span className={styles.of}>{t('lines.count.waited', { ns: now.waitNs })}</span>
          )}
        </dt>
        <dd>{format.integer(Math.round(now.ns))}</dd>
      </div>
      {rows.map(({ key, value, of, label }) => (
        <div key={key} className={styles.count} data-count={key} data-none={of === 0 || undefined}>
          <dt>
            {label} {value < of && <span className={styles.of}>{t('lines.count.of', { total: of })}</span>}
          </dt>
          <dd>{format.integer(value)}</dd>
        </div>
      ))}
    </dl>
  );
});

export interface LinesControlsProps {
  readonly playing: boolean;
  readonly unit: StepUnit;
  readonly speed: LineSpeed;
  /** Without the unit of a step and the speed. */
  readonly isPlain?: boolean;
  readonly canBack: boolean;
  readonly canOn: boolean;
  readonly status: ReactNode;
  readonly onFirst: () => void;
  readonly onStep: (direction: 1 | -1) => void;
  readonly onPlay: (playing: boolean) => void;
  readonly onUnit: (unit: StepUnit) => void;
  readonly onSpeed: (speed: LineSpeed) => void;
  /** More buttons, at the end. */
  readonly children?: ReactNode;
}

const ICONS = {
  first: 'M4 4h2.4v12H4zM16 4v12l-8.5-6z',
  back: 'M14.5 4v12L5 10z',
  pause: 'M5 4h3.6v12H5zM11.4 4H15v12h-3.6z',
  play: 'M5.5 4v12L16 10z',
  on: 'M5 4v12l8-6zM13.5 4H16v12h-2.5z',
} as const;

const Icon = ({ name }: { readonly name: keyof typeof ICONS }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" className={styles.icon}>
    <path d={ICONS[name]} fill="currentColor" />
  </svg>
);

type StepAndSpeedProps = Pick<LinesControlsProps, 'unit' | 'speed' | 'onUnit' | 'onSpeed'>;

function StepAndSpeed({ unit, speed, onUnit, onSpeed }: StepAndSpeedProps) {
  const { t, format } = useMessages();
  return (
    <>
      <div className={styles.units}>
        <span className={styles.by} aria-hidden="true">
          {t('lines.control.by')}
        </span>
        <Segmented
          label={t('lines.control.by')}
          hideLabel
          value={unit}
          options={STEP_UNITS.map((each) => ({ value: each, label: t('lines.control.unit', { unit: each }) }))}
          onChange={onUnit}
        />
      </div>
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
    </>
  );
}

export function LinesControls(props: LinesControlsProps) {
  const { playing, unit, speed, isPlain = false, canBack, canOn, status, children } = props;
  const { onFirst, onStep, onPlay, onUnit, onSpeed } = props;
  const { t } = useMessages();
  const button = (name: keyof typeof ICONS, label: string, key: string, act: () => void, enabled = true) => (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      title={t('ui.withKey', { label, key })}
      aria-disabled={!enabled}
      data-on={(name === 'pause' && playing) || undefined}
      onClick={() => {
        if (enabled) act();
      }}
    >
      <Icon name={name} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('lines.control.label')} className={styles.controls}>
      <div className={styles.buttons}>
        {button('first', t('lines.control.first'), 'Home', onFirst, canBack)}
        {button('back', t('lines.control.back'), '←', () => onStep(-1), canBack)}
        {playing
          ? button('pause', t('lines.control.pause'), t('ui.key.space'), () => onPlay(false))
          : button('play', t('lines.control.play'), t('ui.key.space'), () => onPlay(true))}
        {button('on', t('lines.control.on'), '→', () => onStep(1), canOn)}
      </div>
      {children !== undefined && <div className={styles.ends}>{children}</div>}
      {!isPlain && <StepAndSpeed {...{ unit, speed, onUnit, onSpeed }} />}
      <p className={styles.status}>{status}</p>
    </div>
  );
}
