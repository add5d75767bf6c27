/**
 * In the built site each module brings the English texts that it names, unit by unit, so that a page or a worker loads
 * only the texts that it shows. In development, in tests and in Node the whole catalogue is loaded at once.
 *
 *   a module says t('lab.run.start')  ─►  it imports `xip-texts:lab.run`  ─►  that puts those texts of en/lab.ts into `en`
 *
 * A key's area is the part before its first point, which the code contains literally: 'lab.run.start',
 * `design.${id}.name`. A module that imports an area's file uses keys without naming them, and brings that area, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { at } from '../node/tree.mjs';

const FOLDER = at('web/src/base/messages/en');
const INDEX = join(FOLDER, 'index.ts');
const PREFIX = 'xip-texts:';
const OWN = '\0xip-texts:';

/** The keys of an area's file, and the file of each area. */
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
/** The areas that a module names: a string that begins with one and a point. Better one too many than one too few. */
export function areasNamed(code: string, areas: ReadonlyMap<string, string>): readonly string[] {
  const bare = code.replace(COMMENTS, '');
  const words = [...bare.matchAll(NAMED)].map(([, word = '']) => word).filter((word) => areas.has(word));
  const files = new Set([...bare.matchAll(FILE)].map(([, file]) => file));
  const imported = [...areas].filter(([, file]) => files.has(file)).map(([area]) => area);
  return [...new Set([...words, ...imported])].sort();
}

/** A key's unit: its first two parts where it has more, `heap.fact` of `heap.fact.lock`; else its area, `heap`. */
export const unitOf = (key: string): string => {
  const [area = '', second = '', third] = key.split('.');
  // Units are files' names for a while.
  return third === undefined || !/^[\w-]+$/.test(second) ? area : `${area}.${second}`;
};

const WRITTEN = /(['"`])([A-Za-z]+\.[\w.$-]*)/g;
/**
 * The units of an area that a module names: for a whole key its own, for a string that continues (`heap.fact.${kind}`)
 * those of all keys that begin with it. A module that imports the area's file gets all of them.
 */
export function unitsNamed(code: string, area: string, keys: readonly string[], file: string): readonly string[] {
  const own = keys.filter((key) => key.startsWith(`${area}.`));
  const bare = code.replace(COMMENTS, '');
  const isImported = [...bare.matchAll(FILE)].some(([, name]) => name === file);
  const written = [...bare.matchAll(WRITTEN)].map(([, , text = '']) => text.replace(/\$.*$/, ''));
  const starts = written.filter((text) => text.startsWith(`${area}.`));
  const named = own.filter((key) =>
    starts.some((start) =>
      own.includes(start) && !own.some((one) => one.startsWith(`${start}.`)) ? key === start : key.startsWith(start),
    ),
  );
  return [...new Set((isImported ? own : named).map(unitOf))].sort();
}

const KEY_LINE = /^\s+(['"])([A-Za-z]+\.[^'"]+)\1:/;
/** A line that ends a table, or begins something else: a text may have lines that begin at the edge, too. */
const TOP = /^(?:[})\]]|(?:export|import|const|function|type|interface) |\/\*)/;
/** An area's file with only the keys of one unit; a key's text continues to the next key, or to the table's end. */
export function onlyUnit(text: string, unit: string): string {
  let isKept = true;
  const kept = text.split('\n').filter((line) => {
    const key = KEY_LINE.exec(line)?.[2];
    if (key !== undefined) isKept = unitOf(key) === unit;
    else if (TOP.test(line)) isKept = true;
    return isKept;
  });
  return kept.join('\n');
}

const KEYS = /^\s+(['"])([A-Za-z]+\.[^'"]+)\1:/gm;
export const keysOf = (text: string): readonly string[] => [...text.matchAll(KEYS)].map(([, , key = '']) => key);

/** The tables of texts that an area's file exports. */
const TABLE = /^export const (\w+) = \{/gm;

interface Catalogue {
  readonly areas: ReadonlyMap<string, string>;
  /** Keys of each file. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

function readCatalogue(): Catalogue {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && name !== basename(INDEX));
  const files = new Map(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));
  return { areas: areasOf(files), keys: new Map([...files].map(([name, text]) => [name, keysOf(text)])) };
}

/** Goes into `plugins` and into `worker.plugins`. */
export function textsWhereNamed(): Plugin {
  let { areas, keys }: Catalogue = { areas: new Map(), keys: new Map() };
  const fileOf = (unit: string): string => join(FOLDER, areas.get(unit.split('.')[0] ?? '') ?? '');
  return {
    name: 'xip-texts-where-named',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      ({ areas, keys } = readCatalogue());
    },
    resolveId: {
      filter: { id: [/^xip-texts:/, /[.]unit[.]ts$/] },
      handler: (id) => (id.startsWith(PREFIX) ? OWN + id.slice(PREFIX.length) : id),
    },
    load: {
      filter: {
        id: [/^\0xip-texts:/, /[\\/]messages[\\/]en[\\/]index\.ts$/, /[\\/]messages[\\/]en[\\/][\w.-]+\.unit\.ts$/],
      },
      handler(id) {
        const asked = /([^\\/]+)[.]unit[.]ts$/.exec(id)?.[1];
        if (asked !== undefined)
          return { code: onlyUnit(readFileSync(fileOf(asked), 'utf8'), asked), moduleType: 'ts' };
        if (!id.startsWith(OWN)) return { code: 'export const en = {};', moduleType: 'js' };
        const unit = id.slice(OWN.length);
        const [index, area] = [INDEX, join(FOLDER, `${unit}.unit.ts`)].map((one) => JSON.stringify(one));
        const tables = [...readFileSync(fileOf(unit), 'utf8').matchAll(TABLE)].map(([, name]) => name).join(', ');
        return {
          code: `import { en } from ${index}; import { ${tables} } from ${area}; Object.assign(en, ${tables});`,
          moduleType: 'js',
          moduleSideEffects: true,
        };
      },
    },
    transform: {
      filter: { id: { include: /[\\/]web[\\/]src[\\/].*\.tsx?$/, exclude: /[\\/]base[\\/]messages[\\/]/ } },
      handler(code) {
        const units = areasNamed(code, areas).flatMap((area) => {
          const file = areas.get(area) ?? '';
          return unitsNamed(code, area, keys.get(file) ?? [], file);
        });
        if (units.length === 0) return null;
        // On the first line, so that all others keep their line numbers.
        return { code: units.map((unit) => `import '${PREFIX}${unit}'; `).join('') + code, map: null };
      },
    },
  };
}
