/**
 * A prompt's text and keys. Enter runs, Shift Enter makes a new line, the arrows recall earlier statements at the first and
 * the last line, Tab completes a word, Ctrl-C cancels, Esc leaves the field, and a second one the prompts. While an input method composes a word, its keys are that word's.
 */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { StageTable } from '../../../engine/stage/stage-types.ts';
import { type Completion, completed } from '../../../viewmodel/prompt/complete.ts';

export interface PromptUse {
  /** The statements that the session has run, in order. */
  readonly earlier: readonly string[];
  /** Their names are completed. */
  readonly tables: readonly StageTable[];
  /** The statement being changed; null: the reader types a new one. */
  readonly editing: string | null;
  readonly onLeaveEditing: () => void;
  /** Cancels the waiting statement; null: none waits, so Ctrl-C clears the line, as in psql. */
  readonly onCancel: (() => void) | null;
  /** @returns the text that could not be run: the prompt shows it again, selected */
  readonly onRun: (sql: string) => Promise<string>;
}

type Field = HTMLTextAreaElement;
type Act = 'run' | 'complete' | 'before' | 'older' | 'newer' | 'cancel' | 'leave';

/** An input method is composing a word. Browsers report its keys with the code 229. */
const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing || nativeEvent.keyCode === 229;

/** Null: the key is text, or the browser's. */
function actOf(event: KeyboardEvent<Field>): Act | null {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
  if (isComposing(event) || altKey || metaKey) return null;
  if (shiftKey) return key === 'Tab' && !ctrlKey ? 'before' : null;
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  // With a selection, Ctrl-C copies it.
  if (ctrlKey) return key === 'c' && selectionStart === selectionEnd ? 'cancel' : null;
  if (key === 'Enter') return 'run';
  if (key === 'Tab') return 'complete';
  if (key === 'Escape') return 'leave';
  if (key === 'ArrowUp' && !value.slice(0, selectionStart).includes('\n')) return 'older';
  return key === 'ArrowDown' && !value.slice(selectionEnd).includes('\n') ? 'newer' : null;
}

/** The key has done something. */
const did = (_: unknown): true => true;

export function usePrompt(field: RefObject<Field | null>, use: PromptUse) {
  const { tables, editing, onLeaveEditing, onCancel, onRun } = use;
  const [text, setText] = useState('');
  /** What Tab could complete to. */
  const [choices, setChoices] = useState<readonly string[]>([]);
  const spaces = useSpaceOnce();
  const giveBack = useRefused(field, setText);
  const recall = useRecall(use.earlier, text, setText);
  useEffect(() => {
    if (editing === null) return;
    setText(editing);
    field.current?.focus();
  }, [field, editing]);
  const write = (now: string): void => {
    setText(now);
    setChoices([]);
  };
  const run = async (): Promise<void> => {
    if (text.trim() === '' && editing === null) return;
    write('');
    recall.forget();
    giveBack(await onRun(text));
  };
  const complete = (element: Field): boolean => {
    const found = completedIn(element, tables);
    if (found === null) return goToPrompt(element, 1);
    setText(found.text);
    setChoices(found.choices);
    spaces.put(found.text[found.caret - 1] === ' ');
    return true;
  };
  const clear = (): void => {
    write('');
    recall.forget();
    if (editing !== null) onLeaveEditing();
  };
  const acts: Readonly<Record<Act, (element: Field) => boolean>> = {
    run: () => did(run()),
    complete,
    before: (element) => goToPrompt(element, -1),
    older: () => recall.go(1),
    newer: () => recall.go(-1),
    cancel: () => did((onCancel ?? clear)()),
    leave: (element) => {
      if (editing !== null) clear();
      // A letter typed there is the prompt's again, and no shortcut of the page.
      else element.closest<HTMLElement>('[data-session]')?.focus();
      return true;
    },
  };
  const onKeyDown = (event: KeyboardEvent<Field>): void => {
    const act = actOf(event);
    const isTwice = spaces.isTwice(event);
    if (isTwice || (act !== null && acts[act](event.currentTarget))) event.preventDefault();
  };
  return { text, choices, write, onKeyDown };
}

/** Tab has just put a space behind the word: the next one typed is that. */
function useSpaceOnce() {
  const isPut = useRef(false);
  return {
    put: (is: boolean): void => {
      isPut.current = is;
    },
    isTwice: (event: KeyboardEvent<Field>): boolean => {
      const isTwice = isPut.current && event.key === ' ' && !event.ctrlKey && !isComposing(event);
      isPut.current = false;
      return isTwice;
    },
  };
}

/** Past the buttons and the answer between them, which Tab reaches after Esc. False: there is no prompt on that side. */
function goToPrompt(element: Field, by: 1 | -1): boolean {
  const all = [...(element.closest('fieldset')?.querySelectorAll('textarea') ?? [])];
  const next = all[all.indexOf(element) + by];
  next?.focus();
  return next !== undefined;
}

/** Puts text that could not be run back into the prompt and selects it, so that typing replaces it. */
function useRefused(
  field: RefObject<Field | null>,
  setText: (next: (now: string) => string) => void,
): (rest: string) => void {
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    const element = field.current;
    if (refused === null || element === null) return;
    if (element.value === refused && element === document.activeElement) element.select();
    setRefused(null);
  }, [field, refused]);
  return (rest) => {
    if (rest === '') return;
    // Do not overwrite a text that the reader has typed meanwhile.
    setText((now) => (now === '' ? rest : now));
    setRefused(rest);
  };
}

/** Completes the word before the caret. */
function completedIn(element: Field, tables: readonly StageTable[]): Completion | null {
  const isCaret = element.selectionStart === element.selectionEnd;
  const found = isCaret ? completed(element.value, element.selectionEnd, tables) : null;
  if (found === null) return null;
  // Set the text at once, so that the caret can be put into it.
  element.value = found.text;
  element.setSelectionRange(found.caret, found.caret);
  return found;
}

/** Recalls earlier statements, the newest first. Going forward past the newest brings the unfinished text back. */
function useRecall(earlier: readonly string[], text: string, setText: (text: string) => void) {
  /** How far back the text is; 0: it is new. */
  const [back, setBack] = useState(0);
  const draft = useRef('');
  return {
    forget: () => setBack(0),
    go: (by: 1 | -1): boolean => {
      const to = back + by;
      if (to < 0 || to > earlier.length) return false;
      if (back === 0) draft.current = text;
      setBack(to);
      setText(to === 0 ? draft.current : (earlier[earlier.length - to] ?? ''));
      return true;
    },
  };
}
