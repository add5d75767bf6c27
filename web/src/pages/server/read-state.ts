/** A file or a pasted text to a server's state, or to what is wrong with it. There is always an answer. */
import type { Messages } from '../../base/messages/index.ts';
import { err, type Result } from '../../base/result.ts';
import { SERVER_STATE_LIMITS, type ServerState } from '../../scenario/server-state.ts';
import { decodeText, parseServerState, parseServerStateBytes } from '../../scenario/server-state-parse.ts';
import type { SpecProblem } from '../../scenario/spec-types.ts';
import { type NamedBytes, shownName } from '../playground/source/read-file.ts';

export interface OpenedState {
  /** The file's name; '' for what was pasted. */
  readonly file: string;
  readonly isSample: boolean;
  /** What the places of its problems are in; null when it is no text, or too large. */
  readonly text: string | null;
  readonly result: Result<ServerState, readonly SpecProblem[]>;
}

export async function readStateFile(file: NamedBytes, messages: Messages): Promise<OpenedState> {
  const opened = { file: shownName(file.name), isSample: false };
  const fault = (message: string): OpenedState => ({
    ...opened,
    text: null,
    result: err([{ line: 1, column: 1, message }]),
  });
  // Its size is known before any of it is read.
  if (file.size > SERVER_STATE_LIMITS.fileBytes)
    return fault(messages.t('json.fileTooLarge', { max: SERVER_STATE_LIMITS.fileBytes }));
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return fault(messages.t('source.open.unreadable'));
  }
  return { ...opened, text: decodeText(bytes), result: parseServerStateBytes(bytes, messages) };
}

export const readStateText = (text: string, messages: Messages, isSample = false): OpenedState => ({
  file: '',
  isSample,
  text,
  result: parseServerState(text, messages),
});
