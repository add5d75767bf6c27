/** The measurement that would tell a queue per line from a shared server: the command, and the figure of its file. */
import '../../../base/messages/en/json.ts';
import '../../../base/messages/en/lines-shared.ts';
import '../../../base/messages/en/source.ts';
import { useRef, useState } from 'react';
import type { Messages } from '../../../base/messages/index.ts';
import { LINES_LIMITS } from '../../../scenario/lines-shared.ts';
import { Button, TryAgain } from '../../../ui/Button.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import { LinesSharedFigure } from '../../../views/lines-shared/LinesSharedFigure.tsx';
import { type NamedBytes, shownName } from '../../shared/files/open-file.ts';
import { ProblemList } from '../../shared/files/ProblemList.tsx';
import { faultyText, type ReadText, type ReadTexts } from '../../shared/files/text-types.ts';
import { readTextInWorker } from '../../shared/files/texts-client.ts';
import styles from './model.module.css';

const COMMAND = 'npx xipscope bench --workload lines-shared --json > lines.json';

interface Opened extends ReadText<'lines'> {
  /** The file's name, as it may be shown. */
  readonly file: string;
}

async function readLinesFile(file: NamedBytes, messages: Messages, read: ReadTexts): Promise<Opened> {
  const opened = { file: shownName(file.name) };
  // The size is known before any of it is read.
  if (file.size > LINES_LIMITS.fileBytes)
    return { ...opened, ...faultyText(messages.t('json.fileTooLarge', { max: LINES_LIMITS.fileBytes })) };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { ...opened, ...faultyText(messages.t('source.open.unreadable')) };
  }
  return { ...opened, ...(await read({ kind: 'lines', source: bytes, lang: messages.lang })) };
}

/** Reads the newest file that was chosen; one that was chosen before and comes later is dropped. */
function useOpened() {
  const messages = useMessages();
  const [opened, setOpened] = useState<Opened | null>(null);
  const newest = useRef<File>(undefined);
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    newest.current = file;
    const read = await readLinesFile(file, messages, readTextInWorker);
    if (newest.current === file) setOpened(read);
  };
  return { opened, open, again: () => open(newest.current) };
}

export function SharedLines() {
  const { t } = useMessages();
  const chooser = useRef<HTMLInputElement>(null);
  const { opened, open, again } = useOpened();
  return (
    <details className={styles.settles} data-testid="shared-lines">
      <summary>{t('linesShared.panel')}</summary>
      <p className={page.quiet}>{t('linesShared.panel.lead')}</p>
      <pre className={styles.command}>{COMMAND}</pre>
      <div className={page.row}>
        <Button icon="open" onClick={() => chooser.current?.click()}>
          {t('linesShared.panel.open')}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={(event) => {
            void open(event.target.files?.[0]);
            // So that the same file can be opened again.
            event.target.value = '';
          }}
        />
      </div>
      {opened !== null && (
        <div className={styles.answer}>
          <Answer opened={opened} onAgain={() => void again()} />
        </div>
      )}
    </details>
  );
}

function Answer({ opened, onAgain }: { readonly opened: Opened; readonly onAgain: () => void }) {
  const { t } = useMessages();
  const { result, file, text, isLost } = opened;
  if (result.ok) return <LinesSharedFigure file={result.value} />;
  const problems = result.error;
  if (isLost) return <TryAgain what={problems[0]?.message ?? ''} onAgain={onAgain} />;
  return (
    <div role="alert">
      <ProblemList
        text={text}
        title={t('linesShared.panel.problems', { file, n: problems.length })}
        problems={problems}
      />
    </div>
  );
}
