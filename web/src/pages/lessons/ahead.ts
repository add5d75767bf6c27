/** Fetches what a lesson's address shows, before the page is drawn: its text, and its step's figure. */
import { knowScenario, type LoadScenario } from '../../engine/spec/scenario-fetch.ts';
import type { LessonFigure } from '../../scenario/lesson.ts';
import type { Ahead } from '../../ui/page.tsx';
import { firstFigure } from '../shared/lessons/shipped-lessons.ts';
import type { LessonsAddress } from './address.ts';

/** A figure, and the shipped scenario that it shows, if it shows one. */
export interface FirstFigure extends Pick<LessonFigure, 'at' | 'show'> {
  readonly scenario?: { readonly id: string; readonly load: LoadScenario };
}

/**
 * The first figure of each shipped lesson: known without its text, so that figure, scenario and text load in parallel. All languages show
 * the same figures (web/src/scenario/lesson-languages.ts).
 */
const figures = import.meta.glob<FirstFigure | null>('../../../../scenarios/lessons/[0-9]*.en.md', {
  query: '?lesson-figure',
  import: 'default',
  eager: true,
});

/** `…/01-two-stamps.en.md` */
const ID = /\/\d+-([^/.]+)[.]en[.]md$/;
const byId = new Map(Object.entries(figures).map(([path, figure]) => [ID.exec(path)?.[1] ?? '', figure]));

export async function fetchLesson({ id, step = 1 }: LessonsAddress, { lang, fetchPage }: Ahead): Promise<void> {
  if (id === undefined) return;
  const text = firstFigure(id, lang, step);
  // Undefined: there is no lesson of that id; null: its first step shows nothing.
  const first = step === 1 ? byId.get(id) : undefined;
  if (first?.scenario !== undefined) knowScenario(first.scenario.id, first.scenario.load);
  const figure = first === undefined ? await text : first;
  await Promise.all([text, figure === null ? null : fetchPage(figure.at, figure.show)]);
}
