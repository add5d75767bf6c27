#!/usr/bin/env node
/**
 * `xipscope`, as it is started: makes the checkout ready, then hands over to main.ts. All it says itself goes to
 * standard error. A wrong option is refused before anything is compiled.
 */
import { Fault, say } from '../tools/proc.mjs';
import { ensureReady } from '../tools/setup.mjs';

const interrupted = new AbortController();
for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait for the end of a turn.
    if (interrupted.signal.aborted) process.exit(code);
    interrupted.abort(code);
  });
}
// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  await ensureReady({ quiet: true });
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  const { runCli } = await import('./main.ts');
  await unregister();
  const code = await runCli(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    live: process.stderr.isTTY === true,
    signal: interrupted.signal,
    prepare: () => ensureReady({ wasm: true, quiet: true }),
  });
  process.exitCode = code;
  // Threads of a lab that failed would keep the process. What was printed goes out first: a pipe takes its time.
  if (code !== 0) process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
} catch (error) {
  say(error instanceof Fault ? error.message : String(error instanceof Error ? error.stack : error));
  const { signal } = interrupted;
  process.exitCode = signal.aborted && typeof signal.reason === 'number' ? signal.reason : 1;
}
