/**
 * Fetches what the first address will need, side by side: the page; of a lesson its text, and the page of its figure with
 * the parts that it shows. What fails here is asked for again, and told, where it is used.
 */
import type { Lang } from '../base/messages/index.ts';
import { messagesIn } from '../base/messages/index.ts';
import { addressNeeds, pageOf, parseAddress } from './address/address.ts';
import { PAGES } from './pages.ts';

const quietly = (fetched: Promise<unknown> | null): void => {
  fetched?.catch(() => undefined);
};

/** @param show the parts of a figure; undefined: the page stands for itself */
async function fetchPage(at: string, lang: Lang, show?: readonly string[]): Promise<void> {
  const page = pageOf(at);
  if (page === undefined) return;
  quietly(PAGES[page].fetch());
  const needs = addressNeeds(at);
  quietly(needs);
  if (needs !== null) return;
  const address = parseAddress(at, () => messagesIn(lang));
  if (!address.ok) return;
  const { route } = address.value;
  if (route.page === 'lessons' && route.address.id !== undefined) {
    const { firstFigure } = await import('../pages/lessons/shipped.ts');
    const figure = await firstFigure(route.address.id, lang, route.address.step ?? 1);
    if (figure !== null) await fetchPage(figure.at, lang, figure.show);
  } else if (route.page === 'play') {
    const { fetchAhead } = await import('../pages/playground/ahead.ts');
    fetchAhead(route.address, show);
  }
}

export function fetchFirst(hash: string, lang: Lang): void {
  quietly(fetchPage(hash, lang));
}
