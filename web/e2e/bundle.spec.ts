/** The zip of `npm run bundle`, unpacked and served by a server without special headers. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { siteDir } from '../node/tree.mjs';
import { BUNDLE_FOLDER, zipSite } from '../tools/bundle-zip.ts';
import { plainHost, watch } from './site.ts';

test.use({ serviceWorkers: 'allow' });

test('unpacked and served without any header, the race runs and the Playground steps', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'xip-bundle-'));
  for (const [path, bytes] of Object.entries(
    unzipSync(zipSite(process.env.XIP_SITE_DIR ?? siteDir) ?? new Uint8Array()),
  )) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const { faults } = await watch(page);
  const host = await plainHost({}, '', join(folder, BUNDLE_FOLDER));
  try {
    await page.goto(`${host.url}/`);
    // Isolated by the service worker, after one reload.
    await expect(page.locator('[data-testid="race"][data-status="running"]')).toBeVisible();
    await page.goto(`${host.url}/#/play?v=1&spec=first-look`);
    const stage = page.locator('[data-tick]').first();
    await expect(stage).toHaveAttribute('data-tick', '0');
    await page.keyboard.press('.');
    await expect(stage).toHaveAttribute('data-tick', '1');
    expect(faults).toEqual([]);
  } finally {
    await host.close();
  }
});
