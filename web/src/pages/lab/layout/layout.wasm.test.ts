/** The bench on the real engine: layouts rebuilt from their JSON, the store, the challenges, and own tables. */
import '../../../base/messages/en/index.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { messagesIn } from '../../../base/messages/index.ts';
import { runLayout } from '../../../engine/replay/layout-bench.ts';
import type { LayoutClient } from '../../../engine/replay/layout-client.ts';
import type { LayoutTally } from '../../../engine/replay/layout-types.ts';
import { Scene } from '../../../engine/replay/scene.ts';
import { SCENE_PLACES, SCENE_WORKLOADS } from '../../../engine/replay/scene-types.ts';
import { runTable } from '../../../engine/replay/table.ts';
import { wasmPlaceInNode } from '../../../engine/wasm/wasm-place.node.ts';
import { PROTOCOLS } from '../../../scenario/machine.ts';
import { loadMachine } from '../../../scenario/machines.node.ts';
import { presetOf } from '../../../viewmodel/layout/catalogue.ts';
import { CHALLENGE_WORKLOAD, type ChallengeInput, progressOf } from '../../../viewmodel/layout/challenges.ts';
import { nudge } from '../../../viewmodel/layout/edit.ts';
import { usesOf } from '../../../viewmodel/layout/effect.ts';
import { layoutFile, parseLayout } from '../../../viewmodel/layout/format.ts';
import {
  LAYOUT_CODES,
  type Layout,
  type LayoutCode,
  type LayoutStruct,
  LINE_BYTES,
} from '../../../viewmodel/layout/layout.ts';
import { place } from '../../../viewmodel/layout/place.ts';
import { gather, REPLAYS, type Replay } from '../../../viewmodel/layout/replays.ts';
import {
  blameOf,
  hotLines,
  type LayoutResult,
  RESULT_COUNTS,
  resultOf,
  tonesOf,
} from '../../../viewmodel/layout/results.ts';
import { periodOf, scatter } from '../../../viewmodel/layout/scatter.ts';
import {
  BESIDE,
  DEFAULT_LAYOUT,
  designRequest,
  type LayoutSettings,
  layoutRequest,
  mostActive,
  tableRequest,
} from '../../../viewmodel/layout/settings.ts';
import { LAYOUT_STEPS } from '../../../viewmodel/layout/steps.ts';
import { address } from './address.ts';
import { challengeInput, isCurrent } from './judge.ts';
import { LayoutStore } from './layout-store.ts';

const messages = messagesIn('en');
const { idle, active } = DEFAULT_LAYOUT;
const CONNECTIONS = idle + active;
const loaded = loadMachine(DEFAULT_LAYOUT.machine);
if (!loaded.ok) throw new Error('no machine');
const machine = loaded.value;
let scene: Scene;

beforeAll(async () => {
  const made = await Scene.load(wasmPlaceInNode('xip-model'));
  if (!made.ok) throw new Error(made.error.message);
  scene = made.value;
});

function good<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
const read = (text: string): Layout => good(parseLayout(text, messages));
const counts = ({ cells, ...sums }: LayoutTally) => ({ ...sums, cells: cells.length });
const READERS = { ...DEFAULT_LAYOUT, workload: 'readonly' as const };
const drawn = (layout: Layout) => place(layout, CONNECTIONS);
const ofDesign = (code: LayoutCode, settings = DEFAULT_LAYOUT) =>
  good(runLayout(scene, designRequest(code, settings, machine)));
describe('a version’s layout, rebuilt from its JSON', () => {
  it.each(LAYOUT_CODES)('%s: gives each count and each nanosecond of the design', (code) => {
    for (const workload of SCENE_WORKLOADS)
      for (const [i, where] of SCENE_PLACES.entries()) {
        const settings = { ...DEFAULT_LAYOUT, workload, place: where, protocol: PROTOCOLS[i] ?? null };
        const rebuilt = layoutRequest(code, drawn(read(layoutFile(presetOf(code)))), settings, machine);
        const few = { warmUp: 2, counted: 6 };
        const design = good(runLayout(scene, { ...designRequest(code, settings, machine), ...few }));
        expect(design.transactions).toBe(6 * active);
        expect(good(runLayout(scene, { ...rebuilt, ...few }))).toEqual(design);
      }
  });
});

describe('the counts', () => {
  it('split all misses by why, and agree with the cells', () => {
    for (const code of LAYOUT_CODES) {
      const tally = ofDesign(code);
      const { trueSharing, restored, falseSharing, forHorizon, upgrades, cold } = tally;
      expect(trueSharing + restored + falseSharing + forHorizon + upgrades + cold).toBe(tally.misses);
      const sum = (of: (cell: LayoutTally['cells'][number]) => number) =>
        tally.cells.reduce((all, cell) => all + of(cell), 0);
      expect(sum(({ reads, writes }) => reads + writes)).toBe(tally.accesses);
      expect(sum(({ misses }) => misses)).toBe(tally.misses);
      expect(sum(({ ns }) => ns) / tally.ns).toBeCloseTo(1, 6);
      expect(tally.transactions).toBe(20 * active);
    }
  });

  it('blame 13’s vacuumFlags, and nothing else, for values that are stored again', () => {
    const blame = blameOf(ofDesign('pg13', READERS), place(presetOf('pg13'), CONNECTIONS));
    expect(blame.map(({ field }) => field)).toEqual(['PGXACT.vacuumFlags']);
    expect(ofDesign('pg14', READERS).restored).toBe(0);
  });

  it('rank the lines by their misses', () => {
    const lines = hotLines(
      gather({ tally: ofDesign('pg13'), back: (at) => at }, []),
      place(presetOf('pg13'), CONNECTIONS),
      5,
    );
    expect(lines.length).toBe(5);
    expect(lines.map(({ misses }) => misses)).toEqual(lines.map(({ misses }) => misses).sort((a, b) => b - a));
    expect(lines[0]?.structs).toContain('ProcArrayLock');
  });
});

/** Twelve replays of a layout, the first of them with a given number. */
function replayedOf(layout: Layout & { readonly replay: LayoutCode }, settings: LayoutSettings, first = 0) {
  const replays = Array.from({ length: REPLAYS }, (_, i): Replay => {
    const { placed, back } = scatter(drawn(layout), periodOf(machine), first + i);
    return { tally: good(runLayout(scene, layoutRequest(layout.replay, placed, settings, machine))), back };
  });
  const [one, ...others] = replays;
  if (one === undefined) throw new Error('no replay');
  return gather(one, others);
}
const meanOf = (...of: Parameters<typeof replayedOf>): LayoutResult => resultOf(replayedOf(...of));
/** The module that has them, as it is on disk. */
const FIRST_FIGURES = new URL('../../../viewmodel/layout/first-results.gen.ts', import.meta.url);
function firstFiguresSource(all: readonly (readonly [string, LayoutResult])[]): string {
  const line = (of: (figure: (typeof FIGURES)[number]) => number): string =>
    FIGURES.map((figure) => `${figure}: ${of(figure)}`).join(', ');
  const rows = all.map(
    ([code, result]) =>
      `  '${code}': {\n    ${line((figure) => result[figure])},\n    margin: { ${line((figure) => result.margin[figure])} },\n  },\n`,
  );
  return `/** Written by layout.wasm.test.ts; do not edit. */
import type { LayoutResult } from './results.ts';
import type { Beside } from './settings.ts';

export const FIRST_RESULTS: Readonly<Record<Beside, LayoutResult>> = {\n${rows.join('')}};\n`;
}
const UNUSED: LayoutStruct = {
  name: 'Foo',
  count: 1,
  fields: [{ name: 'foo', size: 8, align: 8 }],
  pad: 64,
  align: 128,
  way: 'structs',
};
const FIGURES = ['ns', 'perSecond', ...RESULT_COUNTS] as const;
/** Figures of two results that are farther apart than the ± of the first. */
const beyond = (one: LayoutResult, other: LayoutResult) =>
  FIGURES.filter(
    (figure) => Math.abs(one[figure] - other[figure]) > Math.max(one.margin[figure], other.margin[figure]),
  );

describe('a figure is no farther than its ± from', () => {
  const solved = { ...good(nudge(presetOf('pg13'), 'TransamVariables.nextXid', 'up')), replay: 'pg13' as const };
  const FEW = { ...DEFAULT_LAYOUT, idle: 12 };
  it('the same with an unused struct at any place where it leaves the other fields in their lines', () => {
    const few = meanOf(solved, FEW);
    for (const [at, { align }] of solved.structs.entries()) {
      if (align < LINE_BYTES) continue;
      const structs = [...solved.structs.slice(0, at), UNUSED, ...solved.structs.slice(at)];
      expect([at, beyond(few, meanOf({ ...solved, structs }, FEW))]).toEqual([at, []]);
    }
  });

  it('the mean of other replays', () => {
    for (const settings of [DEFAULT_LAYOUT, READERS])
      for (const layout of [solved, { ...presetOf('pg14'), replay: 'pg14' as const }]) {
        const own = meanOf(layout, settings);
        expect(own.margin.ns / own.ns).toBeLessThan(0.06);
        for (const first of [REPLAYS, 2 * REPLAYS]) expect(beyond(own, meanOf(layout, settings, first))).toEqual([]);
      }
  }, 120_000);
});

/** The steps from 13 to 14: their figures, and how each field is used. */
const FIRST_STEPS_FILE = new URL('../../../viewmodel/layout/first-steps.gen.ts', import.meta.url);
function firstStepsSource(): string {
  const rows = LAYOUT_STEPS.map((code) => {
    const layout = { ...presetOf(code), replay: code };
    const replayed = replayedOf(layout, DEFAULT_LAYOUT);
    const result = resultOf(replayed);
    const line = (of: (figure: (typeof FIGURES)[number]) => number): string =>
      FIGURES.map((figure) => `${figure}: ${of(figure)}`).join(', ');
    const tones = [...tonesOf(replayed.tally, drawn(layout))].map(([field, tone]) => `'${field}': '${tone}'`).sort();
    return `  '${code}': {\n    result: {\n      ${line((figure) => result[figure])},\n      margin: { ${line((figure) => result.margin[figure])} },\n    },\n    tones: { ${tones.join(', ')} },\n  },\n`;
  });
  return `/** Written by layout.wasm.test.ts; do not edit. */
import type { LayoutResult, Tone } from './results.ts';
import type { LayoutStep } from './steps.ts';

interface FirstStep {
  readonly result: LayoutResult;
  readonly tones: Readonly<Record<string, Tone>>;
}

export const FIRST_STEPS: Readonly<Record<LayoutStep, FirstStep>> = {\n${rows.join('')}};\n`;
}

it('the steps from 13 to 14 have the replays’ own figures and fills', () => {
  const source = firstStepsSource();
  if (process.env.XIP_WRITE === '1') writeFileSync(FIRST_STEPS_FILE, source);
  expect(readFileSync(FIRST_STEPS_FILE, 'utf8')).toBe(source);
});

it('the page’s first figures are those of the replays', () => {
  const source = firstFiguresSource(
    BESIDE.map((code) => [code, meanOf({ ...presetOf(code), replay: code }, DEFAULT_LAYOUT)]),
  );
  // After a change of the engine or of the machine: XIP_WRITE=1 npx vitest run --project wasm layout
  if (process.env.XIP_WRITE === '1') writeFileSync(FIRST_FIGURES, source);
  expect(readFileSync(FIRST_FIGURES, 'utf8')).toBe(source);
});

describe('a box and its details', () => {
  it('agree on how many cores write a field that exists once', () => {
    const placed = place(presetOf('pg13'), CONNECTIONS);
    const tally = good(runLayout(scene, layoutRequest('pg13', placed, DEFAULT_LAYOUT, machine)));
    const [tones, uses] = [tonesOf(tally, placed), usesOf(tally, placed)];
    const once = placed.structs.filter(({ entries }) => entries === 1).flatMap(({ fields }) => fields);
    const written = once.flatMap(({ field: { name } }) =>
      (uses.get(name)?.writers ?? 0) === 0 ? [] : [[name, tones.get(name), uses.get(name)?.writers]],
    );
    expect(written).toContainEqual(['TransamVariables.nextXid', 'many', DEFAULT_LAYOUT.active]);
    for (const [name, tone, writers] of written) expect([name, tone === 'many']).toEqual([name, Number(writers) > 1]);
  });
});

/** The bench's own worker, in this thread. */
const client = (): LayoutClient => ({
  run: async (request) => runLayout(scene, request),
  table: async (request) => runTable(scene, request),
  dispose: () => {},
});
function startStore(): LayoutStore {
  const own = new Map<string, string>();
  const kept = {
    getItem: (key: string) => own.get(key) ?? null,
    setItem: (key: string, value: string) => void own.set(key, value),
  };
  const store = new LayoutStore({ start: client, machine: () => machine, messages, kept, onAddress: () => {} });
  store.applyAddress({});
  return store;
}
const settled = (store: LayoutStore) => expect.poll(() => isCurrent.all(store.get()), { timeout: 60_000 }).toBe(true);

const inputOf = (store: LayoutStore): ChallengeInput => challengeInput(store.get());

describe('the challenges', () => {
  it('13 itself does not beat 13', async () => {
    const store = startStore();
    await settled(store);
    expect(progressOf('beat-13', inputOf(store)).isMet).toBe(false);
    expect(inputOf(store).yours).toEqual(inputOf(store).beside.pg13);
  });

  it('nextXid beside its lock beats it', async () => {
    const store = startStore();
    await settled(store);
    store.step('TransamVariables.nextXid', 'up');
    await settled(store);
    expect(store.get().said).toContain('nextXid is now in XidGenLock');
    expect(progressOf('beat-13', inputOf(store)).isMet).toBe(true);
    expect(store.get().effect).toMatch(/takes [\d,]+ ns less, because accesses to nextXid miss/);
    store.undo();
    await settled(store);
    expect(progressOf('beat-13', inputOf(store)).isMet).toBe(false);
    // Once done, it stays done.
    store.choose('what-hurts');
    expect([store.get().done, store.get().said]).toEqual([['beat-13'], expect.stringContaining('“read only”')]);
  });

  it('flags apart from xid come close to 14, with the code before the dense arrays', async () => {
    const store = startStore();
    store.change({ workload: CHALLENGE_WORKLOAD['near-14'] });
    store.take('xmin-moved');
    await settled(store);
    expect(progressOf('near-14', inputOf(store)).isMet).toBe(false);
    const before = inputOf(store);
    store.split('PGXACT.vacuumFlags');
    await settled(store);
    const after = inputOf(store);
    expect(progressOf('near-14', after).isMet).toBe(true);
    // The goal is farther from both than their ±.
    const goal = progressOf('near-14', after).goal ?? 0;
    expect((before.yours?.ns ?? 0) - (before.yours?.margin.ns ?? 0)).toBeGreaterThan(goal);
    expect((after.yours?.ns ?? 0) + (after.yours?.margin.ns ?? 0)).toBeLessThan(goal);
    store.take('dense');
    await settled(store);
    expect(progressOf('near-14', inputOf(store)).isMet).toBe(false);
  });

  it('naming the field is computed, too', async () => {
    const store = startStore();
    store.change({ workload: CHALLENGE_WORKLOAD['what-hurts'] });
    await settled(store);
    store.name('PGXACT.xmin');
    expect(progressOf('what-hurts', inputOf(store)).isMet).toBe(false);
    store.name('PGXACT.vacuumFlags');
    expect(progressOf('what-hurts', inputOf(store)).isMet).toBe(true);
    // A later press does not take the solution away.
    store.name('PGXACT.xmin');
    expect(store.get().named).toBe('PGXACT.vacuumFlags');
  });
});

describe('the store says', () => {
  it('that Undo brings an own layout back, what a struct is stored as, and what became of a file', () => {
    const store = startStore();
    store.take('pg14');
    expect(store.get().said).not.toContain('Undo');
    store.setPadded(0, true);
    expect(store.get().said).toContain('Each entry of ProcArrayLock');
    store.setArrays(6, true);
    expect(store.get().said).toBe('Each field of PGPROC is now its own array.');
    store.take('pg13');
    expect(store.get().said).toContain('Undo brings yours back');
    store.read('{', 'notes.json');
    expect(store.get().fileNote).toEqual({
      isFault: true,
      text: expect.stringMatching(/^notes\.json was not taken over/),
    });
    store.read(layoutFile(presetOf('pg13')), null);
    expect(store.get().fileNote?.isFault).toBe(false);
    store.dispose();
  });
});

describe('an own table', () => {
  const TABLE = {
    format: 'xipscope-layout/1',
    structs: [
      {
        name: 'slot',
        count: 'connections',
        fields: [
          { name: 'counter', size: 8 },
          { name: 'key', size: 8 },
        ],
      },
    ],
    access: [
      { field: 'counter', kind: 'write', by: 'owner', rate: 1 },
      { field: 'key', kind: 'read', by: 'all', rate: 0.5 },
    ],
  };
  it('shares lines falsely, and on lines of their own it does not', () => {
    const layout = read(JSON.stringify(TABLE));
    const few = { ...DEFAULT_LAYOUT, idle: 0 };
    const together = good(runTable(scene, tableRequest(layout, place(layout, active), few, machine, 1)));
    expect(counts(together)).toEqual(
      counts(good(runTable(scene, tableRequest(layout, place(layout, active), few, machine, 1)))),
    );
    expect(together.falseSharing).toBeGreaterThan(0);
    const apart = {
      ...layout,
      structs: layout.structs.map((struct) => ({ ...struct, way: 'arrays' as const, pad: 64 })),
    };
    expect(good(runTable(scene, tableRequest(apart, place(apart, active), few, machine, 1))).falseSharing).toBe(0);
  });
});

describe('entries of idle connections', () => {
  it('are not written by the active ones; of a fixed number of entries each has an owner', () => {
    const access = [{ field: 'counter', kind: 'write', by: 'owner', rate: 1 }];
    const written = (count: number | 'connections') => {
      const structs = [{ name: 'slot', count, fields: [{ name: 'counter', size: 8 }] }];
      const layout = read(JSON.stringify({ format: 'xipscope-layout/1', structs, access }));
      const tally = good(runTable(scene, tableRequest(layout, drawn(layout), DEFAULT_LAYOUT, machine, 1)));
      return [tally.cells.length, tally.accesses / tally.transactions];
    };
    expect(written('connections')).toEqual([active, 1]);
    expect(written(CONNECTIONS)).toEqual([CONNECTIONS, CONNECTIONS / active]);
  });
});

describe('an address', () => {
  it('holds the whole state', () => {
    const store = startStore();
    store.split('PGXACT.xmin');
    const own = { ...DEFAULT_LAYOUT, protocol: 'MOESI' as const, layout: store.get().layout };
    expect(address.parse(address.format(own), messages)).toEqual({ ok: true, value: own });
  });

  it('allows as many active connections as the form', () => {
    const refused = address.parse({ active: '9999' }, messages);
    expect(refused.ok ? '' : refused.error).toContain(String(mostActive(machine)));
    expect(address.parse({ active: String(mostActive(machine)) }, messages).ok).toBe(true);
  });
});
