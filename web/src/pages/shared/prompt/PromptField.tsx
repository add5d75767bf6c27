/** One prompt: the session's letter, then a field that grows with its text. */
import '../../../base/messages/en/prompt.ts';
import { useId, useRef } from 'react';
import { useMessages } from '../../../ui/messages.tsx';
import type { SessionStyle } from '../../../viewmodel/stage/selection.ts';
import styles from './prompts.module.css';
import { type PromptUse, usePrompt } from './use-prompt.ts';

/** Longer texts scroll. */
const MAX_ROWS = 8;

interface PromptFieldProps extends PromptUse {
  readonly session: SessionStyle;
  /** The session is waiting, so a statement entered now runs later. */
  readonly isLater: boolean;
}

export function PromptField({ session, isLater, ...use }: PromptFieldProps) {
  const { t } = useMessages();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, choices, write, onKeyDown } = usePrompt(field, use);
  const isEditing = use.editing !== null;
  return (
    <div className={styles.field}>
      <span className={styles.letter} aria-hidden="true">
        {session.letter}
      </span>
      <textarea
        ref={field}
        rows={Math.min(MAX_ROWS, text.split('\n').length)}
        value={text}
        placeholder={isLater ? t('prompt.later') : 'SELECT …'}
        aria-label={t('prompt.of', { session: session.name })}
        aria-describedby={isEditing ? id : undefined}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        enterKeyHint="go"
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {choices.length > 0 && (
        <p role="status" className={styles.choices}>
          {choices.join('  ')}
        </p>
      )}
      {isEditing && (
        <p id={id} className={styles.editing}>
          {t('prompt.editing')}
        </p>
      )}
    </div>
  );
}
