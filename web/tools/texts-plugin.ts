/**
 * In the built site each module brings the English texts that it names, area by area, so that a page or a worker loads the
 * texts of what it shows and no others. In development, in tests and in Node the whole catalogue is there at once.
 *
 *   a module says t('lab.run.start')  ─►  it imports `xip-texts:lab`  ─►  that puts the texts of en/lab.ts into `en`
 *
 * A key's area is what stands before its first point, and stands in the code as it is: 'lab.run.start', `design.${id}.name`.
 * A module that imports an area's file has keys without naming them, and brings that area, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { at } from './tree.mjs';

const FOLDER = at('web/src/base/messages/en');
const INDEX = join(FOLDER, 'index.ts');
const PREFIX = 'xip-texts:';
const OWN = '\0xip-texts:';

/** Keys as an area's file has them, and the file that each area is in. */
const KEY = /^\s+(['"])([A-Za-z]+)\.[^'"]+\1:/gm;
export function areasOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [file, text] of files)
    for (const [, , area] of text.matchAll(KEY)) if (area !== undefined) found.set(area, file);
  return found;
}

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const NAMED = /['"`]([A-Za-z]+)\.(?=[\w$'"`])/g;
const FILE = /['"][^'"]*\/messages\/en\/([\w.-]+)['"]/g;
/** The areas that a module names: a string that begins with one and a point. Rather one too many than one too few. */
export function areasNamed(code: string, areas: ReadonlyMap<string, string>): readonly string[] {
  const bare = code.replace(COMMENTS, '');
  const words = [...bare.matchAll(NAMED)].map(([, word = '']) => word).filter((word) => areas.has(word));
  const files = new Set([...bare.matchAll(FILE)].map(([, file]) => file));
  const imported = [...areas].filter(([, file]) => files.has(file)).map(([area]) => area);
  return [...new Set([...words, ...imported])].sort();
}

function readAreas(): ReadonlyMap<string, string> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && name !== basename(INDEX));
  return areasOf(new Map(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')])));
}

/** Goes into `plugins` and into `worker.plugins`. */
export function textsWhereNamed(): Plugin {
  let areas: ReadonlyMap<string, string> = new Map();
  return {
    name: 'xip-texts-where-named',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      areas = readAreas();
    },
    resolveId: {
      filter: { id: /^xip-texts:/ },
      handler: (id) => OWN + id.slice(PREFIX.length),
    },
    load: {
      filter: { id: [/^\0xip-texts:/, /[\\/]messages[\\/]en[\\/]index\.ts$/] },
      handler(id) {
        if (!id.startsWith(OWN)) return { code: 'export const en = {};', moduleType: 'js' };
        const file = join(FOLDER, areas.get(id.slice(OWN.length)) ?? '');
        const [index, area] = [INDEX, file].map((path) => JSON.stringify(path));
        return {
          code: `import { en } from ${index}; import * as area from ${area}; Object.assign(en, ...Object.values(area));`,
          moduleType: 'js',
          moduleSideEffects: true,
        };
      },
    },
    transform: {
      filter: { id: { include: /[\\/]web[\\/]src[\\/].*\.tsx?$/, exclude: /[\\/]base[\\/]messages[\\/]/ } },
      handler(code) {
        const named = areasNamed(code, areas);
        if (named.length === 0) return null;
        // On the first line, so that all others keep their numbers.
        return { code: named.map((area) => `import '${PREFIX}${area}'; `).join('') + code, map: null };
      },
    },
  };
}
