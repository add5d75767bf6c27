import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { otherNames, tagText } from '../server/axis-names.ts';
import { MOMENT_NAMES, moment } from './fixture.fake.ts';
import { horizonsText, horizonsView, subxidsText } from './horizons.ts';
import { NOTHING_SELECTED } from './selection.ts';
import { SUBXID_SLOTS, subxidsView } from './subxids.ts';
import { fakeHorizons, fakeSession, fakeSnapshot, fakeStage, threeBrackets } from './xid-axis.fake.ts';
import { xidAxis } from './xid-axis.ts';
import { xidAxisText } from './xid-axis-text.ts';
import { fullXid, shortXid } from './xid-order.ts';

const messages = messagesIn('en');

describe('the horizons', () => {
  test('the axis has the horizon, the next xid, the bounds of the chosen session and everybody known', () => {
    for (const name of MOMENT_NAMES) {
      const { state } = moment(name).shown;
      for (const { session } of state.sessions) {
        const { shown, axis, holders, holding } = horizonsView(state, { ...NOTHING_SELECTED, session });
        expect(shown?.session).toBe(session);
        const at = (place: number | undefined) => shortXid(axis.marks[place ?? -1]?.full ?? -1);
        expect(at(axis.horizonAt)).toBe(state.horizons.oldestNonRemovable);
        expect(axis.marks[axis.nextAt]?.full).toBe(state.nextXid);
        const bar = shown?.bars.find(({ kind }) => kind === 'data' || kind === 'recentData');
        if (bar !== undefined)
          expect([at(axis.boundsAt?.maybe), at(axis.boundsAt?.definitely)]).toEqual([
            shortXid(bar.from),
            shortXid(bar.to),
          ]);
        expect(axis.rows.map(({ id }) => id).sort()).toEqual(holders.map(({ id }) => id).sort());
        expect(holding.map(({ who }) => who).sort()).toEqual(state.horizons.holders.map(({ who }) => who).sort());
      }
    }
  });
  test('a dead version’s answer is that of the bounds, and its keepers are those who are not younger', () => {
    let seen = 0;
    for (const name of MOMENT_NAMES) {
      const { state } = moment(name).shown;
      for (const { session } of state.sessions) {
        const { dead, shown, oldestNonRemovable, era } = horizonsView(state, { ...NOTHING_SELECTED, session });
        const bar = shown?.bars.find(({ kind }) => kind === 'data' || kind === 'recentData');
        for (const version of dead) {
          seen++;
          const tuple = state.page?.tuples.find(({ ctid }) => ctid === version.ctid);
          expect(tuple?.removable).toBe(version.keepers.length === 0);
          expect(version.keepers.length === 0).toBe(version.full < fullXid(oldestNonRemovable, state.nextXid));
          if (bar === undefined) continue;
          expect(version.answer === 'removable').toBe(version.full < bar.from);
          expect(version.answer === 'kept').toBe(version.full >= bar.to);
          if (era === 'recent') expect(version.answer).not.toBe('open');
        }
      }
    }
    expect(seen).toBeGreaterThan(5);
  });
  test('by the rules of 13 a touch of a page asks other databases too, by those of 14 and later for running xids alone', () => {
    const state = fakeStage(
      100,
      [],
      [fakeSession('A', fakeSnapshot(100, 100)), fakeSession('B', fakeSnapshot(90, 100))],
      {
        horizons: fakeHorizons({
          oldestNonRemovable: 97,
          known: [
            { kind: 'xmin', who: 'B', xid: 90, other: 95, exempt: 'other-database' },
            { kind: 'slot-catalog-xmin', who: 'cdc', xid: 80, other: null, exempt: 'catalogs-only' },
            { kind: 'xmin', who: 'A', xid: 97, other: null, exempt: null },
          ],
        }),
      },
    );
    expect(horizonsView(state, NOTHING_SELECTED).rules).toMatchObject({ touch: { 13: 90, 14: 95 }, vacuum: 97 });
  });
  test('14 and later have two bounds for each of four kinds, 13 has two numbers', () => {
    const bounds = horizonsView(threeBrackets(), { ...NOTHING_SELECTED, session: 'B' });
    expect(bounds.era).toBe('bounds');
    expect(bounds.shown?.bars.map(({ kind }) => kind)).toEqual(['data', 'catalog', 'shared', 'temp']);
    expect(bounds.shown?.bars[1]).toEqual({ kind: 'catalog', from: 731, to: 740 });
    const recent = horizonsView(moment('horizon-13').shown.state, NOTHING_SELECTED);
    expect(recent.era).toBe('recent');
    expect(recent.shown?.bars.map(({ kind }) => kind)).toEqual(['recentData', 'recent']);
  });
  test('by the rules of 13 the axis names one number, and the two bounds only from 14 on', () => {
    const names = (state: Parameters<typeof horizonsView>[0], session: string): readonly string[] => {
      const { axis } = horizonsView(state, { ...NOTHING_SELECTED, session });
      return [tagText(axis, messages), ...otherNames(axis, messages).map(({ words }) => words)];
    };
    const { state } = moment('horizon-13').shown;
    expect(horizonsView(state, NOTHING_SELECTED).axis.boundsAt).not.toBeNull();
    for (const { session } of state.sessions) expect(names(state, session).join()).not.toMatch(/needed/);
    expect(names(threeBrackets(), 'B').join()).toMatch(/maybe needed.*definitely needed/);
  });
  test('a session that has not looked knows nothing, and is said to', () => {
    const none = { shared: 0, catalog: 0, data: 0, temp: 0 };
    const state = fakeStage(100, [], [fakeSession('A', fakeSnapshot(100, 100), { use: 'none' })], {
      horizons: fakeHorizons({
        oldestNonRemovable: 100,
        holders: [],
        sessions: { A: { maybeNeeded: none, definitelyNeeded: none, computed: 0 } },
      }),
    });
    expect(horizonsView(state, NOTHING_SELECTED).shown?.bars).toEqual([]);
    expect(horizonsText(state, messages).join(' ')).toContain('A has not looked yet');
  });
  test('the horizon across 2³² stays older than what follows it', () => {
    const state = fakeStage(2 ** 32 + 9, [], [], {
      horizons: fakeHorizons({ oldestNonRemovable: 4_294_967_290, holders: [], sessions: {} }),
    });
    const { axis, behind, nextXid } = horizonsView(state, NOTHING_SELECTED);
    expect([axis.horizonAt, axis.nextAt, nextXid]).toEqual([0, 1, 9]);
    expect(behind).toBe(12);
  });
  test('its text names the horizon, every holder, and every bound of every session', () => {
    for (const name of MOMENT_NAMES) {
      const { state } = moment(name).shown;
      const text = horizonsText(state, messages).join('\n');
      expect(text).toContain(`an xid below ${state.horizons.oldestNonRemovable} `);
      for (const { who, xid } of state.horizons.known) {
        expect(text).toContain(who);
        expect(text).toContain(String(xid));
      }
      for (const { ctid, keepers } of horizonsView(state, NOTHING_SELECTED).dead)
        expect(text).toContain(keepers.length === 0 ? `${ctid} was replaced` : `${keepers[0]?.who}`);
      for (const [session, { maybeNeeded, definitelyNeeded }] of Object.entries(state.horizons.sessions)) {
        if (maybeNeeded === undefined || definitelyNeeded === undefined || definitelyNeeded.data === 0) continue;
        expect(text).toContain(
          `${session}, tables: maybe needed from ${shortXid(maybeNeeded.data)} on, definitely needed from ${shortXid(definitelyNeeded.data)} on.`,
        );
      }
    }
  });
});

describe('the subxid slots', () => {
  test('hold what PGPROC holds, and say what has no slot', () => {
    const full = subxidsView(moment('before-overflow').shown.state, NOTHING_SELECTED).rows[0];
    expect(full).toMatchObject({ session: 'writer', free: 0, overflowed: false, without: 0 });
    expect(full?.slots).toHaveLength(SUBXID_SLOTS);
    expect(subxidsView(moment('overflow').shown.state, NOTHING_SELECTED).rows[0]).toMatchObject({
      free: 0,
      overflowed: true,
      without: 1,
    });
  });
  test('sessions without subxids are counted, unless chosen', () => {
    const { state } = moment('overflow').shown;
    expect(subxidsView(state, NOTHING_SELECTED).empty).toEqual(['other', 'reader']);
    const chosen = subxidsView(state, { ...NOTHING_SELECTED, session: 'reader' });
    expect(chosen.rows.map(({ session }) => session)).toEqual(['writer', 'reader']);
  });
  test('their text names every slot’s xid of every session', () => {
    for (const name of MOMENT_NAMES) {
      const { state } = moment(name).shown;
      const text = subxidsText(state, messages);
      for (const [i, { session, subxids, overflowed }] of state.sessions.entries()) {
        expect(text[i]).toMatch(new RegExp(`^${session}: ${subxids.length} of 64`));
        for (const xid of subxids) expect(text[i]).toContain(String(xid));
        expect(text[i]?.includes('not overflowed')).toBe(!overflowed);
      }
    }
  });
});

describe('the axis in words', () => {
  /** The xids that a sentence covers: one, or a range. */
  const spoken = (sentence: string): readonly [number, number] | null => {
    const found = /^Xids? (\d+)(?: to (\d+))?:/.exec(sentence);
    return found === null ? null : [Number(found[1]), Number(found[2] ?? found[1])];
  };
  test('every xid of every moment is in one sentence, with its status and owner', () => {
    for (const name of MOMENT_NAMES) {
      const { state } = moment(name).shown;
      const sentences = xidAxisText(state, messages);
      for (const { xid, status, owner, parent } of state.xids) {
        const [sentence, another] = sentences.filter((each) => {
          const range = spoken(each);
          return range !== null && range[0] <= xid && xid <= range[1];
        });
        expect(another).toBeUndefined();
        expect(sentence).toContain(status === 'aborted' ? 'rolled back' : status);
        expect(sentence).toContain(owner === null ? 'by the set-up' : `by ${owner}`);
        if (parent !== null) expect(sentence).toContain(`of ${parent}.`);
      }
    }
  });
  test('every session’s snapshot in force is there, number by number', () => {
    for (const name of MOMENT_NAMES) {
      const { state } = moment(name).shown;
      const text = xidAxisText(state, messages);
      for (const { session, inForce, use } of state.sessions) {
        const own = text.filter((each) => new RegExp(`[Ss]napshot (of|that) ${session}\\b`).test(each));
        expect(own.some((each) => each.includes(`xmin ${inForce.xmin}, xmax ${inForce.xmax};`))).toBe(true);
        for (const xid of inForce.xip) expect(own.join(' ')).toContain(String(xid));
        if (use === 'kept') expect(own.join(' ')).toContain('kept until its transaction ends');
        if (use === 'none') expect(text).toContain(`${session} has no snapshot now.`);
      }
    }
  });
});

describe('the engine’s own moments on the axis', () => {
  test('no session’s own xid is ever a notch, and every bracket lies within the axis', () => {
    for (const name of MOMENT_NAMES) {
      const { state } = moment(name).shown;
      const axis = xidAxis(state, NOTHING_SELECTED, { width: 540, em: 13 });
      for (const { session, bracket, wouldBe } of axis.rows) {
        const own = state.sessions.find((each) => each.session === session)?.ownXids ?? [];
        for (const each of [bracket, wouldBe]) {
          if (each === null) continue;
          for (const { xids } of each.notches) for (const xid of xids) expect(own).not.toContain(xid);
          expect(each.x1).toBeLessThanOrEqual(axis.width);
        }
      }
      const oldest = fullXid(state.horizons.oldestNonRemovable, state.nextXid);
      for (const piece of axis.pieces)
        if (piece.kind === 'cell') expect(piece.x >= (axis.horizon?.x ?? 0)).toBe(piece.full >= oldest);
    }
  });
});
