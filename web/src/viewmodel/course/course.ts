/** A lesson or a set of exercises as one unit of a course (SCORM 1.2): its content, and where it begins. Plain data, pure. */
import { err, ok, type Result } from '../../base/result.ts';
import type { Deed } from '../record/progress.ts';

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

/** A course's data for an LMS, in SCORM 1.2's terms: status, score, place, and a text to resume from. Pure. */

export interface Tracked {
  /** A lesson's furthest step. */
  readonly furthest: number;
  /** Steps of a lesson, or places of a set's exercises (from 1): the tried ones, and those that were right once. */
  readonly tried: readonly number[];
  readonly right: readonly number[];
  /** Hash of the student's current address. */
  readonly place: string;
}
export const NOTHING_TRACKED: Tracked = { furthest: 0, tried: [], right: [], place: '' };

/** SCORM 1.2's limits: CMIString4096 and CMIString255. */
export const MAX_SUSPEND = 4096;
export const MAX_LOCATION = 255;

const withOne = (all: readonly number[], one: number): readonly number[] =>
  all.includes(one) ? all : [...all, one].sort((a, b) => a - b);

/** The student moved to another address. Places outside the course do not count. */
export function wentTo(course: Course, tracked: Tracked, hash: string): Tracked {
  const place = placeIn(course, hash);
  if (place === null || hash.length > MAX_LOCATION) return tracked;
  const furthest = course.kind === 'lesson' ? Math.max(tracked.furthest, place.step) : tracked.furthest;
  return { ...tracked, furthest, place: hash };
}

/** The student answered something. */
export function didDeed(course: Course, tracked: Tracked, { kind, id, part, isRight }: Deed): Tracked {
  const one =
    course.kind === 'lesson'
      ? kind === 'lesson' && id === course.id && course.questions.includes(part)
        ? part
        : 0
      : kind === 'exercise'
        ? course.exercises.findIndex((exercise) => exercise.id === id) + 1
        : 0;
  if (one === 0) return tracked;
  return {
    ...tracked,
    tried: withOne(tracked.tried, one),
    right: isRight ? withOne(tracked.right, one) : tracked.right,
  };
}

/** Number of questions in the course. */
export const questionsIn = (course: Course): number =>
  course.kind === 'lesson' ? course.questions.length : course.exercises.length;

export type LessonStatus = 'incomplete' | 'completed' | 'passed';

/** A lesson is completed when its last step was seen; a set is passed when every exercise was right once. */
export function statusOf(course: Course, { furthest, right }: Tracked): LessonStatus {
  if (course.kind === 'lesson') return furthest >= course.steps ? 'completed' : 'incomplete';
  return right.length >= course.exercises.length ? 'passed' : 'incomplete';
}

/** Percent of the questions; null: it has none. */
export function scoreOf(course: Course, { right }: Tracked): number | null {
  const questions = questionsIn(course);
  return questions === 0 ? null : Math.round((100 * right.length) / questions);
}

/** The text that the next visit resumes from. Law: reading a written text gives equal data, except the place. */
export const suspendText = ({ furthest, tried, right }: Tracked): string =>
  `1;${furthest};${tried.join(',')};${right.join(',')}`;

/** A text that we did not write counts as empty: it comes from an LMS. */
export function readSuspended(course: Course, suspended: string, location: string): Tracked {
  const [, furthest = '0', tried = '', right = ''] = /^1;(\d{1,3});([\d,]*);([\d,]*)$/.exec(suspended) ?? [];
  const isOne = (one: number): boolean =>
    course.kind === 'lesson' ? course.questions.includes(one) : one >= 1 && one <= course.exercises.length;
  const list = (text: string): readonly number[] => [...new Set(text.split(',').map(Number).filter(isOne))];
  const seen = course.kind === 'lesson' ? Math.min(Number(furthest), course.steps) : 0;
  return wentTo(
    course,
    { furthest: seen, tried: list(tried), right: list(right).filter((one) => list(tried).includes(one)), place: '' },
    location,
  );
}

/** HHHH:MM:SS.SS, as SCORM 1.2 writes a span of time. */
export function timeSpan(milliseconds: number): string {
  const hundredths = Math.min(Math.max(0, Math.round(milliseconds / 10)), 9999 * 360_000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6000) % 60;
  const seconds = Math.floor(hundredths / 100) % 60;
  return `${String(hours).padStart(4, '0')}:${two(minutes)}:${two(seconds)}.${two(hundredths % 100)}`;
}

export type CmiPair = readonly [element: string, value: string];

/** @param before the status that the LMS had at the beginning: a finished status stays */
export function cmiPairs(course: Course, tracked: Tracked, before: string): readonly CmiPair[] {
  const score = scoreOf(course, tracked);
  const status = statusOf(course, tracked);
  const isDone = before === 'completed' || before === 'passed';
  return [
    ['cmi.core.lesson_status', isDone && status === 'incomplete' ? before : status],
    ...(score === null
      ? []
      : ([
          ['cmi.core.score.min', '0'],
          ['cmi.core.score.max', '100'],
          ['cmi.core.score.raw', String(score)],
        ] as const)),
    ['cmi.core.lesson_location', tracked.place],
    ['cmi.suspend_data', suspendText(tracked)],
  ];
}
