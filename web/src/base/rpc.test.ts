/** One protocol for all workers: every question is answered once, whatever happens to the worker, and the next one finds a worker. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NOT_LOADED } from './loading.ts';
import { err, ok, type Result } from './result.ts';
import { fakeWorkers } from './rpc.fake.ts';
import { createRpc, type Lost, newestOf } from './rpc.ts';

interface Numbers {
  double(question: number, hear: (told: string) => void): number;
}
const LIMITS = { loadMs: 1000, answerMs: 100, cancelMs: 60 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const settle = () => vi.advanceTimersByTimeAsync(0);
const wired = () => {
  const { workers, start, nth } = fakeWorkers();
  return { workers, nth, rpc: createRpc<Numbers>(start, LIMITS) };
};
const kindOf = (result: Result<unknown, Lost>): string => (result.ok ? 'answered' : result.error.kind);

describe('a worker by its page', () => {
  test('is started by the first question, one for all, and asked one thing at a time', async () => {
    const { rpc, workers, nth } = wired();
    expect(workers).toHaveLength(0);
    const answers = [rpc.ask('double', 1), rpc.ask('double', 2)];
    expect(nth(0).questions).toEqual([1]);
    nth(0).say({ kind: 'ready' });
    nth(0).answer(2);
    await settle();
    expect(nth(0).questions).toEqual([1, 2]);
    nth(0).answer(4);
    expect(await Promise.all(answers)).toEqual([ok(2), ok(4)]);
    expect(workers).toHaveLength(1);
  });

  test('started ahead, it is the one that is asked; if it did not arrive, another is', async () => {
    const { rpc, workers, nth } = wired();
    rpc.warm();
    rpc.warm();
    expect(workers).toHaveLength(1);
    nth(0).break();
    expect(nth(0).ended).toBe(true);
    void rpc.ask('double', 1);
    expect(workers).toHaveLength(2);
  });

  test('started ahead and asked before it did not arrive, it costs the question nothing; a second one that is missing does', async () => {
    const { rpc, workers, nth } = wired();
    rpc.warm();
    const [first, second] = [rpc.ask('double', 1), rpc.ask('double', 2)];
    nth(0).break();
    expect(nth(0).ended).toBe(true);
    expect(nth(1).questions).toEqual([1]);
    nth(1).break();
    expect(await first).toEqual(err({ kind: 'not-loaded', message: NOT_LOADED }));
    nth(2).answer(4);
    expect(await second).toEqual(ok(4));
    expect(workers).toHaveLength(3);
  });

  test.each<[string, (worker: ReturnType<ReturnType<typeof fakeWorkers>['nth']>) => unknown, Lost]>([
    ['does not arrive', (worker) => worker.break(), { kind: 'not-loaded', message: NOT_LOADED }],
    ['misses a file', (worker) => worker.say({ kind: 'unloadable' }), { kind: 'not-loaded', message: NOT_LOADED }],
    ['never says a word', () => vi.advanceTimersByTime(LIMITS.loadMs), { kind: 'not-loaded', message: NOT_LOADED }],
    ['breaks as it starts', (worker) => worker.break('no SIMD'), { kind: 'broke', message: 'no SIMD' }],
    ['throws', (worker) => worker.say({ kind: 'threw', message: 'x < 0' }), { kind: 'broke', message: 'x < 0' }],
    [
      'hangs',
      (worker) => {
        worker.say({ kind: 'ready' });
        vi.advanceTimersByTime(LIMITS.answerMs);
      },
      { kind: 'too-slow', message: 'no answer in time' },
    ],
  ])('one that %s costs one question its answer; the next is asked of another', async (_, fate, lost) => {
    const { rpc, workers, nth } = wired();
    const [first, second] = [rpc.ask('double', 1), rpc.ask('double', 2)];
    fate(nth(0));
    expect(await first).toEqual(err(lost));
    expect(nth(0).ended).toBe(true);
    expect(workers).toHaveLength(2);
    nth(1).answer(4);
    expect(await second).toEqual(ok(4));
    // The page ignores a message from a worker that has ended.
    nth(0).say({ kind: 'answer', id: 1, answer: 'nonsense' });
  });

  test('a question has its time from when the worker is ready; nothing ends the worker later', async () => {
    const { rpc, nth } = wired();
    const slow = rpc.ask('double', 1);
    await vi.advanceTimersByTimeAsync(LIMITS.loadMs - 1);
    nth(0).say({ kind: 'ready' });
    await vi.advanceTimersByTimeAsync(LIMITS.answerMs - 1);
    nth(0).answer(2);
    expect(await slow).toEqual(ok(2));
    await vi.advanceTimersByTimeAsync(10 * LIMITS.loadMs);
    expect(nth(0).ended).toBe(false);
  });

  test('a browser that refuses workers is answered for', async () => {
    const rpc = createRpc<Numbers>(() => {
      throw new Error('no workers here');
    });
    expect(kindOf(await rpc.ask('double', 1))).toBe('not-loaded');
    rpc.warm();
    rpc.tell('double', 1);
  });

  test('events that come before the answer reach their own question, and none comes after it', async () => {
    const { rpc, nth } = wired();
    const heard: string[] = [];
    const hear = (word: string): unknown => heard.push(word);
    const first = rpc.ask('double', 1, { hear });
    nth(0).say({ kind: 'told', id: 0, event: 'half' });
    nth(0).answer(2);
    await first;
    nth(0).say({ kind: 'told', id: 0, event: 'late' });
    expect(heard).toEqual(['half']);
  });
});

describe('a question that nobody wants any more', () => {
  test('is answered at once, hears nothing more, and leaves the worker to the next', async () => {
    const { rpc, workers, nth } = wired();
    const gone = new AbortController();
    const heard: string[] = [];
    const first = rpc.ask('double', 1, { signal: gone.signal, hear: (word) => heard.push(word) });
    const second = rpc.ask('double', 2);
    nth(0).say({ kind: 'ready' });
    gone.abort();
    expect(kindOf(await first)).toBe('cancelled');
    expect(nth(0).sent.at(-1)).toEqual({ kind: 'cancel', id: 0 });
    nth(0).say({ kind: 'told', id: 0, event: 'late' });
    nth(0).answer(0);
    await settle();
    nth(0).answer(4);
    expect(await second).toEqual(ok(4));
    expect([heard, workers.length]).toEqual([[], 1]);
  });

  test('a worker that does not leave off is ended', async () => {
    const { rpc, workers, nth } = wired();
    const gone = new AbortController();
    const first = rpc.ask('double', 1, { signal: gone.signal });
    const second = rpc.ask('double', 2);
    gone.abort();
    expect(kindOf(await first)).toBe('cancelled');
    await vi.advanceTimersByTimeAsync(LIMITS.cancelMs);
    expect(nth(0).ended).toBe(true);
    await settle();
    nth(1).answer(4);
    expect(await second).toEqual(ok(4));
    expect(workers).toHaveLength(2);
  });

  test('one that still waits never reaches the worker', async () => {
    const { rpc, nth } = wired();
    const gone = new AbortController();
    void rpc.ask('double', 1);
    const second = rpc.ask('double', 2, { signal: gone.signal });
    gone.abort();
    expect(kindOf(await second)).toBe('cancelled');
    nth(0).answer(2);
    await settle();
    expect(nth(0).questions).toEqual([1]);
    expect(kindOf(await rpc.ask('double', 3, { signal: gone.signal }))).toBe('cancelled');
  });

  test('restart answers all and starts another worker for the next; dispose answers all for good', async () => {
    const { rpc, workers, nth } = wired();
    const answers = [rpc.ask('double', 1), rpc.ask('double', 2)];
    rpc.restart();
    expect((await Promise.all(answers)).map(kindOf)).toEqual(['cancelled', 'cancelled']);
    expect(nth(0).ended).toBe(true);
    const later = rpc.ask('double', 3);
    expect(workers).toHaveLength(2);
    rpc.dispose();
    expect([kindOf(await later), kindOf(await rpc.ask('double', 4))]).toEqual(['closed', 'closed']);
    expect(workers.every(({ ended }) => ended)).toBe(true);
  });
});

type Fate = 'answer' | 'ready' | 'miss' | 'break' | 'threw' | 'wait' | 'abort' | 'restart' | 'warm' | 'ask';
test('whatever happens in whatever order, each question is answered once, with its own answer or with why not', async () => {
  const fates = fc.array(
    fc.constantFrom<Fate>(
      'answer',
      'ready',
      'miss',
      'break',
      'threw',
      'wait',
      'abort',
      'restart',
      'warm',
      'ask',
      'ask',
    ),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(fates, async (story) => {
      const { rpc, workers } = wired();
      const asked: { readonly n: number; readonly answers: Result<number, Lost>[]; readonly gone: AbortController }[] =
        [];
      for (const fate of story) {
        const worker = workers.at(-1);
        const isAt = worker?.sent.findLast(({ kind }) => kind === 'ask');
        if (fate === 'ask') {
          const one = { n: asked.length, answers: [] as Result<number, Lost>[], gone: new AbortController() };
          asked.push(one);
          void rpc.ask('double', one.n, { signal: one.gone.signal }).then((answer) => one.answers.push(answer));
        } else if (fate === 'answer' && isAt?.kind === 'ask')
          worker?.say({ kind: 'answer', id: isAt.id, answer: 2 * Number(isAt.question) });
        else if (fate === 'ready') worker?.say({ kind: 'ready' });
        else if (fate === 'miss') worker?.break();
        else if (fate === 'break') worker?.break('broken');
        else if (fate === 'threw') worker?.say({ kind: 'threw', message: 'no' });
        else if (fate === 'wait') await vi.advanceTimersByTimeAsync(LIMITS.answerMs + LIMITS.loadMs);
        else if (fate === 'abort') asked.at(-1)?.gone.abort();
        else if (fate === 'restart') rpc.restart();
        else if (fate === 'warm') rpc.warm();
        await settle();
        // At most one worker is alive.
        expect(workers.filter(({ ended }) => !ended).length).toBeLessThanOrEqual(1);
      }
      rpc.dispose();
      await settle();
      for (const { n, answers } of asked) {
        expect(answers).toHaveLength(1);
        if (answers[0]?.ok === true) expect(answers[0].value).toBe(2 * n);
      }
    }),
    { numRuns: 300 },
  );
});

test('of questions that come faster than answers the newest waits; those in between are answered with null', async () => {
  const { rpc, nth } = wired();
  const newest = newestOf((n: number) => rpc.ask('double', n));
  const answers = [1, 2, 3, 4].map((n) => newest.ask(n));
  expect(nth(0).questions).toEqual([1]);
  nth(0).answer(2);
  await settle();
  expect(nth(0).questions).toEqual([1, 4]);
  const dropped = newest.ask(5);
  newest.drop();
  nth(0).answer(8);
  expect(await Promise.all([...answers, dropped])).toEqual([ok(2), ok(null), ok(null), ok(8), ok(null)]);
});
