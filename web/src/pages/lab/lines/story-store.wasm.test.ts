/** The cache lines' story with the real engine in place of its worker. */
import '../../../base/messages/en/index.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { DESIGN_IDS, type DesignId } from '../../../base/designs.ts';
import { messagesIn } from '../../../base/messages/index.ts';
import { Scene } from '../../../engine/replay/scene.ts';
import type { SceneClient } from '../../../engine/replay/scene-client.ts';
import type { SceneShown } from '../../../engine/replay/scene-types.ts';
import { wasmPlaceInNode } from '../../../engine/wasm/wasm-place.node.ts';
import { loadMachine } from '../../../scenario/machines.node.ts';
import { coreStyles } from '../../../viewmodel/cachelines/counters.ts';
import { plain } from '../../../viewmodel/cachelines/words.ts';
import { DEED_KINDS, type Deed, deedsIn, deedsText, planOf } from '../../../viewmodel/lines-story/plan.ts';
import { type Story, type StorySide, spanOf, statesAt } from '../../../viewmodel/lines-story/story.ts';
import { headText } from '../../../viewmodel/lines-story/words.ts';
import { address, isStory, type LinesAddress } from './address.ts';
import { mostConnections, type StoryState, StoryStore } from './story-store.ts';

const scenes: Scene[] = [];
/** What each design's scene has last shown with looks. */
const told: (readonly SceneShown[])[] = [[], []];

beforeAll(async () => {
  for (let i = 0; i < 2; i++) {
    const loaded = await Scene.load(wasmPlaceInNode('xip-model'));
    if (!loaded.ok) throw new Error(loaded.error.message);
    scenes.push(loaded.value);
  }
});

function makeStore() {
  const addresses: LinesAddress[] = [];
  let started = 0;
  const store = new StoryStore({
    start: (): SceneClient => {
      const side = started++;
      const scene = scenes[side];
      if (scene === undefined) throw new Error('two scenes at most');
      return {
        open: async (request) => scene.open(request),
        show: async (when, looks) => scene.show(when, looks),
        timeline: async (from, count) => scene.timeline(from, count),
        run: async (span) => {
          const shown = scene.run(span);
          if (shown.ok && span.looks.length > 0) told[side] = shown.value;
          return shown;
        },
        dispose: () => undefined,
      };
    },
    machine: (id) => {
      const machine = loadMachine(id);
      if (!machine.ok) throw new Error('no machine');
      return machine.value;
    },
    messages: messagesIn('en'),
    onAddress: (next) => addresses.push(next),
  });
  return { store, addresses };
}
function storyOf({ get }: { readonly get: () => StoryState }): Story {
  const { story } = get();
  if (story === null) throw new Error('nothing is told');
  return story;
}
const nameOf = ({ cells }: StorySide, cell: number): string => cells[cell]?.region ?? '';
const eventsIn = (story: Story, side: StorySide, act: 'reads' | 'writes' | 'again') => {
  const span = spanOf(story, act);
  return side.steps.slice(span?.from ?? 0, span?.to ?? 0).flatMap(({ event }) => (event === null ? [] : [event]));
};

describe('what the acts tell', () => {
  test('13: A reads without a miss; B, C and D each cost A a line; A waits for these three again', async () => {
    const { store } = makeStore();
    await store.applyAddress({});
    expect(storyOf(store).right.stage.design).toBe('pg14');
    await store.applyAddress({ view: 'story', right: 'dense' });
    const story = storyOf(store);
    const { left, right } = story;
    expect([left.stage.design, right.stage.design]).toEqual(['pg13', 'dense']);
    expect(eventsIn(story, left, 'reads')).toEqual([]);
    const writes = eventsIn(story, left, 'writes');
    expect(writes.map(({ core, field, isUpgrade }) => [core, field, isUpgrade])).toEqual([
      [1, 'xmin', true],
      [2, 'xmin', true],
      [3, 'xmin', true],
    ]);
    for (const { losers, cell } of writes) {
      expect(losers).toContain(0);
      expect(nameOf(left, cell)).toBe('PGXACT');
    }
    const again = eventsIn(story, left, 'again');
    expect(again.map(({ cell }) => cell).sort()).toEqual(writes.map(({ cell }) => cell).sort());
    expect(again.map(({ from }) => from).sort()).toEqual([1, 2, 3]);
    // Dense: the same deeds, and nobody loses anything that A reads.
    for (const act of ['reads', 'again'] as const) expect(eventsIn(story, right, act)).toEqual([]);
    for (const { losers } of eventsIn(story, right, 'writes')) expect(losers).not.toContain(0);
    expect(left.turns[story.told]?.ns).toBeGreaterThan(right.turns[story.told]?.ns ?? 0);
  });
  test('14 tells the same with fewer lines still: its snapshot is reused', async () => {
    const { store } = makeStore();
    await store.applyAddress({ view: 'story', right: 'pg14' });
    const { left, right, told: last } = storyOf(store);
    expect(right.turns[last]?.missed).toBe(0);
    expect(right.turns[last]?.lines).toBeLessThan((left.turns[last]?.lines ?? 0) / 4);
  });
});

describe('the page’s sentence', () => {
  const naming = { styles: coreStyles(4, []), messages: messagesIn('en') };
  const said = async (own: string, right: DesignId) => {
    const { store } = makeStore();
    await store.applyAddress({ view: 'story', right, deeds: own });
    const story = storyOf(store);
    return { story, head: plain(headText(story, story.last, naming)) };
  };
  test('a line that is waited for to be read, and again to be owned, is one of its lines', async () => {
    const { story, head } = await said('b.xid,c.xid,b.commit,c.commit,a.snapshot', 'pg14');
    let waitedTwice = 0;
    for (const side of [story.left, story.right])
      for (const [i, turn] of story.turns.entries()) {
        const events = side.steps.slice(turn.first - 1, turn.first - 1 + turn.steps).map(({ event }) => event?.cell);
        const cells = events.filter((cell) => cell !== undefined);
        expect(side.turns[i]?.missed).toBe(new Set(cells).size);
        if (turn.deed.kind === 'snapshot') waitedTwice += cells.length - new Set(cells).size;
      }
    expect(waitedTwice).toBeGreaterThan(0);
    const { missed = 0, lines = 0 } = story.left.turns.at(-1) ?? {};
    const words = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    expect(head).toContain(`In 13 it waits for ${words[missed] ?? missed} of ${lines} lines`);
  });
  test('a commit names what the others lose in each design: the lock’s line in 14, an entry’s line too in 13', async () => {
    const { story, head } = await said('a.snapshot,b.xid,b.commit', 'pg14');
    for (const side of [story.left, story.right]) {
      const { first = 1, steps = 0 } = story.turns.at(-1) ?? {};
      const lost = new Set<string>();
      for (const { event } of side.steps.slice(first - 1, first - 1 + steps))
        for (const core of event?.losers ?? []) lost.add(`${event?.cell} ${core}`);
      const taken = side.turns
        .at(-1)
        ?.taken.flatMap(({ cells, losers }) => cells.flatMap((cell) => losers.map((core) => `${cell} ${core}`)));
      expect(taken?.toSorted()).toEqual([...lost].sort());
    }
    expect(head).toBe(
      'B commits and writes xid, lxid, and xmin. In 13 A loses ProcArrayLock and PGXACT line\u00a08; in 14 A loses ProcArrayLock.',
    );
  });
});

describe('9.1, whose caches have room for few connections', () => {
  test('setting, address and both designs have as many; without 9.1 there are as many as were wanted', async () => {
    const { store, addresses } = makeStore();
    for (const sides of [{ left: 'pg9.1' }, { left: 'pg13', right: 'pg9.1' }] as const) {
      await store.applyAddress({ view: 'story', idle: 96, ...sides });
      const { left, right } = storyOf(store);
      const connections = left.stage.connections;
      expect(right.stage.connections).toBe(connections);
      expect(connections).toBeLessThan(100);
      expect(store.get().settings.idle).toBe(connections - 4);
      expect(addresses.at(-1)?.idle).toBe(connections - 4);
      expect(connections).toBe(mostConnections(store.get().settings));
    }
    await store.change({ right: 'dense' });
    expect(storyOf(store).left.stage.connections).toBe(100);
    expect(addresses.at(-1)?.idle).toBe(96);
    await store.change({ right: 'pg9.1', idle: 4 });
    expect(storyOf(store).right.stage.connections).toBe(8);
  });
});

/** Deeds that can be done one after the other. */
const deeds = fc
  .array(fc.record({ core: fc.integer({ min: 0, max: 3 }), kind: fc.constantFrom(...DEED_KINDS) }), { maxLength: 12 })
  .map((all) => {
    const kept: Deed[] = [];
    for (const deed of all) if (planOf([...kept, deed]) !== null) kept.push(deed);
    return kept;
  });

describe('what a step says is what the engine says', () => {
  test('states after each deed, who lost a copy, and every nanosecond', async () => {
    const { store } = makeStore();
    await fc.assert(
      fc.asyncProperty(
        deeds,
        fc.constantFrom<DesignId>(...DESIGN_IDS),
        fc.constantFrom('spread', 'middle'),
        fc.constantFrom('xeon-gold-5215-2s', 'epyc-7742'),
        async (own, left, place, machine) => {
          await store.applyAddress({ view: 'story', left, place, machine, deeds: deedsText(own) });
          const story = storyOf(store);
          const plan = planOf(own);
          const first = plan?.turns[0]?.first ?? 0;
          for (const [i, side] of [story.left, story.right].entries()) {
            const shown = told[i] ?? [];
            for (const [k, turn] of story.turns.entries()) {
              const { first: begin = 0, count = 0 } = plan?.turns[k] ?? {};
              const played = shown.slice(begin - first, begin - first + count);
              const sums = played.map(({ operation }) => operation.endNs - operation.startNs);
              expect(side.turns[k]?.ns).toBeCloseTo(
                sums.reduce((a, b) => a + b, 0),
                6,
              );
              expect(side.turns[k]?.lost).toBe(
                played.flatMap(({ accesses }) => [...accesses.losers]).reduce((a, b) => a + b, 0),
              );
              const end = turn.first + turn.steps - 1;
              expect(side.steps[end - 1]?.ns).toBeCloseTo(side.turns[k]?.ns ?? -1, 6);
              const next = shown[begin - first + count];
              if (next === undefined) continue;
              for (const [at, { line }] of side.cells.entries()) {
                const look = next.looks.find(({ first: there }) => there === line);
                const engine = side.stage.opened.cores.map((core) => look?.states[core] ?? 9);
                expect([...statesAt(side, end).subarray(at * 4, at * 4 + 4)]).toEqual(engine);
              }
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe('the reader’s step', () => {
  test('a step back shows its step until it has been played back; a press in between ends that', async () => {
    const { store } = makeStore();
    await store.applyAddress({ view: 'story', step: 3 });
    expect(store.get()).toMatchObject({ at: 3, shown: 3, film: null });
    store.step(1);
    expect(store.get()).toMatchObject({ at: 4, shown: 4, film: { step: 4, isBackwards: false } });
    store.step(1);
    expect(store.get()).toMatchObject({ at: 5, shown: 5, film: { step: 5 } });
    store.step(-1);
    const { film } = store.get();
    expect(store.get()).toMatchObject({ at: 4, shown: 5, film: { step: 5, isBackwards: true } });
    if (film !== null) store.filmOver(film);
    expect(store.get()).toMatchObject({ at: 4, shown: 4, film: null });
    store.step(-1);
    store.seek(1);
    expect(store.get()).toMatchObject({ at: 1, shown: 1, film: null });
  });
  test('an act plays to its end and stops there', async () => {
    const { store } = makeStore();
    await store.applyAddress({});
    store.playAct('writes');
    for (let i = 0; i < 200 && store.get().isPlaying; i++) {
      const { film } = store.get();
      if (film !== null) store.filmOver(film);
      store.tick(100);
    }
    expect(store.get()).toMatchObject({ isPlaying: false, at: spanOf(storyOf(store), 'writes')?.to });
  });
  test('what a person lets a core do becomes the story’s end, is in the address, and can be taken back', async () => {
    const { store, addresses } = makeStore();
    await store.applyAddress({ view: 'story', step: 2 });
    const before = storyOf(store);
    expect(store.get().possible[1]?.has('idle')).toBe(false);
    await store.add({ core: 1, kind: 'idle' });
    expect(storyOf(store)).toBe(before);
    await store.add({ core: 1, kind: 'snapshot' });
    await store.add({ core: 1, kind: 'xid' });
    store.pause();
    store.seek(storyOf(store).last);
    const link = addresses.at(-1) ?? {};
    expect(link).toMatchObject({ view: 'story', deeds: 'b.snapshot,b.xid' });
    const other = makeStore();
    await other.store.applyAddress(structuredClone(link));
    expect(other.store.get().story).toEqual(store.get().story);
    expect(other.store.get().at).toBe(store.get().at);
    // The second press may come before the first is answered.
    await Promise.all([store.takeBack(), store.takeBack()]);
    expect(storyOf(store)).toEqual(before);
    expect(store.get().at).toBe(before.last);
    expect(addresses.at(-1)?.deeds).toBeUndefined();
  });
});

describe('the address', () => {
  test('one that says nothing is the story’s; one that said something before there was a story means what it meant', () => {
    expect(isStory({})).toBe(true);
    expect(isStory({ view: 'story', left: 'pg13' })).toBe(true);
    for (const old of [
      { operation: 3 },
      { left: 'pg13' as const },
      { unit: 'miss' as const },
      { view: 'lines' as const },
    ])
      expect(isStory(old)).toBe(false);
  });
  test('deeds are written as they are read; what cores cannot do is refused in words', () => {
    fc.assert(fc.property(deeds, (all) => void expect(deedsIn(deedsText(all))).toEqual(all)));
    const { t } = messagesIn('en');
    for (const wrong of ['b.idle', 'x.snapshot', 'b.dance', 'b.snapshot,,', 'a.commit,a.commit', 'bsnapshot']) {
      const read = address.parse({ do: wrong }, messagesIn('en'));
      expect(read.ok).toBe(false);
      expect(!read.ok && read.error).toBe(t('linesStory.problem', { where: 'do', given: wrong }));
    }
  });
});
