/**
 * The trace that a page saves: the lines that `xipscope trace` writes for the same steps. This code is loaded only when
 * the reader saves one.
 */
import { err, ok, type Result } from '../../base/result.ts';
import type { PermutationStep } from '../../scenario/spec-types.ts';
import { LimitReached, OutputUsedUp, tellLimit } from '../../sql/limits.ts';
import type { CompiledSpec } from '../spec/spec-compile.ts';
import { stateOf } from '../spec/spec-state.ts';
import { encodeHeader, encodeLine } from '../trace/codec.ts';
import { createRun } from '../trace/run.ts';
import { TRACE_FORMAT } from '../trace/trace-types.ts';
import type { StageServer } from './stage-server.ts';
import type { StageOptions, StageStop } from './stage-types.ts';

/** Characters of a trace. */
const MAX_CHARS = 32_000_000;

/**
 * @param server a new one that nobody else uses
 * @param moves how many were made, including the end, which is no step
 * @param permutation the one whose steps they are, from 1; null: none
 * @returns lines, the header first
 */
export async function writeTrace(
  compiled: CompiledSpec,
  { rules, design }: Pick<StageOptions, 'rules' | 'design'>,
  { core, db, work }: StageServer,
  steps: readonly PermutationStep[],
  moves: number,
  permutation: number | null,
): Promise<Result<readonly string[], StageStop>> {
  const { sessions, extras } = compiled.spec;
  const names = sessions.map(({ name }) => name);
  const out = [encodeHeader({ format: TRACE_FORMAT, rules, design, sessions: names, title: extras.title })];
  let chars = 0;
  const run = await createRun(compiled, steps, {
    makeDatabase: () => db,
    stateOf: () => stateOf(core, db, names),
    number: permutation ?? 1,
    checkpointEvery: Number.MAX_SAFE_INTEGER,
  });
  try {
    for (let tick = 0; tick <= moves; tick++) {
      work.refill();
      for (const line of run.step() ?? []) {
        const text = encodeLine(line);
        chars += text.length;
        if (chars > MAX_CHARS) throw new OutputUsedUp(MAX_CHARS);
        out.push(text);
      }
    }
  } catch (cause) {
    if (!(cause instanceof LimitReached)) throw cause;
    return err({ kind: 'limit', permutation: permutation ?? 0, limit: tellLimit(cause) });
  }
  return ok(out);
}
