/** What the spec editor is given. */
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
  /** Another text than the editor's own replaces it. */
  readonly text: string;
  /** What keeps the text from running: underlined, with the message on hover and on F8. */
  readonly problems: readonly EditorProblem[];
  /** What does not. */
  readonly warnings?: readonly EditorProblem[] | undefined;
  readonly readOnly?: boolean;
  /** Its name for screen readers. */
  readonly label: string;
  readonly onChange?: (text: string) => void;
  /** Ctrl + Enter, ⌘ Enter. @param text as it stands in the editor: a key pressed just before may not have come back yet */
  readonly onRun?: (text: string) => void;
  readonly ref?: Ref<SpecEditorHandle>;
}
