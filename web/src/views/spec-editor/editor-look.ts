/**
 * The look of the editor: ink on paper from the page's tokens, which also apply in its shadow root; only sessions have
 * hues. In CodeMirror's own style modules, because the page's Content-Security-Policy forbids style elements and the
 * page's stylesheets do not apply inside: a shadow root gets them as constructed stylesheets.
 */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { sessionStyle } from '../../viewmodel/stage/session-style.ts';
import { extraTag, sessionTags } from './spec-language.ts';

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
  '.cm-whoMark': { fontFamily: 'var(--sans)', fontWeight: '700', fontSize: '0.86em', lineHeight: '1.8' },
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
    fontSize: '0.86em',
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
  '@media (pointer: coarse)': { '.cm-scroller': { fontSize: 'max(16px, var(--text-s))' } },
});

export const editorHighlight = HighlightStyle.define([
  { tag: tags.definitionKeyword, fontWeight: '700' },
  { tag: [tags.keyword, tags.typeName, tags.standard(tags.name)], fontWeight: '600' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: extraTag, color: 'var(--muted)' },
  { tag: [tags.brace, tags.punctuation, tags.paren, tags.operator], color: 'var(--muted)' },
  // A line through a semicolon looks like ÷.
  { tag: tags.invalid, backgroundColor: 'color-mix(in srgb, var(--ink) 16%, transparent)' },
  ...sessionTags.map((tag, place) => ({ tag, color: sessionStyle('', place).hue, fontWeight: '600' })),
]);
