/** The story's drawing, motion and words. What its steps say of the engine: pages/lab/lines/story-store.wasm.test.ts. */
import '../../base/messages/en/index.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import type { Machine } from '../../scenario/machine.ts';
import { coreStyles } from '../cachelines/counters.ts';
import type { FakeDesign } from '../cachelines/lines.fake.ts';
import { STATE, stageMachine } from '../cachelines/scene.ts';
import { plain } from '../cachelines/words.ts';
import { lengthOf, MOST_MS, timesOf } from '../score/score.ts';
import { along, leastHeight, middleOf, storyLayout, wayBetween } from './layout.ts';
import { type Deed, planOf, STORY_CORES } from './plan.ts';
import { lineScore } from './score.ts';
import { fakeStory } from './story.fake.ts';
import { type Story, spanOf, statesAt, turnAt } from './story.ts';
import { causesOf, headText, metTexts, noteText, turnOf, whenTold } from './words.ts';

const own = fc
  .array(fc.record({ core: fc.nat(STORY_CORES - 1), kind: fc.constantFrom('snapshot' as const, 'idle' as const) }), {
    maxLength: 6,
  })
  .map((all) => {
    const kept: Deed[] = [];
    for (const deed of all) if (planOf([...kept, deed]) !== null) kept.push(deed);
    return kept;
  });
const designs = fc.constantFrom<FakeDesign>('pg13', 'globalvis', 'dense', 'pg14');
const stories = fc.tuple(designs, designs, own).map(([left, right, deeds]) => fakeStory(left, right, deeds));
const steps = (story: Story) => Array.from({ length: story.last + 1 }, (_, step) => step);

describe('steps', () => {
  test('acts follow one another without a gap; each step belongs to one deed', () => {
    fc.assert(
      fc.property(stories, (story) => {
        let next = 1;
        for (const [i, { first, steps: count }] of story.turns.entries()) {
          expect(first).toBe(next);
          for (let step = first; step < first + count; step++) expect(turnAt(story, step)).toBe(i);
          next = first + count;
        }
        expect(story.last).toBe(next - 1);
        expect(spanOf(story, 'reads')?.from).toBe(0);
        expect(spanOf(story, 'again')?.from).toBe(spanOf(story, 'writes')?.to);
      }),
      { numRuns: 12 },
    );
  });
  test('who loses a copy had one before and has none after; the writer is alone; time runs within a deed', () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const side of [story.left, story.right])
          for (const step of steps(story).slice(1)) {
            const { event, ns } = side.steps[step - 1] ?? { event: null, ns: 0 };
            if (turnAt(story, step) === turnAt(story, step - 1) && step > 1)
              expect(ns).toBeGreaterThanOrEqual(side.steps[step - 2]?.ns ?? 0);
            if (event === null) continue;
            const of = (states: Uint8Array, core: number) => states[event.cell * STORY_CORES + core];
            for (const core of event.losers) {
              expect(of(statesAt(side, step - 1), core)).not.toBe(STATE.I);
              expect(of(statesAt(side, step), core)).toBe(STATE.I);
            }
            if (event.writes) expect(of(statesAt(side, step), event.core)).toBe(STATE.M);
          }
      }),
      { numRuns: 12 },
    );
  });
});

describe('the drawing', () => {
  const rooms = fc.record({
    width: fc.integer({ min: 330, max: 900 }),
    height: fc.integer({ min: 200, max: 600 }),
    em: fc.integer({ min: 13, max: 24 }),
  });
  test('cells are 14 px or more, beside each other, and within their cache if there is as much room as is needed', () => {
    const story = fakeStory('pg13', 'dense');
    const both = [story.left, story.right];
    fc.assert(
      fc.property(rooms, fc.boolean(), (room, isLeft) => {
        const height = Math.max(room.height, leastHeight(both, room, STORY_CORES));
        const side = isLeft ? story.left : story.right;
        const { cell, cells, boxes, name, sky } = storyLayout(side, both, { ...room, height }, STORY_CORES);
        expect(cell).toBeGreaterThanOrEqual(14);
        expect(sky).toBeGreaterThan(30);
        for (const [i, { x, y }] of cells.entries()) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + cell).toBeLessThanOrEqual((boxes[0]?.width ?? 0) + 0.001);
          expect(y + cell).toBeLessThanOrEqual(name);
          for (const other of cells.slice(0, i))
            expect(Math.abs(other.x - x) >= cell || Math.abs(other.y - y) >= cell).toBe(true);
        }
        const last = boxes.at(-1);
        expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(room.width + 0.001);
        expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(height);
      }),
    );
  });
  test('a way begins and ends at its cells, and stays in the drawing', () => {
    const story = fakeStory('pg13', 'dense');
    const both = [story.left, story.right];
    const core = fc.nat(STORY_CORES - 1);
    fc.assert(
      fc.property(rooms, core, core, fc.nat(story.left.cells.length - 1), (room, a, b, at) => {
        const height = Math.max(room.height, leastHeight(both, room, STORY_CORES));
        const layout = storyLayout(story.left, both, { ...room, height }, STORY_CORES);
        const [from, to] = [middleOf(layout, a, at), middleOf(layout, b, at)];
        const way = wayBetween(layout, from, to);
        expect(along(way, 0)).toEqual(from);
        expect(along(way, 1)).toEqual(to);
        for (let share = 0; share <= 1; share += 0.1) expect(along(way, share).y).toBeGreaterThanOrEqual(-0.001);
      }),
    );
  });
});

test('a step is over within 600 ms, and has a phase for whatever it shows', () => {
  fc.assert(
    fc.property(stories, (story) => {
      for (const side of [story.left, story.right])
        for (const step of side.steps) {
          const score = lineScore(step);
          expect(lengthOf(score)).toBeLessThanOrEqual(MOST_MS);
          expect(timesOf(score).at(-1)?.to ?? 0).toBeCloseTo(lengthOf(score), 6);
          const acts = score.phases.map(({ act }) => act);
          expect(acts.includes('sweep')).toBe(step.hits.length > 0);
          expect(acts.includes('travel')).toBe(step.event !== null && !step.event.isUpgrade);
          expect(acts.includes('die')).toBe((step.event?.losers.length ?? 0) > 0);
        }
    }),
    { numRuns: 12 },
  );
});

test('a line that takes longer travels longer, up to the time that a step has', () => {
  const cell = { cell: 0, core: 0, field: 'xmin', writes: false, isUpgrade: false, from: 1, level: 3, sharing: 1 };
  const travel = (ns: number): number => {
    const event = { ...cell, losers: [], before: STATE.I, after: STATE.S, ns };
    const { phases } = lineScore({ hits: [], event, ns, states: new Uint8Array(4), isOver: false });
    return phases.find(({ act }) => act === 'travel')?.ms ?? 0;
  };
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), (a, b) => {
      if (a <= b) expect(travel(a)).toBeLessThanOrEqual(travel(b));
    }),
  );
  expect(travel(114)).toBeGreaterThan(2 * travel(49));
});

test('every step has its sentences; below a cache stands what became of its copy', () => {
  const naming = { styles: coreStyles(STORY_CORES, []), messages: messagesIn('en') };
  fc.assert(
    fc.property(stories, (story) => {
      for (const step of steps(story)) {
        const head = plain(headText(story, step, naming));
        expect(head).toMatch(/^[A-D] (takes a snapshot|releases its snapshot).*\.$/);
        for (const side of [story.left, story.right]) {
          expect(plain(noteText(story, side, step, naming))).not.toBe('');
          const now = side.steps[step - 1];
          if (now === undefined) continue;
          const met = metTexts(now, statesAt(side, step - 1), STORY_CORES, naming, statesAt(side, step));
          for (const [core, text] of met.entries())
            expect(text.endsWith('lost')).toBe(now.event?.losers.includes(core) === true);
        }
      }
    }),
    { numRuns: 12 },
  );
});

test('the story’s number is labelled as to come until the deed that it is of, and as past afterwards', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { first = 1, steps: count = 1 } = story.turns[story.told] ?? {};
      for (const step of steps(story)) {
        const when = whenTold(story, step);
        if (step < first) expect(when).toBe(story.last === first + count - 1 ? 'end' : 'later');
        else expect(when).toBe(step < first + count ? 'now' : 'past');
      }
    }),
    { numRuns: 12 },
  );
  const { t } = messagesIn('en');
  const texts = (['end', 'later', 'now', 'past'] as const).map((when) => t('linesStory.total', { who: 'A', when }));
  expect(new Set(texts).size).toBe(4);
});

test('what the number is made of adds to it, as both are written', () => {
  const { t } = messagesIn('en');
  const turn = turnOf(fakeStory('pg13', 'dense').left, 0);
  const ns = fc.nat(60_000).map((n) => n / 97);
  fc.assert(
    fc.property(ns, ns, ns, (others, own, cache) => {
      const shown = causesOf({ ...turn, causes: { others, own, cache } });
      const said = t('linesStory.causes', shown);
      // It names the number that it splits: the note below it has one of its own. One part is all of it.
      const [whole = '', parts = ''] = said.includes(' = ')
        ? said.split(' = ')
        : [`${shown.ns}`, said.replace('all ', '')];
      expect(Number.parseInt(whole.replace(/\D/g, ''), 10)).toBe(shown.ns);
      const sum = parts.split(' + ').reduce((all, part) => all + Number.parseInt(part.replaceAll(',', ''), 10), 0);
      expect(sum).toBe(shown.ns);
      expect(shown.ns).toBe(Math.round(others + own + cache));
    }),
    { numRuns: 50 },
  );
});

test('where no core has an L2 of its own, cores share an L2, and no note speaks of an L3', () => {
  const naming = { styles: coreStyles(STORY_CORES, []), messages: messagesIn('en') };
  const story = fakeStory('pg13', 'dense');
  const notes = (shared: 'L2' | 'L3'): string => {
    const { stage } = story.left;
    const left = { ...story.left, stage: { ...stage, machine: { ...stage.machine, shared } } };
    return steps(story)
      .map((step) => noteText({ ...story, left }, left, step, naming))
      .join('\n');
  };
  expect(notes('L3')).toContain('L3');
  expect(notes('L2')).not.toContain('L3');
  expect(notes('L2')).toContain('L2');
  const caches = { l1: {}, l2: null, l3: {} } as unknown as Machine['caches'];
  expect(stageMachine({ id: 'apple-m1-pro', short: 'M1', caches }).shared).toBe('L2');
});
