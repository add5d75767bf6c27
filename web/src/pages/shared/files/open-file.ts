/** Opens a file that the reader chose or dropped. */

import '../../../base/messages/en/source.ts';
import '../../../base/messages/en/spec.ts';
import { useEffect, useState } from 'react';
import type { Messages } from '../../../base/messages/index.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { shownLine } from '../../../base/written.ts';
import type { CompileResult } from '../../../engine/spec/spec-compile.ts';
import { decodeSpec } from '../../../scenario/spec-scan.ts';
import { SPEC_LIMITS } from '../../../scenario/spec-types.ts';
import { useNewest } from '../../../ui/hooks.ts';

/** A file that the reader opened or dropped: its bytes, or the sentence that says why it has none. */

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

/** A file dropped anywhere on the page. */

/** A file that has not been over the page for this long has left it. Firefox reports its position every 350 ms. */
const LEFT_MS = 600;

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** @returns is a file over the page? */
export function useFileDrop(onFiles: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  const newest = useNewest(onFiles);
  useEffect(() => {
    // Before everything on the page, also the editor, which would insert the file's text.
    const options = { capture: true };
    let left: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(left);
      setOver(false);
    };
    const take = (event: DragEvent): boolean => {
      if (!hasFiles(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    };
    // While a file is over the page this fires several times a second. Counting enter and leave events does not work:
    // elements come and go, and browsers differ.
    const over = (event: DragEvent): void => {
      if (!take(event)) return;
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      clearTimeout(left);
      left = setTimeout(end, LEFT_MS);
      setOver(true);
    };
    const drop = (event: DragEvent): void => {
      if (!take(event)) return;
      end();
      const files = event.dataTransfer?.files;
      if (files !== undefined && files.length > 0) newest.current(files);
    };
    addEventListener('dragenter', over, options);
    addEventListener('dragover', over, options);
    addEventListener('drop', drop, options);
    return () => {
      clearTimeout(left);
      removeEventListener('dragenter', over, options);
      removeEventListener('dragover', over, options);
      removeEventListener('drop', drop, options);
    };
  }, []);
  return isOver;
}
