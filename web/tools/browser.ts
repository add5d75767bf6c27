/** The built site on a separate port, in a headless Chromium: the base of the frame measurement and the soak run. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { HOST, listen, staticServer } from '../node/serve.mjs';
import { siteDir } from '../node/tree.mjs';
import { chromiumPath } from './setup.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export interface Site {
  readonly browser: Browser;
  readonly page: Page;
  readonly url: string;
}

/** Opens a page of 1280 × 720 and passes it to `work`; server and browser end with `work`, whatever happens in it. */
export async function withSite<T>(work: (site: Site) => Promise<T>, flags: readonly string[] = []): Promise<T> {
  const server = staticServer(process.env.XIP_SITE_DIR ?? siteDir);
  const port = await listen(server, 0, true);
  try {
    const executablePath = chromiumPath();
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...FLAGS, ...flags],
    });
    try {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 720 },
        // A first visit fetches the whole site for later: that must not happen during a measurement.
        serviceWorkers: 'block',
      });
      // tsx wraps named functions in a helper that functions sent to the page still call.
      await context.addInitScript({ content: 'globalThis.__name = (f) => f;' });
      return await work({ browser, page: await context.newPage(), url: `http://${HOST}:${port}` });
    } finally {
      await browser.close();
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
