/**
 * Enforces ARCHITECTURE.md's list of C folders and their allowed includes. dependency-cruiser (.dependency-cruiser.cjs)
 * enforces the list for TypeScript. Prints every fault as FILE:LINE: message.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { Fault, main } from '../node/proc.mjs';
import { at, filesUnder } from '../node/tree.mjs';

const SRC = 'wasm-core/src';

/** The folders that each folder may include besides itself and `wasm-core/include`. */
/** @type {Record<string, readonly string[]>} */
const MAY_INCLUDE = {
  base: [],
  mem: ['base'],
  pg: ['mem', 'base'],
  designs: ['pg', 'mem', 'base'],
  abi: ['designs', 'pg', 'mem', 'base'],
  labthreads: ['designs', 'pg', 'mem', 'base'],
  // Designs are reached only through cluster->design and their list.
  server: ['designs', 'pg', 'mem', 'base'],
  heap: ['server', 'pg', 'mem', 'base'],
  // Knows the primary only by its WAL.
  standby: ['pg', 'base'],
  machine: ['mem', 'base'],
  simulation: ['machine', 'designs', 'pg', 'mem', 'base'],
  // The exports may include everything.
  api: ['abi', 'labthreads', 'simulation', 'machine', 'standby', 'heap', 'server', 'designs', 'pg', 'mem', 'base'],
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
    const isFine = folder === '' || to === folder || target.startsWith('wasm-core/include/') || allowed?.includes(to);
    return isFine ? [] : [`${file}:${index + 1}: ${folder} may not include ${to === '' ? target : to} ("${name}")`];
  });
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const files = filesUnder(['wasm-core/src', 'wasm-core/test', 'wasm-core/include'], (path) => /\.[ch]$/.test(path));
    if (files.length === 0) throw new Fault('check-imports: no C files found.');
    const faults = files.flatMap((file) => faultsIn(file, readFileSync(at(file), 'utf8')));
    if (faults.length > 0) throw new Fault(faults.join('\n'));
  });
}
