/** What axe finds on a page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * All of axe's rules on the page, of which only what breaks one is told. Without the page of its own that axe would open to
 * put the findings of frames of other origins together: there are none here, and it takes longer than the looking.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
