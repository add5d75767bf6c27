/** Scores of every step of the shipped scenarios: laws that hold whatever the step did. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourceCompilerInNode } from '../../../engine/spec/compile-source.node.ts';
import { StageHost } from '../../../engine/stage/stage-host.ts';
import type { Shown, StageState } from '../../../engine/stage/stage-types.ts';
import { wasmPlaceInNode } from '../../../engine/wasm/wasm-place.node.ts';
import { permutationsOf } from '../../../scenario/spec-types.ts';
import { MARK } from '../../../viewmodel/score/marks.ts';
import { lengthOf, type Phase, type Score, timesOf } from '../../../viewmodel/score/score.ts';
import { scoreOf } from '../../../viewmodel/score/score-of.ts';
import { standbyScoreOf } from '../../../viewmodel/score/score-standby.ts';
import { sessionStyles, styleOf } from '../../../viewmodel/stage/selection.ts';
import { tellingWalk, walksOf } from '../../../viewmodel/stage/subtrans-walks.ts';

const compile = await sourceCompilerInNode();
const folder = new URL('../../../../../scenarios/specs/', import.meta.url);

/** All marks of a state, whether or not a figure has room for them. */
function marksOf(state: StageState): readonly string[] {
  const styles = sessionStyles(state.sessions.map(({ session }) => session));
  const letters = [...styles.values()].map(({ letter }) => letter);
  const letterOf = (name: string) => styleOf(styles, name).letter;
  return [
    MARK.free,
    MARK.horizon,
    ...letters.flatMap((letter) => [MARK.session(letter), MARK.snapshot(letter), MARK.card(letter)]),
    ...letters.flatMap((letter) => [MARK.strip(letter), MARK.flag(letter)]),
    ...state.slru.slots.map((_, slot) => MARK.buffer(slot)),
    ...(state.page?.items ?? []).map(({ ctid }) => MARK.pointer(ctid)),
    ...(state.page?.tuples ?? []).map(({ xmax }) => MARK.dead(xmax)),
    ...state.xids.map(({ xid }) => MARK.xid(xid)),
    ...state.sessions.flatMap(({ session, waitsFor }) =>
      waitsFor.map((holder) => MARK.wait(letterOf(session), letterOf(holder))),
    ),
    ...(state.page?.tuples ?? []).flatMap(({ ctid }) => [
      ...[MARK.row(ctid), MARK.xmin(ctid), MARK.xmax(ctid), MARK.chain(ctid)],
      ...letters.map((letter) => MARK.eye(ctid, letter)),
    ]),
  ];
}

interface Played {
  readonly before: Shown;
  readonly after: Shown;
  readonly score: Score;
}
/** The steps of a scenario's first permutation, or of these steps by name. */
async function stepsOf(file: string, names?: readonly string[]): Promise<readonly Played[]> {
  const compiled = compile(readFileSync(new URL(file, folder), 'utf8'));
  if (!compiled.ok) throw new Error(compiled.error[0]?.message);
  const { spec } = compiled.value;
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, { rules: 17, design: 'pg14', file });
  if (!host.ok) throw new Error(host.error);
  const first = [...permutationsOf(spec)][0] ?? [];
  const moves =
    names?.map((name) => spec.steps.findIndex((step) => step.name === name)) ?? first.map(({ step }) => step);
  const shown = [0, ...moves.map((_, i) => i + 1)].map((tick) =>
    host.value.show({ permutation: null, moves, tick, look: {}, eventsFrom: tick }),
  );
  return shown.slice(1).flatMap((after, i) => {
    const before = shown[i];
    if (before === undefined || after.stopped !== null) return [];
    return [{ before, after, score: scoreOf({ before: before.state, after: after.state, events: after.events }) }];
  });
}
const actsIn = ({ motions }: Phase) => [...new Set(motions.map(({ act }) => act))].join();

describe.each(readdirSync(folder).filter((file) => file.endsWith('.spec')))('%s', (file) => {
  test('a score names marks of its two moments alone, has no gap, takes at most 600 ms, and needs events', async () => {
    for (const { before, after, score } of await stepsOf(file)) {
      const marks = new Set([...marksOf(before.state), ...marksOf(after.state)]);
      const named = score.phases.flatMap(({ motions }) => motions.flatMap(({ from, to }) => [from, to]));
      expect(named.filter((mark) => mark !== null && !marks.has(mark))).toEqual([]);

      const times = timesOf(score);
      for (const [i, { from, to }] of times.entries()) {
        expect(from).toBe(times[i - 1]?.to ?? 0);
        expect(to).toBeGreaterThan(from);
      }
      expect(times.at(-1)?.to ?? 0).toBeCloseTo(lengthOf(score), 6);
      expect(lengthOf(score)).toBeLessThanOrEqual(600);

      expect(scoreOf({ before: before.state, after: after.state, events: [] }).phases).toEqual([]);
    }
  });
});

test('what a step did is what moves, in the order of the engine', async () => {
  const [begin, insert, own, read, commit] = await stepsOf('first-look.spec');
  expect(begin?.score.phases).toEqual([]);
  expect(insert?.score.phases.map(actsIn)).toEqual(['rise', 'close', 'send', 'grow', 'write']);
  expect(own?.score.phases.map(actsIn)).toEqual(['close', 'look']);
  expect(read?.score.phases.map(actsIn)).toEqual(['close', 'look']);
  expect(commit?.score.phases.map(actsIn)).toEqual(['end', 'ripple', 'see']);
});

test('a new version is stamped, copied, written and linked; a delete stamps alone; a lock says so', async () => {
  const [, update] = await stepsOf('update-makes-a-version.spec');
  expect(update?.score.phases.map(actsIn)).toEqual(['rise', 'close', 'look', 'stamp', 'copy', 'write', 'chain']);
  const [, , remove] = await stepsOf('delete-is-a-mark.spec');
  expect(remove?.score.phases.map(actsIn)).toEqual(['rise', 'close', 'look', 'stamp']);
  const [lock] = await stepsOf('row-locks.spec');
  expect(lock?.score.phases.map(actsIn).at(-1)).toBe('lock');
});

test('an arrow grows with a wait, and snaps back before the session goes on', async () => {
  const steps = await stepsOf('first-updater-wins.spec');
  expect(steps[4]?.score.phases.map(actsIn).at(-1)).toBe('wait');
  expect(steps[5]?.score.phases.map(actsIn).slice(0, 3)).toEqual(['end', 'ripple', 'release']);
});

test('the news of a commit stops at every snapshot that is kept, and at no other', async () => {
  let stopped = 0;
  for (const file of ['delete-is-a-mark.spec', 'hermitage-p4.spec', 'hermitage-g-single.spec'])
    for (const { after, score } of await stepsOf(file)) {
      const styles = sessionStyles(after.state.sessions.map(({ session }) => session));
      const reaches = score.phases
        .flatMap(({ motions }) => motions)
        .filter(({ act }) => act === 'stop' || act === 'ripple');
      for (const { session, use } of after.state.sessions) {
        const isKept = use === 'kept' || use === 'statement';
        const own = reaches.filter(({ to }) => to === MARK.snapshot(styleOf(styles, session).letter));
        expect(own.every(({ act }) => (act === 'stop') === isKept)).toBe(true);
        stopped += own.filter(({ act }) => act === 'stop').length;
      }
    }
  expect(stopped).toBeGreaterThan(0);
});

test('slots fill; the subxid without one passes them all and falls, and then the flags turn', async () => {
  const names = ['begin', 'fill', 'one_more'];
  const [begin, fill, more] = await stepsOf('subxid-overflow.spec', names);
  expect(begin?.score.phases.map(actsIn)).not.toContain('fill');
  expect(fill?.score.phases.map(actsIn).slice(0, 3)).toEqual(['rise', 'fill', 'close']);
  expect(more?.score.phases.map(actsIn).slice(0, 5)).toEqual(['rise', 'slide', 'fall', 'turn', 'close']);
});

test('the flag of a snapshot in force turns at the step from which it cannot list subxids', async () => {
  let turned = 0;
  const names = ['begin', 'fill', 'one_more', 'later', 'read_over'];
  for (const { before, after, score } of await stepsOf('subxid-overflow.spec', names)) {
    const styles = sessionStyles(after.state.sessions.map(({ session }) => session));
    const flaggedIn = ({ state }: Shown) =>
      state.sessions.flatMap(({ session, inForce }) =>
        inForce.suboverflowed ? [MARK.snapshot(styleOf(styles, session).letter)] : [],
      );
    const motions = score.phases.flatMap((phase) => phase.motions).filter(({ act }) => act === 'turn');
    const flags = motions.map(({ to }) => to).filter((to) => to.startsWith('snapshot '));
    expect(flags).toEqual(flaggedIn(after).filter((mark) => !flaggedIn(before).includes(mark)));
    turned += flags.length;
  }
  expect(turned).toBeGreaterThan(1);
});

test('a walk goes from the row to the page, which is found, or read while another one goes', async () => {
  const steps = await stepsOf('subtrans-pages.spec');
  let fetched = 0;
  let walked = 0;
  for (const { after, score } of steps) {
    const acts = score.phases.map(actsIn);
    const { walks } = walksOf(after.state.slru);
    const told = walks[tellingWalk(walks)];
    expect(acts.filter((act) => act === 'ask').length).toBe(told?.stops.length ?? 0);
    expect(acts.filter((act) => act === 'fetch').length).toBe(told?.stops.filter(({ hit }) => !hit).length ?? 0);
    if (told === undefined) continue;
    walked++;
    expect(acts.indexOf('ask')).toBeLessThan(acts.indexOf('look'));
    const asked = score.phases.flatMap(({ motions }) => motions).find(({ act }) => act === 'ask');
    const row = after.state.page?.tuples.find(({ xmin }) => xmin === told.xid);
    if (row === undefined) continue;
    expect(asked?.from).toBe(MARK.xmin(row.ctid));
    fetched += acts.filter((act) => act === 'fetch').length;
  }
  expect(walked).toBeGreaterThan(1);
  expect(fetched).toBeGreaterThan(1);
});

test('what VACUUM removes dissolves after the horizon has passed, and nothing else does', async () => {
  let removed = 0;
  for (const file of ['hot-and-pruning.spec', 'horizon-held-by-idle-transaction.spec', 'first-look.spec'])
    for (const { before, after, score } of await stepsOf(file)) {
      const acts = score.phases.map(actsIn);
      const [old, now] = [before.state.page, after.state.page];
      const left = new Set(now?.tuples.map(({ ctid }) => ctid));
      const gone = old?.table === now?.table ? (old?.tuples ?? []).filter(({ ctid }) => !left.has(ctid)) : [];
      const motions = score.phases.flatMap((phase) => phase.motions).filter(({ act }) => act === 'dissolve');
      const rows = motions.flatMap(({ to }) => (to.startsWith('row ') ? [to] : []));
      expect(rows).toEqual(gone.map(({ ctid }) => MARK.row(ctid)));
      removed += gone.length;
      if (gone.length === 0) continue;
      const at = acts.indexOf('dissolve');
      expect(acts.slice(at - 1, at + 2)).toEqual(['sweep', 'dissolve', 'settle']);
      const dead = motions.flatMap(({ to }) => (to.startsWith('dead ') ? [Number(to.slice(5))] : []));
      for (const xid of dead) expect(xid).toBeLessThan(after.state.horizons.oldestNonRemovable);
    }
  expect(removed).toBeGreaterThan(3);
});

describe('beside a standby', () => {
  const spec = 'standby-late-commit.spec';
  const shownAt = async () => {
    const compiled = compile(readFileSync(new URL(spec, folder), 'utf8'));
    if (!compiled.ok) throw new Error(compiled.error[0]?.message);
    const options = { rules: 17, design: 'pg14', file: spec, standby: true } as const;
    const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, options);
    if (!host.ok) throw new Error(host.error);
    const moves = ([...permutationsOf(compiled.value.spec)][0] ?? []).map(({ step }) => step);
    const at = (tick: number, replay: number | 'end') =>
      host.value.show({
        permutation: null,
        moves,
        tick,
        look: {},
        eventsFrom: tick,
        standby: { from: 0, replay, held: [] },
      });
    return { at, ticks: moves.length };
  };
  const validAt = ({ standby }: Shown) =>
    (standby?.state.known.entries ?? []).filter(({ valid }) => valid).map(({ xid }) => xid);

  test('each record that a step wrote comes from its session', async () => {
    const { at, ticks } = await shownAt();
    let written = 0;
    for (let tick = 1; tick <= ticks; tick++) {
      const [before, after] = [at(tick - 1, 0), at(tick, 0)];
      const motions = standbyScoreOf(before, after).phases.flatMap((phase) => phase.motions);
      const [from, to] = [before, after].map(({ standby }) => standby?.records.length ?? 0);
      const wanted = Array.from({ length: (to ?? 0) - (from ?? 0) }, (_, i) => MARK.record((from ?? 0) + i));
      expect(motions.map((motion) => [motion.act, motion.to])).toEqual(wanted.map((mark) => ['log', mark]));
      written += wanted.length;
    }
    expect(written).toBeGreaterThan(4);
  });

  test('a replayed record travels to the xids that it adds and to those that it ends, and to no other', async () => {
    const { at, ticks } = await shownAt();
    const end = at(ticks, 'end').standby?.records.length ?? 0;
    const kinds = { arrive: 0, depart: 0 };
    for (let replay = 1; replay <= end; replay++) {
      const [before, after] = [at(ticks, replay - 1), at(ticks, replay)];
      const score = standbyScoreOf(before, after);
      const motions = score.phases.flatMap((phase) => phase.motions);
      expect(motions[0]).toMatchObject({ act: 'replay', to: MARK.record(replay - 1) });
      for (const [act, old, now] of [
        ['arrive', validAt(before), validAt(after)],
        ['depart', validAt(after), validAt(before)],
      ] as const) {
        const own = motions.filter((motion) => motion.act === act && motion.to.startsWith('known '));
        expect(own.map(({ to }) => to)).toEqual(now.filter((xid) => !old.includes(xid)).map(MARK.known));
        expect(own.every(({ from }) => from === MARK.record(replay - 1))).toBe(true);
        kinds[act] += own.length;
      }
      expect(lengthOf(score)).toBeLessThanOrEqual(600);
    }
    expect(Math.min(kinds.arrive, kinds.depart)).toBeGreaterThan(1);
  });
});
