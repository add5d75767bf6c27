/** The standby's view models on moments of real runs. */
import '../../base/messages/en/standby.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { type MomentName, moment } from '../stage/fixture.fake.ts';
import {
  copiedAt,
  cutAt,
  placeIn,
  placeParts,
  release,
  replayTo,
  type StandbyPlace,
  takeHere,
  walCards,
  whyNoSnapshot,
} from './place.ts';
import { seenVersions } from './rows.ts';
import { rangesOf, standbyModel } from './view.ts';
import { findingText, placeText, reasonText, standbyText } from './words.ts';

const messages = messagesIn('en');
function at(name: MomentName) {
  const { state: stage, standby: shown } = moment(name).shown;
  if (shown === undefined) throw new Error(`${name} has no standby`);
  return { stage, shown };
}

describe('moments of real runs', () => {
  test('a commit that is not replayed: ended on the primary, running on the standby', () => {
    const { stage, shown } = at('standby-late');
    const model = standbyModel(stage, shown, 732);
    expect(model.finding).toMatchObject({ kind: 'late', xid: 732, committed: true, behind: 1, isKnown: true });
    expect(model.rows.map(({ key }) => key)).toEqual(['primary', 'primary-then', 'standby', 'held-4']);
    expect(model.answers?.map((answer) => answer?.runs)).toEqual([false, true, true, true]);
    expect(reasonText(model, 2, messages)).toBe('732 is in subxip: it was running.');
    expect(reasonText(model, 1, messages)).toBe('732 is in xip: it was running.');
    // Row 1 was updated by 732, row 3 inserted by 733: each side sees one of the two versions.
    const { versions } = seenVersions(stage, shown);
    expect(versions.map(({ values, seen }) => [values.join(), seen])).toEqual([
      ['1,100', [false, true, true, true]],
      ['2,50', [true, true, true, true]],
      ['1,70', [true, false, false, false]],
      ['3,10', [true, true, true, false]],
    ]);
  });
  test('the 64th subtransaction: the list is gone, the answers are the same', () => {
    const { stage, shown } = at('standby-64');
    const model = standbyModel(stage, shown, 740);
    expect(model.finding).toEqual({ kind: 'overflowed', missing: 64, top: 732, lastOverflowedXid: 797 });
    expect(model.answers?.map((answer) => answer?.why)).toEqual(['listed', 'parent-listed', 'listed', undefined]);
    // 64 similar neighbours take few columns, the chosen one has its own.
    expect(model.columns.length).toBeLessThan(9);
    expect(model.columns.find(({ isChosen }) => isChosen)).toMatchObject({ first: 740, count: 1, top: 732 });
    expect(model.columns.reduce((sum, { count }) => sum + count, 0)).toBe(
      stage.xids.filter(({ xid }) => xid >= 730).length,
    );
  });
  test('a copy that is pending gives no snapshot, and says which xid it waits for', () => {
    const { stage, shown } = at('standby-pending');
    const model = standbyModel(stage, shown, null);
    expect(model.finding).toMatchObject({ kind: 'pending', pendingXmin: 797 });
    expect(model.rows.find(({ key }) => key === 'standby')).toMatchObject({ snapshot: null, state: 'refused' });
    expect(findingText(model.finding, messages)).toContain('all up to 797 have ended');
  });
  test.each(['standby-late', 'standby-64', 'standby-pending'] as const)(
    '%s: the words have every session, snapshot, valid entry and version of the drawing',
    (name) => {
      const { stage, shown } = at(name);
      const model = standbyModel(stage, shown, stage.xids.at(-1)?.xid ?? null);
      const text = standbyText(stage, shown, model, messages).join('\n');
      for (const { session } of stage.sessions) expect(text).toContain(`session ${session}`);
      for (const { who } of model.rows) expect(text).toContain(messages.t('standby.who', who));
      for (const { first, last } of rangesOf(
        shown.state.known.entries.filter(({ valid }) => valid).map(({ xid }) => xid),
      ))
        expect(text).toContain(first === last ? `${first}` : `${first}–${last}`);
      for (const { ctid } of seenVersions(stage, shown).versions) expect(text).toContain(ctid);
      expect(text).not.toMatch(/undefined|NaN|null/);
      expect(placeText(shown, messages)).toContain(`${shown.at} of ${shown.records.length} records`);
    },
  );
});

describe('the strip', () => {
  test('has as many cards as there is room for, each record once and in order, replay’s place among them', () => {
    const { stage, shown } = at('standby-64');
    fc.assert(
      fc.property(fc.nat(shown.records.length), fc.integer({ min: 1, max: 100 }), (place, room) => {
        const { first, cards } = walCards({ ...shown, at: place }, stage.xids, room);
        expect(cards).toHaveLength(Math.min(room, shown.records.length));
        expect(cards.map(({ index }) => index)).toEqual(cards.map((_, i) => first + i));
        expect(cards.every(({ index, isReplayed }) => isReplayed === index < place)).toBe(true);
        expect(place).toBeGreaterThanOrEqual(first);
        expect(place).toBeLessThanOrEqual(first + cards.length);
      }),
    );
  });
});

describe('where the standby is', () => {
  const { shown } = at('standby-64');
  const place: StandbyPlace = { from: 0, replay: 60, held: [10, 40] };
  test('what the address says is read back', () => {
    for (const one of [place, copiedAt(0), copiedAt(9), { from: 3, replay: 'end' as const, held: [] }])
      expect(placeIn(placeParts(one))).toEqual(one);
  });
  test('a snapshot is taken once at a place, and released', () => {
    const taken = takeHere(place, shown);
    expect(taken.held).toEqual([10, 40, 70]);
    expect(takeHere(taken, shown)).toBe(taken);
    expect(whyNoSnapshot(taken, shown)).toBe('held');
    expect(release(taken, 40).held).toEqual([10, 70]);
    expect(whyNoSnapshot(place, { ...shown, snapshot: null })).toBe('notReady');
    expect(whyNoSnapshot({ ...place, held: [1, 2, 3, 4, 5, 6, 7, 8] }, shown)).toBe('full');
  });
  test('replay stays within WAL, and where the primary takes another way nothing of the old one is left', () => {
    expect(replayTo(place, shown, 1e9).replay).toBe(70);
    expect(replayTo(place, { ...shown, from: 5 }, -3).replay).toBe(5);
    expect(cutAt(place, 20)).toEqual({ from: 0, replay: 20, held: [10] });
    expect(cutAt({ ...place, from: 30, replay: 'end' }, 20)).toEqual({ from: 20, replay: 'end', held: [10] });
  });
});
