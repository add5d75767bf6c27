/** Exercises' world in a browser: the parser's worker, an engine's worker for each server that is asked, one that counts lines. */
import type { Lang } from '../../base/messages/index.ts';
import { loading, workerFault } from '../../base/not-loaded.ts';
import { err, ok } from '../../base/result.ts';
import { compileText } from '../../engine/spec/compile-client.ts';
import { isParserMissing } from '../../engine/spec/compile-messages.ts';
import { type StoppableStage, stoppableStage } from '../../engine/stage/stoppable-stage.ts';
import { wasmPlaceInBrowser } from '../../engine/wasm/wasm-module.ts';
import { type ExerciseWorld, hasStandby } from '../../viewmodel/exercise/world.ts';
import type { FromLinesWorker, ToLinesWorker } from './lines-worker.ts';

export interface BrowserWorld extends ExerciseWorld {
  /** Gives up what its servers are asked: each answers with an error, and the next question finds another of the same. */
  stop(): void;
  dispose(): void;
}

export function browserWorld(lang: Lang): BrowserWorld {
  const clients: StoppableStage[] = [];
  let lines: Worker | undefined;
  let nextId = 0;
  const waiting = new Map<number, (counted: FromLinesWorker['counted']) => void>();
  const answerAll = (message: string): void => {
    for (const answer of waiting.values()) answer(err({ kind: 'failed', message }));
    waiting.clear();
  };
  const servers = new Map<string, ReturnType<ExerciseWorld['open']>>();
  const start: ExerciseWorld['open'] = async (compiled, { rules, ask }, fault) => {
    const client = stoppableStage();
    clients.push(client);
    const design = rules < 14 ? 'pg13' : 'pg14';
    const faults = fault === null ? {} : { faults: [fault] };
    const standby = hasStandby({ ask }) ? { standby: true } : {};
    const opened = await client.open(compiled, { rules, design, file: 'exercise.spec', ...standby, ...faults });
    if (!opened.ok) return opened;
    // One question at a time: a stage answers the newest of those that are asked meanwhile, and this world needs them all.
    let turn: Promise<unknown> = Promise.resolve();
    return ok((moves, look = {}, replay) => {
      const place = replay === undefined ? {} : { standby: { from: 0, replay, held: [] } };
      const asked = turn.then(() =>
        client.show({ permutation: null, moves, tick: moves.length, look, eventsFrom: 0, ...place }),
      );
      turn = asked;
      return asked.then((shown) => (shown.ok ? (shown.value === null ? err('not answered') : ok(shown.value)) : shown));
    });
  };
  return {
    compile: async (text) => {
      const compiled = await compileText(text, lang);
      if (!compiled.ok && isParserMissing(compiled.error, lang)) loading.miss();
      return compiled;
    },
    open: (compiled, exercise, fault) => {
      // Who makes a variant and who judges its answers ask the same server.
      const key = `${exercise.rules} ${fault} ${hasStandby(exercise)} ${compiled.text}`;
      const known = servers.get(key) ?? start(compiled, exercise, fault);
      servers.set(key, known);
      return known;
    },
    countLines: async (counted, idle, active) => {
      if (lines === undefined) {
        lines = new Worker(new URL('./lines-worker.ts', import.meta.url), { type: 'module' });
        lines.onmessage = ({ data }: MessageEvent<FromLinesWorker>) => {
          waiting.get(data.id)?.(data.counted);
          waiting.delete(data.id);
        };
        lines.onerror = (event) => answerAll(event.message);
      }
      const id = nextId++;
      const place = wasmPlaceInBrowser('xip-engine', document.baseURI);
      const message: ToLinesWorker = { id, place, counted, idle, active };
      const started = lines;
      const found = await new Promise<FromLinesWorker['counted']>((answer) => {
        waiting.set(id, answer);
        started.postMessage(message);
      });
      return found.ok ? found : err({ ...found.error, message: workerFault(found.error.message) });
    },
    stop: () => {
      for (const client of clients) client.stop();
    },
    dispose: () => {
      for (const client of clients) client.dispose();
      lines?.terminate();
      answerAll('closed');
    },
  };
}
