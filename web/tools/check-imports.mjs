/**
 * Enforces ARCHITECTURE.md's list of C folders and their allowed includes, and that within a folder no files call each
 * other in a circle. dependency-cruiser (.dependency-cruiser.cjs) does the same for TypeScript. Prints every fault as
 * FILE:LINE: message.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { Fault, main } from '../node/proc.mjs';
import { at, filesUnder } from '../node/tree.mjs';

const SRC = 'wasm-core/src';

/** The folders, and single files, that each folder may include besides itself and `wasm-core/include`. */
/** @type {Record<string, readonly string[]>} */
const MAY_INCLUDE = {
  base: [],
  mem: ['base'],
  pg: ['mem', 'base'],
  designs: ['pg', 'mem', 'base'],
  abi: ['designs', 'pg', 'mem', 'base'],
  labthreads: ['designs', 'pg', 'mem', 'base'],
  // Designs are reached only through cluster->design and their list.
  ssi: ['pg', 'base'],
  server: ['ssi', 'designs/designs.h', 'pg', 'mem', 'base'],
  heap: ['server', 'ssi', 'pg', 'mem', 'base'],
  // Knows the primary only by its WAL.
  standby: ['pg', 'base'],
  machine: ['mem', 'base'],
  simulation: ['machine', 'designs', 'pg', 'mem', 'base'],
  // The exports may include everything.
  api: [
    'abi',
    'labthreads',
    'simulation',
    'machine',
    'standby',
    'heap',
    'server',
    'ssi',
    'designs',
    'pg',
    'mem',
    'base',
  ],
};

/** @param {string} path from the root @returns {string} the folder below wasm-core/src, or '' */
const folderOf = (path) => (path.startsWith(`${SRC}/`) && path.split('/').length > 3 ? (path.split('/')[2] ?? '') : '');

/**
 * The file that an `#include "name"` refers to: next to the including file, in src, or in include.
 * @param {string} from @param {string} name
 */
function resolveInclude(from, name) {
  return [join(dirname(from), name), join(SRC, name), join('wasm-core/include', name)].find((path) =>
    existsSync(at(path)),
  );
}

/** @param {string} file from the root @param {string} text @returns {string[]} */
export function faultsIn(file, text) {
  const folder = folderOf(file);
  const allowed = MAY_INCLUDE[folder];
  if (folder !== '' && allowed === undefined) return [`${file}:1: ${SRC}/${folder} is not in the list of folders`];
  return text.split('\n').flatMap((line, index) => {
    const name = /^\s*#\s*include\s+"([^"]+)"/.exec(line)?.[1];
    if (name === undefined) return [];
    const target = resolveInclude(file, name);
    if (target === undefined) return [`${file}:${index + 1}: "${name}" is nowhere`];
    const to = folderOf(target);
    // The tests may include everything.
    const isFine =
      folder === '' ||
      to === folder ||
      target.startsWith('wasm-core/include/') ||
      allowed?.includes(to) ||
      allowed?.includes(target.slice(SRC.length + 1));
    return isFine ? [] : [`${file}:${index + 1}: ${folder} may not include ${to === '' ? target : to} ("${name}")`];
  });
}

/** @param {string} text C without comments, texts and prototypes: any name left is a definition or a use */
const bareC = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\])*"/g, '').replace(/^[A-Za-z_][\w\s*]*\([^;{}]*\);/gm, '');

const FUNCTION = /^(static (?!inline))?[A-Za-z_][\w\s*]*?(\w+)\((?:[^;{}()]|\([^()]*\))*\)\s*(\{[\s\S]*?^\})/gm;
/** @param {string} bare */
const functionsIn = (bare) =>
  [...bare.matchAll(FUNCTION)].map(([, isPrivate, name = '', body = '']) => ({
    name,
    body,
    isPrivate: isPrivate !== undefined,
  }));

/** @param {string} bare */
const namesIn = (bare) => new Set(bare.match(/\b[A-Za-z_]\w*\b/g) ?? []);

/**
 * For each C file the files that it calls, each with one function. What an inline function of a header calls is called
 * by its user.
 * @param {ReadonlyMap<string, string>} files of one folder, text by path
 * @returns {Map<string, Map<string, string>>}
 */
function callsOf(files) {
  const read = [...files].map(([path, text]) => ({ path, bare: bareC(text), functions: functionsIn(bareC(text)) }));
  const sources = read.filter(({ path }) => path.endsWith('.c'));
  const headers = read.filter(({ path }) => path.endsWith('.h'));
  const inlined = new Map(headers.flatMap((one) => one.functions.map(({ name, body }) => [name, namesIn(body)])));
  const homes = new Map(
    sources.flatMap(({ path, functions }) =>
      functions.filter(({ isPrivate }) => !isPrivate).map(({ name }) => [name, path]),
    ),
  );
  return new Map(
    sources.map(({ path, bare, functions }) => {
      const own = new Set(functions.map(({ name }) => name));
      const used = namesIn(bare);
      // The set grows while it is walked; names that come in are walked, too.
      for (const name of used) for (const inner of inlined.get(name) ?? []) used.add(inner);
      /** @type {Map<string, string>} */
      const called = new Map();
      for (const name of used) {
        const home = homes.get(name);
        if (home !== undefined && !own.has(name)) called.set(home, name);
      }
      return [path, called];
    }),
  );
}

/**
 * Calls between the C files of one folder that are part of a circle.
 * @param {ReadonlyMap<string, string>} files text by path, headers of the folder included
 * @returns {string[]}
 */
export function circularCalls(files) {
  const calls = callsOf(files);
  return [...calls].flatMap(([path, called]) =>
    [...called]
      .filter(([to]) => reachedFrom(to, calls).has(path))
      .map(([to, name]) => `${path}:1: calls ${name}() of ${to}, which leads back`),
  );
}

/** @param {string} from @param {ReadonlyMap<string, ReadonlyMap<string, string>>} calls */
function reachedFrom(from, calls) {
  /** @type {Set<string>} */
  const reached = new Set(calls.get(from)?.keys());
  for (const path of reached) for (const next of calls.get(path)?.keys() ?? []) reached.add(next);
  return reached;
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const files = filesUnder(['wasm-core/src', 'wasm-core/test', 'wasm-core/include'], (path) => /\.[ch]$/.test(path));
    if (files.length === 0) throw new Fault('check-imports: no C files found.');
    const texts = files.map((file) => /** @type {const} */ ([file, readFileSync(at(file), 'utf8')]));
    const circles = Object.keys(MAY_INCLUDE).flatMap((folder) =>
      circularCalls(new Map(texts.filter(([file]) => folderOf(file) === folder))),
    );
    const faults = [...texts.flatMap(([file, text]) => faultsIn(file, text)), ...circles];
    if (faults.length > 0) throw new Fault(faults.join('\n'));
  });
}
