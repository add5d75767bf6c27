/**
 * The position of a value on a slider, from 0 (left) to 1 (right), and back. A square-root scale gives small counts
 * room and still reaches 10,000. Pure; a figure that shares the slider's axis uses the same functions.
 */
export interface SliderScale {
  readonly min: number;
  readonly max: number;
  /** 0…1 for a value; values outside are clamped. */
  position(value: number): number;
  /** The value at a position: a whole number, rounded to two digits between the ends so that it reads well. */
  value(position: number): number;
}

const clamp = (n: number, min: number, max: number): number => Math.min(max, Math.max(min, n));

/** Two significant digits: 2,601 → 2,600. */
export function roundNicely(n: number): number {
  if (Math.abs(n) < 100) return Math.round(n);
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(n))) - 1);
  return Math.round(n / unit) * unit;
}

/** `exponent` 1 is linear, 0.5 the square root. */
export function powerScale(min: number, max: number, exponent: number): SliderScale {
  const span = max - min;
  return {
    min,
    max,
    position: (value) => (span === 0 ? 0 : ((clamp(value, min, max) - min) / span) ** exponent),
    value: (position) => {
      const p = clamp(position, 0, 1);
      if (p === 0) return min;
      if (p === 1) return max;
      return clamp(min + roundNicely(span * p ** (1 / exponent)), min, max);
    },
  };
}
export const sqrtScale = (min: number, max: number): SliderScale => powerScale(min, max, 0.5);
export const linearScale = (min: number, max: number): SliderScale => powerScale(min, max, 1);

/** A hundredth of the way, but always a different value: the step of an arrow key. */
export function stepBy(scale: SliderScale, value: number, direction: 1 | -1): number {
  let position = scale.position(value);
  const end = direction > 0 ? 1 : 0;
  while (position !== end) {
    position = clamp(position + direction / 100, 0, 1);
    const next = scale.value(position);
    if (direction > 0 ? next > value : next < value) return next;
  }
  return direction > 0 ? scale.max : scale.min;
}

/** The next stop in a direction, or the end of the scale. */
export function nextStop(scale: SliderScale, stops: readonly number[], value: number, direction: 1 | -1): number {
  const sorted = [...stops].sort((a, b) => (a - b) * direction);
  return sorted.find((stop) => (stop - value) * direction > 0) ?? (direction > 0 ? scale.max : scale.min);
}

/** The stop that is near enough for a finger, or the value itself. */
export function snap(scale: SliderScale, stops: readonly number[], value: number, within: number): number {
  const at = scale.position(value);
  let best = value;
  let distance = within;
  for (const stop of stops) {
    const d = Math.abs(scale.position(stop) - at);
    if (d <= distance) {
      best = stop;
      distance = d;
    }
  }
  return best;
}
