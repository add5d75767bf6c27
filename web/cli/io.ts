/** What a command may touch of the world. Tests hand in their own. */

export interface Io {
  /** Standard output: results only, and nothing when the exit code is 2. */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard error is a terminal: a line may be written over. */
  readonly live: boolean;
  /** Aborted by Ctrl-C; the reason is the exit code. */
  readonly signal: AbortSignal;
  /** Builds the WebAssembly if it is not there. */
  readonly prepare: () => Promise<void>;
}

export const EXIT = { done: 0, failed: 1, badInput: 2, interrupted: 130 } as const;

export const exitOfSignal = (signal: AbortSignal): number =>
  typeof signal.reason === 'number' ? signal.reason : EXIT.interrupted;
