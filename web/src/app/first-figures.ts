/** The first figure of each shipped lesson: known without its text, so that figure and text load in parallel. */
import type { LessonFigure } from '../scenario/lesson.ts';

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
export const firstFigureOf = (id: string): LessonFigure | null | undefined => byId.get(id);
