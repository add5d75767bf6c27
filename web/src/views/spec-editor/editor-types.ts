/** The props of the spec editor. */
import type { Ref } from 'react';

export interface EditorProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface SpecEditorHandle {
  /** Puts the cursor there and the focus into the editor. */
  go(place: { readonly line: number; readonly column: number }): void;
}

export interface SpecEditorProps {
  /** A text that differs from the editor's own replaces it. */
  readonly text: string;
  /** Problems that keep the text from running: underlined, with the message on hover and on F8. */
  readonly problems: readonly EditorProblem[];
  /** Problems that do not. */
  readonly warnings?: readonly EditorProblem[] | undefined;
  readonly readOnly?: boolean;
  /** Its name for screen readers. */
  readonly label: string;
  readonly onChange?: (text: string) => void;
  /**
   * Ctrl + Enter, ⌘ Enter.
   * @param text the editor's present text: a key pressed just before may not have come back yet
   */
  readonly onRun?: (text: string) => void;
  readonly ref?: Ref<SpecEditorHandle>;
}
