/** Exercises' world in a browser: the parser's worker, an engine's worker for each server that is asked, one that counts lines. */

import { loading } from '../../../base/loading.ts';
import type { Lang } from '../../../base/messages/index.ts';
import { err, ok } from '../../../base/result.ts';
import { compileText, isParserMissing } from '../../../engine/spec/compile-client.ts';
import { type StageClient, startStage } from '../../../engine/stage/stage-client.ts';
import type { ExerciseDeps } from '../../../viewmodel/exercise/exercise-deps.ts';
import { hasStandby } from '../../../viewmodel/exercise/kinds.ts';
import { type LinesCounter, startLinesCounter } from '../observe/observe-client.ts';

export interface BrowserWorld extends ExerciseDeps {
  /**
   * Cancels the servers' current questions: each returns an error, and the next question starts a new server of the
   * same kind.
   */
  stop(): void;
  dispose(): void;
}

export function browserWorld(lang: Lang): BrowserWorld {
  const clients: StageClient[] = [];
  let lines: LinesCounter | undefined;
  const servers = new Map<string, ReturnType<ExerciseDeps['open']>>();
  const start: ExerciseDeps['open'] = async (compiled, { rules, ask }, fault) => {
    const client = startStage();
    clients.push(client);
    const design = rules < 14 ? 'pg13' : 'pg14';
    const faults = fault === null ? {} : { faults: [fault] };
    const standby = hasStandby({ ask }) ? { standby: true } : {};
    const opened = await client.open(compiled, { rules, design, file: 'exercise.spec', ...standby, ...faults });
    if (!opened.ok) return opened;
    // Asks one question at a time: a stage answers only the newest of overlapping questions, and this world needs all
    // answers.
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
      // Making a variant and judging its answers use the same server.
      const key = `${exercise.rules} ${fault} ${hasStandby(exercise)} ${compiled.text}`;
      const known = servers.get(key) ?? start(compiled, exercise, fault);
      servers.set(key, known);
      return known;
    },
    countLines: (counted, idle, active) => {
      lines ??= startLinesCounter();
      return lines.count(counted, idle, active);
    },
    stop: () => {
      for (const client of clients) client.stop();
    },
    dispose: () => {
      for (const client of clients) client.dispose();
      lines?.dispose();
    },
  };
}
