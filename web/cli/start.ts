/** The command in its process: what it is given of the world. Broken output and uncaught errors are the launcher's (xipscope.mjs). */
import { fstatSync } from 'node:fs';
import type { World } from './io.ts';
import { runCli } from './main.ts';

/** What differs between a checkout and the npm package. */
export type Place = Pick<World, 'prepare' | 'loadLanguages'>;
export type Start = (args: readonly string[], place: Place, signal: AbortSignal) => Promise<number>;

export const start: Start = (args, place, signal) =>
  runCli(args, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    live: process.stderr.isTTY === true,
    isShown: process.stdout.isTTY === true,
    signal,
    isPiped: isPiped(),
    input: () => process.stdin,
    ...place,
  });

/** A terminal, or nothing at all (/dev/null), is no input that somebody meant. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch {
    return false;
  }
}
