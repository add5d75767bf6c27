/**
 * Language and colours in the editor, unless a text is far from what scenarios are. The editor lays lines out whole,
 * with an element for each coloured word, and parses to their end before it shows anything. So texts with very long
 * lines, or mostly of punctuation, kept the main thread busy for up to 171 ms (`npm run bench -- --only untrusted`).
 * They are shown plain, and are not parsed.
 */
import { syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { editorHighlight } from './editor-look.ts';
import { COMMENTS, isolationSpec } from './spec-language.ts';

/** More than any shipped scenario has: `subtrans-pages` has 3,460, upstream's longest line of 17 has 243. */
export const LONGEST_COLOURED = 5000;

/**
 * Several of these may be visible at once, and each is drawn whole. All of `subtrans-pages` have 5,086 characters
 * together.
 */
const LONG_LINE = 1000;
const LONG_TOGETHER = 8000;
/** Coloured elements are counted per stretch of this many characters: shipped scenarios have at most 1,021. */
const STRETCH = 4000;
const SIGNS_IN_STRETCH = 1500;

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127;

/** Whether the editor would have too much to draw at once with colours. */
export function isHeavy(doc: Text): boolean {
  let line = 0;
  let longLines = 0;
  let inStretch = 0;
  let signs = 0;
  let before = 0;
  // In the document's own pieces: pieces of lines, and the breaks between.
  for (const piece of doc.iter()) {
    if (piece === '\n') {
      if (line > LONG_LINE) longLines += line;
      line = 0;
    } else line += piece.length;
    if (line > LONGEST_COLOURED || longLines > LONG_TOGETHER) return true;
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i);
      // A word counts as one, and so does a run of the same sign.
      if (code > 32 && code !== before && !(isWord(code) && isWord(before))) signs++;
      before = code;
      inStretch++;
      if (signs > SIGNS_IN_STRETCH) return true;
      if (inStretch === STRETCH) inStretch = signs = 0;
    }
  }
  return line > LONG_LINE && longLines + line > LONG_TOGETHER;
}

const coloured: Extension = [isolationSpec(), syntaxHighlighting(editorHighlight)];
/** Lines become comments by the same key. */
const plain: Extension = EditorState.languageData.of(() => [COMMENTS]);
const coloursOf = (doc: Text): Extension => (isHeavy(doc) ? plain : coloured);

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
