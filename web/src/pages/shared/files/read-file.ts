/** A file that the reader opened or dropped: its bytes, or the sentence that says why it has none. */
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { shownLine } from '../../../base/shown.ts';
import type { CompileResult } from '../../../engine/spec/spec-compile.ts';
import { decodeSpec } from '../../../scenario/spec-scan.ts';
import { SPEC_LIMITS } from '../../../scenario/spec-types.ts';

/** The properties of a `File` that are used. */
export interface NamedBytes {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface OpenedSource {
  /** The file's name, as shown to readers. */
  readonly file: string;
  /** Null when the bytes are not text. */
  readonly text: string | null;
  readonly result: CompileResult;
  /** A sentence, when only one of several files was opened. */
  readonly note: string | null;
}

/** The longest file name that is shown: one line. */
const MAX_NAME = 80;
export const shownName = (name: string): string => {
  const plain = shownLine(name).trim();
  return plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME)}…` : plain;
};

async function bytesOf(file: NamedBytes, { t }: Messages): Promise<Result<Uint8Array, string>> {
  // The size is known before any of it is read.
  if (file.size > SPEC_LIMITS.fileBytes) return err(t('spec.fileTooLarge', { max: SPEC_LIMITS.fileBytes }));
  try {
    return ok(new Uint8Array(await file.arrayBuffer()));
  } catch {
    // A folder, or a file that has been removed.
    return err(t('source.open.unreadable'));
  }
}

/**
 * Reads and compiles the first file. There is always an answer, and nothing of the file runs.
 * @param compile how a spec's bytes are compiled: `compileText` in the page
 */
export async function openSource(
  files: readonly NamedBytes[],
  compile: (bytes: Uint8Array) => Promise<CompileResult>,
  messages: Messages,
): Promise<OpenedSource | null> {
  const [first, ...others] = files;
  if (first === undefined) return null;
  const file = shownName(first.name);
  const note = others.length === 0 ? null : messages.t('source.open.several', { file, others: others.length });
  const bytes = await bytesOf(first, messages);
  if (!bytes.ok) return { file, text: null, result: err([{ line: 1, column: 1, message: bytes.error }]), note };
  const text = decodeSpec(bytes.value, messages);
  return { file, text: text.ok ? text.value : null, result: await compile(bytes.value), note };
}
