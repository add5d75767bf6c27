/**
 * Stores a deed of the reader, and announces it in the window: a course that frames the page (`app/course`) passes it
 * on to its LMS.
 */

import { kept } from '../../../ui/kept.ts';
import { addDeed, type Deed } from '../../../viewmodel/record/progress.ts';

export const DEED_EVENT = 'xip-deed';

export function keepDeed(deed: Deed): void {
  addDeed(kept(), deed);
  dispatchEvent(new CustomEvent<Deed>(DEED_EVENT, { detail: deed }));
}
