/** A story for tests and the gallery, played by the small machine of `cachelines/lines.fake.ts`: never a result. */
import type { SceneShown } from '../../engine/replay/scene-types.ts';
import { type FakeDesign, FakeServer, fakeShown, stageOf } from '../cachelines/lines.fake.ts';
import { type Deed, planOf, STORY_CORES } from './plan.ts';
import { linesOf, type Played, type Story, storyOf } from './story.ts';

const CONNECTIONS = 100;

/** @param own deeds that take snapshots or let them go: the small machine has no xids */
export function fakeStory(left: FakeDesign, right: FakeDesign, own: readonly Deed[] = []): Story {
  const plan = planOf(own);
  if (plan === null) throw new Error('cores cannot do that');
  const { operations, turns } = plan;
  const from = turns[0]?.first ?? 0;
  const played = (design: FakeDesign): Played => {
    const run = (lines: readonly number[]): readonly SceneShown[] => {
      const server = new FakeServer(design, STORY_CORES, CONNECTIONS);
      const all = operations.map(({ backend, kind }, number) => {
        const looks = number < from ? [] : lines.map((line) => server.look(line, 1));
        const reuse = design === 'pg14' && kind === 'snapshot' && number >= from;
        return fakeShown(server, { backend, kind, reuse, number, looks });
      });
      return all.slice(from);
    };
    const { opened } = new FakeServer(design, STORY_CORES, CONNECTIONS);
    return { stage: stageOf(design, opened, CONNECTIONS), shown: run(linesOf(run([]))) };
  };
  return storyOf(played(left), played(right), turns);
}
