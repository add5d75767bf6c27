/**
 * THIRD-PARTY.txt: names, versions and licences of everything shipped that is not ours. The npm packages among it come
 * from the module graphs of the build, including the workers'; notices outside npm packages are in `notices/`. Once in
 * the built site, the file is also in the zip, the SCORM packages and the npm package.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { at } from '../node/tree.mjs';

export const NOTICES = 'THIRD-PARTY.txt';

const PACKAGE = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/;
/** The folder of the npm package that a module belongs to; null: the module is ours, or nobody's. */
export function packageOf(id: string): string | null {
  // The bundlers' own helpers are in the bundle, too.
  if (id.startsWith('\0vite/')) return at('node_modules/vite');
  if (/^\0rolldown[\\/]runtime/.test(id)) return at('node_modules/rolldown');
  return PACKAGE.exec(id.replace(/^\0/, ''))?.[1] ?? null;
}

export interface Notice {
  readonly title: string;
  readonly licence: string;
  readonly text: string;
}

const fieldOf = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null && name in value
    ? String(Object.entries(value).find(([key]) => key === name)?.[1] ?? '')
    : '';

/** An npm package's name, version and licence. One without a licence is an error: it may not be shipped. */
export function noticeOf(folder: string): Notice {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const title = `${fieldOf(manifest, 'name')} ${fieldOf(manifest, 'version')}`;
  const licence = fieldOf(manifest, 'license');
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(name));
  const texts = files.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  if (licence === '' && texts.length === 0) throw new Error(`${title} says no licence; it may not be shipped.`);
  // A bundler's licence file continues with the licences of its own parts, which are not in its output.
  const own = texts.map((text) => text.split(/^#+ Licenses of bundled dependencies/m)[0]?.trim() ?? '');
  return { title, licence, text: own.join('\n\n') };
}

const RULE = '-'.repeat(80);

/**
 * Packages with the same text are listed together.
 * @param more whole texts, each of something outside npm
 */
export function noticesText(notices: readonly Notice[], more: readonly string[]): string {
  const byText = new Map<string, Notice[]>();
  const inOrder = [...notices].sort((a, b) => (a.title < b.title ? -1 : 1));
  for (const notice of inOrder) {
    const key = `${notice.licence}\n${notice.text.replace(/\s+/g, ' ')}`;
    byText.set(key, [...(byText.get(key) ?? []), notice]);
  }
  const groups = [...byText.values()].map((same) => {
    const [{ licence, text } = { licence: '', text: '' }] = same;
    return `${same.map(({ title }) => title).join('\n')}\nLicence: ${licence}\n\n${text || 'The package holds no text of its licence.'}`;
  });
  const head = `What others made and Xipscope ships, with its licences.\nXipscope's own is the MIT licence (LICENSE.txt).`;
  return [head, ...groups, ...more.map((text) => text.trim())].map((part) => `${part}\n`).join(`\n${RULE}\n\n`);
}

export const otherNotices = (): readonly string[] => {
  const folder = at('web/tools/notices');
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
};

/** The packages that a style sheet imports (typefaces): it is not a module itself. */
const importedBy = (sheet: string): readonly string[] =>
  [...readFileSync(sheet, 'utf8').matchAll(/['"]((?:@[\w-]+\/)?[\w-]+\/[^'"]+)['"]/g)].map(([, path = '']) =>
    at('node_modules', path),
  );

/** Goes into `plugins` and `worker.plugins` alike: workers are bundled separately, and before the page. */
export function thirdParty(): { readonly page: () => Plugin; readonly worker: () => Plugin } {
  const folders = new Set<string>();
  const gather = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const folder = packageOf(id);
      if (folder !== null && existsSync(join(folder, 'package.json'))) folders.add(folder);
    }
  };
  return {
    worker: () => ({
      name: 'xip-third-party-of-workers',
      generateBundle() {
        gather(this.getModuleIds());
      },
    }),
    page: () => ({
      name: 'xip-third-party',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler() {
          gather(this.getModuleIds());
          for (const id of this.getModuleIds()) if (/\.css$/.test(id) && existsSync(id)) gather(importedBy(id));
          const text = noticesText([...folders].map(noticeOf), otherNotices());
          this.emitFile({ type: 'asset', fileName: NOTICES, source: text });
          const own = readFileSync(at('LICENSE'), 'utf8');
          this.emitFile({ type: 'asset', fileName: 'LICENSE.txt', source: own });
        },
      },
    }),
  };
}
