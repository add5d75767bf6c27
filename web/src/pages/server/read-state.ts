/** Turns a file or a pasted text into a server's state, or into its faults. There is always an answer. */
import type { Messages } from '../../base/messages/index.ts';
import { SERVER_STATE_LIMITS } from '../../scenario/server-state.ts';
import { type NamedBytes, shownName } from '../shared/files/read-file.ts';
import { faultyText, type ReadText, type ReadTexts } from '../shared/files/text-types.ts';

export interface OpenedState extends ReadText<'state'> {
  /** The file's name; '' for pasted text. */
  readonly file: string;
  readonly isSample: boolean;
}

export async function readStateFile(file: NamedBytes, messages: Messages, read: ReadTexts): Promise<OpenedState> {
  const opened = { file: shownName(file.name), isSample: false };
  // The size is known before any of it is read.
  if (file.size > SERVER_STATE_LIMITS.fileBytes)
    return { ...opened, ...faultyText(messages.t('json.fileTooLarge', { max: SERVER_STATE_LIMITS.fileBytes })) };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { ...opened, ...faultyText(messages.t('source.open.unreadable')) };
  }
  return { ...opened, ...(await read({ kind: 'state', source: bytes, lang: messages.lang })) };
}

export const readStateText = async (
  text: string,
  { lang }: Messages,
  read: ReadTexts,
  isSample = false,
): Promise<OpenedState> => ({ ...(await read({ kind: 'state', source: text, lang })), file: '', isSample });
