/**
 * Writes what real servers know by name into `web/src/sql/known-names.gen.ts`: tables and views of the catalogs, functions,
 * types and settings. What is there on a server and not here is refused by name; what is not there either is a server's own error.
 *
 *   npx tsx web/tools/pg/gen-names.ts
 */
import { at, writeWhole } from '../tree.mjs';
import { namesModule, namesOf } from './server-names.ts';

const names = await namesOf();
if (!names.ok) throw new Error(names.error.message);
const file = at('web/src/sql/known-names.gen.ts');
writeWhole(file, namesModule(names.value));
process.stdout.write(`${file} holds ${Object.values(names.value).flat().length} names.\n`);
