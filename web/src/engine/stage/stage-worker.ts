/** The worker that owns a stage's engine. */

import { ok } from '../../base/result.ts';
import { serve } from '../../base/rpc-serve.ts';
import { warmEngine } from '../server/server-engine.ts';
import { StageHost } from './stage-host.ts';
import type { StageApi } from './stage-types.ts';

let host: StageHost | undefined;
const opened = (): StageHost => {
  if (host === undefined) throw new Error('nothing is open');
  return host;
};

serve<StageApi>({
  warm: (place) => warmEngine(place),
  open: async ({ place, compiled, options }) => {
    const result = await StageHost.open(place, compiled, options);
    host = result.ok ? result.value : undefined;
    return result.ok ? ok(null) : result;
  },
  show: (request) => opened().show(request),
  serial: (question) => opened().serial(question),
  verdict: (question) => opened().verdict(question),
  attempt: ({ compiled, moves }) => opened().attempt(compiled, moves),
  trace: ({ moves, permutation }) => opened().trace(moves, permutation),
});
