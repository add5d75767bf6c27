/** What the page and the worker that compiles say to each other. */

import type { FromClocked } from '../../base/clocked.ts';
import type { Lang } from '../../base/messages/index.ts';
import { messagesIn } from '../../base/messages/index.ts';
import type { Result } from '../../base/result.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import type { CompiledSpec } from './spec-compile.ts';

export type CompileResult = Result<CompiledSpec, readonly SpecProblem[]>;

/** Nothing is wrong with the text: the parser did not arrive. */
export const isParserMissing = (problems: readonly SpecProblem[], lang: Lang): boolean =>
  problems[0]?.message === messagesIn(lang).t('source.compile.noParser');

export interface ToCompileWorker {
  readonly source: Uint8Array | string;
  readonly lang: Lang;
}
export type FromCompileWorker = FromClocked<CompileResult>;
