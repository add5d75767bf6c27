/** Pasted SQL, a transcript of psql or a spec: what it is shows by itself. With a fault it stays here, and so does the picture. */
import '../../../base/messages/en/prompt.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Result } from '../../../base/result.ts';
import type { SpecProblem } from '../../../scenario/spec-types.ts';
import { Button } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { inPasted, placeAt, recognised } from '../../../viewmodel/prompt/paste.ts';
import { ProblemList } from '../../shared/files/ProblemList.tsx';
import styles from './new-dialog.module.css';

interface PasteFormProps {
  readonly compile: (text: string) => Promise<Result<unknown, readonly SpecProblem[]>>;
  readonly onOpen: (text: string, file: string) => void;
}

export function PasteForm({ compile, onOpen }: PasteFormProps) {
  const { t } = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly SpecProblem[]>([]);
  const [isNothing, setNothing] = useState(false);
  const faults = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone they are below what the dialog shows.
    if (isNothing || problems.length > 0) faults.current?.scrollIntoView({ block: 'nearest' });
  }, [isNothing, problems]);
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const pasted = recognised(text, [`#: title: ${t('prompt.paste.title')}`, `#: about: ${t('prompt.paste.about')}`]);
    setNothing(pasted.kind === 'nothing');
    if (pasted.kind === 'nothing') return;
    if (pasted.kind === 'brace') return setProblems([{ ...placeAt(text, pasted.at), message: t('prompt.brace') }]);
    const spec = pasted.kind === 'spec' ? text : pasted.text;
    const compiled = await compile(spec);
    if (compiled.ok) return onOpen(spec, t('prompt.paste.file'));
    setProblems(pasted.kind === 'spec' ? compiled.error : compiled.error.map((one) => inPasted(text, pasted, one)));
  };
  return (
    <form className={styles.paste} onSubmit={(event) => void open(event)}>
      <label htmlFor={id}>{t('prompt.paste.label')}</label>
      <textarea
        id={id}
        rows={4}
        value={text}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        onChange={(event) => {
          setText(event.target.value);
          setProblems([]);
          setNothing(false);
        }}
      />
      <p id={`${id}-hint`}>{t('prompt.paste.hint')}</p>
      <Button type="submit" disabled={text.trim() === ''}>
        {t('prompt.paste.open')}
      </Button>
      <div ref={faults} role="status">
        {isNothing && <p>{t('prompt.paste.nothing')}</p>}
        <ProblemList text={text} problems={problems} title={t('prompt.paste.faults')} />
      </div>
    </form>
  );
}
