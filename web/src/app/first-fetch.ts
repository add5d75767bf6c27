/**
 * Fetches in parallel what the first address needs: the page, the code that reads its address, and what this address of it shows. A
 * failed fetch is repeated, and reported, by the code that uses it.
 */
import { type Lang, messagesIn } from '../base/messages/index.ts';
import type { Ahead } from '../ui/page.tsx';
import { addressNeeds, fetchRoute, type PageName, parseAddress, type RouteOf, routeTo } from './address/address.ts';

/** @param show the parts of a figure; undefined: the page is shown by itself */
async function fetchPage(at: string, lang: Lang, show?: readonly string[]): Promise<void> {
  const page = await fetchRoute(at);
  if (page === undefined) return;
  const how: Ahead = { lang, show, fetchPage: (to, parts) => fetchPage(to, lang, parts) };
  await Promise.all([routeTo(page).page.fetch(), fetchShown(at, how)]);
}

async function fetchShown(at: string, how: Ahead): Promise<void> {
  await addressNeeds(at);
  const address = parseAddress(at, () => messagesIn(how.lang));
  if (address.ok) await aheadOf(address.value.route, how);
}

const aheadOf = <P extends PageName>({ page, address }: RouteOf<P>, how: Ahead): Promise<unknown> | undefined =>
  routeTo(page).ahead?.(address, how);

/** The page waits this long for its parts and then draws once: drawing piece by piece would take longer. */
const SOON_MS = 600;

/** Resolves when everything is loaded, or has failed, or takes longer than SOON_MS. */
export const fetchFirst = (hash: string, lang: Lang): Promise<unknown> =>
  Promise.race([
    fetchPage(hash, lang).catch(() => undefined),
    new Promise((resolve) => {
      setTimeout(resolve, SOON_MS);
    }),
  ]);
