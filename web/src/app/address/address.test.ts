import '../../base/messages/en/shell-address.ts';
import '../../base/messages/en/stage-figure.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DESIGN_IDS } from '../../base/designs.ts';
import { messagesIn } from '../../base/messages/index.ts';
import { LAB_DEFAULTS, parseLists } from '../../engine/lab/lab-config.ts';
import { hasSavepoints, LAB_LIMITS, WORKLOAD_IDS } from '../../engine/lab/lab-types.ts';
import { LITMUS_OUTCOMES, LITMUS_TESTS } from '../../engine/lab/litmus-types.ts';
import { SCENE_PLACES, SCENE_WORKLOADS } from '../../engine/replay/scene-types.ts';
import type { ModelLists } from '../../engine/simulation/model-config.ts';
import { MODEL_WORKLOADS } from '../../engine/simulation/model-types.ts';
import type { CalculatorAddress } from '../../pages/calculator/address.ts';
import type { CliffAddress } from '../../pages/lab/cliff/address.ts';
import type { LadderAddress } from '../../pages/lab/ladder/address.ts';
import type { LayoutAddress } from '../../pages/lab/layout/address.ts';
import { LINES_VIEWS, type LinesAddress } from '../../pages/lab/lines/address.ts';
import { type LitmusAddress, MOST_MOVES } from '../../pages/lab/litmus/address.ts';
import type { ModelAddress } from '../../pages/lab/model/address.ts';
import { MACHINE_IDS, PROTOCOLS } from '../../scenario/machine.ts';
import { type LabAddress, PLAY_RULES, type PlayAddress, type StandbyAddress } from '../../viewmodel/addresses.ts';
import { STEP_UNITS } from '../../viewmodel/cachelines/position.ts';
import { CALCULATOR_LIMITS, CALCULATOR_PARTS, CALCULATOR_SETTINGS } from '../../viewmodel/calculator/settings.ts';
import { presetOf } from '../../viewmodel/layout/catalogue.ts';
import { LAYOUT_CODES } from '../../viewmodel/layout/layout.ts';
import { COMPARED } from '../../viewmodel/prediction/comparison.ts';
import {
  type Address,
  addressNeeds,
  fetchAllCodecs,
  formatAddress,
  formatLink,
  pageOf,
  parseAddress,
} from './address.ts';
import { ADDRESS_VERSION, readHash, UPGRADERS, type Upgrader, upgrade, writeHash } from './raw.ts';

await fetchAllCodecs();

const parse = (hash: string) => parseAddress(hash, () => messagesIn('en'));

const labLists = parseLists({});
if (!labLists.ok) throw new Error('the defaults are not valid');

const connections = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 5 });
const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined });
const defined = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never;
const lab: fc.Arbitrary<LabAddress> = fc
  .record({
    designs: fc.shuffledSubarray([...DESIGN_IDS], { minLength: 1 }),
    active: fc.uniqueArray(fc.integer({ min: 1, max: LAB_LIMITS.active }), { minLength: 1, maxLength: 3 }),
    idle: connections,
    mostlyIdle: connections,
    workload: fc.constantFrom(...WORKLOAD_IDS),
    otherWorkUs: fc.integer({ min: 0, max: LAB_LIMITS.otherWorkUs }),
    lock: fc.boolean(),
    sliceMs: fc.integer({ min: 1, max: 1000 }),
    seconds: fc.integer({ min: 1, max: 600 }),
    machine: some(fc.constantFrom(...MACHINE_IDS, 'none' as const)),
    run: fc.boolean(),
    savepoints: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 3 })),
    slru: fc.option(fc.shuffledSubarray(['pg16', 'pg17:32', 'pg17:128'] as const, { minLength: 1 })),
  })
  .map(({ run, machine, savepoints, slru, ...lists }) => {
    const lock = lists.workload === 'snapshot' ? lists.lock : true;
    const one = <T>(list: T[]): T[] => (run ? list.slice(0, 1) : list);
    return {
      ...defined({ machine }),
      mode: run ? 'run' : 'sweep',
      lists: {
        ...lists,
        lock,
        active: one(lists.active),
        idle: one(lists.idle),
        mostlyIdle: one(lists.mostlyIdle),
        ...(savepoints === null || !hasSavepoints(lists.workload) ? {} : { savepoints: one(savepoints) }),
        ...(slru === null || !hasSavepoints(lists.workload) ? {} : { slru: one(slru) }),
      },
    };
  });
const label = fc.string({ minLength: 1, maxLength: 20 });
const play: fc.Arbitrary<PlayAddress> = fc
  .record({
    source: some(
      fc.oneof(
        fc.record({ kind: fc.constant('shipped' as const), id: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/) }),
        fc.record({ kind: fc.constant('text' as const), packed: fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/) }),
      ),
    ),
    rules: some(fc.constantFrom(...PLAY_RULES)),
    design: some(fc.constantFrom(...DESIGN_IDS)),
    permutation: some(fc.nat(1000)),
    moves: some(fc.constantFrom('p', '', 'p-z', '0-1-t~0:1:2', '3')),
    branch: some(fc.nat(31)),
    tick: some(fc.nat(10_000)),
    table: some(label),
    block: some(fc.nat(1000)),
    session: some(label),
    tuple: some(fc.record({ table: label, block: fc.nat(1000), offset: fc.nat(300) })),
    xid: some(fc.integer({ min: 3, max: 2 ** 32 - 1 })),
  })
  .map((value) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)));
const layout: fc.Arbitrary<LayoutAddress> = fc
  .record({
    machine: some(fc.constantFrom(...MACHINE_IDS)),
    protocol: some(fc.constantFrom(...PROTOCOLS)),
    // Every shipped machine has so many cores.
    active: some(fc.integer({ min: 2, max: 4 })),
    idle: some(fc.integer({ min: 0, max: 500 })),
    place: some(fc.constantFrom(...SCENE_PLACES)),
    workload: some(fc.constantFrom(...SCENE_WORKLOADS)),
    layout: some(fc.constantFrom(...LAYOUT_CODES).map(presetOf)),
  })
  .map(defined);
const lines: fc.Arbitrary<LinesAddress> = fc
  .record({
    left: some(fc.constantFrom(...DESIGN_IDS)),
    right: some(fc.constantFrom(...DESIGN_IDS)),
    machine: some(fc.constantFrom(...MACHINE_IDS)),
    active: some(fc.integer({ min: 2, max: 64 })),
    idle: some(fc.integer({ min: 0, max: 12_498 })),
    place: some(fc.constantFrom(...SCENE_PLACES)),
    workload: some(fc.constantFrom(...SCENE_WORKLOADS)),
    operation: some(fc.nat(20_000)),
    stop: some(fc.nat(60_000)),
    unit: some(fc.constantFrom(...STEP_UNITS)),
    view: some(fc.constantFrom(...LINES_VIEWS)),
    step: some(fc.nat(999)),
    deeds: some(fc.constantFrom('b.snapshot', 'c.commit,c.xid,c.snapshot')),
  })
  .map((value) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)));
/** These workloads have the lab's limit of clients, and two settings more. */
const withSavepoints = (lists: ModelLists): ModelLists =>
  hasSavepoints(lists.workload)
    ? { ...lists, active: [...new Set(lists.active.map((n) => (n % 64) + 1))], savepoints: [0, 65], slru: ['pg17:48'] }
    : lists;
const model: fc.Arbitrary<ModelAddress> = fc.oneof(
  fc
    .record({ table: some(fc.constantFrom(...COMPARED)), machine: some(fc.constantFrom(...MACHINE_IDS)) })
    .map((value) => ({ view: 'published' as const, ...defined(value) })),
  fc
    .record({
      machine: some(fc.constantFrom(...MACHINE_IDS)),
      design: some(fc.constantFrom(...DESIGN_IDS)),
      active: some(fc.integer({ min: 1, max: 2500 })),
      few: some(fc.nat(10_000)),
      many: some(fc.nat(10_000)),
    })
    .map((value) => ({ view: 'drop' as const, ...defined(value) })),
  fc
    .record({
      machine: some(fc.constantFrom(...MACHINE_IDS)),
      pair: some(fc.shuffledSubarray([...DESIGN_IDS], { minLength: 2, maxLength: 2 })),
      active: some(fc.integer({ min: 1, max: 2500 })),
      idle: some(fc.nat(10_000)),
    })
    .map(({ pair, ...value }) => ({
      view: 'without' as const,
      ...defined({ ...value, before: pair?.[0], after: pair?.[1] }),
    })),
  fc
    .record({
      machine: some(fc.constantFrom(...MACHINE_IDS)),
      coherence: fc.boolean(),
      lists: fc.record({
        designs: fc.shuffledSubarray([...DESIGN_IDS], { minLength: 1, maxLength: 4 }),
        active: fc.uniqueArray(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 3 }),
        idle: connections,
        mostlyIdle: connections,
        workload: fc.constantFrom(...MODEL_WORKLOADS),
        thinkMs: fc.constantFrom(0, 0.5, 10),
        networkMs: fc.constantFrom(0, 0.25, 3),
        otherWorkUs: fc.constantFrom(null, 0, 28.5),
      }),
    })
    .map((value) => ({
      view: 'ask' as const,
      coherence: value.coherence,
      lists: withSavepoints(value.lists),
      ...defined({ machine: value.machine }),
    })),
);
const ladder: fc.Arbitrary<LadderAddress> = fc
  .record({
    machine: some(fc.constantFrom(...MACHINE_IDS)),
    idle: some(fc.integer({ min: 0, max: 12_000 })),
    writers: some(fc.integer({ min: 2, max: 64 })),
    band: some(fc.boolean()),
  })
  .map(defined);
const cliff: fc.Arbitrary<CliffAddress> = fc
  .record({
    readers: some(fc.integer({ min: 1, max: 64 })),
    other: some(fc.integer({ min: 0, max: 10_000 })),
    machine: some(fc.constantFrom(...MACHINE_IDS)),
  })
  .map(defined);
const litmus: fc.Arbitrary<LitmusAddress> = fc
  .record({
    test: some(fc.constantFrom(...LITMUS_TESTS)),
    fence: some(fc.boolean()),
    look: some(fc.boolean()),
    runs: some(fc.integer({ min: 1, max: 100_000_000 })),
    pause: some(fc.integer({ min: 0, max: 10_000 })),
    outcome: some(fc.constantFrom(...LITMUS_OUTCOMES)),
    step: some(fc.integer({ min: 0, max: MOST_MOVES })),
  })
  .map(defined);
const calculator: fc.Arbitrary<CalculatorAddress> = fc
  .tuple(
    some(fc.constantFrom(...CALCULATOR_PARTS)),
    fc.record(
      Object.fromEntries(
        CALCULATOR_SETTINGS.map((name) => {
          const { min, max, whole } = CALCULATOR_LIMITS[name];
          const steps = fc.integer({ min: whole ? min : min * 1000, max: whole ? max : max * 1000 });
          return [name, some(whole ? steps : steps.map((n) => n / 1000))] as const;
        }),
      ),
    ),
  )
  .map(([part, values]) => ({ ...defined({ part }), ...defined(values) }));
const standby: fc.Arbitrary<StandbyAddress> = fc
  .tuple(
    play,
    fc
      .record({
        from: some(fc.integer({ min: 0, max: 99_999 })),
        replay: some(fc.oneof(fc.constant('end' as const), fc.integer({ min: 0, max: 99_999 }))),
        held: some(fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 1, maxLength: 8 })),
      })
      .map(defined),
  )
  .map(([own, more]) => ({ ...own, ...more }));
const anyAddress: fc.Arbitrary<Address> = fc.record({
  route: fc.oneof(
    fc
      .option(fc.integer({ min: 0, max: 12_499 }))
      .map((idle) => ({ page: 'home' as const, address: idle === null ? {} : { idle } })),
    fc.constant({ page: 'lab' as const, address: {} }),
    lab.map((value) => ({ page: 'measure' as const, address: value })),
    fc.constantFrom({}, { sample: true as const }).map((value) => ({ page: 'server' as const, address: value })),
    play.map((value) => ({ page: 'play' as const, address: value })),
    standby.map((value) => ({ page: 'standby' as const, address: value })),
    lines.map((value) => ({ page: 'lines' as const, address: value })),
    layout.map((value) => ({ page: 'layout' as const, address: value })),
    model.map((value) => ({ page: 'model' as const, address: value })),
    ladder.map((value) => ({ page: 'ladder' as const, address: value })),
    cliff.map((value) => ({ page: 'cliff' as const, address: value })),
    litmus.map((value) => ({ page: 'litmus' as const, address: value })),
    calculator.map((value) => ({ page: 'calculator' as const, address: value })),
    fc
      .constantFrom({}, { id: 'two-stamps' }, { id: 'the-walk', step: 12 }, { id: 'density', notes: true as const })
      .map((value) => ({ page: 'lessons' as const, address: value })),
    fc
      .constantFrom(
        {},
        { id: 'write-skew' },
        { id: 'hunt-2012', seed: 0 },
        { id: 'overflow', seed: 999_999 },
        { text: 'S0w-_', seed: 7 },
      )
      .map((value) => ({ page: 'exercises' as const, address: value })),
  ),
  display: fc
    .record({
      lang: fc.option(fc.constant('en' as const)),
      theme: fc.option(fc.constantFrom('light', 'dark')),
      stage: fc.boolean(),
      embed: fc.option(fc.subarray(['lanes', 'rows', 'why'])),
      host: fc.option(fc.constantFrom('https://example.org', 'http://127.0.0.1:8080', 'http://[::1]:8080')),
    })
    .map(({ lang, theme, stage, embed, host }) => ({
      ...(lang === null ? {} : { lang }),
      ...(theme === null ? {} : { theme }),
      stage,
      ...(embed === null ? {} : { embed }),
      ...(embed === null || host === null ? {} : { host }),
    })),
});
/** The Lab's landing is never embedded: `#/embed/lab` has always been the figure of a measurement. */
const address = anyAddress.filter(({ route, display }) => route.page !== 'lab' || display.embed === undefined);

describe('an address', () => {
  test('is read back equal to what was written', () => {
    fc.assert(
      fc.property(address, (value) => {
        expect(parse(formatAddress(value))).toEqual({ ok: true, value });
      }),
    );
  });
  test('always says its version', () => {
    fc.assert(
      fc.property(address, (value) => {
        expect(formatAddress(value)).toMatch(/[?&]v=1(&|$)/);
      }),
    );
    expect(formatLink('lab', { stage: false })).toBe('#/lab?v=1');
    expect(formatLink('home', { stage: true, theme: 'dark' })).toBe('#/?v=1&theme=dark&stage=1');
  });
  test('reads like a sentence: commas and slashes are not escaped', () => {
    const value: Address = {
      route: { page: 'measure', address: { mode: 'sweep', lists: { ...labLists.value, idle: [0, 1000] } } },
      display: { stage: false },
    };
    expect(formatAddress(value)).toContain('#/lab/measure?v=1&mode=sweep&designs=pg13,pg14&active=1&idle=0,1000');
  });
  test('with nothing in it is the Home page; a bare #/lab/measure has the defaults', () => {
    const home = { ok: true, value: { route: { page: 'home', address: {} }, display: { stage: false } } };
    for (const hash of ['', '#', '#/', '#/?v=1']) expect(parse(hash)).toEqual(home);
    expect(parse('#/lab/measure')).toMatchObject({
      ok: true,
      value: { route: { page: 'measure', address: { mode: 'run', lists: { designs: LAB_DEFAULTS.designs } } } },
    });
  });
  test('a page that has moved is found at its old and short addresses, with all that they say', () => {
    const pages: Readonly<Record<string, string>> = {
      '#/lab': 'lab',
      '#/lab?v=1&lang=zh&theme=dark&stage=1': 'lab',
      '#/lab?v=1&idle=2000': 'measure',
      '#/lab?mode=sweep': 'measure',
      '#/lab/measure': 'measure',
      '#/embed/lab': 'measure',
      '#/embed/lab?v=1&idle=0,100&show=x': 'measure',
      '#/server': 'server',
      '#/standby?v=1&spec=standby-late-commit': 'standby',
      '#/play/standby': 'standby',
    };
    for (const [hash, page] of Object.entries(pages)) {
      expect(pageOf(hash), hash).toBe(page);
      const read = parse(hash);
      expect(read.ok && read.value.route.page, hash).toBe(page);
    }
    expect(parse('#/lab?v=1&idle=2000&lang=zh')).toEqual(parse('#/lab/measure?v=1&idle=2000&lang=zh'));
    expect(parse('#/standby?v=1&spec=standby-late-commit')).toEqual(
      parse('#/play/standby?v=1&spec=standby-late-commit'),
    );
  });
  test('lists without a mode are a sweep; lists in a run are refused in words', () => {
    expect(parse('#/lab?idle=0,1000')).toMatchObject({ ok: true, value: { route: { address: { mode: 'sweep' } } } });
    const refused = parse('#/lab?mode=run&idle=0,1000');
    expect(refused.ok === false && refused.error.error).toMatchObject({ kind: 'bad-value', page: 'measure' });
  });
  test.each([
    ['#/lab?idle=-1', 'idle'],
    ['#/lab/lines?active=1', 'active'],
    ['#/lab/lines?left=pg15', 'left'],
    ['#/lab?idle=ten', 'idle'],
    ['#/lab?active=65', 'active'],
    ['#/lab?designs=pg15', 'pg15'],
    ['#/lab?idle=12500&mostlyIdle=12500', 'connections'],
    ['#/lab?mode=walk', 'walk'],
    ['#/lab?lock=0', 'lock'],
    ['#/?idle=99999', 'idle'],
    ['#/lab/model?table=nothing', 'idle-connections'],
    ['#/lab/model?machine=pdp-11', 'apple-m1-pro'],
    ['#/lab/model?active=0', 'active'],
    ['#/lab/model?workload=churn', 'churn'],
    ['#/lab/model?view=walk', 'walk'],
    ['#/lab/model?active=1&coherence=2', 'coherence'],
    ['#/lab/model?design=pg15', 'pg15'],
    ['#/lab/model?few=ten', 'few'],
    ['#/lab/model?before=pg15', 'pg15'],
    ['#/lab/model?before=pg14', 'two different designs'],
    ['#/lab/model?view=without&before=dense&after=dense', 'two different designs'],
    ['#/lab/model?view=without&few=0&many=10000', 'few does not belong to view=without'],
    ['#/lab/model?view=without&designs=pg13,pg14', 'designs does not belong'],
    ['#/lab/model?view=without&table=idle-connections', 'table does not belong'],
    ['#/lab/model?view=without&idle=10001', 'idle'],
    ['#/play/server?sample=2', 'sample'],
    ['#/lab/ladder?writers=1', 'writers'],
    ['#/lab/ladder?idle=ten', 'idle'],
    ['#/lab/ladder?band=45', 'band'],
    ['#/lab/cliff?readers=65', 'readers'],
    ['#/lab/cliff?other=-1', 'other'],
    ['#/lab/litmus?runs=0', 'runs'],
    ['#/lab/litmus?outcome=none', 'outcome'],
    ['#/play?pg=12', 'pg'],
    ['#/play?at=-1', 'at'],
    ['#/play?moves=<b>', 'moves'],
    ['#/play?row=t.1', 'row'],
    ['#/play?spec=../x', 'spec'],
    ['#/play?text=%3C', 'text'],
  ])('%s is refused, and the sentence names %s', (hash, word) => {
    const parsed = parse(hash);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok && parsed.error.error.kind === 'bad-value') expect(parsed.error.error.message).toContain(word);
    else expect.unreachable();
  });
  const refusalOf = (hash: string): string => {
    const parsed = parse(hash);
    return !parsed.ok && parsed.error.error.kind === 'bad-value' ? parsed.error.error.message : '';
  };
  test.each(['#/?idle=1e99', '#/?idle=1,2', '#/lab?mode=run&idle=1e99'])(
    '%s is told to give one number, since several would be refused there',
    (hash) => {
      expect(refusalOf(hash)).toMatch(/is not a number in plain digits; give a whole number from 0 to [\d,]+\.$/);
    },
  );
  test('where several are taken, that is said', () => {
    expect(refusalOf('#/lab?mode=sweep&idle=1e99')).toMatch(/, or several separated by commas\.$/);
  });
  test.each([
    ['#/lessons/__proto__', 'lesson'],
    ['#/exercises/__proto__', 'exercise'],
    ['#/play?spec=__proto__', 'scenario'],
  ])('%s wants the name of a %s', (hash, what) => {
    expect(refusalOf(hash)).toContain(`“__proto__” is not a value of`);
    expect(refusalOf(hash)).toMatch(new RegExp(`It must be the name of an? ${what}:`));
  });
  test('the calculator’s fractions are not said to be whole numbers', () => {
    const whole = CALCULATOR_SETTINGS.filter((name) => CALCULATOR_LIMITS[name].whole);
    for (const name of CALCULATOR_SETTINGS) {
      const said = refusalOf(`#/calculator?${name}=x`);
      expect(said).toContain(whole.includes(name) ? 'give a whole number from' : 'give a number from');
    }
  });
  test('to nowhere says where it wanted to go, and keeps the theme', () => {
    expect(parse('#/lesson/walk?theme=dark')).toEqual({
      ok: false,
      error: { error: { kind: 'not-found', path: '/lesson/walk' }, display: { theme: 'dark', stage: false } },
    });
  });
  test('parameters that are not known are left alone; senseless lang and theme count as none', () => {
    expect(parse('#/?utm=x&lang=__proto__&theme=pink&__proto__=1')).toEqual(parse('#/'));
  });
  test('no hash at all makes it throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void parse(`#${text}`)));
    const page = fc.constantFrom('lab', 'play');
    fc.assert(fc.property(page, fc.webQueryParameters(), (to, text) => void parse(`#/${to}?${text}`)));
    expect(parse('#/%E0%A4%A').ok).toBe(false);
  });
});

describe('the raw form', () => {
  test('any path and parameters survive', () => {
    const name = fc.string({ minLength: 1 });
    const params = fc.dictionary(name, fc.string());
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[^/]+$/)), params, (parts, values) => {
        const path = `/${parts.join('/')}`;
        const read = readHash(writeHash({ path, params: values }));
        expect(read.path).toBe(path);
        expect(Object.entries(read.params)).toEqual(Object.entries(values));
      }),
    );
  });
  test('a scenario of ours and a text of somebody’s own are not both one address', () => {
    const error = { kind: 'bad-value', message: messagesIn('en').t('stage.want.oneScenario') };
    for (const both of ['spec=first-look&text=abc', 'text=abc&spec=first-look'])
      expect(parse(`#/play?v=1&${both}`)).toMatchObject({ ok: false, error: { error } });
  });
  test('the first of two equal names counts', () => expect(readHash('#/?a=1&a=2').params.a).toBe('1'));
});

describe('versions', () => {
  const at = (params: Record<string, string>) => ({ path: '/lab', params });

  test('no version and version 0 mean version 1', () => {
    for (const params of [{}, { v: '0' }, { v: '1' }]) {
      expect(upgrade(at(params))).toEqual({ ok: true, value: at({ v: '1' }) });
    }
  });
  test('a version from the future is named together with the one that is known', () => {
    expect(upgrade(at({ v: '7' }))).toEqual({ ok: false, error: { kind: 'newer', version: '7', known: 1 } });
    const { t } = messagesIn('en');
    expect(t('shell.badAddress.newer', { version: '7', known: 1 })).toMatch(/version 7.*version 1.*Reload/);
  });
  test.each(['9999999999', '99999999999999999999', `000${'8'.repeat(400)}`])(
    'version %s is a whole number, so it is from the future, too',
    (v) => {
      const version = v.replace(/^0+/, '');
      expect(upgrade(at({ v }))).toEqual({ ok: false, error: { kind: 'newer', version, known: 1 } });
    },
  );
  test.each(['', 'one', '-1', '1.5', '1e3', '١'])('version %j is not a version', (v) => {
    expect(upgrade(at({ v }))).toEqual({ ok: false, error: { kind: 'bad-version', text: v } });
  });
  test('an old address climbs every step to the present, in order', () => {
    const chain: Record<number, Upgrader> = {
      1: ({ path, params: { conns = '0', ...rest } }) => ({ path, params: { ...rest, idle: conns } }),
      2: ({ path, params }) => ({
        path: path === '/lab' ? '/bench' : path,
        params: { ...params, idle: `${params.idle}0` },
      }),
    };
    expect(upgrade(at({ conns: '5' }), 3, chain)).toEqual({
      ok: true,
      value: { path: '/bench', params: { idle: '50', v: '3' } },
    });
    expect(upgrade(at({ v: '2', idle: '7' }), 3, chain)).toEqual({
      ok: true,
      value: { path: '/bench', params: { idle: '70', v: '3' } },
    });
  });
  test('every version before the present one has its step', () => {
    for (let version = 1; version < ADDRESS_VERSION; version++) expect(UPGRADERS[version]).toBeDefined();
  });
});

describe('the host of an embed', () => {
  const hostOf = (host: string) => parse(`#/embed/play?v=1&show=lanes&host=${encodeURIComponent(host)}`);

  test.each([
    ['https://example.org', 'https://example.org'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://[2001:DB8:0:0::1]', 'https://[2001:db8::1]'],
    // Written differently than in `event.origin`, but the same origin.
    ['HTTPS://Example.org:443', 'https://example.org'],
  ])('%s is one: %s', (host, origin) => {
    expect(hostOf(host)).toMatchObject({ ok: true, value: { display: { embed: ['lanes'], host: origin } } });
  });
  test.each([
    ['https://example.org/', 'https://example.org'],
    ['https://example.org/post.html', 'https://example.org'],
    ['https://example.org?x', 'https://example.org'],
    ['https://me@example.org', 'https://example.org'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['https:\\\\example.org', 'https://example.org'],
    [' https://example.org', 'https://example.org'],
    ['http://::1:8080', null],
    ['https://example.org:99999', null],
    ['https://*.example.org', null],
    ['https://a.org,https://b.org', null],
    ['example.org', null],
    ['file:///home', null],
    ['null', null],
    ['*', null],
    ['', null],
  ])('%j is none, and no figure is drawn for it', (host, origin) => {
    expect(hostOf(host)).toMatchObject({
      ok: false,
      error: { error: { kind: 'bad-host', text: host, origin }, display: { embed: ['lanes'] } },
    });
  });
  test('is nothing to a page that is not embedded', () => {
    expect(parse('#/play?v=1&host=https://example.org/')).toMatchObject({ ok: true });
  });
});

describe('what an address needs', () => {
  test('is nothing more once all codecs are there', () => {
    for (const path of ['/', '/lab', '/lab/lines', '/calculator', '/play/standby', '/nowhere'])
      expect(addressNeeds(`#${path}`)).toBe(null);
  });
  test('its page is known without them', () => {
    expect(['#/', '#/lessons/two-stamps?step=2', '#/embed/lab/lines?show=x', '#/nowhere'].map(pageOf)).toEqual([
      'home',
      'lessons',
      'lines',
      undefined,
    ]);
  });
});

test('half a letter in an address is read as a replacement, and can be written again', () => {
  const raw = readHash('#/play?session=\ud800');
  expect(raw.params).toEqual({ session: '\ufffd' });
  expect(readHash(writeHash(raw))).toEqual(raw);
});
