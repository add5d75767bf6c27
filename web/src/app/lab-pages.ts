/** Which pages are the Lab's. */
import type { PageName } from './address/address.ts';

export const LAB_PAGES = [
  'lab',
  'cliff',
  'model',
  'ladder',
  'lines',
  'calculator',
] as const satisfies readonly PageName[];
export type LabPageName = (typeof LAB_PAGES)[number];
export const isOfLab = (page: PageName): page is LabPageName => LAB_PAGES.some((each) => each === page);
