/**
 * Subsets the faces of Latin text: from each package's file the site gets first the letters that its own texts have, in
 * the weights that it uses. All of these must load before a reader sees the first words. The other letters, a teacher's
 * or a guest's, come from the package's own file, which a browser fetches when it meets one of them: of two rules whose
 * ranges have a letter, the later one counts.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { at, buildDir, filesUnder, writeWhole } from '../node/tree.mjs';
import { FACE, rangesOf } from './faces-plugin.ts';

/**
 * The layout features that each face keeps: kerning everywhere; Inter's figures of equal width; the serif's ligatures.
 * JetBrains Mono loses its ligatures, so that a typed `<=` is read as `<=`.
 */
const LAYOUT = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'];
const HYPHENS = '-\u2010\u2011';
export const LATIN: readonly {
  readonly file: string;
  readonly from: string;
  readonly layout: readonly string[];
  /** These letters only, in a file of their own. */
  readonly only?: string;
}[] = [
  { file: 'inter', from: '@fontsource-variable/inter', layout: LAYOUT },
  // Inter's figures of equal width make a hyphen as wide as a figure, which parts the words that it joins.
  { file: 'inter-hyphen', from: '@fontsource-variable/inter', layout: ['kern'], only: HYPHENS },
  { file: 'source-serif-4', from: '@fontsource-variable/source-serif-4', layout: [...LAYOUT, 'liga', 'calt'] },
  { file: 'jetbrains-mono', from: '@fontsource-variable/jetbrains-mono', layout: LAYOUT },
];
/** As in fonts.css: no style of this site asks for lighter or heavier ones. */
const WEIGHTS = { min: 400, max: 700 };

export type Ranges = readonly (readonly [first: number, last: number])[];

const isIn = (ranges: Ranges, point: number): boolean =>
  ranges.some(([first, last]) => first <= point && point <= last);

/**
 * Always in a small file: characters that people type; blanks, which sources name by number; the hyphen that a browser
 * inserts.
 */
const BASIC: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xad, 0xad],
  [0x2002, 0x200f],
  [0x2010, 0x2011],
  [0x2028, 0x202f],
  [0x2060, 0x2060],
  [0xfeff, 0xfeff],
];
/** The points of `ranges` that `text` has, and the basic ones. */
export function pointsOf(text: string, ranges: Ranges): ReadonlySet<number> {
  const points = new Set<number>();
  for (const [first, last] of BASIC) for (let point = first; point <= last; point++) points.add(point);
  for (const one of new Set(text)) {
    const point = one.codePointAt(0) ?? 0;
    if (point > 0x7f && isIn(ranges, point)) points.add(point);
  }
  return points;
}

const hex = (point: number): string => point.toString(16).toUpperCase();
/** `U+20-7E,U+B7` */
export const listOf = (ranges: Ranges): string =>
  ranges.map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(',');
export function rangesText(points: Iterable<number>): string {
  const runs: [first: number, last: number][] = [];
  for (const point of [...points].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === point - 1) run[1] = point;
    else runs.push([point, point]);
  }
  return listOf(runs);
}

/** A file of a face, and its `unicode-range`. */
export interface Part {
  readonly path: string;
  readonly has: string;
}

/**
 * Each rule of a face in `css` that names a package's file becomes several of the same family: the package's, and each
 * small file's.
 * @param parts for a package's file, all files of its letters, the last one first to be asked; empty: the rule stays
 */
export function splitRules(css: string, parts: (path: string) => readonly Part[]): string {
  return css.replace(FACE, (rule) => {
    const path = /url\('([^']*)'\)/.exec(rule)?.[1];
    const own = path === undefined ? [] : parts(path);
    if (path === undefined || own.length === 0) return rule;
    return own
      .map((part) => rule.replace(path, part.path).replace(/\s*\}$/, `\n  unicode-range: ${part.has};\n}`))
      .join('\n');
  });
}

const pointsIn = (letters: string): ReadonlySet<number> => new Set([...letters].map((one) => one.codePointAt(0) ?? 0));

/** All texts of this site, in every language. */
const ownText = (): string =>
  filesUnder(['web/src', 'scenarios'], (path) => /\.(tsx?|md|txt)$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(at(path), 'utf8'))
    .join('');

/** The ranges that a package gives to its Latin file. */
export function latinRanges(css: string): Ranges {
  const rule = (css.match(FACE) ?? []).find((one) => /-latin-wght-normal\.woff2/.test(one)) ?? '';
  const list = /unicode-range:([^;]*)/.exec(rule)?.[1];
  if (list === undefined) throw new Error('The package of a face has no Latin file with a unicode-range: see LATIN.');
  return rangesOf(list);
}

interface Small extends Part {
  /** The package's file, as fonts.css names it, and its letters. */
  readonly of: string;
  readonly whole: string;
}

/** Writes `build/faces/NAME.woff2`, which index.html preloads. */
async function make(text: string): Promise<readonly Small[]> {
  const require = createRequire(import.meta.url);
  return await Promise.all(
    LATIN.map(async ({ file, from, layout, only }) => {
      const index = require.resolve(`${from}/index.css`);
      const ranges = latinRanges(readFileSync(index, 'utf8'));
      const points = only === undefined ? pointsOf(text, ranges) : pointsIn(only);
      const name = `${basename(from)}-latin-wght-normal.woff2`;
      const small = await subsetFont(
        readFileSync(join(dirname(index), 'files', name)),
        String.fromCodePoint(...points),
        { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS }, keepFeatures: [...layout] },
      );
      const to = join(buildDir, 'faces', `${file}.woff2`);
      writeWhole(to, small);
      return { of: `${from}/files/${name}`, path: to, has: rangesText(points), whole: listOf(ranges) };
    }),
  );
}

export function latinFaces(): Plugin {
  let made: readonly Small[] = [];
  return {
    name: 'xip-latin-faces',
    enforce: 'pre',
    // Unit tests use no style.
    apply: (_, { mode }) => mode !== 'test',
    async buildStart() {
      made = await make(ownText());
    },
    transform(code, id) {
      if (basename(id.replace(/\?.*$/, '')) !== 'fonts.css') return null;
      const css = splitRules(code, (path) => {
        const own = made.filter(({ of }) => of === path);
        return own.slice(0, 1).flatMap(({ whole }) => [{ path, has: whole }, ...own]);
      });
      return { code: css, map: null };
    },
  };
}
