/** Home's race and its slider, for the tests of both. */
import '../src/base/messages/en/index.ts';
import { expect, type Page } from '@playwright/test';
import { messagesIn } from '../src/base/messages/index.ts';

const { t, format } = messagesIn('en');

export const race = (page: Page) => page.getByTestId('race');
export const slider = (page: Page) => page.getByRole('slider', { name: t('home.idle.label') });

/** Waits until the race has measured at the slider's number of idle connections, and reports on it. */
export const speaksOf = (page: Page, idle: number) =>
  expect(page.getByRole('figure').first()).toHaveAccessibleDescription(
    new RegExp(`^With ${format.integer(idle)} idle connections and .* active, 13 runs`),
  );
