/**
 * Colours in the editor, unless a line is far longer than scenarios have. The editor lays such a line out whole, with an element for
 * each word. One of 64 kB kept the main thread busy for 171 ms (`npm run bench -- --only untrusted`), so a text with one is shown plain.
 */
import { syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { editorHighlight } from './editor-look.ts';

/** More than any shipped scenario has: `subtrans-pages` comes to 3,460, upstream's longest line of 17 to 243. */
export const LONGEST_COLOURED = 5000;

export function hasLongLine(doc: Text): boolean {
  let length = 0;
  // As the document keeps them: pieces of lines, and the breaks between.
  for (const piece of doc.iter()) {
    length = piece === '\n' ? 0 : length + piece.length;
    if (length > LONGEST_COLOURED) return true;
  }
  return false;
}

const coloured = syntaxHighlighting(editorHighlight);
const plain: Extension = [];
const coloursOf = (doc: Text): Extension => (hasLongLine(doc) ? plain : coloured);

export function highlighting(doc: Text): Extension {
  const colours = new Compartment();
  return [
    colours.of(coloursOf(doc)),
    EditorState.transactionExtender.of(({ docChanged, newDoc, startState }) => {
      if (!docChanged) return null;
      const wanted = coloursOf(newDoc);
      return wanted === colours.get(startState) ? null : { effects: colours.reconfigure(wanted) };
    }),
  ];
}
