/** From 13's layout to 14's, a move at a time: the layouts that a person goes through with one button, or a speaker with the arrows. Pure. */
import { presetOf } from './catalogue.ts';
import { formatLayout } from './format.ts';
import type { Layout, LayoutCode } from './layout.ts';

export const LAYOUT_STEPS = ['pg13', 'xmin-moved', 'dense', 'pg14'] as const satisfies readonly LayoutCode[];
export type LayoutStep = (typeof LAYOUT_STEPS)[number];

/** The step that has this very layout; null: somebody has moved a field. */
export const stepOf = (layout: Layout): LayoutStep | null => {
  const code = LAYOUT_STEPS.find((one) => one === layout.replay);
  return code !== undefined && formatLayout(layout) === formatLayout(presetOf(code)) ? code : null;
};

/** The step before or behind one; undefined: there is none. From a layout of one's own both ways lead to 13's. */
export const stepFrom = (step: LayoutStep | null, by: 1 | -1): LayoutStep | undefined =>
  step === null ? LAYOUT_STEPS[0] : LAYOUT_STEPS[LAYOUT_STEPS.indexOf(step) + by];
