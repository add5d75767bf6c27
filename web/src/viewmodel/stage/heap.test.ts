import { describe, expect, test } from 'vitest';
import { isLang, messagesIn } from '../../base/messages/index.ts';
import type { StageState, StageTuple } from '../../engine/stage/stage-types.ts';
import { MOMENT_NAMES, type MomentName, moment } from './fixture.fake.ts';
import { HEADER_FIELDS, type HeapModel, type HeapVersion, heapModel } from './heap.ts';
import { bitNames } from './heap-bits.ts';
import { headerWords } from './heap-detail-words.ts';
import { heapText, versionText } from './heap-text.ts';
import { captionOf, plainCaptionOf } from './heap-words.ts';
import { NOTHING_SELECTED } from './selection.ts';

const m = messagesIn('en');
const stateOf = (name: MomentName): StageState => moment(name).shown.state;
const modelOf = (name: MomentName): HeapModel => heapModel(stateOf(name), NOTHING_SELECTED);
const versionsOf = ({ rows }: HeapModel): readonly HeapVersion[] =>
  rows.filter((row): row is HeapVersion => row.kind === 'version');

/** A moment's state with one version changed. */
function changed(name: MomentName, lp: number, change: Partial<StageTuple>): HeapVersion {
  const state = stateOf(name);
  const page = state.page;
  if (page === null) throw new Error('no page');
  const tuples = page.tuples.map((tuple) => (tuple.lp === lp ? { ...tuple, ...change } : tuple));
  const found = versionsOf(heapModel({ ...state, page: { ...page, tuples } }, NOTHING_SELECTED)).find(
    ({ offset }) => offset === lp,
  );
  if (found === undefined) throw new Error(`no version ${lp}`);
  return found;
}

describe.each(MOMENT_NAMES)('the page of %s', (name) => {
  const state = stateOf(name);
  const model = modelOf(name);
  const versions = versionsOf(model);

  test('each line pointer is in one row, in the page’s order', () => {
    const offsets = model.rows.flatMap((row) =>
      row.kind === 'version'
        ? [row.offset]
        : Array.from({ length: row.last - row.offset + 1 }, (_, i) => row.offset + i),
    );
    expect(offsets).toEqual(Array.from({ length: model.counts.pointers }, (_, i) => i + 1));
    expect(versions.length).toBe(state.page?.tuples.length ?? 0);
  });
  test('a tuple’s bytes follow one another without overlap, up to its length', () => {
    for (const { tuple, beforeData, cells } of versions) {
      const spans = [
        ...HEADER_FIELDS,
        ...(beforeData === null ? [] : [beforeData]),
        ...cells.flatMap(({ bytes }) => bytes ?? []),
      ];
      let at = 0;
      for (const { from, to } of spans) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThanOrEqual(from);
        at = to;
      }
      expect(at).toBeLessThanOrEqual(tuple.length);
      expect(tuple.hoff % 8).toBe(0);
    }
  });
  test('who sees a version is who the engine says', () => {
    for (const { eyes, tuple } of versions)
      expect(eyes.filter(({ sees }) => sees).map(({ session }) => session.name)).toEqual(tuple.visibleTo);
  });
  test('an arrow leads from a pointer to where it leads, and arrows that share rows have lanes of their own', () => {
    for (const { from, to } of model.arrows) {
      const [source, target] = [model.rows[from], model.rows[to]];
      const offset = source?.kind === 'version' ? source.next?.to.offset : source?.to;
      expect(target?.offset).toBe(offset);
    }
    for (const a of model.arrows)
      for (const b of model.arrows) {
        if (a === b || a.lane !== b.lane) continue;
        expect(Math.max(a.from, a.to) < Math.min(b.from, b.to) || Math.max(b.from, b.to) < Math.min(a.from, a.to)).toBe(
          true,
        );
      }
  });
  test('chosen eyes ink what their session sees', () => {
    for (const { session } of state.sessions)
      for (const version of versionsOf(heapModel(state, { ...NOTHING_SELECTED, session })))
        expect(version.inked).toBe(version.tuple.visibleTo.includes(session));
    expect(versions.filter(({ inked }) => inked).length).toBe(model.counts.versions - model.counts.dead);
  });
  test('the text names every version with its ctid, xids, values and who sees it, and never `undefined`', () => {
    const text = heapText(model, m);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
    for (const { tuple } of versions) {
      const line = text.split('\n').find((each) => each.startsWith(`${tuple.ctid}:`));
      expect(line).toContain(`xmin ${tuple.xmin} `);
      expect(line).toContain(`xmax ${tuple.xmax}`);
      for (const value of tuple.values) expect(line).toContain(value ?? 'null');
      for (const { session, sees } of versionsOf(model).find(({ ctid }) => ctid === tuple.ctid)?.eyes ?? [])
        if (sees) expect(line).toMatch(new RegExp(`Seen by.*${session.letter}`));
    }
  });
  test('what a caption says of death agrees with the engine', () => {
    for (const version of versions) expect(captionOf(version, m).startsWith('dead')).toBe(version.tuple.dead);
    for (const version of versions.slice(0, 12))
      expect(headerWords(version, m).every(({ words }) => words !== '')).toBe(true);
  });
});

describe('a caption', () => {
  const captions = (name: MomentName) => versionsOf(modelOf(name)).map((version) => captionOf(version, m));
  test('at the lost update: replaced, dead, new, inserted', () => {
    expect(captions('lost-update')).toEqual([
      'the version A is replacing',
      'dead: its writer B rolled back',
      'A’s new version, not committed',
      'inserted by B, committed',
    ]);
    expect(captions('lost-update-refused')[0]).toBe('replaced by A, committed; C still sees it');
  });
  test('a lock of the version’s own writer is said to take nothing away, and whose it is', () => {
    expect(captions('p4')[3]).toBe('B’s new version, not committed; xmax 733 (B) only locks');
    const [, , , version] = versionsOf(modelOf('p4'));
    if (version === undefined) throw new Error('p4 has four versions');
    for (const zh of ['zh'].filter(isLang))
      expect(captionOf(version, messagesIn(zh))).toBe('B 的新版本，未提交；xmax 733（B）只是锁');
    expect(plainCaptionOf(version, m)).toBe('B’s new version, not committed');
  });
  test('a multixact names who holds it and who did', () => {
    expect(captions('locks')).toEqual(['multixact 1: locked by B for key share; over: A’s']);
  });
  test('a deletion leads nowhere, an update to another version', () => {
    const { ctid } = changed('lost-update', 1, {});
    expect(captionOf(changed('lost-update', 1, { next: ctid }), m)).toBe('deleted by A, not committed');
  });
  test('an undone change leaves the version current: by the xid’s state, and by the hint alone', () => {
    const undone = { xmax: 732, next: '(0,2)' };
    expect(captionOf(changed('lost-update', 1, undone), m)).toBe('current again: B’s update was rolled back');
    const hinted = changed('lost-update', 1, { ...undone, infomask: 0x0900 });
    expect(captionOf(hinted, m)).toBe('current again: B’s update was rolled back');
    expect(hinted.next).toBeNull();
  });
  test('all strengths of a single lock are told apart', () => {
    const strengths: readonly (readonly [number, number, string])[] = [
      [0x0190, 2, 'for key share'],
      [0x01d0, 2, 'for share'],
      [0x01c0, 2, 'for no key update'],
      [0x01c0, 0x2002, 'for update'],
    ];
    for (const [infomask, infomask2, words] of strengths)
      expect(captionOf(changed('lost-update', 4, { xmax: 733, infomask, infomask2 }), m)).toBe(`locked by A ${words}`);
  });
  test('a lock that is over is said to have been only a lock; without its holder, if nobody knows that', () => {
    const over = { xmax: 734, next: '(0,1)', infomask: 0x01c0 };
    expect(captionOf(changed('lost-update', 1, over), m)).toBe(
      'inserted by the set-up, committed; xmax 734 (B) only locks',
    );
    const multi = { xmax: 1, next: '(0,1)', infomask: 0x11c0, members: [] };
    expect(captionOf(changed('lost-update', 1, multi), m)).toBe('inserted by the set-up, committed; xmax 1 only locks');
  });
  test('who is prepared has not committed', () => {
    expect(captions('prepared').join()).toMatch(/prepared/);
  });
});

describe('the bits of a header', () => {
  test('two that mean one thing together have its name alone', () => {
    expect(bitNames({ infomask: 0x0350, infomask2: 0xc002 })).toEqual({
      infomask: ['HEAP_XMAX_SHR_LOCK', 'HEAP_XMIN_FROZEN'],
      infomask2: ['HEAP_HOT_UPDATED', 'HEAP_ONLY_TUPLE'],
    });
    expect(bitNames({ infomask: 0x2a00, infomask2: 2 })).toEqual({
      infomask: ['HEAP_XMIN_INVALID', 'HEAP_XMAX_INVALID', 'HEAP_UPDATED'],
      infomask2: [],
    });
  });
  test('frozen counts as committed for everybody, and so do hints about xids that are long gone', () => {
    const frozen = changed('lost-update', 4, { infomask: 0x0b00, xmin: 700 });
    expect(frozen.xmin.fill).toBe('committed');
    expect(headerWords(frozen, m)[0]?.words).toContain('frozen');
    expect(changed('lost-update', 4, { infomask: 0x0a00, xmin: 700 }).xmin.fill).toBe('aborted');
    expect(changed('lost-update', 4, { infomask: 0x0800, xmin: 700 }).xmin.fill).toBe('unknown');
  });
});

describe('the rest of a page', () => {
  test('HOT updates and others are told apart, as is a successor on another page', () => {
    expect(modelOf('lost-update').arrows).toEqual([{ from: 0, to: 2, kind: 'hot', lane: 0 }]);
    const away = changed('lost-update', 1, { next: '(2,7)', infomask2: 2 });
    expect(away.next).toEqual({ to: { block: 2, offset: 7 }, here: false, hot: false });
    expect(versionText(away, m)).toContain('Its next version is (2,7).');
  });
  test('after pruning a redirect leads to what is left', () => {
    const { rows, arrows } = modelOf('pruned');
    expect(rows.map((row) => (row.kind === 'pointer' ? row.flags : row.kind))).toEqual([
      'redirect',
      'version',
      'unused',
      'unused',
      'version',
    ]);
    expect(arrows).toEqual([{ from: 0, to: 4, kind: 'redirect', lane: 0 }]);
  });
  test('three and more equal pointers in a row are one line', () => {
    const state = stateOf('many');
    if (state.page === null) throw new Error('no page');
    const items = state.page.tuples.map(({ ctid, lp }) => ({
      ctid,
      flags: lp < 3 ? ('dead' as const) : ('unused' as const),
      to: 0,
    }));
    const { rows, counts } = heapModel({ ...state, page: { ...state.page, tuples: [], items } }, NOTHING_SELECTED);
    expect(rows.map((row) => (row.kind === 'pointer' ? [row.flags, row.offset, row.last] : []))).toEqual([
      ['dead', 1, 1],
      ['dead', 2, 2],
      ['unused', 3, items.length],
    ]);
    expect(counts.pointers).toBe(items.length);
  });
  test('without a table there is a sentence, and with an empty one another', () => {
    const state = { ...stateOf('empty'), tables: [], page: null };
    expect(heapText(heapModel(state, NOTHING_SELECTED), m)).toBe('There is no table yet.');
    expect(heapText(modelOf('empty'), m)).toBe('t is empty.');
  });
});
