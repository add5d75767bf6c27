/** A lesson or a set of exercises as one unit of a course (SCORM 1.2): its content, and where it begins. Plain data, pure. */
import { err, ok, type Result } from '../../base/result.ts';

interface OfCourse {
  readonly version: 1;
  readonly title: string;
  /** The language's name in addresses. */
  readonly lang: string;
}
export type Course =
  | (OfCourse & {
      readonly kind: 'lesson';
      readonly id: string;
      readonly steps: number;
      /** Steps with a question, from 1. */
      readonly questions: readonly number[];
    })
  | (OfCourse & {
      readonly kind: 'exercises';
      readonly exercises: readonly { readonly id: string; readonly title: string }[];
    });

export const COURSE_LIMITS = { exercises: 200, questions: 200, steps: 999, chars: 400 } as const;

const ID = /^[a-z0-9-]{1,80}$/;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= COURSE_LIMITS.chars;
const isStep = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= COURSE_LIMITS.steps;
const isExercise = (value: unknown): value is { id: string; title: string } => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title } = value as { readonly id?: unknown; readonly title?: unknown };
  return typeof id === 'string' && ID.test(id) && isText(title);
};

/** Reads `course.json`. The error names the field. */
export function parseCourse(text: string): Result<Course, string> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return err('JSON');
  }
  if (typeof given !== 'object' || given === null) return err('JSON');
  const { version, kind, title, lang, id, steps, questions, exercises } = given as Readonly<Record<string, unknown>>;
  if (version !== 1) return err('version');
  if (!isText(title)) return err('title');
  if (typeof lang !== 'string' || !/^[A-Za-z-]{2,12}$/.test(lang)) return err('lang');
  const of = { version, title, lang } as const;
  if (kind === 'lesson') {
    if (typeof id !== 'string' || !ID.test(id)) return err('id');
    if (!isStep(steps)) return err('steps');
    const isShort = Array.isArray(questions) && questions.length <= COURSE_LIMITS.questions;
    if (!isShort || !questions.every(isStep)) return err('questions');
    return ok({ ...of, kind, id, steps, questions });
  }
  if (kind !== 'exercises') return err('kind');
  const isList = Array.isArray(exercises) && exercises.length >= 1 && exercises.length <= COURSE_LIMITS.exercises;
  if (!isList || !exercises.every(isExercise)) return err('exercises');
  return ok({ ...of, kind, exercises: exercises.map(({ id: own, title: name }) => ({ id: own, title: name })) });
}

/** Page, id and parameters of an address's hash. */
const PLACE = /^#\/(lessons|exercises)\/([a-z0-9-]{1,80})(?:\?(.*))?$/;

/** Where an address is in this course; null: elsewhere in Xipscope. */
export function placeIn(course: Course, hash: string): { readonly item: number; readonly step: number } | null {
  const [, page, id, params = ''] = PLACE.exec(hash) ?? [];
  if (course.kind === 'lesson') {
    if (page !== 'lessons' || id !== course.id) return null;
    const step = Number(new URLSearchParams(params).get('step') ?? 1);
    return { item: 0, step: Number.isInteger(step) && step >= 1 ? Math.min(step, course.steps) : 1 };
  }
  const item = page === 'exercises' ? course.exercises.findIndex((one) => one.id === id) : -1;
  return item === -1 ? null : { item, step: 1 };
}

/** The address of an item of the course, at its beginning. */
export function addressOf(course: Course, item = 0): string {
  const params = `v=1&lang=${course.lang}`;
  if (course.kind === 'lesson') return `#/lessons/${course.id}?${params}&step=1`;
  return `#/exercises/${course.exercises[item]?.id ?? ''}?${params}`;
}
