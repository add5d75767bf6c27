/** States of the session lanes, the scrubber and the stage's controls: real moments where the fixture has them. */
import { TIME_PASSES } from '../engine/stage-types.ts';
import { fakeLanes, momentInput } from '../model/stage/lanes.fake.ts';
import type { LanesInput } from '../model/stage/lanes.ts';
import { makeMove, seek, startPlayback } from '../model/stage/playback.ts';
import { Lanes } from '../views/lanes/Lanes.tsx';
import styles from './lanes-states.module.css';
import type { GalleryState } from './state.ts';

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
    shows: 'A deadlock_timeout ran out: one gave up, the other went on.',
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
];
