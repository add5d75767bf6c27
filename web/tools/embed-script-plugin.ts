/** Makes the site's `embed.js`, a script for other sites' pages: its address stays, so its name has no hash. */
import { build, type Plugin } from 'vite';
import { at } from '../node/tree.mjs';

export function embedScript(): Plugin {
  return {
    name: 'xip-embed-script',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return this.error('The build has no folder.');
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2023',
          lib: {
            entry: at('web/src/app/embed/embed-script.ts'),
            formats: ['iife'],
            name: 'xipscope',
            fileName: () => 'embed.js',
          },
        },
      });
    },
  };
}
