/**
 * The command in its process: connects it with the outside. The launcher (xipscope.mjs) handles broken output and
 * uncaught errors.
 */
import { fstatSync } from 'node:fs';
import type { World } from './io.ts';
import { runCli } from './main.ts';

/** The differences between a checkout and the npm package. */
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

/** A terminal, or nothing at all (/dev/null), is not intended as input. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch {
    return false;
  }
}
