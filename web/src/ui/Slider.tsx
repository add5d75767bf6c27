/**
 * A slider with stops, on any scale. Underneath lies a native range input over the position (0 to 1,000), which brings
 * focus, touch and screen readers; the track, its stops and labels are drawn here, and the keys move by value:
 * arrows a hundredth of the way or to the next stop, Page keys from stop to stop, Home and End to the ends.
 *
 * Geometry that other drawings may rely on: position p is at exactly p × the component's width. The thumb overhangs
 * half its width on both sides, so leave 14 px of room around the component.
 */
import { type ChangeEvent, type KeyboardEvent, memo, useId, useRef } from 'react';
import { cx } from './Button.tsx';
import styles from './slider.module.css';
import { nextStop, type SliderScale, snap, stepBy } from './slider-scale.ts';

const POSITIONS = 1000;

export interface SliderStop {
  readonly value: number;
  /** Left out if there is no room for it. */
  readonly label?: string;
}

interface SliderProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly scale: SliderScale;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly stops?: readonly SliderStop[];
  /** The arrows go from stop to stop. */
  readonly byStops?: boolean;
  /** The text that a screen reader speaks for a value. */
  readonly valueText: (value: number) => string;
  readonly disabled?: boolean;
}

const NO_STOPS: readonly SliderStop[] = [];

/** The value that a key moves to; null: it moves nothing. */
function keyTarget(
  key: string,
  scale: SliderScale,
  stops: readonly number[],
  value: number,
  byStops: boolean,
): number | null {
  const step = (direction: 1 | -1): number =>
    byStops ? nextStop(scale, stops, value, direction) : stepBy(scale, value, direction);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return step(1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return step(-1);
    case 'PageUp':
      return nextStop(scale, stops, value, 1);
    case 'PageDown':
      return nextStop(scale, stops, value, -1);
    case 'Home':
      return scale.min;
    case 'End':
      return scale.max;
    default:
      return null;
  }
}

function StopLabels({ stops, scale, value }: Required<Pick<SliderProps, 'stops' | 'scale' | 'value'>>) {
  if (stops.every((stop) => stop.label === undefined)) return null;
  return (
    <div className={styles.labels} aria-hidden="true">
      {stops.map((stop) =>
        stop.label === undefined ? null : (
          <span
            key={stop.value}
            className={cx(styles.stopLabel, stop.value === value && styles.current)}
            style={{ left: `${scale.position(stop.value) * 100}%` }}
          >
            {stop.label}
          </span>
        ),
      )}
    </div>
  );
}

export const Slider = memo(function Slider(props: SliderProps) {
  const { label, hideLabel = false, scale, value, onChange, stops = NO_STOPS, valueText } = props;
  const { byStops = false, disabled = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const stopValues = stops.map((stop) => stop.value);

  const set = (next: number) => {
    if (next !== value) onChange(next);
  };
  const onPointerMove = (event: ChangeEvent<HTMLInputElement>) => {
    const position = Number(event.target.value) / POSITIONS;
    set(snap(scale, stopValues, scale.value(position), 0.012));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // A page on stage may have taken the key for a presenter's remote.
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = keyTarget(event.key, scale, stopValues, value, byStops);
    if (target === null) return;
    event.preventDefault();
    set(target);
  };
  return (
    <div className={cx(styles.slider, disabled && styles.disabled)}>
      <label htmlFor={id} className={cx(styles.label, hideLabel && 'visually-hidden')}>
        {label}
      </label>
      <div className={styles.rail}>
        <div className={styles.track} aria-hidden="true">
          {stops.map((stop) => (
            <span key={stop.value} className={styles.stop} style={{ left: `${scale.position(stop.value) * 100}%` }} />
          ))}
        </div>
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="range"
          min={0}
          max={POSITIONS}
          step="any"
          value={scale.position(value) * POSITIONS}
          disabled={disabled}
          aria-valuemin={scale.min}
          aria-valuemax={scale.max}
          aria-valuenow={value}
          aria-valuetext={valueText(value)}
          onChange={onPointerMove}
          onKeyDown={onKeyDown}
        />
      </div>
      <StopLabels stops={stops} scale={scale} value={value} />
    </div>
  );
});
