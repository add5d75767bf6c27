/**
 * What the bench shows before its replays have ended: the versions' own layouts under the first settings. The figures
 * are the replays' own and come from `first-results.gen.ts`, because twelve replays of three layouts take seconds. Pure.
 */
import { presetOf } from './catalogue.ts';
import { FIRST_RESULTS } from './first-results.gen.ts';
import { FIRST_STEPS } from './first-steps.gen.ts';
import { formatLayout } from './format.ts';
import type { Layout } from './layout.ts';
import type { LayoutResult, LayoutSeen, Tone } from './results.ts';
import { BESIDE, DEFAULT_LAYOUT, type LayoutSettings } from './settings.ts';
import { stepOf } from './steps.ts';

const isFirst = (settings: LayoutSettings): boolean =>
  (Object.keys(DEFAULT_LAYOUT) as (keyof LayoutSettings)[]).every((key) => settings[key] === DEFAULT_LAYOUT[key]);

/** Of a version's own layout with its own accesses, of a step between them, and of no other. */
function firstOf(layout: Layout): LayoutResult | null {
  const step = stepOf(layout);
  if (step !== null && step !== 'pg13' && step !== 'pg14') return FIRST_STEPS[step].result;
  const code = BESIDE.find((one) => one === layout.replay);
  return code === undefined || formatLayout(layout) !== formatLayout(presetOf(code)) ? null : FIRST_RESULTS[code];
}

interface AskedFirst {
  readonly layout: Layout;
  readonly settings: LayoutSettings;
}

/** Whether the bench has figures of this very question before anything is replayed. */
export const hasFirst = ({ layout, settings }: AskedFirst): boolean => isFirst(settings) && firstOf(layout) !== null;

/** How each field is used, before it is replayed; null: not known. */
export function firstTones({ layout, settings }: AskedFirst): ReadonlyMap<string, Tone> | null {
  const step = stepOf(layout);
  return step === null || !isFirst(settings) ? null : new Map(Object.entries(FIRST_STEPS[step].tones));
}

/**
 * What has been replayed and, under the first settings, what has not been replayed yet.
 * @param isCounted whether `seen.yours` is of this layout, and not of the one before
 */
export function seenAtFirst(seen: LayoutSeen, { layout, settings }: AskedFirst, isCounted = true): LayoutSeen {
  if (!isFirst(settings)) return seen;
  const { yours, beside } = seen;
  return {
    ...seen,
    yours: (isCounted ? yours : null) ?? firstOf(layout) ?? yours,
    beside: {
      'pg9.1': beside['pg9.1'] ?? FIRST_RESULTS['pg9.1'],
      pg13: beside.pg13 ?? FIRST_RESULTS.pg13,
      pg14: beside.pg14 ?? FIRST_RESULTS.pg14,
    },
  };
}
