/**
 * A command's access to the outside, and the filter that keeps others' texts from a terminal. Tests pass a fake world.
 */
import { shownJson, shownLines } from '../src/base/written.ts';

/** The process, or a test. */
export interface World {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard error is a terminal: a line may be overwritten. */
  readonly live: boolean;
  /** Standard output is a terminal: a person reads it, not a program. */
  readonly isShown: boolean;
  /** Aborted by Ctrl-C; the reason is the exit code. */
  readonly signal: AbortSignal;
  /** A pipe or a file is connected to standard input: a command without a FILE reads it. */
  readonly isPiped: boolean;
  /** Standard input. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** Builds the WebAssembly, and the page if asked, if they are not there. */
  readonly prepare: (site?: boolean) => Promise<void>;
  /** Loads the interface's other languages; returns their names. */
  readonly loadLanguages: () => Promise<readonly string[]>;
}

export interface Io extends Omit<World, 'isShown'> {
  /** Standard output: results only, and nothing when the exit code is 2. Control characters are replaced. */
  readonly out: (text: string) => void;
  /** Output that must be exact to the byte. On a terminal control characters are replaced here, too. */
  readonly exact: (text: string) => void;
  readonly json: (value: unknown) => void;
  /** Control characters are replaced. */
  readonly err: (text: string) => void;
  /** Shows progress: on a terminal one line that is overwritten (null removes it), in a log one line each. */
  readonly progress: (text: string | null) => void;
}

/** All output goes through this filter before it reaches a terminal. */
export function ioOf(world: World): Io {
  const { live, isShown, signal, isPiped, input, prepare, loadLanguages } = world;
  return {
    ...{ live, signal, isPiped, input, prepare, loadLanguages },
    out: (text) => world.out(shownLines(text)),
    exact: (text) => world.out(isShown ? shownLines(text) : text),
    json: (value) => world.out(`${shownJson(JSON.stringify(value, null, 2))}\n`),
    err: (text) => world.err(shownLines(text)),
    progress: (text) => {
      if (live) world.err(`\r\x1b[K${shownLines(text ?? '')}`);
      else if (text !== null) world.err(`${shownLines(text)}\n`);
    },
  };
}

export const EXIT = { done: 0, found: 1, badInput: 2, interrupted: 130 } as const;

export const exitOfSignal = (signal: AbortSignal): number =>
  typeof signal.reason === 'number' ? signal.reason : EXIT.interrupted;
