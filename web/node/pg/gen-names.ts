/**
 * Writes the names that real servers know into `web/src/sql/known-names.gen.ts`: tables and views of the catalogs,
 * functions, types and settings. The engine refuses by name what only a server has; what a server lacks, too, gives the
 * server's own error.
 *
 *   npx tsx web/node/pg/gen-names.ts
 */
import { at, writeWhole } from '../tree.mjs';
import { namesModule, namesOf } from './server-names.ts';

const names = await namesOf();
if (!names.ok) throw new Error(names.error.message);
const file = at('web/src/sql/known-names.gen.ts');
writeWhole(file, namesModule(names.value));
process.stdout.write(`${file} holds ${Object.values(names.value).flat().length} names.\n`);
