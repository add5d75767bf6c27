/** `npm run gen:notes`: writes the simplifications in the C code's comments as messages of the page. */

import { at, writeWhole } from '../node/tree.mjs';
import { allModelNotes, notesModule } from './model-notes.ts';

const file = at('web/src/base/messages/en/simplified.gen.ts');
const notes = allModelNotes();
writeWhole(file, notesModule(notes));
process.stdout.write(`${file} holds ${notes.length} notes.\n`);
