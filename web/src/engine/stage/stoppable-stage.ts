/**
 * A stage whose work can be given up, because somebody pressed Cancel: its worker is ended, whatever keeps it busy, and the next
 * question starts another one with the same spec open. What was under way is answered with an error.
 */
import { err } from '../../base/result.ts';
import { type StageClient, startStage } from './stage-client.ts';

export interface StoppableStage extends StageClient {
  stop(): void;
}

/** @param start starts a worker's client */
export function stoppableStage(start: () => StageClient = startStage): StoppableStage {
  let client: StageClient | null = null;
  /** What was opened last: it is opened again in a worker that takes another's place. */
  let last: Parameters<StageClient['open']> | null = null;
  let isOver = false;

  const open: StageClient['open'] = (...what) => {
    last = what;
    client ??= start();
    return client.open(...what);
  };
  /** A client that has the spec open; answers come in the order of the questions, so nobody has to wait for that. */
  async function withClient<T>(ask: (there: StageClient) => Promise<T>, refused: (why: string) => T): Promise<T> {
    if (isOver) return refused('closed');
    if (client !== null || last === null) {
      client ??= start();
      return ask(client);
    }
    const again = start();
    client = again;
    const [opened, answer] = await Promise.all([again.open(...last), ask(again)]);
    return opened.ok ? answer : refused(opened.error);
  }
  const stop = (): void => {
    client?.dispose();
    client = null;
  };
  return {
    open: (...what) => (isOver ? Promise.resolve(err('closed')) : open(...what)),
    show: (request) => withClient((there) => there.show(request), err),
    trace: (moves, permutation) =>
      withClient(
        (there) => there.trace(moves, permutation),
        (error) => err({ kind: 'failed', error }),
      ),
    stop,
    dispose: () => {
      isOver = true;
      stop();
    },
  };
}
