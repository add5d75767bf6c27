#!/usr/bin/env node
/**
 * The start of `xipscope`. In a checkout it prepares everything and runs the TypeScript next to it; in the npm package,
 * which has no TypeScript, it runs the output of `npm run package`. Every failure here ends with one sentence on
 * standard error and exit code 2.
 */
import { existsSync, writeSync } from 'node:fs';

const EXIT_BROKEN = 2;
const interrupted = new AbortController();
for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(signal, () => {
    // A second Ctrl-C exits without waiting for the end of a turn.
    if (interrupted.signal.aborted) process.exit(code);
    interrupted.abort(code);
  });
}

/**
 * Ends the process. A `Fault` is a sentence already; of any other error it prints the first line, and with
 * XIPSCOPE_DEBUG=1 everything.
 * @param {unknown} error
 * @returns {never}
 */
function giveUp(error) {
  const { signal } = interrupted;
  if (signal.aborted && typeof signal.reason === 'number') process.exit(signal.reason);
  const isError = error instanceof Error;
  const first = (isError ? `${error.name}: ${error.message}` : String(error)).split('\n')[0] ?? '';
  const isFault = isError && 'isFault' in error;
  const sentence = isFault
    ? error.message.trim()
    : `this is a fault of xipscope itself (XIPSCOPE_DEBUG=1 prints where it happened): ${first.slice(0, 300)}`;
  const stack = isError && process.env.XIPSCOPE_DEBUG === '1' ? `\n${error.stack}` : '';
  endWith(`xipscope: ${sentence}${stack}`);
}

/** As `shownLines` of src/base/written.ts names it, which is not there yet. @param {string} hidden @returns {string} */
const named = (hidden) => `<U+${hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`;

/** Writes straight to the file, because the stream itself may be broken. @param {string} text @returns {never} */
function endWith(text) {
  try {
    writeSync(2, `${text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, named)}\n`);
  } catch {
    // Nobody can read the message.
  }
  process.exit(EXIT_BROKEN);
}

// Registered before all others, so that no library's listener comes first: Emscripten's throws its error a second time.
process.on('uncaughtException', giveUp);
process.on('unhandledRejection', giveUp);
process.stdout.on('error', (error) => {
  const code = 'code' in error ? String(error.code) : error.message;
  // A reader that has seen enough (`| head`) is not an error.
  if (code === 'EPIPE') process.exit(0);
  endWith(`xipscope: standard output cannot be written (${code}); what is there of it is not complete.`);
});
// If even this cannot be written, only the exit code reports it.
process.stderr.on('error', () => {});

/** @type {import('./start.ts').Start} */
let start;
/** @type {Pick<import('./io.ts').Io, 'prepare' | 'loadLanguages'>} */
let place;
if (existsSync(new URL('./main.ts', import.meta.url))) {
  const { ensureReady } = await import('../tools/setup.mjs');
  await ensureReady({ quiet: true });
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  ({ start } = await import('./start.ts'));
  await unregister();
  place = {
    prepare: (site = false) => ensureReady({ wasm: true, site, quiet: true }),
    loadLanguages: async () => {
      const again = register();
      try {
        return await (await import('../src/base/messages/folders.node.ts')).loadLanguages();
      } finally {
        await again();
      }
    },
  };
} else {
  const built = new URL('../../build/cli/xipscope.js', import.meta.url).href;
  ({ start, place } = await import(built));
}
const code = await start(process.argv.slice(2), place, interrupted.signal);
process.exitCode = code;
// Threads of a failed lab would keep the process alive. The output is flushed first: a pipe takes its time.
if (code !== 0) process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
