import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plan } from '../../base/messages/en/plan.ts';
import { shippedRows } from '../../scenario/published.ts';
import { readSet, shortAddressOf } from './assignment.ts';
import { PLAN, PLAN_ASSIGNMENT, PLAN_MINUTES, planFigures, planTimes, WALK } from './plan.ts';

const csv = readFileSync(new URL('../../../../scenarios/published/idle-connections.csv', import.meta.url), 'utf8');

test('the parts fill the 90 minutes', () => {
  expect(planTimes().at(-1)).toBe(PLAN_MINUTES);
  expect(planTimes()).toHaveLength(PLAN.length + 1);
});

test('the figures are those of the published file and of the page that is opened', () => {
  const figures = planFigures(shippedRows('idleConnections', csv));
  expect(figures).toMatchObject({
    idle: 10_000,
    before: { none: 33_599, most: 16_034 },
    after: { none: 33_406, most: 33_140 },
    entries: WALK.active + WALK.idle,
  });
  expect(planFigures([])).toBeNull();
});

test('the students’ link can be read, and names the exercises that the parts open, in their order and nothing else: who follows the plan has done all', () => {
  expect(readSet(PLAN_ASSIGNMENT.set.join(','))).toEqual({ ok: true, value: PLAN_ASSIGNMENT.set });
  const exercises = PLAN.flatMap(({ opens }) => opens.flatMap((to) => /^[/]exercises[/]([a-z-]+)/.exec(to)?.[1] ?? []));
  expect(PLAN_ASSIGNMENT.set).toEqual(exercises);
});

test('the address on paper is short, and names the same set as the long one, which stays valid', () => {
  const [, name = ''] = /^#[/]class[?]set=([a-z]{1,8})$/.exec(shortAddressOf('plan')) ?? [];
  expect(readSet(name)).toEqual({ ok: true, value: PLAN_ASSIGNMENT.set });
});

/** Versions, steps and lessons: names, not figures. */
const NAMES = /PostgreSQL 1[346]|\b1[34]\b|\b90-minute|[Ll]esson \d|[Ss]teps? \d( to \d)?|says 0/g;

test('no figure is written into a text', () => {
  for (const [key, text] of Object.entries(plan))
    if (typeof text === 'string') expect([key, text.replace(NAMES, '').match(/\d+/g)]).toEqual([key, null]);
});
