/**
 * Text as a person enters it: a click into the field, then key by key, each with its keydown. A text too long for that
 * comes from the clipboard with Ctrl+V. Nothing else may put text into a page (`web/tools/e2e-rules.test.ts`): a test
 * that sets a field's text directly never notices that a shortcut of the page swallows the letters.
 */
import type { Locator, Page } from '@playwright/test';

/** Replaces the text in the field. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  if (text === '') await field.press('Delete');
  else await field.pressSequentially(text);
}

/** Pastes a text from the clipboard into the field and replaces its contents. */
export async function pasteInto(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+v');
}
