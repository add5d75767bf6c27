/** What a page and the worker that owns its lab say to each other. */

import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { LabConfig } from './lab-types.ts';

export type ToLabWorker =
  | { readonly kind: 'start'; readonly place: WasmPlace; readonly maxActive: number }
  | { readonly kind: 'request'; readonly id: number; readonly config: LabConfig }
  | { readonly kind: 'pause'; readonly paused: boolean };

export type FromLabWorker =
  | { readonly kind: 'started'; readonly buffer: ArrayBufferLike; readonly board: number }
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<number, EngineError> }
  | { readonly kind: 'failed'; readonly error: EngineError };
