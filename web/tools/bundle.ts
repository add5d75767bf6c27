/** `npm run bundle [-- --out FILE]`: the built site as a zip for any static server, by default build/xipscope.zip. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Fault, main, say } from '../node/proc.mjs';
import { buildDir, siteDir, writeWhole } from '../node/tree.mjs';
import { zipSite } from './bundle-zip.ts';

await main(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string', default: join(buildDir, 'xipscope.zip') } } });
  const zip = zipSite(process.env.XIP_SITE_DIR ?? siteDir);
  if (zip === undefined) throw new Fault('The built site has no list of its files: run `npm run build` again.');
  const out = resolve(values.out);
  writeWhole(out, Buffer.from(zip));
  say(`${out}: ${(zip.byteLength / 1e6).toFixed(1)} MB. Unpack it, and README.txt says how to serve it.`);
});
