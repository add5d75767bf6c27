/** Texts to compiled specs in Node, with the parser loaded. */
import { loadCompiler } from '../../sql/compile.ts';
import { type CompileResult, compileSource } from './spec-compile.ts';

export async function sourceCompilerInNode(): Promise<(source: Uint8Array | string) => CompileResult> {
  const compile = await loadCompiler();
  return (source) => compileSource(source, compile);
}
