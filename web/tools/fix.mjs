/** `npm run fix`: formats TypeScript, CSS and C, and applies the linter's automatic fixes. */
import { main, runOrFault } from '../node/proc.mjs';
import { at } from '../node/tree.mjs';
import { ensureReady } from './setup.mjs';
import { biome, cFiles, clangFormat } from './test-runners.mjs';

await main(async () => {
  await ensureReady({ quiet: true });
  await runOrFault('clang-format', process.execPath, [clangFormat, '-i', ...cFiles()], { cwd: at() });
  const ran = await runOrFault('Biome', process.execPath, [biome, 'check', '--write', '.'], { cwd: at() });
  process.stdout.write(ran.output);
});
