/**
 * One prompt: a line that grows with what is typed into it. Its keys are its own: Enter runs, Shift Enter makes a new
 * line, the arrows recall earlier statements at the first and the last line, Esc leaves. While an input method composes a
 * word, its keys are that word's.
 */
import '../../../base/messages/en/prompt.ts';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { StageTable } from '../../../engine/stage/stage-types.ts';
import { useMessages } from '../../../ui/messages.tsx';
import { completed } from '../../../viewmodel/prompt/complete.ts';
import type { SessionStyle } from '../../../viewmodel/stage/selection.ts';
import styles from './prompts.module.css';

interface PromptFieldProps {
  readonly session: SessionStyle;
  readonly earlier: readonly string[];
  /** Their names are completed. */
  readonly tables: readonly StageTable[];
  /** The statement to change; null: a new one is typed. */
  readonly editing: string | null;
  readonly onLeaveEditing: () => void;
  /** @returns whether it became a step; if not, it comes back into the prompt */
  readonly onRun: (sql: string) => Promise<boolean>;
}

/** An input method composes: 229 is how browsers name its keys that have no other name. */
const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing || nativeEvent.keyCode === 229;

export function PromptField({ session, earlier, tables, editing, onLeaveEditing, onRun }: PromptFieldProps) {
  const { t } = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  /** How far back in `earlier` the text is; 0: it is new. */
  const [back, setBack] = useState(0);
  /** What was typed here before something was recalled. */
  const draft = useRef('');
  const field = useRef<HTMLTextAreaElement>(null);
  useHeight(field, text);
  useEffect(() => {
    if (editing === null) return;
    setText(editing);
    field.current?.focus();
  }, [editing]);
  const run = async (): Promise<void> => {
    if (text.trim() === '' && editing === null) return;
    setText('');
    setChoices([]);
    setBack(0);
    const hasRun = await onRun(text);
    // What has been typed meanwhile stays.
    if (!hasRun) setText((now) => (now === '' ? text : now));
  };
  const recall = (by: 1 | -1): boolean => {
    const to = back + by;
    if (to < 0 || to > earlier.length) return false;
    if (back === 0) draft.current = text;
    setBack(to);
    setText(to === 0 ? draft.current : (earlier[earlier.length - to] ?? ''));
    return true;
  };
  /** What Tab could complete to. */
  const [choices, setChoices] = useState<readonly string[]>([]);
  const complete = (element: HTMLTextAreaElement): boolean => {
    const found = completed(element.value, element.selectionEnd, tables);
    if (found === null || element.selectionStart !== element.selectionEnd) return false;
    // At once, so that the caret has its place in the new text.
    element.value = found.text;
    element.setSelectionRange(found.caret, found.caret);
    setText(found.text);
    setChoices(found.choices);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return;
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    if (key === 'Enter' && !shiftKey) {
      event.preventDefault();
      void run();
    } else if (key === 'Tab' && !shiftKey) {
      if (complete(event.currentTarget)) event.preventDefault();
    } else if (key === 'ArrowUp' && !shiftKey && isFirstLine(event.currentTarget)) {
      if (recall(1)) event.preventDefault();
    } else if (key === 'ArrowDown' && !shiftKey && isLastLine(event.currentTarget)) {
      if (recall(-1)) event.preventDefault();
    } else if (key === 'Escape') {
      if (editing === null) event.currentTarget.blur();
      else {
        setText('');
        onLeaveEditing();
      }
    }
  };
  return (
    <div className={styles.field}>
      <span className={styles.letter} aria-hidden="true">
        {session.letter}
      </span>
      <textarea
        ref={field}
        rows={1}
        value={text}
        placeholder="SELECT …"
        aria-label={t('prompt.of', { session: session.name })}
        aria-describedby={editing === null ? undefined : id}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        enterKeyHint="go"
        onChange={(event) => {
          setText(event.target.value);
          setChoices([]);
        }}
        onKeyDown={onKeyDown}
      />
      {choices.length > 0 && (
        <p role="status" className={styles.choices}>
          {choices.join('  ')}
        </p>
      )}
      {editing !== null && (
        <p id={id} className={styles.editing}>
          {t('prompt.editing')}
        </p>
      )}
    </div>
  );
}

const isFirstLine = ({ value, selectionStart }: HTMLTextAreaElement): boolean =>
  !value.slice(0, selectionStart).includes('\n');
const isLastLine = ({ value, selectionEnd }: HTMLTextAreaElement): boolean => !value.slice(selectionEnd).includes('\n');

/** As high as its text. */
function useHeight(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it measures
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.rows = Math.min(MAX_ROWS, element.value.split('\n').length);
  }, [field, text]);
}
const MAX_ROWS = 8;
