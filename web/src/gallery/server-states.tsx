/** States of the page of a real server: before a file, with one, with a bad one, with many holders, and on a standby. */
import sampleText from '../../../scenarios/tools/sample-17.json?raw';
import { messagesIn } from '../base/messages/index.ts';
import { ok } from '../base/result.ts';
import { type OpenedState, ServerLook } from '../pages/server/ServerLook.tsx';
import { readText } from '../pages/shared/files/read-text.ts';
import type { ServerState } from '../scenario/server-state.ts';
import { fakeServer, fakeServerSession } from '../viewmodel/server/server.fake.ts';
import type { GalleryState } from './Gallery.tsx';

const nothing = (): void => {};
const look = (opened: OpenedState | null) => (
  <ServerLook
    opened={opened}
    stage={false}
    isOver={false}
    onFiles={nothing}
    onText={nothing}
    onSample={nothing}
    onClose={nothing}
    onAgain={nothing}
  />
);
const of = (state: ServerState): OpenedState => ({
  file: 'state.json',
  isSample: false,
  text: '',
  result: ok(state),
  isOther: false,
  isLost: false,
});
const read = (source: string, isSample = false): OpenedState => ({
  ...readText({ kind: 'state', source }, messagesIn('en')),
  file: '',
  isSample,
});

const NEXT = 2 ** 33 + 2_000_000_000;
const crowd = fakeServer({
  server: 140_023,
  database: 'a database whose name takes all of the sixty-three bytes it may',
  snapshot: { xmin: NEXT - 1_900_000_000, xmax: NEXT, xip: [NEXT - 1_900_000_000, NEXT - 12] },
  settings: { old_snapshot_threshold: '60' },
  sessions: Array.from({ length: 40 }, (_, i) =>
    fakeServerSession(100_000 + i, {
      database: 'a database whose name takes all of the sixty-three bytes it may',
      xmin: (NEXT - 1_000_000 * (40 - i)) % 2 ** 32,
      xid: i % 3 === 0 ? (NEXT - 900_000 * (40 - i)) % 2 ** 32 : null,
      transactionSeconds: 40_000 * (40 - i),
    }),
  ),
});
const standby = fakeServer({
  inRecovery: true,
  snapshot: { xmin: 990, xmax: 1000, xip: [] },
  sessions: [fakeServerSession(7, { xmin: 980, transactionSeconds: 7200 })],
});

export const SERVER_STATES: readonly GalleryState[] = [
  { id: 'server-empty', shows: 'Before a file: how to open one, how to get one', element: () => look(null) },
  { id: 'server-sample', shows: 'The sample: holders of ten kinds', element: () => look(read(sampleText, true)) },
  {
    id: 'server-faulty',
    shows: 'A file with faults, each at its line',
    element: () => look(read('{"format": "xipscope-server-state",\n  "version": 3,\n  "server": "17"}')),
  },
  { id: 'server-crowd', shows: 'More holders than rows, a wide gap, hidden sessions', element: () => look(of(crowd)) },
  { id: 'server-standby', shows: 'A standby: what its feedback would be', element: () => look(of(standby)) },
  { id: 'server-free', shows: 'Nobody holds the horizon', element: () => look(of(fakeServer())) },
];
