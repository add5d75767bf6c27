/** The spec as a file, and the run so far as a trace. */
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { download, fileName } from '../../../ui/export/download.ts';
import { LiveRegion } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import styles from '../../shared/files/source.module.css';

interface SaveButtonsProps {
  /** The base of the files' names: an id or a file's name, with or without `.spec`. */
  readonly name: string;
  readonly text: string;
  /** A trace's lines, without newlines; null while there is nothing to save. */
  readonly trace: (() => Promise<readonly string[]> | readonly string[]) | null;
}

export function SaveButtons({ name, text, trace }: SaveButtonsProps) {
  const { t } = useMessages();
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const stem = name.replace(/\.spec$/i, '');

  const save = (file: string, content: string, type: string): void => {
    download(file, new Blob([content], { type }));
    setSaid(t('ui.saved', { file }));
  };
  const saveTrace = async (): Promise<void> => {
    if (trace === null) return;
    setBusy(true);
    try {
      const lines = await trace();
      save(fileName(stem, 'jsonl'), lines.map((line) => `${line}\n`).join(''), 'application/jsonl');
    } catch {
      setSaid(t('ui.saveFailed', { format: t('source.save.traceFormat') }));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.save}>
      <Button icon="download" onClick={() => save(fileName(stem, 'spec'), text, 'text/plain')}>
        {t('source.save.spec')}
      </Button>
      <Button icon="download" disabled={trace === null || busy} onClick={saveTrace}>
        {t('source.save.trace')}
      </Button>
      <LiveRegion text={said} everyMs={0} />
    </div>
  );
}
