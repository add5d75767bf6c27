/**
 * End-to-end tests in Chromium against the built site: `npm test -- --only e2e`, or `npx playwright test` once the site
 * is built. The system's Chromium is used when there is one, Playwright's own otherwise.
 */
import { defineConfig, devices } from '@playwright/test';
import { chromiumPath } from './web/tools/setup.mjs';

const port = Number(process.env.XIP_TEST_PORT ?? 4179);
const baseURL = `http://127.0.0.1:${port}`;
const executablePath = chromiumPath();

export default defineConfig({
  testDir: 'web/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'build/test-results',
  // No test asks how fast anything is; two at a time take two thirds of the time on two cores; three are no faster.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // For a machine that has much else to do: who waits for a state waits for it, and a test that passes takes no longer.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    viewport: { width: 1280, height: 720 },
    // Each page that a test opens is a first visit, and would fetch the whole site for later. Where that matters it is allowed.
    serviceWorkers: 'block',
    // Recording a trace makes a test twice as long, mostly by what it keeps of the page. `--trace retain-on-failure` asks for it.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `node web/node/serve.mjs --exact --port ${port}`,
    url: baseURL,
    reuseExistingServer: false,
    timeout: 20_000,
    stdout: 'ignore',
  },
});
