/**
 * Runs other programs and shows the person their progress. No dependencies: this runs before `npm ci`. All messages go
 * to standard error; standard output belongs to the requested command.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A fault that is shown to the person unchanged: what, where, what to do. No stack trace. */
export class Fault extends Error {
  /** For a launcher that does not import this module. */
  isFault = true;
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment
 * @property {(chunk: string) => void} [onOutput] sees standard output and error as they come
 * @property {'inherit' | 'ignore'} [stdin]
 * @property {number} [limitSeconds] ends the program after that time
 *
 * @typedef {object} Ran
 * @property {number} code 127 where the program could not be started
 * @property {string} stdout
 * @property {string} output standard output and error, as they came
 */

/** Programs that this process started and that still run. They end with it. */
const running = new Set();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  });
}

/**
 * Runs a program to its end and collects what it prints. Never throws for a failed program.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ran>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      // The output is shown later, maybe in a file: no colours.
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
      stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let stdout = '';
    let output = '';
    const limit = options.limitSeconds;
    const timer = limit === undefined ? undefined : setTimeout(end, limit * 1000);
    function end() {
      output += `${command}: still running after ${limit} s, ended\n`;
      child.kill('SIGKILL');
    }
    /** @param {boolean} isStdout */
    const take = (isStdout) => (/** @type {string} */ chunk) => {
      if (isStdout) stdout += chunk;
      output += chunk;
      options.onOutput?.(chunk);
    };
    child.stdout?.setEncoding('utf8').on('data', take(true));
    child.stderr?.setEncoding('utf8').on('data', take(false));
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 127, stdout, output: `${output}${command}: ${error.message}\n` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      clearTimeout(timer);
      if (signal !== null) output += `${command}: ended by ${signal}\n`;
      resolve({ code: code ?? 1, stdout, output });
    });
  });
}

/**
 * Runs a program that must succeed; a failure is a Fault with the end of what it printed.
 * @param {string} what what it was for, in the person's words
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function runOrFault(what, command, args, options) {
  const ran = await run(command, args, options);
  if (ran.code !== 0) {
    throw new Fault(`${what} failed (exit code ${ran.code}): ${command} ${args.join(' ')}\n${tail(ran.output, 60)}`);
  }
  return ran;
}

/** @param {string} text @param {number} lines */
export function tail(text, lines) {
  return stripVTControlCharacters(text).trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * The full path of a program on the PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder === '') continue;
    for (const suffix of process.platform === 'win32' ? ['.exe', '.bat', '.cmd'] : ['']) {
      const path = join(folder, name + suffix);
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // Not here: look in the next folder.
      }
    }
  }
  return undefined;
}

/** @param {number} sinceMs from performance.now() */
export const seconds = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

let quiet = false;
/** Leaves out the lines about steps that took less than a second. @param {boolean} on */
export function setQuiet(on) {
  quiet = on;
}

/** @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Does one step and shows its progress: a line at once if it is known to be long, then one with the elapsed seconds
 * every few seconds, then how long it took.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const began = performance.now();
  const live = process.stderr.isTTY === true;
  const show = () => {
    const line = `  … ${label} (${Math.round((performance.now() - began) / 1000)} s)`;
    process.stderr.write(live ? `\r\x1b[K${line}` : `${line}\n`);
  };
  if (!quiet) show();
  const timer = setInterval(show, live ? 1000 : 10_000);
  try {
    const value = await work();
    clearInterval(timer);
    if (!quiet || performance.now() - began > 1000) {
      process.stderr.write(`${live ? '\r\x1b[K' : ''}  ✓ ${label} ${seconds(began)}\n`);
    }
    return value;
  } catch (error) {
    process.stderr.write(`${live ? '\r\x1b[K' : ''}  ✗ ${label} ${seconds(began)}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs jobs with a bound on how many at a time; returns results in the order of the jobs.
 * @template T
 * @param {number} atOnce
 * @param {readonly (() => Promise<T>)[]} jobs
 * @returns {Promise<T[]>}
 */
export async function inParallel(atOnce, jobs) {
  /** @type {T[]} */
  const answers = new Array(jobs.length);
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < jobs.length; i = next++) {
      const job = jobs[i];
      if (job !== undefined) answers[i] = await job();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, jobs.length)) }, lane));
  return answers;
}

/**
 * The frame of every tool: a Fault is printed unchanged and ends with exit code 1.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    say(error instanceof Fault ? `\n${error.message}` : String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
}
