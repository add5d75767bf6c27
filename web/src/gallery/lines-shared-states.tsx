/** States of the figure of a `lines-shared` file. All rates are invented. */
import { fakeLines } from '../scenario/lines-shared.fake.ts';
import type { LinesPoint } from '../scenario/lines-shared.ts';
import { LinesSharedFigure } from '../views/lines-shared/LinesSharedFigure.tsx';
import type { GalleryState } from './Gallery.tsx';

const noisy = (perS: number, { lines }: LinesPoint, round: number): number =>
  perS * (1 + 0.06 * Math.sin(lines * 7 + round * 2.4));
const queues = ({ lines, writers, readers }: LinesPoint): number =>
  (6e6 * lines * (writers + readers)) / (writers + readers + lines - 1);

export const linesSharedStates: readonly GalleryState[] = [
  {
    id: 'lines-shared-queues',
    shows: 'Transfers grow with the lines. Rates are invented.',
    element: () => <LinesSharedFigure file={fakeLines((point, round) => noisy(0.9 * queues(point), point, round))} />,
  },
  {
    id: 'lines-shared-server',
    shows: 'One server of all lines limits the transfers. Rates are invented.',
    element: () => (
      <LinesSharedFigure file={fakeLines((point, round) => noisy(Math.min(queues(point), 2.2e7), point, round))} />
    ),
  },
  {
    id: 'lines-shared-one-socket',
    shows: 'One socket: no band, and the sentence says why nothing is said. Rates are invented.',
    element: () => (
      <LinesSharedFigure
        file={fakeLines((point, round) => noisy(queues(point), point, round), {
          machine: { cpu: 'a laptop', sockets: 1, isVirtual: null },
        })}
      />
    ),
  },
];
