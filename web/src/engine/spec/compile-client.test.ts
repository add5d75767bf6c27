/** The page's messages about a text whose compiler did not answer; the protocol's own laws are in base/rpc.test.ts. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeWorker, fakeWorkers } from '../../base/rpc.fake.ts';
import { createRpc } from '../../base/rpc.ts';
import { createCompileClient } from './compile-client.ts';
import type { CompileApi, CompileResult } from './spec-compile.ts';

const LIMITS = { loadMs: 1000, answerMs: 100 };
const problem = (message: string): CompileResult => ({ ok: false, error: [{ line: 7, column: 1, message }] });

const wired = () => {
  const { workers, start, nth } = fakeWorkers();
  return { workers, nth, ...createCompileClient(createRpc<CompileApi>(start, LIMITS)) };
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const messageOf = (result: CompileResult): string => {
  if (result.ok) throw new Error('compiled');
  expect(result.error).toMatchObject([{ line: 1, column: 1 }]);
  return result.error[0]?.message ?? '';
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a page’s compiler', () => {
  test('starts no worker before it is asked, and one for all calls', async () => {
    const { compile, workers, nth } = wired();
    await settle();
    expect(workers).toHaveLength(0);
    const answers = [compile('a'), compile('b')];
    nth(0).say({ kind: 'ready' });
    nth(0).answer(problem('a'));
    await settle();
    nth(0).answer(problem('b'));
    expect(await Promise.all(answers)).toEqual([problem('a'), problem('b')]);
    expect(workers).toHaveLength(1);
    expect(nth(0).questions).toMatchObject([{ source: 'a' }, { source: 'b' }]);
  });

  test('ends a worker that hangs, says so at line 1, and starts another for the next text', async () => {
    const { compile, nth } = wired();
    const [hangs, next] = [compile('a'), compile('b')];
    nth(0).say({ kind: 'ready' });
    await vi.advanceTimersByTimeAsync(LIMITS.answerMs);
    expect(messageOf(await hangs)).toMatch(/too long/);
    expect(nth(0).ended).toBe(true);
    await settle();
    nth(1).say({ kind: 'ready' });
    nth(1).answer(problem('b'));
    expect(await next).toEqual(problem('b'));
  });

  test.each([
    ['cannot load the parser', (worker: FakeWorker) => worker.say({ kind: 'unloadable' }), /could not be loaded/],
    ['cannot load itself', (worker: FakeWorker) => worker.break(), /could not be loaded/],
    [
      'breaks',
      (worker: FakeWorker) => {
        worker.say({ kind: 'ready' });
        worker.break('abort');
      },
      /breaks the parser/,
    ],
  ])('a worker that %s is answered for, and the next call starts another', async (_, fate, message) => {
    const { compile, workers, nth } = wired();
    const first = compile('a');
    fate(nth(0));
    expect(messageOf(await first)).toMatch(message);
    expect(nth(0).ended).toBe(true);
    void compile('b');
    expect(workers).toHaveLength(2);
  });
});
