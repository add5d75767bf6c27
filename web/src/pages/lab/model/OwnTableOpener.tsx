/** Opens a CSV file with the columns of a published table, by a button or dropped anywhere on the page. */

import '../../../base/messages/en/model.ts';
import '../../../base/messages/en/source.ts';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useNewest } from '../../../ui/hooks.ts';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import {
  OWN_TABLE_COLUMNS,
  OWN_TABLE_LIMITS,
  type OwnTable,
  readOwnTable,
} from '../../../viewmodel/prediction/own-table.ts';
import { shownName, useFileDrop } from '../../shared/files/open-file.ts';

export function OwnTableOpener({ onTable }: { readonly onTable: (table: OwnTable) => void }) {
  const messages = useMessages();
  const { t } = messages;
  const chooser = useRef<HTMLInputElement>(null);
  const newest = useRef<File>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const told = useNewest(onTable);
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    newest.current = file;
    const name = shownName(file.name);
    // The size is known before any of it is read; so few bytes need no worker.
    const tooLarge = file.size > OWN_TABLE_LIMITS.fileBytes;
    const text = tooLarge ? null : await file.text().catch(() => null);
    if (newest.current !== file) return;
    if (text === null) {
      const { fileBytes: bytes, rows } = OWN_TABLE_LIMITS;
      setProblem(
        tooLarge
          ? t('model.own.large', { where: name, bytes, rows })
          : t('model.own.unread', { file: name, why: t('source.open.unreadable') }),
      );
      return;
    }
    const table = readOwnTable(name, text, messages);
    setProblem(table.ok ? null : table.error);
    if (table.ok) told.current(table.value);
  };
  useFileDrop((files) => void open(files[0]));
  return (
    <div>
      <div className={page.row}>
        <Button icon="open" onClick={() => chooser.current?.click()}>
          {t('model.own.open')}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".csv,text/csv"
          hidden
          data-testid="own-table"
          onChange={(event) => {
            void open(event.target.files?.[0]);
            // So that the same file can be opened again.
            event.target.value = '';
          }}
        />
      </div>
      <p className={page.hint}>{t('model.own.hint', { known: OWN_TABLE_COLUMNS })}</p>
      {problem !== null && (
        <p role="alert" className={page.note} data-testid="own-table-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
