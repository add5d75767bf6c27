/** `npm run gen:notes`: writes the simplifications in the C code's comments as messages of the page. */
import { allModelNotes, notesModule } from './model-notes.ts';
import { at, writeWhole } from './tree.mjs';

const file = at('web/src/base/messages/en/simplified.gen.ts');
const notes = allModelNotes();
writeWhole(file, notesModule(notes));
process.stdout.write(`${file} holds ${notes.length} notes.\n`);
