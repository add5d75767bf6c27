/** States of the session lanes, the scrubber and the stage's controls: real moments if the fixture has them. */
import { TIME_PASSES } from '../engine/stage/stage-types.ts';
import { fakeLanes, momentInput } from '../viewmodel/stage/lanes.fake.ts';
import type { LanesInput } from '../viewmodel/stage/lanes.ts';
import { makeMove, seek, startPlayback } from '../viewmodel/stage/playback.ts';
import { timelineModel } from '../viewmodel/stage/timeline.ts';
import { Lanes } from '../views/lanes/Lanes.tsx';
import { StageControls, type StageControlsProps } from '../views/stage-controls/StageControls.tsx';
import { Timeline } from '../views/timeline/Timeline.tsx';
import type { GalleryState } from './Gallery.tsx';
import styles from './lanes-states.module.css';

const nothing = () => {};

const Stage = ({ input, wide = false }: { readonly input: LanesInput; readonly wide?: boolean }) => (
  <div className={wide ? styles.wide : styles.lanes}>
    <Lanes input={input} onMove={nothing} onSeek={nothing} onXid={nothing} onSession={nothing} />
  </div>
);

/** Lost update, with two other branches: A commits before its savepoint, and time passes. */
function branched(): LanesInput {
  const input = momentInput('lost-update');
  const moves = input.playback.branches[0]?.moves ?? [];
  const commits = makeMove(seek(startPlayback(moves), 8), 3);
  const reads = makeMove(seek(commits, 5, 0), 9);
  const time = makeMove(seek(makeMove(seek(reads, 10, 0), 12), 10, 0), TIME_PASSES);
  return { ...input, playback: seek(time, 10, 0), selection: { session: 'B', tuple: null, xid: 733 } };
}

const Scrubber = ({ input }: { readonly input: LanesInput }) => (
  <Timeline model={timelineModel(input)} onSeek={nothing} />
);
const Controls = (props: Partial<StageControlsProps>) => (
  <StageControls
    playing={false}
    speed={1}
    onBack={nothing}
    onPlay={nothing}
    onStep={nothing}
    onBranch={nothing}
    onFinish={nothing}
    onSpeed={nothing}
    {...props}
  />
);

export const lanesStates: readonly GalleryState[] = [
  {
    id: 'lanes-beginning',
    shows: 'After the set-up: three idle sessions, a first step each.',
    element: () => <Stage input={momentInput('lost-update-begin')} />,
  },
  {
    id: 'lanes-waiter',
    shows:
      'B waits for A: its thread is dotted, an arrow leads to A, and B is not to be moved. Two branches left before.',
    element: () => <Stage input={branched()} />,
  },
  {
    id: 'lanes-refused',
    shows:
      'A committed, so B’s update went on and was refused: a second card with the error, B’s transaction has failed.',
    element: () => <Stage input={momentInput('lost-update-refused')} />,
  },
  {
    id: 'lanes-deadlock',
    shows: 'Two sessions wait for each other: two arrows.',
    element: () => <Stage input={momentInput('deadlock')} />,
  },
  {
    id: 'lanes-deadlock-over',
    shows: 'deadlock_timeout passed: one gave up, the other went on.',
    element: () => <Stage input={momentInput('deadlock-over')} />,
  },
  {
    id: 'lanes-one',
    shows: 'One session alone, a result of no rows.',
    element: () => <Stage input={momentInput('empty')} />,
  },
  {
    id: 'lanes-prepared',
    shows: 'A prepared transaction: the session is idle, its xid lives on.',
    element: () => <Stage input={momentInput('prepared')} />,
  },
  {
    id: 'lanes-eight',
    shows: 'Eight sessions, three wait.',
    element: () => <Stage wide input={fakeLanes(8, 40, 3)} />,
  },
  {
    id: 'lanes-twenty',
    shows: 'Twenty sessions: from the ninth on a number says who; the lanes scroll sideways.',
    element: () => <Stage wide input={fakeLanes(20, 90, 7)} />,
  },
  {
    id: 'lanes-thousands',
    shows: '3,000 ticks: all but the last ones are folded.',
    element: () => <Stage input={fakeLanes(3, 3000)} />,
  },
  {
    id: 'timeline',
    shows: 'Scrubbers: at the beginning, amid a plan, with branches, after a deadlock, over 3,000 and 10,000 ticks.',
    element: () => (
      <div className={styles.scrubber}>
        <Scrubber
          input={{ ...momentInput('lost-update'), playback: startPlayback([4, 10, 11, 0, 1, 5, 6]), events: [] }}
        />
        <Scrubber
          input={{
            ...momentInput('lost-update'),
            playback: seek(startPlayback([4, 10, 11, 0, 1, 5, 6, 7, 2, 8, 3, 9, 12]), 7),
          }}
        />
        <Scrubber input={branched()} />
        <Scrubber input={momentInput('deadlock-over')} />
        <Scrubber input={fakeLanes(3, 3000, 2)} />
        <Scrubber input={{ ...fakeLanes(20, 10_000), playback: seek(fakeLanes(20, 10_000).playback, 4000) }} />
      </div>
    ),
  },
  {
    id: 'stage-controls',
    shows: 'The scheduler’s buttons: all can be used; playing; at the beginning; time can pass; after the end.',
    element: () => (
      <div className={styles.scrubber}>
        <Controls />
        <Controls playing speed={4} />
        <Controls disabled={{ back: 'start', branch: 'atEnd' }} />
        <Controls onTime={nothing} disabled={{ step: 'waits', play: 'waits' }} />
        <Controls disabled={{ play: 'end', step: 'end', branch: 'end', finish: 'end' }} speed={0.5} />
      </div>
    ),
  },
];
