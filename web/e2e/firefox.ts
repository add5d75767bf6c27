/** The system's Firefox, driven by WebDriver BiDi: Playwright can only open a page in its own build of Firefox. */
import { mkdir } from 'node:fs/promises';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { FIREFOX, firefoxPath } from '../tools/setup.mjs';

/** Of every wait. A test ends by its own limit. */
export const PATIENCE_MS = 60_000;

/** A new Firefox with the folder `home` as its home. */
export async function startFirefox(home: string): Promise<Browser> {
  const executablePath = firefoxPath();
  if (executablePath === undefined) throw new Error(`There is no Firefox to try the pages in. ${FIREFOX.else}`);
  await mkdir(home, { recursive: true });
  return launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Firefox refuses a home that belongs to another user.
    env: { ...process.env, HOME: home },
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
}

/** Runs `use` with a new Firefox, and closes it. */
export async function withFirefox<T>(home: string, use: (firefox: Browser) => Promise<T>): Promise<T> {
  const firefox = await startFirefox(home);
  try {
    return await use(firefox);
  } finally {
    await firefox.close();
  }
}

/** A new tab, and the errors that it will report: of the page, and on its console. */
export async function newTab(firefox: Browser): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const page = await firefox.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewport({ width: 1280, height: 720 });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, errors };
}
