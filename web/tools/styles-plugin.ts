/**
 * What CSS modules cost a first visit. In the built site a class is called by three letters and digits (`x3f` instead of
 * `_badge_d0zpz_1`), and code has the name itself where it says `styles.badge`, not a table of all names: the bundler
 * writes texts of three characters in place. In development and in unit tests classes keep the names that they have.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { at, filesUnder } from '../node/tree.mjs';

const IS_MODULE = /\.module\.css$/;
/** A class in a selector (numbers such as `.5rem` begin otherwise), or an animation. */
const NAMED = /(?:\.|@keyframes\s+)(-?[A-Za-z_][\w-]*)/g;
const DIGITS = 36;
const LETTERS = 26;

const namesIn = (css: string): readonly string[] => [...new Set([...css.matchAll(NAMED)].map(([, name = '']) => name))];

/**
 * Each file has blocks of 36 names of its own, so that a class more in one file seldom renames those of others, whose
 * files a reader may have kept.
 * @param files texts by path
 */
export function shortNames(files: ReadonlyMap<string, string>): (name: string, file: string) => string {
  const names = new Map<string, string>();
  let block = 0;
  for (const [file, css] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const own = namesIn(css);
    for (const [i, name] of own.entries())
      names.set(`${file} ${name}`, `${blockName(block + Math.floor(i / DIGITS))}${(i % DIGITS).toString(DIGITS)}`);
    block += Math.ceil(own.length / DIGITS);
  }
  return (name, file) => {
    const short = names.get(`${file} ${name}`);
    if (short === undefined) throw new Error(`${file} has no class or animation ${name}`);
    return short;
  };
}

/** A letter and a letter or digit: a class begins with a letter. */
function blockName(block: number): string {
  if (block >= LETTERS * DIGITS) throw new Error('there are more classes than names of three characters');
  const letter = String.fromCharCode('a'.charCodeAt(0) + Math.floor(block / DIGITS));
  return `${letter}${(block % DIGITS).toString(DIGITS)}`;
}

export function smallStyles(): Plugin {
  return {
    name: 'xip-small-styles',
    apply: 'build',
    enforce: 'post',
    config() {
      const files = filesUnder(['web/src'], (path) => IS_MODULE.test(path));
      const nameOf = shortNames(new Map(files.map((file) => [file, readFileSync(at(file), 'utf8')])));
      return {
        css: {
          modules: { generateScopedName: (name, file) => nameOf(name, relative(at(), file).replaceAll('\\', '/')) },
        },
      };
    },
    transform: {
      filter: { id: IS_MODULE },
      handler(code, id) {
        const [names, table] = code.split('export default ');
        if (table === undefined) return null;
        // Names that JavaScript cannot give to a constant are in the table alone.
        const [, word] = /^\s*"([^"]*)"/m.exec(table) ?? [];
        if (word !== undefined)
          this.error(`${id}: the class ${word} needs a name in camel case that is no word of JavaScript.`);
        // The bundler follows `styles.badge` through a namespace to its text. Nothing of the module would be left then,
        // and its style would go with it: hence no-treeshake.
        const itself = `export * as default from ${JSON.stringify(id)};`;
        return { code: `${names}${itself}`, map: null, moduleSideEffects: 'no-treeshake' };
      },
    },
  };
}
