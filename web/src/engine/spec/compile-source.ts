/** A spec's bytes or text, parsed and compiled: the same in the page's worker, at build time and in tests. */
import { type Messages, messagesIn } from '../../base/messages/index.ts';
import type { Result } from '../../base/result.ts';
import { parseSpecBytes } from '../../scenario/spec-parse.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import type { Compile } from '../../sql/compile.ts';
import { type CompiledSpec, compileSpec } from './spec-compile.ts';

/** A text is treated as the file that it would be saved as, including the limit of the file's size. */
export function compileSource(
  source: Uint8Array | string,
  compile: Compile,
  messages: Messages = messagesIn('en'),
): Result<CompiledSpec, readonly SpecProblem[]> {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const parsed = parseSpecBytes(bytes, messages);
  if (!parsed.ok) return parsed;
  const { text, ...spec } = parsed.value;
  return compileSpec(text, spec, compile, messages);
}
