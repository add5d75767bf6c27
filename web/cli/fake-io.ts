/** FAKE world for tests: keeps what a command printed; by default nothing can be built. */
import type { Io } from './io.ts';
import { runCli } from './main.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function ran(args: readonly string[], more: Partial<Io> = {}): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const code = await runCli(args, {
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    live: false,
    signal: new AbortController().signal,
    prepare: () => Promise.reject(new Error('bad input must be refused before anything is built')),
    ...more,
  });
  return { code, stdout, stderr };
}
