/** What a scene's client and its worker say to one another. Each answer carries the request's number. */

import type { EngineError } from '../../base/engine-error.ts';
import type { Result } from '../../base/result.ts';
import type { WasmPlace } from '../wasm/wasm-module.ts';
import type { LineRange, SceneOpened, SceneRequest, SceneShown, SceneTimeline, SceneWhen } from './scene-types.ts';

export type ToScene =
  | { readonly kind: 'open'; readonly id: number; readonly place: WasmPlace; readonly request: SceneRequest }
  | { readonly kind: 'show'; readonly id: number; readonly when: SceneWhen; readonly looks: readonly LineRange[] }
  | { readonly kind: 'timeline'; readonly id: number; readonly from: number; readonly count: number };

export type FromScene =
  | { readonly kind: 'opened'; readonly id: number; readonly result: Result<SceneOpened, EngineError> }
  | { readonly kind: 'shown'; readonly id: number; readonly result: Result<SceneShown, EngineError> }
  | { readonly kind: 'timeline'; readonly id: number; readonly result: Result<SceneTimeline, EngineError> };
