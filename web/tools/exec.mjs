/**
 * Runs a TypeScript tool once its requirements are ready:
 *
 *   node web/tools/exec.mjs [--site] [--chromium] [--no-wasm] TOOL.ts [arguments of the tool]
 *
 * WebAssembly is built first unless --no-wasm; --site adds the built page, --chromium a Chromium.
 */
import { spawn } from 'node:child_process';
import { Fault, main } from '../node/proc.mjs';
import { at } from '../node/tree.mjs';
import { ensureReady } from './setup.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  const first = args.findIndex((arg) => !arg.startsWith('--'));
  const [tool, ...rest] = first === -1 ? [] : args.slice(first);
  if (tool === undefined) throw new Fault('exec.mjs: no tool named.');
  const asked = args.slice(0, first);
  await ensureReady({
    wasm: !asked.includes('--no-wasm'),
    site: asked.includes('--site'),
    chromium: asked.includes('--chromium'),
    quiet: true,
  });
  const child = spawn(process.execPath, ['--import', 'tsx', tool, ...rest], { cwd: at(), stdio: 'inherit' });
  // Ctrl-C reaches the tool by itself; this process waits for the tool's reaction.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGHUP'])) process.on(signal, () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
});
