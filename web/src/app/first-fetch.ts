/**
 * Fetches what the first address will need, side by side: the page; of a lesson its text, and the page of its figure with
 * the parts that it shows. What fails here is asked for again, and told, where it is used.
 */
import type { Lang } from '../base/messages/index.ts';
import { messagesIn } from '../base/messages/index.ts';
import type { LessonFigure } from '../scenario/lesson.ts';
import { addressNeeds, pageOf, parseAddress } from './address/address.ts';
import { firstFigureOf } from './first-figures.ts';
import { PAGES } from './pages.ts';

const quietly = async (fetched: Promise<unknown> | null): Promise<void> => {
  await fetched?.catch(() => undefined);
};

/** A lesson's text, and its step's figure. @param step from 1 */
async function fetchLesson(id: string, lang: Lang, step: number): Promise<void> {
  const first = step === 1 ? firstFigureOf(id) : undefined;
  const text = import('../pages/lessons/shipped.ts').then((own) => own.firstFigure(id, lang, step));
  const fetchFigure = async (figure: LessonFigure | null): Promise<void> => {
    if (figure !== null) await fetchPage(figure.at, lang, figure.show);
  };
  if (first === undefined) return await fetchFigure(await text);
  void quietly(text);
  await fetchFigure(first);
}

/** @param show the parts of a figure; undefined: the page stands for itself */
async function fetchPage(at: string, lang: Lang, show?: readonly string[]): Promise<void> {
  const page = pageOf(at);
  if (page === undefined) return;
  void quietly(PAGES[page].fetch());
  const needs = addressNeeds(at);
  void quietly(needs);
  if (needs !== null) return;
  const address = parseAddress(at, () => messagesIn(lang));
  if (!address.ok) return;
  const { route } = address.value;
  if (route.page === 'lessons' && route.address.id !== undefined)
    await fetchLesson(route.address.id, lang, route.address.step ?? 1);
  else if (route.page === 'play') {
    const { fetchAhead } = await import('../pages/playground/ahead.ts');
    fetchAhead(route.address, show);
  }
}

/** Ends when the engine's worker, where the address needs one, is on its way: it starts beside the page's first drawing. */
export const fetchFirst = (hash: string, lang: Lang): Promise<void> => quietly(fetchPage(hash, lang));
