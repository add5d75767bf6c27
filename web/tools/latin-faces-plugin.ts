/**
 * Subsets the faces of Latin text: from each package's file the site gets first the letters that its own texts have, in
 * the weights that it uses. All three must load before a reader sees the first words. The other letters, a teacher's or
 * a guest's, come from the package's own file, which a browser fetches when it meets one of them.
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
export const LATIN: readonly { readonly file: string; readonly from: string; readonly layout: readonly string[] }[] = [
  { file: 'inter', from: '@fontsource-variable/inter', layout: LAYOUT },
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
/** Between ASCII and this there are no letters. */
const FIRST_LETTER = 0xa1;

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
export function rangesText(points: Iterable<number>): string {
  const runs: [first: number, last: number][] = [];
  for (const point of [...points].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === point - 1) run[1] = point;
    else runs.push([point, point]);
  }
  return runs.map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(',');
}

/** All letters of `ranges` that are not among `points`. */
export function* without(ranges: Ranges, points: ReadonlySet<number>): Generator<number> {
  for (const [first, last] of ranges)
    for (let point = Math.max(first, FIRST_LETTER); point <= last; point++) if (!points.has(point)) yield point;
}

/**
 * Each rule of a face in `css` that names a package's file becomes two of the same family: the small file and the
 * package's.
 * @param small the small file for a package's, and the characters of both; undefined: the rule stays
 */
export function splitRules(
  css: string,
  small: (path: string) => { readonly path: string; readonly has: string; readonly rest: string } | undefined,
): string {
  return css.replace(FACE, (rule) => {
    const path = /url\('([^']*)'\)/.exec(rule)?.[1];
    const own = path === undefined ? undefined : small(path);
    if (path === undefined || own === undefined) return rule;
    const withRange = (range: string): string => rule.replace(/\s*\}$/, `\n  unicode-range: ${range};\n}`);
    return `${withRange(own.rest)}\n${withRange(own.has).replace(path, own.path)}`;
  });
}

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

interface Small {
  /** The package's file, as fonts.css names it. */
  readonly of: string;
  readonly file: string;
  readonly has: string;
  readonly rest: string;
}

/** Writes `build/faces/NAME.woff2`, which index.html preloads. */
async function make(text: string): Promise<readonly Small[]> {
  const require = createRequire(import.meta.url);
  return await Promise.all(
    LATIN.map(async ({ file, from, layout }) => {
      const index = require.resolve(`${from}/index.css`);
      const ranges = latinRanges(readFileSync(index, 'utf8'));
      const points = pointsOf(text, ranges);
      const name = `${file}-latin-wght-normal.woff2`;
      const small = await subsetFont(
        readFileSync(join(dirname(index), 'files', name)),
        String.fromCodePoint(...points),
        { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS }, keepFeatures: [...layout] },
      );
      const to = join(buildDir, 'faces', `${file}.woff2`);
      writeWhole(to, small);
      return {
        of: `${from}/files/${name}`,
        file: to,
        has: rangesText(points),
        rest: rangesText(without(ranges, points)),
      };
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
        const own = made.find(({ of }) => of === path);
        return own && { path: own.file, has: own.has, rest: own.rest };
      });
      return { code: css, map: null };
    },
  };
}
