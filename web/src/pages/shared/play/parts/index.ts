/** The parts of the stage by name. Each is fetched when a figure shows it; `fetchParts` has them there before. */
import { type Fetched, fetched } from '../../../../ui/fetched.tsx';
import type { StageFigure } from '../stage-figure.ts';
import type { PartProps } from './part.tsx';

export const PARTS: { readonly [P in StageFigure]: Fetched<PartProps> } = {
  lanes: fetched(() => import('./OtherParts.tsx').then((own) => own.LanesPart)),
  xids: fetched(() => import('./OtherParts.tsx').then((own) => own.XidsPart)),
  rows: fetched(() => import('./RowsPart.tsx').then((own) => own.RowsPart)),
  why: fetched(() => import('./OtherParts.tsx').then((own) => own.WhyPart)),
  subxids: fetched(() => import('./OtherParts.tsx').then((own) => own.SubxidsPart)),
  subtrans: fetched(() => import('./OtherParts.tsx').then((own) => own.SubtransPart)),
  horizons: fetched(() => import('./OtherParts.tsx').then((own) => own.HorizonsPart)),
};

/** A failed fetch is repeated when the part is drawn. */
export const fetchParts = async (parts: readonly StageFigure[]): Promise<void> => {
  await Promise.allSettled(parts.map((part) => PARTS[part].fetch()));
};
