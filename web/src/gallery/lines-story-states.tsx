/** States of the cache lines' story, from a small machine of its own (`viewmodel/lines-story/story.fake.ts`). */
import { useState } from 'react';
import { coreStyles } from '../viewmodel/cachelines/counters.ts';
import type { FakeDesign } from '../viewmodel/cachelines/lines.fake.ts';
import { type Deed, planOf, STORY_CORES } from '../viewmodel/lines-story/plan.ts';
import { fakeStory } from '../viewmodel/lines-story/story.fake.ts';
import { ActChips } from '../views/lines-story/ActChips.tsx';
import { CoreButtons } from '../views/lines-story/CoreButtons.tsx';
import { StoryFigure } from '../views/lines-story/StoryFigure.tsx';
import { StoryTransport } from '../views/lines-story/StoryTransport.tsx';
import type { GalleryState } from './Gallery.tsx';

const nothing = () => {};

interface TellInput {
  readonly right: FakeDesign;
  readonly step: number;
  readonly own?: readonly Deed[];
}

function Tell({ right, step, own = [] }: TellInput) {
  const [story] = useState(() => fakeStory('pg13', right, own));
  const cores = coreStyles(STORY_CORES, []);
  return (
    <>
      <ActChips
        story={story}
        step={step}
        right={right}
        facts={['2 × Xeon Gold 5215']}
        onAct={nothing}
        onDesign={nothing}
      />
      <StoryFigure story={story} step={step} film={null} speed={1} onFilmOver={nothing}>
        <StoryTransport
          story={story}
          step={step}
          cores={cores}
          isPlaying={false}
          speed={1}
          own={own.at(-1) ?? null}
          onSeek={nothing}
          onStep={nothing}
          onPlay={nothing}
          onSpeed={nothing}
          onTakeBack={nothing}
        />
        <CoreButtons cores={cores} possible={planOf(own)?.possible ?? []} onDo={nothing}>
          {null}
        </CoreButtons>
      </StoryFigure>
    </>
  );
}

export const linesStoryStates: readonly GalleryState[] = [
  {
    id: 'lines-story-reads',
    shows: 'A reads: a stroke below each line that was in its own cache.',
    element: () => <Tell right="dense" step={1} />,
  },
  {
    id: 'lines-story-writes',
    shows: 'B writes its own entry: in 13 the copies of others die, in dense nothing happens.',
    element: () => <Tell right="dense" step={2} />,
  },
  {
    id: 'lines-story-again',
    shows: 'A reads again: a line comes back from the core that wrote it; 14 needs hardly any.',
    element: () => <Tell right="pg14" step={5} />,
  },
  {
    id: 'lines-story-own',
    shows: 'A deed that a person has added, which can be taken back.',
    element: () => <Tell right="dense" step={8} own={[{ core: 1, kind: 'snapshot' }]} />,
  },
];
