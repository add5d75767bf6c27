/** Exercises' world in Node: parser, engine and observer in place. For the command line, the search for schedules, and tests. */

import { DESIGN_IDS } from '../../src/base/designs.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
// A stage fetches these two when a spec needs them; the command line can no longer load TypeScript by then.
import '../../src/engine/server/ssi-state.ts';
import '../../src/engine/stage/standby-side.ts';
import { Observer } from '../../src/engine/replay/observer.ts';
import { designOf } from '../../src/engine/server/server-engine.ts';
import { type CompiledSpec, compileSource } from '../../src/engine/spec/spec-compile.ts';
import { StageHost } from '../../src/engine/stage/stage-host.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm/wasm-place.node.ts';
import { loadCompiler } from '../../src/sql/compile.ts';
import type { AnyAsk, ExerciseOf } from '../../src/viewmodel/exercise/exercise.ts';
import type { ExerciseDeps } from '../../src/viewmodel/exercise/exercise-deps.ts';
import { hasStandby } from '../../src/viewmodel/exercise/kinds.ts';
import { countReads } from '../../src/viewmodel/race/snapshot-reads.ts';

/**
 * Servers that are kept: one variant needs two at most, and each takes 75 MB. One that was dropped is started again at
 * the next request.
 */
const KEPT = 3;

type Hosted = Promise<Result<StageHost, string>>;

export async function exerciseWorld(): Promise<ExerciseDeps> {
  const compile = await loadCompiler();
  const place = wasmPlaceInNode('xip-engine');
  let observer: Observer | undefined;
  /** By request; the most recently used one is last. */
  const hosts = new Map<string, Hosted>();
  const hostOf = (
    compiled: CompiledSpec,
    { rules, ask }: Pick<ExerciseOf<AnyAsk>, 'rules' | 'ask'>,
    fault: string | null,
  ): Hosted => {
    const standby = hasStandby({ ask });
    const key = `${rules} ${fault} ${standby} ${compiled.text}`;
    const known =
      hosts.get(key) ??
      StageHost.open(place, compiled, {
        rules,
        design: designOf(rules),
        file: 'exercise',
        ...(standby ? { standby } : {}),
        ...(fault === null ? {} : { faults: [fault] }),
      });
    hosts.delete(key);
    hosts.set(key, known);
    const [[oldest, host] = []] = hosts;
    if (hosts.size > KEPT && oldest !== undefined) {
      hosts.delete(oldest);
      void host?.then((opened) => {
        if (opened.ok) opened.value.close();
      });
    }
    return known;
  };
  return {
    compile: async (text) => compileSource(text, compile),
    open: async (compiled, exercise, fault) => {
      const first = await hostOf(compiled, exercise, fault);
      if (!first.ok) return first;
      return ok(async (moves, look = {}, replay) => {
        const host = await hostOf(compiled, exercise, fault);
        if (!host.ok) return host;
        const standby = replay === undefined ? {} : { standby: { from: 0, replay, held: [] } };
        return ok(host.value.show({ permutation: null, moves, tick: moves.length, look, eventsFrom: 0, ...standby }));
      });
    },
    countLines: async ({ design, reuse }, idle, active) => {
      const known = DESIGN_IDS.find((id) => id === design);
      if (known === undefined) return err({ kind: 'bad-input', message: `no design ${design}` });
      if (observer === undefined) {
        const loaded = await Observer.load(place);
        if (!loaded.ok) return loaded;
        observer = loaded.value;
      }
      const seen = observer.snapshot({ design: known, idle, active, reuse });
      if (!seen.ok) return seen;
      const { accesses, regions } = seen.value;
      return ok(countReads(known, reuse ? 'reuse' : 'scan', idle, accesses, regions).lines);
    },
  };
}
