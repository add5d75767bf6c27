/** A worker whose behaviour a test decides. */
import type { FromWorker, ToWorker, WorkerLike } from './rpc.ts';

export class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  /** The messages that it was sent, oldest first. */
  readonly sent: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
  /** Answers the question that it is working on. */
  answer(answer: unknown): void {
    const asked = this.sent.findLast(({ kind }) => kind === 'ask');
    if (asked?.kind !== 'ask') throw new Error('it was asked nothing');
    this.say({ kind: 'answer', id: asked.id, answer });
  }
  /** @param message of the error; the error of a script that does not arrive has none */
  break(message = ''): void {
    this.onerror?.({ message } as ErrorEvent);
  }
  get questions(): readonly unknown[] {
    return this.sent.flatMap((message) => (message.kind === 'ask' ? [message.question] : []));
  }
}

/** Workers in the order in which they were started. */
export function fakeWorkers() {
  const workers: FakeWorker[] = [];
  return {
    workers,
    start: (): FakeWorker => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    nth: (n: number): FakeWorker => {
      const worker = workers[n];
      if (worker === undefined) throw new Error(`worker ${n} was not started`);
      return worker;
    },
  };
}
