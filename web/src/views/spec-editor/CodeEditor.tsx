/**
 * The editor itself: CodeMirror in a shadow root, where its styles need no style element (the page's policy forbids
 * them). A separate chunk: import SpecEditor.tsx, which fetches it.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension, Prec, Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { shownLine } from '../../base/written.ts';
import { useNewest } from '../../ui/hooks.ts';
import { problemRange } from '../../viewmodel/spec/spec-syntax.ts';
import { editorLook, highlighting } from './editor-look.ts';
import type { SpecEditorProps } from './editor-types.ts';
import styles from './spec-editor.module.css';
import { whoGutter } from './who-gutter.ts';

/** Marks a change that came from outside, so that it is not reported back. */
const fromOutside = Annotation.define<true>();
/** Reported texts that have not come back; the limit keeps them from piling up if the page never returns them. */
const MAX_TOLD = 100;

type Faults = Pick<SpecEditorProps, 'problems' | 'warnings'>;

function diagnosticsOf(text: string, { problems, warnings = [] }: Faults): Diagnostic[] {
  const of = (severity: 'error' | 'warning', list: Faults['problems']): Diagnostic[] =>
    list.map((problem) => ({ ...problemRange(text, problem), severity, message: shownLine(problem.message) }));
  return [...of('error', problems), ...of('warning', warnings)];
}

/** A carriage return is part of the file and stays in it, but need not be shown. */
function specialCharacter(code: number, description: string | null): HTMLElement {
  const shown = document.createElement('span');
  shown.className = 'cm-specialChar';
  shown.textContent = code === 0x0d ? '' : '•';
  if (description !== null) shown.title = description;
  return shown;
}

const languageExtensions = (text: string): readonly Extension[] => [
  // Lines end where the parser's do; otherwise columns and the file's bytes would differ.
  EditorState.lineSeparator.of('\n'),
  lineNumbers(),
  whoGutter(),
  highlightSpecialChars({ render: (code, description) => specialCharacter(code, description) }),
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  bracketMatching(),
  EditorView.lineWrapping,
  indentUnit.of('  '),
  highlighting(Text.of(text.split('\n'))),
  editorLook,
];

const keyExtensions = (run: EditorParts['run']): readonly Extension[] => [
  Prec.highest(keymap.of([{ key: 'Mod-Enter', run: ({ state }) => run(state.doc.toString()) }])),
  keymap.of([
    ...defaultKeymap,
    ...historyKeymap,
    ...lintKeymap.filter(({ key }) => key !== 'Mod-Shift-m'),
    { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
    // Esc, then Tab leaves: CodeMirror's own rule. The hint below the editor says so.
    indentWithTab,
  ]),
];

/** The attributes of the text, for its readers and for accessibility checkers. */
const writable = (readOnly: boolean, label: string, description: string): readonly Extension[] => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({
    // It is in the tab order anyway; accessibility checkers look for this attribute.
    tabindex: '0',
    'aria-label': label,
    'aria-description': description,
    ...(readOnly ? { 'aria-readonly': 'true' } : {}),
  }),
];

interface EditorParts {
  readonly writing: Compartment;
  /** Returns whether there was something to run. */
  readonly run: (text: string) => boolean;
  readonly onWritten: (text: string) => void;
}

/** The editor in the element's shadow root. */
function createEditor(element: HTMLElement, text: string, { writing, run, onWritten }: EditorParts): EditorView {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const report = EditorView.updateListener.of((update) => {
    if (update.docChanged && !update.transactions.some((change) => change.annotation(fromOutside)))
      onWritten(update.state.doc.toString());
  });
  const extensions = [languageExtensions(text), keyExtensions(run), writing.of([]), report];
  return new EditorView({ root, parent: root, state: EditorState.create({ doc: text, extensions }) });
}

/** Another text. It can be undone like any change. */
function openText(editor: EditorView, text: string): void {
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: text },
    selection: { anchor: 0 },
    annotations: fromOutside.of(true),
  });
}

function goTo(editor: EditorView | null, place: Parameters<typeof problemRange>[1]): void {
  if (editor === null) return;
  const { from } = problemRange(editor.state.doc.toString(), place);
  editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  editor.focus();
}

export default function CodeEditor(props: SpecEditorProps & { readonly description: string }) {
  const { text, problems, warnings, readOnly = false, label, description, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const writing = useRef(new Compartment());
  const told = useRef<string[]>([]);
  const newest = useNewest(props);

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes later is brought in below
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const created = createEditor(element, text, {
      writing: writing.current,
      run: (written) => {
        const { onRun } = newest.current;
        onRun?.(written);
        return onRun !== undefined;
      },
      onWritten: (written) => {
        told.current = [...told.current.slice(-MAX_TOLD), written];
        newest.current.onChange?.(written);
      },
    });
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: writing.current.reconfigure(writable(readOnly, label, description)) });
  }, [readOnly, label, description]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    // A reported text comes back a moment later; newer input stays.
    const echo = told.current.indexOf(text);
    if (echo !== -1) {
      told.current = told.current.slice(echo + 1);
      return;
    }
    if (editor.state.doc.toString() === text) return;
    told.current = [];
    openText(editor, text);
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    editor?.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state.doc.toString(), { problems, warnings })));
  }, [problems, warnings]);

  useImperativeHandle(ref, () => ({ go: (place) => goTo(view.current, place) }), []);

  return <div ref={host} className={styles.editor} />;
}
