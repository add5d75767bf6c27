/**
 * The checkout's files: their places, the hashes of their contents, and one writer at a time under `build/`. An output
 * is rebuilt when the hash of its inputs differs from the stamp next to it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from './proc.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const buildDir = join(root, 'build');
export const wasmDir = join(buildDir, 'wasm');
export const siteDir = join(root, 'dist');

/** @param {...string} parts */
export const at = (...parts) => join(root, ...parts);

/**
 * All files below the given files and folders, sorted, as paths from the root. Missing places are skipped.
 * @param {readonly string[]} places from the root
 * @param {(path: string) => boolean} [want]
 * @returns {string[]}
 */
export function filesUnder(places, want = () => true) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} path */
  const visit = (path) => {
    try {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const below = join(path, entry.name);
        if (entry.isDirectory()) visit(below);
        else found.push(below);
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') found.push(path);
    }
  };
  for (const place of places) visit(at(place));
  return found
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter(want)
    .sort();
}

/** @param {readonly (string | Buffer)[]} parts */
export function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 16);
}

/** Names and contents. @param {readonly string[]} paths from the root */
export function hashOfFiles(paths) {
  return hashOf(paths.flatMap((path) => [path, readFileSync(at(path))]));
}

/** @param {string} name */
export function readStamp(name) {
  try {
    return readFileSync(join(buildDir, 'stamps', name), 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} name @param {string} value */
export function writeStamp(name, value) {
  writeWhole(join(buildDir, 'stamps', name), value);
}

/** Readers get the old file or the new one, never half of it. @param {string} path @param {string | Buffer} content */
export function writeWhole(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, content);
  renameSync(fresh, path);
}

/**
 * Lets one process at a time do the named work; it takes over a lock left behind by a dead process.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const lock = join(buildDir, `${name}.lock`);
  mkdirSync(buildDir, { recursive: true });
  for (let waited = 0; ; waited++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const holder = holderOf(lock);
      // A lock is empty for an instant while it is made; one that stays empty was left by a crash.
      if (holder === 0 ? waited > 50 : !isAlive(holder)) {
        rmSync(lock, { force: true });
        continue;
      }
      if (waited === 20) say(`  waiting for process ${holder}, which is building (${lock})`);
      await new Promise((wake) => setTimeout(wake, 100));
    }
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} lock */
function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
