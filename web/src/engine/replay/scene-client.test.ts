/** The client of a scene: the newest answer while the reader scrubs, and a scene that is reopened in another worker. */
import { expect, test } from 'vitest';
import { err, ok } from '../../base/result.ts';
import { fakeWorkers } from '../../base/rpc.fake.ts';
import { createRpc } from '../../base/rpc.ts';
import { createSceneClient } from './scene-client.ts';
import type { SceneApi, SceneRequest } from './scene-types.ts';

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
const request = { design: 'pg13' } as unknown as SceneRequest;

async function opened() {
  const { workers, start, nth } = fakeWorkers();
  const client = createSceneClient(createRpc<SceneApi>(start), { moduleUrl: 'nowhere' });
  const opening = client.open(request);
  nth(0).answer(ok({}));
  await opening;
  /** Answers with an error that contains `name`. */
  const answer = (worker: number, name: string): void => nth(worker).answer(err({ kind: 'bad-input', message: name }));
  const methods = (worker: number) => nth(worker).sent.map((sent) => sent.kind === 'ask' && sent.method);
  return { client, workers, nth, answer, methods };
}

test('one show is under way, the newest waits, those in between are answered with null', async () => {
  const { client, nth, answer } = await opened();
  const answers = [1, 2, 3, 4].map((operation) => client.show({ operation }, []));
  await settled();
  answer(0, 'first');
  await settled();
  expect(nth(0).questions.slice(1)).toMatchObject([{ when: { operation: 1 } }, { when: { operation: 4 } }]);
  answer(0, 'second');
  const [first, second, third, fourth] = await Promise.all(answers);
  expect(first).toMatchObject({ error: { message: 'first' } });
  expect([second, third]).toEqual([ok(null), ok(null)]);
  expect(fourth).toMatchObject({ error: { message: 'second' } });
});

test('a timeline does not take a show’s answer', async () => {
  const { client, answer, methods } = await opened();
  const [show, timeline] = [client.show({ operation: 0 }, []), client.timeline(0, 10)];
  await settled();
  answer(0, 'show');
  await settled();
  answer(0, 'timeline');
  expect(methods(0)).toEqual(['open', 'show', 'timeline']);
  expect(await show).toMatchObject({ error: { message: 'show' } });
  expect(await timeline).toMatchObject({ error: { message: 'timeline' } });
});

test('a worker that died costs its question; the next one finds the scene opened again', async () => {
  const { client, workers, nth, methods, answer } = await opened();
  const waiting = client.timeline(0, 1);
  await settled();
  nth(0).break('out of memory');
  expect(await waiting).toMatchObject({ error: { kind: 'failed', message: 'out of memory' } });
  const show = client.show({ operation: 0 }, []);
  await settled();
  expect(nth(1).questions).toMatchObject([{ request }]);
  nth(1).answer(ok({}));
  await settled();
  answer(1, 'shown');
  expect(await show).toMatchObject({ error: { message: 'shown' } });
  expect(methods(1)).toEqual(['open', 'show']);
  client.dispose();
  expect(workers.every(({ ended }) => ended)).toBe(true);
});

test('before anything is open a show says so, and asks nobody', async () => {
  const { workers, start } = fakeWorkers();
  const client = createSceneClient(createRpc<SceneApi>(start), { moduleUrl: 'nowhere' });
  expect(await client.show({ operation: 0 }, [])).toMatchObject({ error: { message: 'no scene is open' } });
  expect(workers).toHaveLength(0);
});
