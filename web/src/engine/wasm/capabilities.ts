/**
 * Checks what this browser can do before anything starts: the lab needs WebAssembly with SIMD and threads, and threads
 * need shared memory, which only cross-origin isolated pages get. The answer is `ready`, or the one missing feature,
 * with the keys of three sentences: what it is, why it is needed, what to do.
 */
import '../../base/messages/en/capability.ts';
import type { PlainKey } from '../../base/messages/index.ts';
import { type Readable, Store } from '../../base/store.ts';

/** The features that are checked; tests inject their own. */
export interface Environment {
  readonly webAssembly: boolean;
  readonly simd: boolean;
  /** Atomics and shareable memory exist. Says nothing about whether this page may use them. */
  readonly wasmThreads: boolean;
  readonly sharedArrayBuffer: boolean;
  readonly crossOriginIsolated: boolean;
  readonly secureContext: boolean;
  readonly protocol: string;
  readonly inFrame: boolean;
  readonly serviceWorker: boolean;
  /** The state of the page's own attempt to become isolated (`app/isolation.ts`). */
  readonly isolation: IsolationProgress;
  readonly cores: number;
  /** The smallest observed step of `performance.now()`, in ms. */
  readonly clockStepMs: number;
}

/** `idle`: not tried. `pending`: a reload will come. `failed`: tried, and the page is still not isolated. `blocked`: not possible. */
export type IsolationProgress = 'idle' | 'pending' | 'failed' | 'blocked';

export const MISSING = [
  'wasm',
  'simd',
  'file',
  'insecure',
  'sharedMemory',
  'threads',
  'iframe',
  'isolating',
  'noServiceWorker',
  'notIsolated',
] as const;
export type MissingCapability = (typeof MISSING)[number];

export interface Missing {
  readonly kind: 'missing';
  readonly capability: MissingCapability;
  /** Keys of the catalogue. */
  readonly what: PlainKey;
  readonly why: PlainKey;
  readonly todo: PlainKey;
  /** It may still become available: do not alarm, do not hide what works. */
  readonly pending: boolean;
}
export interface Ready {
  readonly kind: 'ready';
  readonly cores: number;
  readonly clockStepMs: number;
}
export type Capabilities = Ready | Missing;

const missing = (capability: MissingCapability): Missing => ({
  kind: 'missing',
  capability,
  what: `capability.${capability}.what`,
  why: `capability.${capability}.why`,
  todo: `capability.${capability}.todo`,
  pending: capability === 'isolating',
});

/** The first missing feature, in the order in which a reader can do something about it. Pure. */
export function judge(env: Environment): Capabilities {
  if (!env.webAssembly) return missing('wasm');
  if (!env.simd) return missing('simd');
  if (env.crossOriginIsolated && env.sharedArrayBuffer && env.wasmThreads) {
    return { kind: 'ready', cores: env.cores, clockStepMs: env.clockStepMs };
  }
  if (env.protocol === 'file:') return missing('file');
  if (!env.secureContext) return missing('insecure');
  // Isolated but without shared memory: a newer version of the same browser would not help.
  if (env.crossOriginIsolated && !env.sharedArrayBuffer) return missing('sharedMemory');
  if (!env.wasmThreads || env.crossOriginIsolated) return missing('threads');
  if (env.inFrame) return missing('iframe');
  if (!env.serviceWorker || env.isolation === 'blocked') return missing('noServiceWorker');
  if (env.isolation === 'failed') return missing('notIsolated');
  return missing('isolating');
}

/** A module whose only function holds a 128-bit constant. */
const SIMD_MODULE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];
/** A module with a shared memory and one atomic load. */
const THREADS_MODULE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1, 10, 11, 1, 9, 0, 65, 0, 254, 16, 2, 0,
  26, 11,
];

const validates = (bytes: readonly number[]): boolean => {
  try {
    return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(bytes));
  } catch {
    return false;
  }
};

/** `performance.now()` is constant between its steps: the smallest difference that shows in a few ms. */
export function clockStep(now: () => number, budgetMs = 4, enough = 20): number {
  const begun = now();
  let smallest = Number.POSITIVE_INFINITY;
  let last = begun;
  let seen = 0;
  // The bound ends the loop if the clock never moves.
  for (let i = 0; i < 1_000_000 && seen < enough && last - begun < budgetMs; i++) {
    const next = now();
    if (next > last) {
      smallest = Math.min(smallest, next - last);
      last = next;
      seen++;
    }
  }
  return Number.isFinite(smallest) ? smallest : budgetMs;
}

const isolation = new Store<IsolationProgress>('idle');
let cached: { readonly of: IsolationProgress; readonly answer: Capabilities } | null = null;

/** Called by the code that tries to isolate the page. */
export function setIsolationProgress(next: IsolationProgress): void {
  if (next !== isolation.get()) isolation.set(next);
}

const inFrame = (): boolean => {
  try {
    return window.self !== window.top;
  } catch {
    // Only a frame of another origin throws here.
    return true;
  }
};

function browserEnvironment(): Environment {
  return {
    webAssembly: validates([0, 97, 115, 109, 1, 0, 0, 0]),
    simd: validates(SIMD_MODULE),
    wasmThreads: validates(THREADS_MODULE),
    sharedArrayBuffer: typeof SharedArrayBuffer === 'function',
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    secureContext: globalThis.isSecureContext,
    protocol: location.protocol,
    inFrame: inFrame(),
    serviceWorker: 'serviceWorker' in navigator,
    isolation: isolation.get(),
    cores: navigator.hardwareConcurrency ?? 1,
    clockStepMs: clockStep(() => performance.now()),
  };
}

/** This page's answer. Computed once, and again only when the attempt to isolate the page has progressed. */
export function capabilities(): Capabilities {
  const progress = isolation.get();
  if (cached === null || cached.of !== progress) cached = { of: progress, answer: judge(browserEnvironment()) };
  return cached.answer;
}

/** This page's answer as a store. */
export const capabilityStore: Readable<Capabilities> = { get: capabilities, subscribe: isolation.subscribe };
