/** Compares a code that arrived separately with the open files. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { type useMessages as Use, useMessages } from '../../ui/messages.tsx';
import { checkCode } from '../../viewmodel/record/check-code.ts';
import type { HandedIn } from '../../viewmodel/record/class-table.ts';
import type { CodeFault } from '../../viewmodel/record/record-code.ts';
import styles from './teacher.module.css';

type T = ReturnType<typeof Use>['t'];

export function CheckCode({ handedIn }: { readonly handedIn: readonly HandedIn[] }) {
  const { t } = useMessages();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(typed);
  };
  return (
    <form className={styles.check} onSubmit={submit}>
      <h2>{t('teacher.check')}</h2>
      <label>
        <span>{t('teacher.check.label')}</span>
        <input
          type="text"
          value={typed}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="0000-0000-0000-0000-0"
          onChange={(event) => {
            setTyped(event.target.value);
            setAsked(null);
          }}
        />
      </label>
      <Button type="submit" disabled={typed.trim() === ''}>
        {t('teacher.check.do')}
      </Button>
      <p role="status" className={styles.answer}>
        {asked === null ? '' : answerTo(asked, handedIn, t)}
      </p>
    </form>
  );
}

/** @param typed as copied from a slip of paper */
function answerTo(typed: string, handedIn: readonly HandedIn[], t: T): string {
  const checked = checkCode(typed, handedIn);
  switch (checked.kind) {
    case 'fits':
      return t('teacher.check.fits', checked);
    case 'stale':
      return t('teacher.check.stale', checked);
    case 'noFile':
      return t('teacher.check.noFile', checked);
    case 'fault':
      return faultText(checked.fault, t);
  }
}

function faultText(fault: CodeFault, t: T): string {
  switch (fault.kind) {
    case 'length':
      return t('teacher.check.length', fault);
    case 'symbol':
      return t('teacher.check.symbol', fault);
    case 'check':
      return t('teacher.check.check');
  }
}
