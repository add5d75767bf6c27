/**
 * The input bytes of a command: from a file, a pipe (`<(...)`, `/dev/stdin`) or standard input (`-`). Never more than
 * requested.
 */
import '../src/base/messages/en/index.ts';
import { createReadStream, existsSync, type Stats, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LANG, messagesIn } from '../src/base/messages/index.ts';
import { err, ok, type Result } from '../src/base/result.ts';
import type { Io } from './io.ts';

const { t } = messagesIn(DEFAULT_LANG);

/** The usual name for standard input in place of a file. */
export const STDIN = '-';
/** The file's name in a place FILE:LINE:COLUMN. */
export const shownFile = (file: string): string => (file === STDIN ? '<stdin>' : file);

type Inputs = Pick<Io, 'input' | 'signal'>;

/** The error is a whole sentence. `tooLarge` is the sentence for more than `max` bytes. */
export async function readInput(
  file: string,
  max: number,
  tooLarge: string,
  { input, signal }: Inputs,
): Promise<Result<Uint8Array, string>> {
  try {
    if (file === STDIN) return await collect(input(), max, tooLarge, signal);
    const found = statSync(file);
    if (found.isDirectory()) return err(t('spec.cli.isFolder', { file }));
    if (!isReadable(found)) return err(t('spec.cli.notAFile', { file }));
    // The size is known before any of it is read.
    if (found.isFile() && found.size > max) return err(tooLarge);
    return await collect(createReadStream(file), max, tooLarge, signal);
  } catch (error) {
    return err(unreadable(shownFile(file), error));
  }
}

const isReadable = (found: Stats): boolean =>
  found.isFile() || found.isFIFO() || found.isSocket() || found.isCharacterDevice();

export function unreadable(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return code === 'ENOENT' ? t('spec.cli.noFile', { file }) : t('spec.cli.unreadable', { file, why: code });
}

/** A pipe may never end: it is read up to the limit, or until Ctrl-C. */
async function collect(
  chunks: AsyncIterable<Uint8Array>,
  max: number,
  tooLarge: string,
  signal: AbortSignal,
): Promise<Result<Uint8Array, string>> {
  const done = new AbortController();
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: done.signal });
  });
  const all: Uint8Array[] = [];
  let bytes = 0;
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next === null) return err(t('cli.interrupted'));
      if (next.done === true) return ok(Buffer.concat(all));
      all.push(next.value);
      bytes += next.value.length;
      if (bytes <= max) continue;
      await iterator.return?.();
      return err(tooLarge);
    }
  } finally {
    done.abort();
  }
}

/**
 * The files that a command works on: the named ones, or standard input if input is piped and no file is named. The
 * error says what the command needs.
 */
export function namedOrPiped(
  files: readonly string[],
  { isPiped }: Pick<Io, 'isPiped'>,
): Result<readonly string[], string> {
  const named = files.length === 0 && isPiped ? [STDIN] : files;
  if (named.length === 0) return err(t('cli.noFile'));
  return named.filter((file) => file === STDIN).length > 1 ? err(t('cli.stdinTwice')) : ok(named);
}

const SHIPPED = new URL('../../scenarios/specs/', import.meta.url);

/** Accepts the name of a scenario of the Playground: if there is no file of that name, its spec is used. */
export function orShipped(file: string): string {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(file) || existsSync(file)) return file;
  const shipped = fileURLToPath(new URL(`${file}.spec`, SHIPPED));
  return existsSync(shipped) ? shipped : file;
}
