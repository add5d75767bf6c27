/** What a model's client and its worker say to one another. Each answer carries the sweep's number. */

import type { EngineError } from '../../base/engine-error.ts';
import type { Machine } from '../../scenario/machine.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { ModelConfig, ModelRow } from './model-types.ts';

export interface ModelPoint {
  readonly machine: Machine;
  readonly config: ModelConfig;
  /** Of the draws; 1 if left out. */
  readonly seed?: number;
}

export type ToModel =
  | { readonly kind: 'sweep'; readonly id: number; readonly place: WasmPlace; readonly points: readonly ModelPoint[] }
  | { readonly kind: 'cancel'; readonly id: number };

export type FromModel =
  /** `share` of point number `at`, 0 to 1. */
  | { readonly kind: 'progress'; readonly id: number; readonly at: number; readonly share: number }
  | { readonly kind: 'row'; readonly id: number; readonly at: number; readonly row: ModelRow }
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'cancelled'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: EngineError };
