import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { ALL_HITS, BUFFERS_64, fakeSlru, fakeSubtrans, NESTED, QUIET, READS_16, READS_17 } from './subtrans.fake.ts';
import { banksOf, pagesAfter, subtransText, subtransView } from './subtrans.ts';
import { tellingWalk } from './subtrans-walks.ts';

const en = messagesIn('en');
const viewOf = (slru: typeof QUIET) => subtransView(fakeSubtrans(slru));

describe('walks', () => {
  test('a walk is one xid’s way to its topmost parent; lookups in one slot are one stop', () => {
    const { walks, cut } = viewOf(NESTED);
    expect(cut).toBe(0);
    expect(walks).toHaveLength(66);
    expect(walks.at(-1)).toMatchObject({ session: 'C', xid: 796, topmost: 731, lookups: 66 });
    expect(walks.at(-1)?.stops).toMatchObject([{ page: 0, hit: true, lookups: 66, from: 796, to: 731, parent: null }]);
  });

  test('one over two pages has two stops, and is the one that tells most', () => {
    const { walks, walkers } = viewOf(READS_16);
    expect(tellingWalk(walks)).toBe(36);
    expect(walks[36]?.stops.map(({ page, parent }) => [page, parent])).toEqual([
      [36, 731],
      [0, null],
    ]);
    expect(walkers).toMatchObject([{ session: 'C', walks: 37, lookups: 38 }]);
    expect(walkers[0]?.reads).toBeGreaterThan(30);
    expect(viewOf(ALL_HITS).walkers).toMatchObject([{ walks: 20, lookups: 21, reads: 0, evictions: 0 }]);
    expect(viewOf(BUFFERS_64).walkers[0]?.reads).toBe(0);
    expect(tellingWalk(viewOf(QUIET).walks)).toBe(-1);
  });

  test('what is set or made is no walk, and a walk whose beginning is not kept is only counted', () => {
    const set = READS_17.lookups.map((lookup, i) =>
      i < 4 ? ({ ...lookup, why: i < 3 ? 'set' : 'make' } as const) : lookup,
    );
    const view = viewOf({ ...READS_17, lookups: set, lookupsBefore: 7 });
    expect(view).toMatchObject({ set: 3, made: 1, cut: 7 });
    expect(view.walks).toHaveLength(33);
    const broken = viewOf({ ...NESTED, lookups: NESTED.lookups.slice(-100), lookupsBefore: 50 });
    expect(broken.walks).toHaveLength(1);
    expect(broken.cut).toBe(50 + 34);
  });
});

describe('buffers', () => {
  test('at any moment of a step the slots hold what an SLRU has read and not yet given up', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 }),
        fc.constantFrom(1, 2),
        fc.integer({ min: 0, max: 60 }),
        (pages, banks, cut) => {
          const walks = pages.map((page) => ({ session: 'C', chain: [page * 2048 + 7] }));
          const fake = { buffers: 32, banks, before: [60], latestPage: 60 };
          const whole = fakeSlru({ ...fake, walks });
          const part = fakeSlru({ ...fake, walks: walks.slice(0, cut) });
          expect(pagesAfter(whole, Math.min(cut, walks.length))).toEqual(part.slots.map((slot) => slot?.page ?? null));
        },
      ),
    );
  });

  test('banks: as many as there is room for, and among them those of the walk', () => {
    const pages = Array.from({ length: 256 }, (_, i) => i);
    const { drawn, left } = banksOf({ banks: 16 }, pages, 8, [255, 40]);
    expect(drawn.map(({ bank }) => bank)).toEqual([0, 1, 2, 3, 4, 5, 6, 15]);
    expect(left).toBe(8);
    expect(drawn.at(-1)).toMatchObject({ first: 240, pages: pages.slice(240) });
    expect(banksOf({ banks: 1 }, pages.slice(0, 32), 8, [])).toMatchObject({ drawn: [{ bank: 0, first: 0 }], left: 0 });
  });
});

describe('in words', () => {
  test('who asked, what it took, and what had to go', () => {
    const text = subtransText(fakeSubtrans(READS_16, 13), en);
    expect(text[0]).toBe('32 buffers of 8 kB, one lock for all of them.');
    expect(text.join('\n')).toContain('C asked pg_subtrans about 37 xids: 38 lookups,');
    expect(text.join('\n')).toMatch(
      /1\. Page 1 is not in a buffer: read into buffer \d+, where page \d+ was evicted\. 2779 has no parent\./,
    );
    expect(text.at(-1)).toMatch(/^C since it connected: in pg_subtrans 38 lookups, .*; in pg_xact 36 lookups/);
    expect(subtransText(fakeSubtrans(QUIET), en)).toContain('In this step nobody looked up a parent.');
    expect(subtransText(fakeSubtrans(QUIET), en)[0]).toContain('2 banks of 16 with a lock each');
    expect(subtransText(fakeSubtrans(NESTED), en).join('\n')).toContain(
      '66 xids: 2,211 lookups, every page was in a buffer',
    );
  });
});
