/** The client of a scene: whoever scrubs gets the newest answer, and a dead worker answers for everything. */
import { expect, test } from 'vitest';
import { err } from '../../base/result.ts';
import { createSceneClient } from './scene-client.ts';
import type { FromScene, ToScene } from './scene-messages.ts';

function fakeWorker() {
  const asked: ToScene[] = [];
  let hear: (message: FromScene) => void = () => undefined;
  let fail: (message: string) => void = () => undefined;
  let isClosed = false;
  const client = createSceneClient(
    (onMessage, onFail) => {
      [hear, fail] = [onMessage, onFail];
      return {
        post: (message) => asked.push(message),
        close: () => {
          isClosed = true;
        },
      };
    },
    { moduleUrl: 'nowhere' },
  );
  /** Answers what was asked as number `at`, with an error that names it. */
  const answer = (at: number): void => {
    const id = asked[at]?.id ?? -1;
    hear({ kind: 'shown', id, result: err({ kind: 'bad-input', message: `answer ${at}` }) });
  };
  return { client, asked, answer, fail: (message: string) => fail(message), closed: () => isClosed };
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

test('one show is under way, the newest waits, those in between are answered with null', async () => {
  const { client, asked, answer } = fakeWorker();
  const answers = [1, 2, 3, 4].map((operation) => client.show({ operation }, []));
  expect(asked).toHaveLength(1);
  answer(0);
  await settled();
  expect(asked.map((message) => message.kind === 'show' && message.when)).toEqual([{ operation: 1 }, { operation: 4 }]);
  answer(1);
  const [first, second, third, fourth] = await Promise.all(answers);
  expect(first).toMatchObject({ error: { message: 'answer 0' } });
  expect([second, third]).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect(fourth).toMatchObject({ error: { message: 'answer 1' } });
});

test('a timeline does not wait for a show, nor does it take its answer', async () => {
  const { client, asked } = fakeWorker();
  void client.show({ operation: 0 }, []);
  void client.timeline(0, 10);
  expect(asked.map(({ kind }) => kind)).toEqual(['show', 'timeline']);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(2);
});

test('a worker that died answers for what waits and for what comes', async () => {
  const { client, fail, closed } = fakeWorker();
  const waiting = client.timeline(0, 1);
  fail('out of memory');
  expect(await waiting).toMatchObject({ error: { kind: 'failed', message: 'out of memory' } });
  expect(await client.show({ operation: 0 }, [])).toMatchObject({ error: { message: 'out of memory' } });
  client.dispose();
  expect(closed()).toBe(true);
});
