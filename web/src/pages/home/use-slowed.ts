/**
 * The times that the slowed transactions run by, their factor and their scale: both hold still while they fit, and the
 * scale is one for all positions of the slider.
 */
import { useState } from 'react';
import { useSame } from '../../ui/hooks.ts';
import type { PublishedCurve } from '../../viewmodel/race/race-finding.ts';
import {
  measuredTimes,
  publishedTimes,
  type SeenTimes,
  type SlowedTimes,
  slowedTop,
  slownessFor,
  withTimes,
} from '../../viewmodel/race/slowed.ts';
import { type RaceSnapshot, raceConfig } from './race-controller.ts';

export interface Slowed {
  readonly idle: number;
  readonly active: number;
  /** The race's own pause; null: there is no race. */
  readonly paused: boolean | null;
  readonly times: SlowedTimes | undefined;
  readonly slowness: number;
  readonly top: number;
}

/** Before any time is known. */
const NONE = { slowness: 1, top: 1 };
interface Scale {
  readonly slowness: number;
  readonly top: number;
  readonly seen: SeenTimes;
}
const NOTHING_SEEN: SeenTimes = new Map();

/** @param busy the machine's times are not a transaction's: the published run is shown, as beside the lines */
export function useSlowed({ race, active, idle, status }: RaceSnapshot, curve: PublishedCurve, busy: boolean): Slowed {
  const measured = status === 'failed' || busy ? undefined : measuredTimes(race, raceConfig(active, idle));
  const times = useSame(measured ?? publishedTimes(curve, idle));
  const [scale, setScale] = useState<Scale>();
  const of = { idle, active, times, paused: status === 'failed' ? null : status === 'paused' };
  if (times === undefined) return { ...of, ...NONE };
  const seen = withTimes(scale?.seen ?? NOTHING_SEEN, times);
  const slowness = slownessFor(scale?.slowness, times.fast.wholeNs);
  const top = slowedTop(scale?.top, seen, curve);
  if (seen !== scale?.seen || slowness !== scale.slowness || top !== scale.top) setScale({ slowness, top, seen });
  return { ...of, slowness, top };
}
