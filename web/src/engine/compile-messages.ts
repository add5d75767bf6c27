/** What the page and the worker that compiles say to each other. */
import type { Lang } from '../base/messages/index.ts';
import type { Result } from '../base/result.ts';
import type { SpecProblem } from '../scenario/spec-types.ts';
import type { FromClocked } from './clocked.ts';
import type { CompiledSpec } from './spec-compile.ts';

export type CompileResult = Result<CompiledSpec, readonly SpecProblem[]>;

export interface ToCompileWorker {
  readonly source: Uint8Array | string;
  readonly lang: Lang;
}
export type FromCompileWorker = FromClocked<CompileResult>;
