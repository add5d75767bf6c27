/** The times that the slowed transactions run by, their factor and their scale: both hold still while they fit. */
import { useState } from 'react';
import { useSame } from '../../ui/hooks.ts';
import type { PublishedCurve } from '../../viewmodel/race/race-finding.ts';
import { nextTop } from '../../viewmodel/race/race-layout.ts';
import { measuredTimes, publishedTimes, type SlowedTimes, slownessFor } from '../../viewmodel/race/slowed.ts';
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

/** @param busy the machine's times are not a transaction's: the published run is shown, as beside the lines */
export function useSlowed({ race, active, idle, status }: RaceSnapshot, curve: PublishedCurve, busy: boolean): Slowed {
  const measured = status === 'failed' || busy ? undefined : measuredTimes(race, raceConfig(active, idle));
  const times = useSame(measured ?? publishedTimes(curve, idle));
  const [scale, setScale] = useState<typeof NONE>();
  const of = { idle, active, times, paused: status === 'failed' ? null : status === 'paused' };
  if (times === undefined) return { ...of, ...NONE };
  const next = {
    slowness: slownessFor(scale?.slowness, times.fast.wholeNs),
    top: nextTop(scale?.top, Math.max(times.slow.wholeNs, times.fast.wholeNs)),
  };
  if (next.slowness !== scale?.slowness || next.top !== scale.top) setScale(next);
  return { ...of, ...next };
}
