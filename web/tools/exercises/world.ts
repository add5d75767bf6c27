/** Exercises' world in Node: parser, engine and observer in place. For the command line, the search for schedules, and tests. */
import { err, ok } from '../../src/base/result.ts';
import { compileSource } from '../../src/engine/compile-source.ts';
import { DESIGN_IDS } from '../../src/engine/lab-types.ts';
import { Observer } from '../../src/engine/observer.ts';
import { designOf } from '../../src/engine/server-core.ts';
import { wasmPlaceInNode } from '../../src/engine/wasm-place.node.ts';
import type { ExerciseWorld } from '../../src/model/exercise/world.ts';
import { countReads } from '../../src/model/snapshot-reads.ts';
import { loadCompiler } from '../../src/sql/compile.ts';
import { StageHost } from '../../src/trace/stage-host.ts';

export async function exerciseWorld(): Promise<ExerciseWorld> {
  const compile = await loadCompiler();
  const place = wasmPlaceInNode('xip-engine');
  let observer: Observer | undefined;
  return {
    compile: async (text) => compileSource(text, compile),
    open: async (compiled, rules, fault) => {
      const faults = fault === null ? {} : { faults: [fault] };
      const host = await StageHost.open(place, compiled, {
        rules,
        design: designOf(rules),
        file: 'exercise',
        ...faults,
      });
      if (!host.ok) return host;
      return ok(async (moves, look = {}) =>
        ok(host.value.show({ permutation: null, moves, tick: moves.length, look, eventsFrom: 0 })),
      );
    },
    countLines: async ({ design, reuse }, idle, active) => {
      const known = DESIGN_IDS.find((id) => id === design);
      if (known === undefined) return err(`no design ${design}`);
      if (observer === undefined) {
        const loaded = await Observer.load(place);
        if (!loaded.ok) return err(JSON.stringify(loaded.error));
        observer = loaded.value;
      }
      const seen = observer.snapshot({ design: known, idle, active, reuse });
      if (!seen.ok) return err(JSON.stringify(seen.error));
      const { accesses, regions } = seen.value;
      return ok(countReads(known, reuse ? 'reuse' : 'scan', idle, accesses, regions).lines);
    },
  };
}
