/** The connection to the lab's worker; tells the page when the worker fails to start or is lost. */

import '../../base/messages/en/errors.ts';
import type { EngineError } from '../../base/engine-error.ts';
import { NOT_LOADED, workerFault } from '../../base/loading.ts';
import { DEFAULT_LANG, messagesIn, type PlainKey } from '../../base/messages/index.ts';
import { connect, type Lost, type Rpc } from '../../base/rpc.ts';
import type { LabApi } from './lab-types.ts';
import workerUrl from './lab-worker.ts?worker&url';

/** Compiling and starting up to 66 workers takes a second or two on a slow machine; after this something is wrong. */
const START_LIMIT_MS = 15_000;

const { t } = messagesIn(DEFAULT_LANG);
const failed = (key: PlainKey): EngineError => ({ kind: 'failed', message: t(key), key });
export const GONE = failed('errors.labGone');

/** A file that did not arrive, a worker that hangs, or what the engine says. */
export function errorOf({ kind, message }: Lost): EngineError {
  if (kind === 'closed') return GONE;
  const said = workerFault(message);
  if (said === NOT_LOADED) return failed('errors.labNoWorker');
  return kind === 'broke' ? { kind: 'failed', message: said } : failed('errors.labSlow');
}

/** The engine in the worker did not find a file of its own. */
export const notLoadedAsLab = (error: EngineError): EngineError =>
  error.message === NOT_LOADED ? failed('errors.labNoWorker') : error;

/** A worker of its own for each call. `onLost` hears once why it is gone. */
export const connectLab = (onLost: (why: EngineError) => void): Rpc<LabApi> =>
  connect<LabApi>(workerUrl, { loadMs: START_LIMIT_MS, answerMs: START_LIMIT_MS }, (why) => onLost(errorOf(why)));
