/**
 * Colours in the editor, while every line is one that a person could have written. A line of tens of thousands of characters is laid
 * out whole, with an element for each of its words, and would keep the page busy for a fifth of a second: it is shown plain, and
 * so is the text around it.
 */
import { syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { editorHighlight } from './editor-look.ts';

/** Upstream's longest line of SQL has some 300 characters. */
export const LONGEST_COLOURED = 2000;

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
const coloursOf = (doc: Text): Extension => (hasLongLine(doc) ? [] : coloured);

export function highlighting(doc: Text): Extension {
  const colours = new Compartment();
  return [
    colours.of(coloursOf(doc)),
    EditorState.transactionExtender.of(({ docChanged, newDoc, startState }) => {
      const wanted = docChanged ? coloursOf(newDoc) : colours.get(startState);
      const isSame = wanted === coloured ? colours.get(startState) === coloured : colours.get(startState) !== coloured;
      return isSame ? null : { effects: colours.reconfigure(wanted ?? []) };
    }),
  ];
}
