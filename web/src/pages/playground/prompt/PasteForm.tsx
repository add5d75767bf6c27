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

const SAID = {
  nothing: 'prompt.paste.nothing',
  'not-sql': 'prompt.paste.notSql',
  mixed: 'prompt.paste.mixed',
} as const;
type Said = keyof typeof SAID;

interface PasteFormProps {
  readonly compile: (text: string) => Promise<Result<unknown, readonly SpecProblem[]>>;
  readonly onOpen: (text: string, file: string) => void;
}

export function PasteForm({ compile, onOpen }: PasteFormProps) {
  const { t } = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly SpecProblem[]>([]);
  /** Why it did not open, or what to look at before it does. */
  const [said, setSaid] = useState<Said | null>(null);
  const faults = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone they are below what the dialog shows.
    if (said !== null || problems.length > 0) faults.current?.scrollIntoView({ block: 'nearest' });
  }, [said, problems]);
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const pasted = recognised(text, [`#: title: ${t('prompt.paste.title')}`, `#: about: ${t('prompt.paste.about')}`]);
    if (pasted.kind === 'nothing' || pasted.kind === 'not-sql') return setSaid(pasted.kind);
    // Told once; who presses again means it.
    if (pasted.kind === 'lanes' && pasted.isMixed && said !== 'mixed') return setSaid('mixed');
    setSaid(null);
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
          setSaid(null);
        }}
      />
      <p id={`${id}-hint`}>{t('prompt.paste.hint')}</p>
      <Button type="submit" disabled={text.trim() === ''}>
        {t('prompt.paste.open')}
      </Button>
      <div ref={faults} role="status">
        {said !== null && <p>{t(SAID[said])}</p>}
        <ProblemList text={text} problems={problems} title={t('prompt.paste.faults')} />
      </div>
    </form>
  );
}
