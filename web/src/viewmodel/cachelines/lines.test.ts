import '../../base/messages/en/lines.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { coreStyles, talliesOf } from './counters.ts';
import { fieldsOf, segmentsOfLine } from './fields.ts';
import { findingOf, momentOf, sideFinding } from './finding.ts';
import { groupsOf, type LineGroup, touchedLines } from './groups.ts';
import { commonPitch, detailLines, MIN_PITCH, memoryLayout } from './layout.ts';
import { lensOf } from './lens.ts';
import { type FakeDesign, fakeScene } from './lines.fake.ts';
import { type LinePair, leader, missStops, pairNs, stepWithin, stopAt, stopCount, timeOfStop } from './position.ts';
import { closeUp, nsAt, rulerMarks, rulerTicks, xOf } from './ruler.ts';
import { accessAtTime, begunAt, isMiss, LEVEL, type LineScene, STATE, sceneNs } from './scene.ts';
import { LineStates } from './side.ts';
import { boxWords, noteText, plain, statusText } from './words.ts';

const designs = fc.constantFrom<FakeDesign>('pg13', 'globalvis', 'dense', 'pg14');
const scenes = fc
  .record({
    design: designs,
    active: fc.integer({ min: 2, max: 12 }),
    connections: fc.integer({ min: 12, max: 150 }),
    operation: fc.integer({ min: 0, max: 8 }),
  })
  .map(fakeScene);
const pairOf = (left: FakeDesign, right: FakeDesign, more = {}): LinePair => ({
  left: fakeScene({ design: left, ...more }),
  right: fakeScene({ design: right, ...more }),
});
/** A plain replay, to compare with the one that is drawn from. */
const groupsFor = (scene: LineScene) => groupsOf(scene, touchedLines(scene));

describe('the bytes of a line', () => {
  test('segments lie one after the other without gaps as far as the structure reaches', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('PGXACT', 'xids', 'pgprocnos', 'PGPROC', 'ProcArrayLock', 'TransamVariables', 'statusFlags'),
        fc.integer({ min: -63, max: 4000 }),
        fc.integer({ min: 1, max: 6000 }),
        (name, from, size) => {
          const segments = segmentsOfLine(fieldsOf(name, 'pg13'), from, size);
          const [first, last] = [Math.max(0, from), Math.min(size, from + 64)];
          let at = first - from;
          for (const segment of segments) {
            expect(segment.from).toBe(at);
            expect(segment.to).toBeGreaterThan(segment.from);
            at = segment.to;
          }
          if (last > first) expect(at).toBe(last - from);
          else expect(segments).toEqual([]);
        },
      ),
    );
  });
  test('PGXACT: 5⅓ entries a line; the sixth of the first line is torn behind its xid', () => {
    const segments = segmentsOfLine(fieldsOf('PGXACT', 'pg13'), 0, 1200);
    expect(segments.filter(({ begins }) => begins)).toHaveLength(6);
    expect(segments.at(-1)).toMatchObject({ field: 'xid', from: 60, to: 64, entry: 5, torn: 'end' });
    const next = segmentsOfLine(fieldsOf('PGXACT', 'pg13'), 64, 1200);
    expect(next[0]).toMatchObject({ field: 'xmin', from: 0, to: 4, entry: 5, torn: 'start', begins: false });
  });
  test('every third line of PGXACT begins as the first one does', () => {
    const at = (line: number) =>
      segmentsOfLine(fieldsOf('PGXACT', 'pg13'), line * 64, 12_000).map(({ from, to, field }) => ({ from, to, field }));
    for (let line = 0; line < 20; line++) expect(at(line + 3)).toEqual(at(line));
  });
  test('a dense array has 16 xids a line and tears none', () => {
    const segments = segmentsOfLine(fieldsOf('xids', 'dense'), 64, 4000);
    expect(segments).toHaveLength(16);
    expect(segments.every(({ torn }) => torn === null)).toBe(true);
  });
});

describe('states', () => {
  test('the replay has what the engine says was there before each access', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const states = new LineStates(scene);
        for (let i = 0; i < scene.accesses.count; i++) {
          states.seek(i);
          expect(states.stateOf(scene.lineAt[i] ?? 0, scene.watched)).toBe(scene.accesses.before[i]);
        }
      }),
      { numRuns: 60 },
    );
  });
  test('one owner at most, and a modified line has no other holder', () => {
    fc.assert(
      fc.property(scenes, fc.nat(), (scene, at) => {
        const states = new LineStates(scene);
        states.seek(at % (scene.accesses.count + 1));
        for (let line = 0; line < scene.lines.length; line++) {
          const copies = Array.from({ length: scene.active }, (_, i) => states.stateOf(line, i));
          expect(copies.filter((state) => state > STATE.S).length).toBeLessThanOrEqual(1);
          expect(states.holders[line]).toBe(copies.filter((state) => state !== STATE.I).length);
          if (states.lineState(line) === STATE.M) expect(states.holders[line]).toBe(1);
        }
      }),
      { numRuns: 60 },
    );
  });
  test('back and forth leads to the same states as straight on', () => {
    fc.assert(
      fc.property(scenes, fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 6 }), (scene, stops) => {
        const wandering = new LineStates(scene);
        for (const stop of stops) wandering.seek(stop);
        const straight = new LineStates(scene);
        straight.seek(stops.at(-1) ?? 0);
        expect(wandering.copies).toEqual(straight.copies);
        expect(wandering.owner).toEqual(straight.owner);
      }),
      { numRuns: 60 },
    );
  });
});

describe('counters', () => {
  test('100 connections: 19 lines of PGXACT and 7 of pgprocnos against 7 of xids', () => {
    const count = (scene: LineScene, name: string) =>
      groupsFor(scene).find((group) => group.name === name && !group.apart)?.lines.length;
    const [pg13, dense] = [fakeScene({ design: 'pg13' }), fakeScene({ design: 'dense' })];
    expect([count(pg13, 'PGXACT'), count(pg13, 'pgprocnos')]).toEqual([19, 7]);
    expect(count(dense, 'xids')).toBe(7);
    // And the lock’s and the counter’s; the dense design also reads its own xmin’s line.
    expect(talliesOf(pg13).total.lines).toBe(19 + 7 + 2);
    expect(talliesOf(dense).total.lines).toBe(7 + 4);
  });
  test('they never go back, end at the whole, and the kinds of misses add up', () => {
    fc.assert(
      fc.property(
        scenes,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }),
        (scene, shares) => {
          const tallies = talliesOf(scene);
          const whole = sceneNs(scene);
          const at = shares.sort((a, b) => a - b).map((share) => tallies.at(share * whole));
          for (const [i, counts] of at.entries()) {
            const before = at[i - 1];
            if (before !== undefined)
              for (const key of ['accesses', 'lines', 'misses', 'upgrades', 'ns', 'waitNs'] as const)
                expect(counts[key]).toBeGreaterThanOrEqual(before[key]);
            const { trueSharing, falseSharing, forHorizon, upgrades, other } = counts;
            for (const kind of [trueSharing, falseSharing, forHorizon, upgrades, other])
              expect(kind).toBeGreaterThanOrEqual(0);
            expect(trueSharing + falseSharing + forHorizon + upgrades + other).toBe(counts.misses);
            // Waiting is a part of the time.
            expect(counts.waitNs).toBeLessThanOrEqual(counts.ns);
          }
          expect(tallies.at(whole * 2)).toEqual(tallies.total);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the clock', () => {
  test('a stop lies within its access; the nearest stop to its time is the stop itself', () => {
    fc.assert(
      fc.property(designs, designs, fc.nat(), (left, right, at) => {
        const pair = pairOf(left, right);
        const stop = at % stopCount(pair);
        const time = timeOfStop(pair, stop);
        expect(stopAt(pair, time)).toBe(stop);
        if (stop < leader(pair).accesses.count) expect(accessAtTime(leader(pair), time)).toBe(stop);
      }),
      { numRuns: 60 },
    );
  });
  test('steps on and back meet again', () => {
    fc.assert(
      fc.property(designs, designs, fc.constantFrom('access' as const, 'miss' as const), (left, right, unit) => {
        const pair = pairOf(left, right);
        const forwards: number[] = [];
        for (let stop: number | null = 0; stop !== null; stop = stepWithin(pair, stop, unit, 1)) forwards.push(stop);
        expect(forwards.at(-1)).toBe(stopCount(pair) - 1);
        const last = forwards.at(-1) ?? 0;
        const back: number[] = [];
        for (let stop: number | null = last; stop !== null; stop = stepWithin(pair, stop, unit, -1)) back.unshift(stop);
        expect(forwards.filter((stop) => back.includes(stop))).toEqual(back);
      }),
      { numRuns: 30 },
    );
  });
  test('by miss one comes to each of both designs', () => {
    const pair = pairOf('pg13', 'dense');
    for (const scene of [pair.left, pair.right])
      for (let i = 0; i < scene.accesses.count; i++) {
        if (scene.accesses.missed[i] !== 1) continue;
        const at = scene.accesses.at[i] ?? 0;
        expect(missStops(pair).some((stop) => Math.abs(timeOfStop(pair, stop) - at) < 100)).toBe(true);
      }
  });
});

describe('the ruler', () => {
  test('marks lie in order within the whole, each miss alone', () => {
    fc.assert(
      fc.property(scenes, fc.integer({ min: 100, max: 2000 }), (scene, width) => {
        const marks = rulerMarks(scene, { fromNs: 0, toNs: sceneNs(scene), width });
        const misses = marks.filter(({ kind }) => kind === 'miss').length;
        expect(misses).toBe(talliesOf(scene).total.misses);
        for (const [i, mark] of marks.entries()) {
          expect(mark.x).toBeGreaterThanOrEqual((marks[i - 1]?.x ?? 0) - 1e-6);
          expect(mark.x + mark.width).toBeLessThanOrEqual(width + 2);
        }
      }),
      { numRuns: 40 },
    );
  });
  test('a miss’s box is as wide as its time', () => {
    const scene = fakeScene({ design: 'pg13' });
    const window = { fromNs: 0, toNs: sceneNs(scene), width: 1000 };
    const box = rulerMarks(scene, window).find(({ kind }) => kind === 'miss');
    expect(box?.width).toBeCloseTo(((scene.accesses.ns[box?.access ?? 0] ?? 0) / sceneNs(scene)) * 1000, 6);
  });
  test('x and ns are each other’s inverse; ticks are round and far enough apart', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        fc.double({ min: 1, max: 1e5, noNaN: true }),
        fc.integer({ min: 50, max: 3000 }),
        (fromNs, span, width) => {
          const window = { fromNs, toNs: fromNs + span, width };
          expect(xOf(window, nsAt(window, width / 3))).toBeCloseTo(width / 3, 3);
          const ticks = rulerTicks(window, 60);
          for (const [i, tick] of ticks.entries()) {
            expect(tick).toBeLessThanOrEqual(window.toNs);
            const before = ticks[i - 1];
            if (before !== undefined) expect(xOf(window, tick) - xOf(window, before)).toBeGreaterThanOrEqual(59.9);
          }
        },
      ),
    );
  });
  test('times in boxes are those of the notes, and leave for everything else what their sum leaves', () => {
    const naming = { styles: coreStyles(12, []), messages: messagesIn('en') };
    const written = (text: string): number => Number.parseInt(plain(text).replaceAll(',', ''), 10);
    fc.assert(
      fc.property(scenes, (whole) => {
        // The small machine's times are whole numbers; an engine's are not.
        const longer = (times: Float64Array) => times.map((ns) => ns * 1.37);
        const { accesses: given, operation } = whole;
        const accesses = { ...given, at: longer(given.at), ns: longer(given.ns) };
        const scene = { ...whole, accesses, operation: { ...operation, endNs: operation.startNs } };
        const total = written(naming.messages.t('lines.ruler.ns', { ns: sceneNs(scene) }));
        let [hits, boxes] = [0, 0];
        for (let i = 0; i < accesses.count; i++) if (!isMiss(accesses, i)) hits += accesses.ns[i] ?? 0;
        for (const [access, { ns }] of boxWords(scene, naming)) {
          boxes += written(ns);
          const moment = momentOf(scene, access, accesses.at[access] ?? 0);
          if (moment.kind !== 'over') expect(written(noteText(scene, moment, naming))).toBe(written(ns));
        }
        expect(Math.abs(total - boxes - hits)).toBeLessThan(1 + 1e-6);
        if (hits === 0) expect(boxes).toBe(total);
      }),
      { numRuns: 40 },
    );
  });
  test('where cores share an L2, no word of a note, a status or a box says L3', () => {
    const naming = { styles: coreStyles(12, []), messages: messagesIn('en') };
    let ofCluster = 0;
    fc.assert(
      fc.property(scenes, (whole) => {
        const accesses = { ...whole.accesses, level: whole.accesses.level.map(() => LEVEL.l3) };
        const scene: LineScene = { ...whole, accesses, machine: { ...whole.machine, shared: 'L2' } };
        const words = [...boxWords(scene, naming).values()].map(({ name }) => name);
        for (let i = 0; i < scene.accesses.count; i++) {
          const ns = scene.accesses.at[i] ?? 0;
          const moment = momentOf(scene, i, ns);
          words.push(noteText(scene, moment, naming), statusText(scene, moment, ns, naming));
        }
        expect(words.filter((text) => text.includes('L3'))).toEqual([]);
        ofCluster += words.filter((text) => text.includes('its cluster’s L2')).length;
      }),
      { numRuns: 40 },
    );
    expect(ofCluster).toBeGreaterThan(0);
  });
  test('no two ticks of an operation have one label, however short it is', () => {
    const { t } = messagesIn('en');
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 1e5, noNaN: true }),
        fc.integer({ min: 200, max: 1900 }),
        (toNs, width) => {
          const labels = rulerTicks({ fromNs: 0, toNs, width }, 84).map((ns) => t('lines.ruler.tick', { ns }));
          expect(new Set(labels).size).toBe(labels.length);
        },
      ),
    );
  });
  test('the close-up holds the time it is of', () => {
    const scene = fakeScene({ design: 'pg13', connections: 3000 });
    const total = sceneNs(scene);
    for (const ns of [0, total / 3, total]) {
      const window = closeUp(scene, total, ns, 1000);
      expect(window.fromNs).toBeLessThanOrEqual(ns);
      expect(window.toNs).toBeGreaterThanOrEqual(ns);
      expect(window.toNs - window.fromNs).toBeLessThan(total);
    }
  });
});

describe('where lines are drawn', () => {
  const input = { width: 420, height: 420, em: 14 };
  test('rows of both designs are equally high, in order, and do not meet', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 2500 }),
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 240, max: 900 }),
        (connections, active, height) => {
          const all = (['pg13', 'dense'] as const).map((design) =>
            groupsFor(fakeScene({ design, connections, active: Math.min(active, connections), operation: 1 })),
          );
          const pitch = commonPitch(all, { ...input, height });
          expect(pitch).toBeGreaterThanOrEqual(MIN_PITCH);
          for (const groups of all) {
            const layout = memoryLayout(groups, pitch, { ...input, height });
            let y = 0;
            const drawn = new Set<number>();
            for (const block of layout.blocks) {
              if (block.kind === 'cells') {
                expect(block.cells.y).toBeGreaterThanOrEqual(y);
                for (const line of block.lines) drawn.add(line);
                y = block.cells.y + block.cells.height;
                continue;
              }
              for (const row of block.kind === 'single' ? [block.row] : block.rows) {
                expect(row.y).toBeGreaterThanOrEqual(y - 0.5);
                y = row.y + row.height;
                expect(drawn.has(row.line)).toBe(false);
                drawn.add(row.line);
              }
            }
            expect(y).toBeLessThanOrEqual(layout.height + 1);
            // Only the lines apart may be left out.
            const walked = groups.filter(({ apart }) => !apart).flatMap(({ lines }) => lines);
            expect(walked.every((line) => drawn.has(line))).toBe(true);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
  test('whatever structures a design has, their drawing stays above the ruler', () => {
    const size = fc.oneof(fc.integer({ min: 2, max: 24 }), fc.integer({ min: 25, max: 2400 }));
    const made = (singles: number, arrays: readonly number[], apart: number): readonly LineGroup[] => {
      let next = 0;
      const take = (count: number): readonly number[] => Array.from({ length: count }, () => next++);
      const group = (name: string, count: number, isApart = false) => ({ name, lines: take(count), apart: isApart });
      return [
        ...Array.from({ length: singles }, (_, i) => group(`s${i}`, 1)),
        ...arrays.map((count, i) => group(`a${i}`, count)),
        ...(apart > 0 ? [group('apart', apart, true)] : []),
      ];
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        // 13's arrays of 12,500 connections have 3,126 lines.
        fc
          .array(size, { minLength: 1, maxLength: 5 })
          .filter((sizes) => sizes.reduce((sum, each) => sum + each, 0) <= 3200),
        fc.integer({ min: 0, max: 47 }),
        fc.integer({ min: 235, max: 900 }),
        (singles, arrays, apart, height) => {
          const groups = made(singles, arrays, apart);
          const room = { width: 420, height, em: 13 };
          const layout = memoryLayout(groups, commonPitch([groups], room), room);
          // Whole pixels and least heights may take more; the ruler is 18 px below, and nothing touches it.
          expect(layout.height).toBeLessThan(height + 18);
        },
      ),
      {
        examples: [
          [5, [841, 1849], 1, 235],
          [5, [1581, 1458], 33, 255],
        ],
        numRuns: 300,
      },
    );
  });
  test('12,500 connections become cells; the line in question stands in detail', () => {
    const scene = fakeScene({ design: 'pg13', connections: 12_500, operation: 1 });
    const groups = groupsFor(scene);
    const layout = memoryLayout(groups, commonPitch([groups], input), input);
    const block = layout.blocks.find((each) => each.kind === 'cells' && each.name === 'PGXACT');
    if (block?.kind !== 'cells') throw new Error('no cells');
    expect(block.lines).toHaveLength(Math.ceil((12_500 * 12) / 64));
    for (const line of [block.lines[0], block.lines[1234], block.lines.at(-1)])
      expect(detailLines(block, line ?? 0)).toContain(line);
  });
});

describe('on a stage of 1280 × 720', () => {
  const stage = { width: 330, height: 220, em: 24.4 };
  test('with four cores the lines of all three writers are there, below one line of words, and do not meet', () => {
    const all = (['pg13', 'dense'] as const).map((design) => groupsFor(fakeScene({ design, connections: 100 })));
    const layout = memoryLayout(all[1] ?? [], commonPitch(all, stage), stage);
    const apart = layout.blocks.find((block) => block.kind === 'apart');
    if (apart?.kind !== 'apart') throw new Error('nothing stands apart');
    expect(apart).toMatchObject({ isShort: true, more: 0 });
    expect(apart.rows).toHaveLength(3);
    expect((apart.rows[0]?.y ?? 0) - apart.noteY).toBeGreaterThanOrEqual(1.25 * stage.em);
    expect(layout.height).toBeLessThanOrEqual(stage.height);
    for (const block of layout.blocks)
      if (block.kind === 'rows') for (const row of block.rows) expect(row.height).toBeGreaterThanOrEqual(MIN_PITCH);
  });
  test('where there is no room for the writers’ lines they are counted, and the words are not cut', () => {
    const all = [groupsFor(fakeScene({ design: 'dense', connections: 100 }))];
    const low = { ...stage, height: 150 };
    const layout = memoryLayout(all[0] ?? [], commonPitch(all, low), low);
    const apart = layout.blocks.find(({ kind }) => kind === 'apart');
    expect(apart).toMatchObject({ isShort: true, rows: [], more: 3 });
    expect(layout.height).toBeLessThanOrEqual(low.height);
  });
  test('where the names of many arrays leave no room for the words the last ones share a name; all their lines are drawn', () => {
    const sizes = [2, 3, 16, 3, 2];
    let next = 3;
    const arrays = sizes.map((size, i) => ({
      name: `a${i}`,
      lines: Array.from({ length: size }, () => next++),
      apart: false,
    }));
    const groups = [
      ...[0, 1, 2].map((line) => ({ name: `s${line}`, lines: [line], apart: false })),
      ...arrays,
      { name: 'apart', lines: [next, next + 1], apart: true },
    ];
    const room = { ...stage, height: 262 };
    const { blocks, height } = memoryLayout(groups, commonPitch([groups], room), room);
    expect(height).toBeLessThanOrEqual(room.height + 2);
    expect(blocks.map(({ name }) => name)).toEqual(['s0 +2', 'a0', 'a1', 'a2', 'a3 +1', 'apart']);
    const drawn = blocks.flatMap((block) =>
      block.kind === 'rows' ? block.rows.map(({ line }) => line) : block.kind === 'cells' ? block.lines : [],
    );
    expect(drawn).toHaveLength(3 + sizes.reduce((sum, size) => sum + size, 0));
  });
});

describe('the lens', () => {
  test('twelve bytes, in order, whichever the access', () => {
    fc.assert(
      fc.property(scenes, fc.nat(), (scene, at) => {
        const access = at % scene.accesses.count;
        const lens = lensOf(scene, new LineStates(scene), access);
        const segments = lens?.parts.flatMap((part) => part.segments) ?? [];
        let byte = 0;
        for (const segment of segments) {
          expect(segment.from).toBe(byte);
          byte = segment.to;
        }
        expect(byte).toBe(12);
        expect(segments.some(({ act }) => act !== null && act.verb !== 'wrote')).toBe(true);
      }),
      { numRuns: 80 },
    );
  });
  test('an entry that straddles has two parts, torn at the line’s end', () => {
    const scene = fakeScene({ design: 'pg13' });
    const isSixth = (i: number) =>
      scene.accesses.offset[i] === 60 && scene.opened.fields[scene.accesses.field[i] ?? 0] === 'xid';
    const access = Array.from({ length: scene.accesses.count }, (_, i) => i).find(
      (i) => isSixth(i) && scene.opened.regions[scene.accesses.region[i] ?? 0]?.name === 'PGXACT',
    );
    const lens = lensOf(scene, new LineStates(scene), access ?? -1);
    expect(lens?.parts.map(({ segments }) => segments.map(({ field }) => field))).toEqual([
      ['xid'],
      ['xmin', 'flags', ''],
    ]);
  });
});

describe('the finding', () => {
  test('13 fetches its neighbours’ lines for their xmin; dense does not', () => {
    const { left, right } = pairOf('pg13', 'dense');
    const found = findingOf(sideFinding(left), sideFinding(right));
    expect(found).toMatchObject({
      kind: 'neighbours',
      side: { design: 'pg13', neighbours: { lines: 3, forHorizon: 3, writers: [1, 2, 3], fields: ['xmin'] } },
      other: { design: 'dense', neighbours: { lines: 0 } },
    });
    expect(findingOf(sideFinding(right), sideFinding(left)).kind).toBe('neighbours');
  });
  test('14 uses its snapshot again', () => {
    const { left, right } = pairOf('dense', 'pg14');
    expect(findingOf(sideFinding(left), sideFinding(right))).toMatchObject({
      kind: 'reused',
      side: { design: 'pg14' },
    });
  });
  test('at the end it is over, and what is under way has its time', () => {
    const scene = fakeScene({ design: 'pg13' });
    expect(momentOf(scene, scene.accesses.count - 1, sceneNs(scene))).toMatchObject({ kind: 'over', lines: 28 });
    expect(momentOf(scene, 0, 1)).toMatchObject({ region: 'ProcArrayLock', writes: true });
    expect(begunAt(scene.accesses, -1)).toBe(0);
  });
});

describe('cores', () => {
  test('letters up to eight, numbers beyond, and hues for the ones in question', () => {
    expect(coreStyles(4, []).map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D']);
    const many = coreStyles(48, [0, 40]);
    expect(many[40]).toMatchObject({ name: '41', token: '--session-b' });
    expect(many[7]).toMatchObject({ name: '8', token: '--ink' });
  });
});
test('the longer design leads', () => {
  const pair = pairOf('pg13', 'dense');
  expect(leader(pair)).toBe(pair.left);
  expect(pairNs(pair)).toBe(sceneNs(pair.left));
});
