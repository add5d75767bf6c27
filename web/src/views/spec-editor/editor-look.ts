/**
 * The look of the editor: ink on paper from the page's tokens, which also apply in its shadow root; only sessions have
 * hues. In CodeMirror's own style modules, because the page's Content-Security-Policy forbids style elements and the
 * page's stylesheets do not apply inside: a shadow root gets them as constructed stylesheets.
 */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { sessionStyle } from '../../viewmodel/stage/selection.ts';
import { COMMENTS, extraTag, isolationSpec, sessionTags } from './spec-language.ts';

export const editorLook = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--ink)',
    backgroundColor: 'var(--paper-raised)',
    fontSize: 'var(--text-s)',
  },
  // The frame around it shows the focus (spec-editor.module.css).
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto', fontVariantLigatures: 'none' },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 var(--space-3) 0 var(--space-1)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--paper-raised)',
    color: 'var(--muted)',
    border: 'none',
    fontFamily: 'var(--mono)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.4em', padding: '0 var(--space-1) 0 var(--space-2)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ink) 4%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--ink) 18%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--edge)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent' },
  '.cm-specialChar': { color: 'var(--muted)' },

  '.cm-who': { width: '1.5em' },
  '.cm-who .cm-gutterElement': { display: 'grid', placeItems: 'start center', lineHeight: 'inherit' },
  '.cm-whoMark': { fontFamily: 'var(--sans)', fontWeight: '700', fontSize: 'var(--text-xs)', lineHeight: '1.8' },
  '.cm-faultMark': {
    display: 'inline-grid',
    placeItems: 'center',
    width: '1.25em',
    height: '1.25em',
    marginTop: '0.14em',
    borderRadius: '50%',
    backgroundColor: 'var(--ink)',
    color: 'var(--paper)',
    fontFamily: 'var(--sans)',
    fontWeight: '700',
    fontSize: 'var(--text-xs)',
    lineHeight: '1',
  },
  '.cm-faultMark[data-severity="warning"]': {
    backgroundColor: 'transparent',
    color: 'var(--ink)',
    boxShadow: 'inset 0 0 0 1px var(--ink)',
  },

  '.cm-lintRange': { paddingBottom: '0', backgroundImage: 'none' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy 1.5px var(--ink)', textUnderlineOffset: '0.22em' },
  '.cm-lintRange-warning': { textDecoration: 'underline dotted 1.5px var(--ink)', textUnderlineOffset: '0.22em' },
  '.cm-lintRange-active': { backgroundColor: 'color-mix(in srgb, var(--ink) 10%, transparent)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--ink)' },
  '.cm-tooltip': {
    border: 'none',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--ink)',
    color: 'var(--paper)',
    fontFamily: 'var(--sans)',
    fontSize: 'var(--text-xs)',
    lineHeight: '1.4',
    maxWidth: '22rem',
  },
  '.cm-diagnostic': { padding: 'var(--space-2) var(--space-3)', marginLeft: '0' },
  '.cm-diagnostic-error, .cm-diagnostic-warning': { borderLeft: 'none' },
  // With smaller text a phone would zoom the page when the reader starts typing.
  '@media (pointer: coarse)': { '.cm-scroller': { fontSize: 'var(--text-m)' } },
});

const editorHighlight = HighlightStyle.define([
  { tag: tags.definitionKeyword, fontWeight: '700' },
  { tag: [tags.keyword, tags.typeName, tags.standard(tags.name)], fontWeight: '600' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: extraTag, color: 'var(--muted)' },
  { tag: [tags.brace, tags.punctuation, tags.paren, tags.operator], color: 'var(--muted)' },
  // A line through a semicolon looks like ÷.
  { tag: tags.invalid, backgroundColor: 'color-mix(in srgb, var(--ink) 16%, transparent)' },
  ...sessionTags.map((tag, place) => ({ tag, color: sessionStyle('', place).hue, fontWeight: '600' })),
]);

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

/**
 * Language and colours in the editor, unless a text is far from what scenarios are. The editor lays lines out whole,
 * with an element for each coloured word, and parses to their end before it shows anything. So texts with very long
 * lines, or mostly of punctuation, kept the main thread busy for up to 171 ms (`npm run bench -- --only untrusted`).
 * They are shown plain, and are not parsed.
 */
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
