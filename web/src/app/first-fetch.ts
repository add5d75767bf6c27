/**
 * Fetches in parallel what the first address needs: the page; for a lesson also its text, and the page of its figure
 * with the parts that it shows. A failed fetch is repeated, and reported, by the code that uses it.
 */

import { type Lang, messagesIn } from '../base/messages/index.ts';
import { fetchAhead } from '../pages/playground/ahead.ts';
import { firstFigure } from '../pages/shared/lessons/shipped-lessons.ts';
import type { LessonFigure } from '../scenario/lesson.ts';
import { addressNeeds, pageOf, parseAddress } from './address/address.ts';
import { PAGES } from './Page.tsx';

/** The first figure of each shipped lesson: known without its text, so that figure and text load in parallel. */

/** All languages show the same figures (web/src/scenario/lesson-languages.ts). */
const figures = import.meta.glob<LessonFigure | null>('../../../scenarios/lessons/[0-9]*.en.md', {
  query: '?lesson-figure',
  import: 'default',
  eager: true,
});

/** `…/01-two-stamps.en.md` */
const ID = /\/\d+-([^/.]+)[.]en[.]md$/;
const byId = new Map(Object.entries(figures).map(([path, figure]) => [ID.exec(path)?.[1] ?? '', figure]));

/** Undefined: there is no lesson of that id; null: its first step shows nothing. */
const firstFigureOf = (id: string): LessonFigure | null | undefined => byId.get(id);

/** A lesson's text, and its step's figure. @param step from 1 */
async function fetchLesson(id: string, lang: Lang, step: number): Promise<void> {
  const text = firstFigure(id, lang, step);
  const first = step === 1 ? firstFigureOf(id) : undefined;
  const figure = first === undefined ? await text : first;
  await Promise.all([text, figure === null ? null : fetchPage(figure.at, lang, figure.show)]);
}

/** @param show the parts of a figure; undefined: the page is shown by itself */
async function fetchPage(at: string, lang: Lang, show?: readonly string[]): Promise<void> {
  const page = pageOf(at);
  if (page === undefined) return;
  const own = PAGES[page].fetch();
  await Promise.all([own, addressNeeds(at) ?? fetchBelow(at, lang, show)]);
}

async function fetchBelow(at: string, lang: Lang, show: readonly string[] | undefined): Promise<void> {
  const address = parseAddress(at, () => messagesIn(lang));
  if (!address.ok) return;
  const { route } = address.value;
  if (route.page === 'play') await fetchAhead(route.address, show);
  else if (route.page === 'lessons' && route.address.id !== undefined)
    await fetchLesson(route.address.id, lang, route.address.step ?? 1);
}

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
