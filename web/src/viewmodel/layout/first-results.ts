/**
 * What the bench shows before its replays have ended: the versions' own layouts under the first settings. The figures
 * are the replays' own and come from `first-results.gen.ts`, because twelve replays of three layouts take seconds. Pure.
 */
import { presetOf } from './catalogue.ts';
import { FIRST_RESULTS } from './first-results.gen.ts';
import { formatLayout } from './format.ts';
import type { Layout } from './layout.ts';
import type { LayoutResult, LayoutSeen } from './results.ts';
import { BESIDE, DEFAULT_LAYOUT, type LayoutSettings } from './settings.ts';

const isFirst = (settings: LayoutSettings): boolean =>
  (Object.keys(DEFAULT_LAYOUT) as (keyof LayoutSettings)[]).every((key) => settings[key] === DEFAULT_LAYOUT[key]);

/** Of a version's own layout with its own accesses, and of no other. */
function firstOf(layout: Layout): LayoutResult | null {
  const code = BESIDE.find((one) => one === layout.replay);
  return code === undefined || formatLayout(layout) !== formatLayout(presetOf(code)) ? null : FIRST_RESULTS[code];
}

/** What has been replayed and, under the first settings, what has not been replayed yet. */
export function seenAtFirst(
  seen: LayoutSeen,
  { layout, settings }: { readonly layout: Layout; readonly settings: LayoutSettings },
): LayoutSeen {
  if (!isFirst(settings)) return seen;
  const { yours, beside } = seen;
  return {
    ...seen,
    yours: yours ?? firstOf(layout),
    beside: {
      'pg9.1': beside['pg9.1'] ?? FIRST_RESULTS['pg9.1'],
      pg13: beside.pg13 ?? FIRST_RESULTS.pg13,
      pg14: beside.pg14 ?? FIRST_RESULTS.pg14,
    },
  };
}
