import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Deed } from '../record/progress.ts';
import {
  addressOf,
  COURSE_LIMITS,
  type Course,
  cmiPairs,
  didDeed,
  MAX_LOCATION,
  MAX_SUSPEND,
  NOTHING_TRACKED,
  parseCourse,
  placeIn,
  readSuspended,
  suspendText,
  type Tracked,
  timeSpan,
  wentTo,
} from './course.ts';

const lesson: Course = { version: 1, kind: 'lesson', title: 't', lang: 'en', id: 'a', steps: 5, questions: [2, 4] };
const set: Course = {
  version: 1,
  kind: 'exercises',
  title: 't',
  lang: 'en',
  exercises: ['x', 'y'].map((id) => ({ id, title: id })),
};
const deed = (over: Partial<Deed>): Deed => ({
  kind: 'exercise',
  id: 'x',
  seed: 7,
  part: 0,
  answer: 'rows:2',
  isRight: true,
  hints: 0,
  begun: '2026-11-22T01:00:00.000Z',
  at: '2026-11-22T01:01:00.000Z',
  ...over,
});
const valuesOf = (course: Course, tracked: Tracked, before = '') =>
  Object.fromEntries(cmiPairs(course, tracked, before));

describe('what an LMS is told', () => {
  test('a lesson is completed at its last step, however it was reached; its score is its questions', () => {
    const at3 = wentTo(lesson, NOTHING_TRACKED, '#/lessons/a?v=1&step=3');
    expect(valuesOf(lesson, at3)).toMatchObject({
      'cmi.core.lesson_status': 'incomplete',
      'cmi.core.score.raw': '0',
      'cmi.core.lesson_location': '#/lessons/a?v=1&step=3',
    });
    const done = didDeed(
      lesson,
      wentTo(lesson, at3, '#/lessons/a?v=1&step=5'),
      deed({ kind: 'lesson', id: 'a', part: 4 }),
    );
    const back = wentTo(lesson, done, '#/lessons/a?v=1&step=1');
    expect(valuesOf(lesson, back)).toMatchObject({ 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '50' });
  });
  test('a set is passed when each of its exercises was right once, whatever came after', () => {
    const all = [deed({}), deed({ isRight: false }), deed({ id: 'y' }), deed({ id: 'elsewhere' })];
    const tracked = all.reduce((so, one) => didDeed(set, so, one), NOTHING_TRACKED);
    expect(valuesOf(set, tracked)).toMatchObject({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100' });
    expect(valuesOf(set, didDeed(set, NOTHING_TRACKED, deed({})))).toMatchObject({
      'cmi.core.lesson_status': 'incomplete',
      'cmi.core.score.raw': '50',
    });
  });
  test('what the LMS has as done stays done', () => {
    expect(valuesOf(set, NOTHING_TRACKED, 'passed')['cmi.core.lesson_status']).toBe('passed');
    expect(valuesOf(set, NOTHING_TRACKED, 'not attempted')['cmi.core.lesson_status']).toBe('incomplete');
  });
  test('a lesson without questions has no score', () => {
    expect(valuesOf({ ...lesson, questions: [] }, NOTHING_TRACKED)).not.toHaveProperty('cmi.core.score.raw');
  });
  test('places outside of the course, and longer than SCORM takes, are not kept', () => {
    for (const hash of ['#/lessons/b?v=1', '#/lab', '', `#/lessons/a?x=${'y'.repeat(MAX_LOCATION)}`])
      expect(wentTo(lesson, NOTHING_TRACKED, hash)).toEqual(NOTHING_TRACKED);
    expect(placeIn(set, '#/exercises/y?v=1&seed=7')).toEqual({ item: 1, step: 1 });
    expect(placeIn(set, addressOf(set, 1))?.item).toBe(1);
    expect(placeIn(lesson, addressOf(lesson))).toEqual({ item: 0, step: 1 });
  });
  test.each([
    [0, '0000:00:00.00'],
    [61_234, '0000:01:01.23'],
    [-5, '0000:00:00.00'],
    [3_600_000 * 30 + 5, '0030:00:00.01'],
    [Number.MAX_SAFE_INTEGER, '9999:00:00.00'],
  ])('%d ms are %s', (ms, text) => expect(timeSpan(ms)).toBe(text));
});

describe('the next visit', () => {
  const large: Course = {
    ...set,
    exercises: Array.from({ length: COURSE_LIMITS.exercises }, (_, i) => ({ id: `e${i}`, title: '' })),
  };
  test('goes on from what was written, which SCORM’s 4,096 characters hold', () => {
    const ones = fc.uniqueArray(fc.integer({ min: 1, max: COURSE_LIMITS.exercises }));
    fc.assert(
      fc.property(ones, fc.double({ min: 0, max: 1, noNaN: true }), (tried, share) => {
        const right = tried.slice(0, Math.floor(tried.length * share));
        const text = suspendText({ ...NOTHING_TRACKED, tried, right });
        expect(text.length).toBeLessThanOrEqual(MAX_SUSPEND);
        expect(readSuspended(large, text, '')).toEqual({ ...NOTHING_TRACKED, tried, right });
      }),
    );
  });
  test('begins anew with any other text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, location) => {
        expect(readSuspended(set, text, location)).toEqual(NOTHING_TRACKED);
      }),
    );
    expect(readSuspended(set, '1;9;1,7,1;2,1', '#/exercises/y?v=1')).toEqual({
      furthest: 0,
      tried: [1],
      right: [1],
      place: '#/exercises/y?v=1',
    });
  });
});

describe('a course’s file', () => {
  test('is read back equal', () => {
    for (const course of [lesson, set])
      expect(parseCourse(JSON.stringify(course))).toEqual({ ok: true, value: course });
  });
  test.each([
    ['{', 'JSON'],
    ['[]', 'version'],
    [JSON.stringify({ ...lesson, version: 2 }), 'version'],
    [JSON.stringify({ ...lesson, id: '../x' }), 'id'],
    [JSON.stringify({ ...lesson, steps: 0 }), 'steps'],
    [JSON.stringify({ ...lesson, questions: ['1'] }), 'questions'],
    [JSON.stringify({ ...lesson, lang: 'javascript:' }), 'lang'],
    [JSON.stringify({ ...set, exercises: [] }), 'exercises'],
    [JSON.stringify({ ...set, exercises: [{ id: 'X', title: '' }] }), 'exercises'],
    [JSON.stringify({ ...set, kind: 'other' }), 'kind'],
  ])('%s is none: %s', (text, error) => expect(parseCourse(text)).toEqual({ ok: false, error }));
});
