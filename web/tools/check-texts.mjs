/**
 * A module brings the texts that it names: it imports the files of `web/src/base/messages/en` in which they are, and no
 * others. So a page or a worker loads the texts that it shows, in development as in the built site. Prints every fault
 * as FILE:LINE: message.
 *
 * A key is read where it is written: 'lab.run.start', or the beginning of one, as in `design.${id}.name`. Its area, the
 * part before the first point, is always written out.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path/posix';
import { Fault, main } from '../node/proc.mjs';
import { at, filesUnder } from '../node/tree.mjs';

const FOLDER = 'web/src/base/messages/en';
const EVERYTHING = `${FOLDER}/index.ts`;

const KEY = /^\s+(['"])([A-Za-z]+\.[^'"]+)\1:/gm;
/** @param {string} text of a file of texts @returns {string[]} */
export const keysOf = (text) => [...text.matchAll(KEY)].map(([, , key = '']) => key);

/** Each key's file, from the root. @returns {Map<string, string>} */
export function catalogue() {
  const files = filesUnder([FOLDER], (file) => dirname(file) === FOLDER && file !== EVERYTHING);
  return new Map(files.flatMap((file) => keysOf(readFileSync(at(file), 'utf8')).map((key) => [key, file])));
}

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** The same lines without comments. @param {string} code */
const bare = (code) => code.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '));
const WRITTEN = /(['"`])([A-Za-z]+\.[\w.-]*)(\1|\$\{)/g;

/** @typedef {{ key: string, line: number, files: string[] }} Named */
/** The keys that a module writes. @param {string} code @param {Map<string, string>} keys @returns {Named[]} */
export function keysNamed(code, keys) {
  const text = bare(code);
  return [...text.matchAll(WRITTEN)].flatMap((found) => {
    const [, quote, key = '', end] = found;
    const own = end === quote ? keys.get(key) : undefined;
    // Else it is the beginning of keys: it ends in a point, goes on with a value, or is joined with more elsewhere.
    const start = key.endsWith('.') || end !== quote ? key : `${key}.`;
    const files = own !== undefined ? [own] : [...keys].flatMap(([one, file]) => (one.startsWith(start) ? [file] : []));
    const line = text.slice(0, found.index).split('\n').length;
    return files.length === 0 ? [] : [{ key, line, files: [...new Set(files)] }];
  });
}

const IMPORT = /^import (?:[^'";]*? from )?'([^']+)';/gm;
/** @param {string} file from the root @param {string} code @returns {Map<string, number>} each imported file of texts, with its line */
export function textsImported(file, code) {
  const imports = [...code.matchAll(IMPORT)].flatMap((found) => {
    if (found[0].startsWith('import type ')) return [];
    const to = join(dirname(file), found[1] ?? '');
    return dirname(to) === FOLDER ? [/** @type {const} */ ([to, code.slice(0, found.index).split('\n').length])] : [];
  });
  return new Map(imports);
}

/** @param {string} file from the root @param {string} code @param {Map<string, string>} keys @returns {string[]} */
export function faultsIn(file, code, keys) {
  const there = textsImported(file, code);
  const named = keysNamed(code, keys);
  if (there.has(EVERYTHING)) return [];
  const needed = new Map(named.flatMap((one) => one.files.map((from) => [from, one])));
  const missing = [...needed].flatMap(([from, { key, line }]) => {
    const to = relative(dirname(file), from);
    const written = to.startsWith('.') ? to : `./${to}`;
    return there.has(from) ? [] : [`${file}:${line}: names “${key}” and does not bring it: import '${written}'`];
  });
  const isUsed = (/** @type {string} */ from) =>
    needed.has(from) || new RegExp(`^import \\{[^'";]*\\} from '[^']*/${basename(from)}';`, 'm').test(code);
  const spare = [...there].flatMap(([from, line]) =>
    isUsed(from) ? [] : [`${file}:${line}: brings the texts of ${basename(from)} and names none of them`],
  );
  return [...missing, ...spare];
}

/** A key whose area is made while the code runs would be in no list. */
const MADE = /\bt\(\s*`\$\{/;

const FOLDERS = ['web/src', 'web/cli', 'web/node', 'web/tools', 'web/e2e'];
/** @param {string} path from the root */
const isHeld = (path) =>
  /\.tsx?$/.test(path) && !path.startsWith('web/src/base/messages/') && path !== 'web/tools/check-texts.test.ts';

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const keys = catalogue();
    const files = filesUnder(FOLDERS, isHeld);
    if (keys.size === 0 || files.length === 0) throw new Fault('check-texts: nothing found.');
    const faults = files.flatMap((file) => {
      const code = readFileSync(at(file), 'utf8');
      const made = MADE.test(bare(code)) ? [`${file}:1: makes the area of a key while it runs`] : [];
      return [...made, ...faultsIn(file, code, keys)];
    });
    if (faults.length > 0) throw new Fault(faults.join('\n'));
  });
}
