/** Scores of SERIALIZABLE, over every permutation of the shipped scenarios that have it: what moves is what changed. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceCompilerInNode } from '../../../engine/spec/compile-source.node.ts';
import { StageHost } from '../../../engine/stage/stage-host.ts';
import type { Shown } from '../../../engine/stage/stage-types.ts';
import { wasmPlaceInNode } from '../../../engine/wasm/wasm-place.node.ts';
import { permutationsOf } from '../../../scenario/spec-types.ts';
import { SSI_MARK } from '../../../viewmodel/score/marks-ssi.ts';
import type { Motion, SsiAct } from '../../../viewmodel/score/score.ts';
import { ssiPhases } from '../../../viewmodel/score/score-ssi.ts';

const compile = await sourceCompilerInNode();
const folder = new URL('../../../../../scenarios/specs/', import.meta.url);

interface Played {
  readonly before: Shown;
  readonly after: Shown;
  readonly motions: readonly Motion[];
}

async function stepsOf(file: string): Promise<readonly (readonly Played[])[]> {
  const compiled = compile(readFileSync(new URL(file, folder), 'utf8'));
  if (!compiled.ok) throw new Error(compiled.error[0]?.message);
  const host = await StageHost.open(wasmPlaceInNode('xip-engine'), compiled.value, { rules: 17, design: 'pg14', file });
  if (!host.ok) throw new Error(host.error);
  return [...permutationsOf(compiled.value.spec)].slice(0, 6).map((permutation) => {
    const moves = permutation.map(({ step }) => step);
    const shown = [0, ...moves.map((_, i) => i + 1)].map((tick) =>
      host.value.show({ permutation: null, moves, tick, look: {}, eventsFrom: tick }),
    );
    return shown.slice(1).flatMap((after, i) => {
      const before = shown[i];
      if (before === undefined) return [];
      const phases = ssiPhases({ before: before.state, after: after.state, events: after.events });
      return [{ before, after, motions: phases.flatMap(({ motions }) => motions) }];
    });
  });
}
const of = ({ motions }: Played, act: SsiAct): readonly Motion[] => motions.filter((motion) => motion.act === act);

const files = readdirSync(folder).filter(
  (file) => file.endsWith('.spec') && /SERIALIZABLE;|SERIALIZABLE,/.test(readFileSync(new URL(file, folder), 'utf8')),
);

test.each(files)('%s: each new lock and conflict moves once, and nothing else does', async (file) => {
  for (const steps of await stepsOf(file))
    for (const step of steps) {
      const [was, is] = [step.before.state.ssi, step.after.state.ssi];
      const old = new Set((was?.conflicts ?? []).map(SSI_MARK.conflict));
      const arisen = new Set((is?.conflicts ?? []).map(SSI_MARK.conflict).filter((mark) => !old.has(mark)));
      expect(new Set(of(step, 'conflict').map(({ to }) => to))).toEqual(arisen);

      const keyOf = (one: NonNullable<typeof is>['locks'][number]): string =>
        JSON.stringify([one.transaction, one.target]);
      const had = new Set((was?.locks ?? []).map(keyOf));
      const fresh = (is?.locks ?? []).filter((lock) => !had.has(keyOf(lock)));
      const reached = new Set(
        [...of(step, 'claim'), ...of(step, 'promote')].map(({ to }) => to).filter((to) => to.startsWith('siread ')),
      );
      const places = new Set(fresh.map(({ target }) => SSI_MARK.lock(target, '').trimEnd()));
      expect(new Set([...reached].map((mark) => mark.replace(/ [A-Z]?$/, '')))).toEqual(places);
    }
});

test('the third row of a page makes its locks one', async () => {
  const [steps = []] = await stepsOf('siread-promotion.spec');
  expect(
    steps.flatMap((step, i) => (of(step, 'promote').length > 0 ? [[i + 1, of(step, 'promote').length]] : [])),
  ).toEqual([[3, 2]]);
});

test('a structure is lit, and its victim crossed, at the step that completes it; the failure crosses it once more', async () => {
  const [steps = []] = await stepsOf('doctors-serializable.spec');
  const acts = steps.map((step) => [of(step, 'light').length, of(step, 'doom').length]);
  expect(acts.slice(0, 4)).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(acts[4]).toEqual([2, 1]);
  expect(acts[5]).toEqual([0, 1]);
});

test('a snapshot becomes safe when the last writer that could have spoilt it has ended', async () => {
  const all = await stepsOf('receipts-and-report.spec');
  const safe = all.map((steps) => steps.flatMap((step, i) => (of(step, 'safe').length > 0 ? [i + 1] : [])));
  expect(safe).toEqual([[], [], [], [], [6]]);
});
