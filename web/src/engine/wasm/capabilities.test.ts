import '../../base/messages/en/capability.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messagesIn } from '../../base/messages/index.ts';
import { clockStep, type Environment, judge, MISSING } from './capabilities.ts';

const good: Environment = {
  webAssembly: true,
  simd: true,
  wasmThreads: true,
  sharedArrayBuffer: true,
  crossOriginIsolated: true,
  secureContext: true,
  protocol: 'https:',
  inFrame: false,
  serviceWorker: true,
  isolation: 'idle',
  cores: 8,
  clockStepMs: 0.005,
};
/** Before the service worker has made the page isolated. */
const plain: Environment = { ...good, crossOriginIsolated: false, sharedArrayBuffer: false };

describe('capabilities', () => {
  test('an isolated page in a current browser is ready, and says its cores and its clock', () => {
    expect(judge(good)).toEqual({ kind: 'ready', cores: 8, clockStepMs: 0.005 });
  });
  test('isolation counts, not how it came about: a frame in an isolated page is ready', () => {
    expect(judge({ ...good, inFrame: true, serviceWorker: false }).kind).toBe('ready');
  });
  test.each([
    ['wasm', { ...good, webAssembly: false }],
    ['simd', { ...good, simd: false }],
    ['threads', { ...good, wasmThreads: false }],
    ['sharedMemory', { ...good, sharedArrayBuffer: false }],
    ['sharedMemory', { ...good, sharedArrayBuffer: false, wasmThreads: false }],
    ['file', { ...plain, protocol: 'file:', serviceWorker: false }],
    ['insecure', { ...plain, protocol: 'http:', secureContext: false, serviceWorker: false }],
    ['iframe', { ...plain, inFrame: true }],
    ['noServiceWorker', { ...plain, serviceWorker: false }],
    ['noServiceWorker', { ...plain, isolation: 'blocked' }],
    ['notIsolated', { ...plain, isolation: 'failed' }],
    ['isolating', { ...plain, isolation: 'pending' }],
    ['isolating', plain],
  ] as const)('%s is named when it is what is missing', (capability, env) => {
    expect(judge(env)).toMatchObject({ kind: 'missing', capability, pending: capability === 'isolating' });
  });
  test('there is always an answer, and its three sentences exist and differ from case to case', () => {
    const { t } = messagesIn('en');
    const flags = fc.record({
      webAssembly: fc.boolean(),
      simd: fc.boolean(),
      wasmThreads: fc.boolean(),
      sharedArrayBuffer: fc.boolean(),
      crossOriginIsolated: fc.boolean(),
      secureContext: fc.boolean(),
      inFrame: fc.boolean(),
      serviceWorker: fc.boolean(),
      protocol: fc.constantFrom('file:', 'http:', 'https:', 'blob:'),
      isolation: fc.constantFrom('idle', 'pending', 'failed', 'blocked'),
      cores: fc.constant(2),
      clockStepMs: fc.constant(0.1),
    });
    fc.assert(
      fc.property(flags, (env) => {
        const answer = judge(env);
        expect(answer.kind === 'ready').toBe(
          env.webAssembly && env.simd && env.wasmThreads && env.sharedArrayBuffer && env.crossOriginIsolated,
        );
        if (answer.kind === 'missing')
          for (const key of [answer.what, answer.why, answer.todo]) expect(t(key)).toMatch(/[.]$/);
      }),
    );
    expect(new Set(MISSING.map((name) => t(`capability.${name}.what`))).size).toBe(MISSING.length);
    expect(new Set(MISSING.map((name) => t(`capability.${name}.todo`))).size).toBeGreaterThan(MISSING.length - 3);
  });
});

describe('the clock’s step', () => {
  const steppingBy = (step: number) => {
    let calls = 0;
    return () => Math.floor(calls++ / 7) * step;
  };
  test.each([0.005, 0.1, 1])('a clock that moves in steps of %f ms is found out', (step) => {
    expect(clockStep(steppingBy(step))).toBeCloseTo(step, 10);
  });
  test('a clock that stands still ends the search', () => expect(clockStep(() => 42)).toBe(4));
});
