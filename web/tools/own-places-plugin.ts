/**
 * Modules that find files by their own place in the checkout find them from a bundle's, too, if it lies two folders
 * deep: `import.meta.url` has the same value in it as in the checkout.
 */
import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../node/tree.mjs';

const isOurs = (id: string): boolean => id.startsWith(`${root}${sep}`) && !id.includes('node_modules');

export function ownPlaces(): Plugin {
  return {
    name: 'xip-own-places',
    enforce: 'pre',
    transform: {
      filter: { code: /import\.meta\.(url|filename)/ },
      handler(code, id) {
        if (!isOurs(id)) return null;
        const from = JSON.stringify(relative(root, id).split(sep).join('/'));
        return {
          code: code
            .replaceAll('import.meta.url', `new URL(${from}, new URL('../../', import.meta.url)).href`)
            // Modules compare it to find out whether they were started directly. In a bundle none is.
            .replaceAll('import.meta.filename', from),
          map: null,
        };
      },
    },
  };
}
