/** Runs axe on a page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Checks all of axe's rules on the page, and reports only broken ones. Without the extra page that axe would open to
 * merge the findings of frames of other origins: there are none here, and it takes longer than the check itself.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
