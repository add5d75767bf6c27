/**
 * The editor of a spec's text. As high as its place. CodeMirror is a separate chunk, fetched when an editor is first
 * shown; until then, and if it cannot be fetched, there is a plain text field.
 */
import '../../base/messages/en/source.ts';
import '../../base/messages/en/ui.ts';
import { lazy, type ReactNode, Suspense, useImperativeHandle, useRef } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { problemRange } from '../../viewmodel/spec/spec-syntax.ts';
import type { SpecEditorProps } from './editor-types.ts';
import styles from './spec-editor.module.css';

export type { EditorProblem, SpecEditorHandle, SpecEditorProps } from './editor-types.ts';

/** The platform's name for the key; a wrong guess shows the other name. */
const RUN_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ Enter' : 'Ctrl + Enter';

type InnerProps = SpecEditorProps & { readonly description: string };

function PlainEditor({ text, label, description, readOnly = false, onChange, onRun, ref }: InnerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    go(place) {
      const { from, to } = problemRange(text, place);
      field.current?.focus();
      field.current?.setSelectionRange(from, to);
    },
  }));
  return (
    <textarea
      ref={field}
      className={styles.plain}
      aria-label={label}
      aria-description={description}
      spellCheck={false}
      value={text}
      readOnly={readOnly}
      onChange={(event) => onChange?.(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onRun?.(event.currentTarget.value);
      }}
    />
  );
}

const CodeEditor = lazy<(props: InnerProps) => ReactNode>(() =>
  import('./CodeEditor.tsx').catch(() => ({ default: PlainEditor })),
);

export function SpecEditor(props: SpecEditorProps) {
  const { t } = useMessages();
  const { readOnly = false, onRun } = props;
  const hints = [
    ...(readOnly ? [] : [t('source.editor.tab')]),
    ...(onRun === undefined ? [] : [t('source.editor.run', { key: RUN_KEY })]),
    ...(props.problems.length === 0 ? [] : [t('source.editor.next')]),
  ];
  const description = t('ui.sentences', { all: hints });
  return (
    <div className={styles.frame}>
      <div className={styles.room}>
        <Suspense fallback={<PlainEditor {...props} description={description} />}>
          <CodeEditor {...props} description={description} />
        </Suspense>
      </div>
      {hints.length > 0 && (
        <p className={styles.hint} aria-hidden="true">
          {description}
        </p>
      )}
    </div>
  );
}
