/** Handing in: the name on a record, its code, and the file. For the whole record and for an assignment's part of it. */
import '../../../base/messages/en/record.ts';
import { useEffect, useId, useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import controls from '../../../ui/controls.module.css';
import { download, fileName } from '../../../ui/export/download.ts';
import { kept } from '../../../ui/kept.ts';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import { marksOf } from '../../../viewmodel/record/class-table.ts';
import type { Deed } from '../../../viewmodel/record/progress.ts';
import {
  cleanName,
  MAX_NAME_CHARS,
  recordCode,
  recordText,
  type StudentRecord,
} from '../../../viewmodel/record/record.ts';
import styles from './hand-in.module.css';

const NAME_KEY = 'xipscope.name';

export function keptName(): string {
  try {
    return cleanName(kept().getItem(NAME_KEY) ?? '');
  } catch {
    return '';
  }
}
function keepName(name: string): void {
  try {
    kept().setItem(NAME_KEY, name);
  } catch {
    // Then it has to be typed again.
  }
}

/** The name as it is being typed, kept for the next visit. */
export function useName(): readonly [typed: string, onName: (text: string) => void] {
  const [typed, setTyped] = useState(keptName);
  return [
    typed,
    (text) => {
      setTyped(text);
      keepName(cleanName(text));
    },
  ];
}

interface NameFieldProps {
  /** As typed. */
  readonly name: string;
  readonly onName: (typed: string) => void;
  /** Why the name is asked for. */
  readonly hint: string;
}

export function NameField({ name, onName, hint }: NameFieldProps) {
  const { t } = useMessages();
  const id = useId();
  return (
    <label className={styles.name}>
      <span>{t('record.name')}</span>
      <input
        className={controls.input}
        type="text"
        value={name}
        maxLength={MAX_NAME_CHARS}
        autoComplete="name"
        spellCheck={false}
        aria-describedby={id}
        onChange={(event) => onName(event.target.value)}
      />
      <span id={id} className={page.hint}>
        {hint}
      </span>
    </label>
  );
}

interface HandInProps {
  /** As typed. */
  readonly name: string;
  readonly deeds: readonly Deed[];
  /** Asks for the name here; left out where the page has asked already. */
  readonly onName?: (typed: string) => void;
}

/** A record's sum, the name on it, its code, and the file. */
export function HandIn({ name, deeds, onName }: HandInProps) {
  const { t } = useMessages();
  const id = useId();
  const [said, setSaid] = useState('');
  const clean = cleanName(name);
  const record = useMemo(() => ({ name: clean, deeds }), [clean, deeds]);
  const code = useCode(record);
  const save = (): void => {
    const file = fileName(`xipscope ${clean}`, 'json');
    download(file, new Blob([recordText(record, code ?? '')], { type: 'application/json' }));
    setSaid(t('record.saved', { file }));
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code ?? '');
      setSaid(t('record.copied'));
    } catch {
      setSaid(t('record.notCopied'));
    }
  };
  return (
    <section className={styles.handIn} aria-labelledby={`${id}-hand`}>
      <h2 id={`${id}-hand`}>{t('record.handIn')}</h2>
      <p>{t('record.sum', marksOf(deeds))}</p>
      <div className={styles.fields}>
        {onName !== undefined && (
          <NameField name={name} onName={onName} hint={t('record.nameHint', { max: MAX_NAME_CHARS })} />
        )}
        <div className={styles.code}>
          <span>{t('record.code')}</span>
          {code === null ? (
            <p className={page.hint}>{t('record.codeNone')}</p>
          ) : (
            <output className={styles.symbols} data-code={code}>
              {code ?? t('record.codeWaiting')}
            </output>
          )}
        </div>
      </div>
      <div className={page.row}>
        <Button look="primary" icon="download" disabled={code === undefined} onClick={save}>
          {t('record.save')}
        </Button>
        {code !== null && (
          <Button disabled={code === undefined} onClick={() => void copy()}>
            {t('record.copy')}
          </Button>
        )}
        <span role="status" className={page.strong}>
          {said}
        </span>
      </div>
    </section>
  );
}

/** Undefined: still computing; null: it cannot be computed. */
function useCode(record: StudentRecord): string | null | undefined {
  const [made, setMade] = useState<{ readonly of: StudentRecord; readonly code: string | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void recordCode(record).then((code) => {
      if (isWanted) setMade({ of: record, code });
    });
    return () => {
      isWanted = false;
    };
  }, [record]);
  return made?.of === record ? made.code : undefined;
}
