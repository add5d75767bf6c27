/**
 * Subsets a language's face: from a package's slices that its `face.css` imports, the site gets only those that have a
 * character of the language's own texts: its folder of messages, its lessons and exercises, and its texts of scenarios
 * and machines. The others would be megabytes that the service worker stores for nobody.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { at } from '../node/tree.mjs';

export const IMPORT = /@import '((?:@[\w-]+\/)?[\w-]+)\/index\.css';/;
export const FACE = /@font-face\s*\{[^}]*\}/g;

/** `U+4e00-4e8c,U+ff0c` */
export const rangesOf = (list: string): readonly (readonly [first: number, last: number])[] =>
  list.split(',').map((one) => {
    const [first = '', last = first] = one.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

/**
 * The rules of `css` that a text needs, with their files named by package.
 * @param text its Latin letters count for nothing: other faces have them
 */
export function facesFor(css: string, text: string, from: string): string {
  const points = [...new Set(text)].map((one) => one.codePointAt(0) ?? 0).filter((point) => point >= 0x2e80);
  return (css.match(FACE) ?? [])
    .filter((rule) => {
      const ranges = rangesOf(/unicode-range:([^;]*)/.exec(rule)?.[1] ?? '');
      return points.some((point) => ranges.some(([first, last]) => first <= point && point <= last));
    })
    .map((rule) => rule.replace(/url\(\.\/([^)]*)\)/g, `url('${from}/$1')`))
    .join('\n');
}

/**
 * Quotation marks are in both, a Latin face and a language's own, and a text takes them from the face that is named
 * first. So they get a separate family, named before the Latin one: “NAME Marks”, from the slices that are shipped
 * anyway.
 */
const MARKS = 'U+201C-201D';
export function marksFor(rules: string): string {
  const [quote = 0] = rangesOf(MARKS)[0] ?? [];
  return (rules.match(FACE) ?? [])
    .filter((rule) => {
      const ranges = rangesOf(/unicode-range:([^;]*)/.exec(rule)?.[1] ?? '');
      // The package's Latin slice has them, too; but nothing else needs that slice.
      return (
        ranges.some(([first]) => first >= 0x2e80) && ranges.some(([first, last]) => first <= quote && quote <= last)
      );
    })
    .map((rule) =>
      rule
        .replace(/(font-family:\s*')([^']*)'/, "$1$2 Marks'")
        .replace(/unicode-range:[^;]*/, `unicode-range: ${MARKS}`),
    )
    .join('\n');
}

/**
 * All texts of a language: messages, the Markdown called NAME.LANG.md, and the texts.LANG.txt of scenarios and
 * machines.
 */
export function textIn(folder: string, lang: string): string {
  const files = [
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
    ...readdirSync(at('scenarios'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(`.${lang}.md`) || name.endsWith(`.${lang}.txt`))
      .map((name) => at('scenarios', name)),
  ];
  return files.map((file) => readFileSync(file, 'utf8')).join('');
}

export function smallFaces(): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: 'xip-small-faces',
    enforce: 'pre',
    transform(code, id) {
      const file = id.replace(/\?.*$/, '');
      const from = basename(file) === 'face.css' ? IMPORT.exec(code)?.[1] : undefined;
      if (from === undefined) return null;
      const folder = dirname(file);
      const css = readFileSync(require.resolve(`${from}/index.css`), 'utf8');
      const rules = facesFor(css, textIn(folder, basename(folder)), from);
      return { code: code.replace(IMPORT, () => `${rules}\n${marksFor(rules)}`), map: null };
    },
  };
}
