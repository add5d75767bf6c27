/** All SQL of a spec, compiled before anything runs: what the engine cannot run is named with its place, at once. */
import type { Lang } from '../../base/messages/index.ts';
import { type Messages, messagesIn } from '../../base/messages/index.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type Fault, Lines } from '../../scenario/spec-scan.ts';
import type { Spec, SpecProblem, SqlBlock } from '../../scenario/spec-types.ts';
import type { Compile } from '../../sql/compile.ts';
import type { CompiledQuery } from '../../sql/database.ts';
import { refusals } from './spec-refusals.ts';

/** Plain data: it can be made at build time. */
export interface CompiledSpec {
  /** The spec's text, for lines and columns. */
  readonly text: string;
  readonly spec: Spec;
  readonly setups: readonly CompiledQuery[];
  readonly sessionSetups: readonly (CompiledQuery | null)[];
  readonly steps: readonly CompiledQuery[];
  readonly sessionTeardowns: readonly (CompiledQuery | null)[];
  readonly teardown: CompiledQuery | null;
}

/** More problems than these are not shown: finding a column means reading through its line. */
const MAX_PROBLEMS = 100;

/** @param text the spec's own text, for lines and columns */
export function compileSpec(
  text: string,
  spec: Spec,
  compile: Compile,
  messages: Messages = messagesIn('en'),
): Result<CompiledSpec, readonly SpecProblem[]> {
  const lines = new Lines(text);
  const ran: { readonly block: SqlBlock; readonly query: CompiledQuery }[] = [];
  const problems: { readonly message: string; readonly offset: number }[] = [];
  const nothing: CompiledQuery = { sql: '', statements: [] };
  const inOrder = (all: typeof problems | readonly Fault[]): readonly SpecProblem[] =>
    [...all]
      .sort((a, b) => a.offset - b.offset)
      .slice(0, MAX_PROBLEMS)
      .map(({ offset, message }) => ({ ...lines.placeOf(offset), message }));
  const one = (block: SqlBlock): CompiledQuery => {
    const compiled = compile(block.sql);
    if (compiled.ok) {
      ran.push({ block, query: compiled.value });
      return compiled.value;
    }
    const offset = block.offset + compiled.error.position;
    problems.push({ message: messages.t('spec.notSupported', { what: compiled.error.what }), offset });
    return nothing;
  };
  const maybe = (block: SqlBlock | null): CompiledQuery | null => (block === null ? null : one(block));
  const compiled: CompiledSpec = {
    text,
    spec,
    setups: spec.setups.map(one),
    sessionSetups: spec.sessions.map((session) => maybe(session.setup)),
    steps: spec.steps.map(one),
    sessionTeardowns: spec.sessions.map((session) => maybe(session.teardown)),
    teardown: maybe(spec.teardown),
  };
  if (problems.length === 0) return ok(withWarnings(compiled, inOrder(refusals(ran, messages))));
  return err(inOrder(problems));
}

/** Sorts the problems by place, including the parser's own. */
function withWarnings(compiled: CompiledSpec, more: readonly SpecProblem[]): CompiledSpec {
  if (more.length === 0) return compiled;
  const { spec } = compiled;
  const warnings = [...spec.warnings, ...more].sort((a, b) => a.line - b.line || a.column - b.column);
  return { ...compiled, spec: { ...spec, warnings: warnings.slice(0, MAX_PROBLEMS) } };
}

export type CompileResult = Result<CompiledSpec, readonly SpecProblem[]>;

/** What the worker can do. */
export interface CompileApi {
  compile(question: { readonly source: Uint8Array | string; readonly lang: Lang }): CompileResult;
}
