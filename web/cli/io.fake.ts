/** FAKE world for tests: records a command's output; by default nothing can be built. */
import { loadLanguages } from '../src/base/messages/folders.node.ts';
import type { World } from './io.ts';
import { runCli } from './main.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function ran(args: readonly string[], more: Partial<World> = {}): Promise<Ran> {
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
    isShown: false,
    isPiped: false,
    input: async function* () {},
    loadLanguages,
    signal: new AbortController().signal,
    prepare: () => Promise.reject(new Error('bad input must be refused before anything is built')),
    ...more,
  });
  return { code, stdout, stderr };
}
