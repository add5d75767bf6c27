/** The page of a real server, drawn from the opened file: how to get a file, the faults of one, or its contents. */

import '../../base/messages/en/json.ts';
import '../../base/messages/en/server.ts';
import '../../base/messages/en/source.ts';
import '../../base/messages/en/ui-figure.ts';
import '../../base/messages/en/ui.ts';
import { type ReactNode, useRef } from 'react';
import script from '../../../../scenarios/tools/server-state.sql?raw';
import type { Messages } from '../../base/messages/index.ts';
import { SERVER_COMMANDS, SERVER_SCRIPT, SERVER_STATE_LIMITS } from '../../scenario/server-state.ts';
import { Button, TryAgain } from '../../ui/Button.tsx';
import controls from '../../ui/controls.module.css';
import { download } from '../../ui/export/download.ts';
import filesStyles from '../../ui/files.module.css';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import { type NamedBytes, shownName } from '../shared/files/open-file.ts';
import { ProblemList } from '../shared/files/ProblemList.tsx';
import { faultyText, type ReadText, type ReadTexts } from '../shared/files/text-types.ts';
import { TermText } from '../shared/glossary/TermText.tsx';
import { serverLink } from '../shared/handover.ts';
import { ServerFigure } from './ServerFigure.tsx';
import styles from './server.module.css';
import { useCopied } from './use-copied.ts';

/** Turns a file or a pasted text into a server's state, or into its faults. There is always an answer. */

export interface OpenedState extends ReadText<'state'> {
  /** The file's name; '' for pasted text. */
  readonly file: string;
  readonly isSample: boolean;
}

export async function readStateFile(file: NamedBytes, messages: Messages, read: ReadTexts): Promise<OpenedState> {
  const opened = { file: shownName(file.name), isSample: false };
  // The size is known before any of it is read.
  if (file.size > SERVER_STATE_LIMITS.fileBytes)
    return { ...opened, ...faultyText(messages.t('json.fileTooLarge', { max: SERVER_STATE_LIMITS.fileBytes })) };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { ...opened, ...faultyText(messages.t('source.open.unreadable')) };
  }
  return { ...opened, ...(await read({ kind: 'state', source: bytes, lang: messages.lang })) };
}

export const readStateText = async (
  text: string,
  { lang }: Messages,
  read: ReadTexts,
  isSample = false,
): Promise<OpenedState> => ({ ...(await read({ kind: 'state', source: text, lang })), file: '', isSample });

/** How to get the file: the script to download, the commands to copy. */
function HowToGet() {
  const { t } = useMessages();
  const { said, setSaid, copy } = useCopied();
  return (
    <section className={styles.how} aria-labelledby="server-how">
      <h2 id="server-how" className={styles.subtitle}>
        {t('server.how')}
      </h2>
      <p>{t('server.how.steps')}</p>
      <section className={styles.commands} aria-label={t('server.how.commands')}>
        {SERVER_COMMANDS.map((command) => (
          <pre key={command}>{command}</pre>
        ))}
      </section>
      <div className={page.row}>
        <Button
          icon="download"
          onClick={() => {
            download(SERVER_SCRIPT, new Blob([script], { type: 'application/sql' }));
            setSaid(t('ui.file.saved', { file: SERVER_SCRIPT }));
          }}
        >
          {t('server.how.download')}
        </Button>
        <Button onClick={() => void copy(script)}>{t('server.how.copyScript')}</Button>
        <Button onClick={() => void copy(`${SERVER_COMMANDS.join('\n')}\n`)}>{t('server.how.copy')}</Button>
        <span role="status">{said}</span>
      </div>
      <p className={`${page.hint} ${styles.quiet}`}>{t('server.how.rights')}</p>
    </section>
  );
}

/** The faults that a person reads first; the others are folded. */
const FIRST_FAULTS = 3;

/** Below the box for text, so that nothing pushes it away. */
function Faults({ opened, title }: { readonly opened: OpenedState; readonly title: string }) {
  const { t } = useMessages();
  if (opened.result.ok) return null;
  const faults = opened.result.error;
  const rest = t('server.problems.more', { n: faults.length - FIRST_FAULTS });
  return (
    <div>
      <ProblemList text={opened.text} title={title} problems={faults.slice(0, FIRST_FAULTS)} />
      {faults.length > FIRST_FAULTS && (
        <details className={styles.faults}>
          <summary>{rest}</summary>
          <ProblemList text={opened.text} title={rest} problems={faults.slice(FIRST_FAULTS)} />
        </details>
      )}
    </div>
  );
}

interface ServerLookProps {
  readonly opened: OpenedState | null;
  readonly stage: boolean;
  /** On stage, and not in a box: the arrows are the page's. */
  readonly arrows?: boolean;
  /** A file is over the page. */
  readonly isOver: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly onText: (text: string) => void;
  readonly onSample: () => void;
  readonly onClose: () => void;
  /** Reads again after the reader could not be fetched. */
  readonly onAgain: () => void;
}

interface BeginProps extends Pick<ServerLookProps, 'onFiles' | 'onText' | 'onSample'> {
  readonly faults: ReactNode;
}

/** The ways to open a file, the faults of the last one, and how to get one. */
function Begin({ onFiles, onText, onSample, faults }: BeginProps) {
  const { t } = useMessages();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <div className={filesStyles.opens}>
        <div className={page.row}>
          <OpenButton onFiles={onFiles} look="primary" />
          <Button onClick={onSample}>{t('server.sample')}</Button>
          <span className={page.strong}>{t('server.private')}</span>
        </div>
        <form
          className={styles.paste}
          onSubmit={(event) => {
            event.preventDefault();
            onText(field.current?.value ?? '');
          }}
        >
          <label>
            {t('server.paste')}
            <textarea ref={field} rows={3} spellCheck={false} autoComplete="off" className={controls.area} />
          </label>
          <Button type="submit">{t('server.paste.show')}</Button>
        </form>
      </div>
      {faults}
      <HowToGet />
    </>
  );
}

export function ServerLook(props: ServerLookProps) {
  const { opened, stage, arrows = false, isOver, onFiles, onText, onSample, onClose, onAgain } = props;
  const { t } = useMessages();
  const state = opened?.result.ok === true ? opened.result.value : null;
  const problems =
    opened === null || opened.result.ok
      ? ''
      : t('server.problems', { n: opened.result.error.length, file: opened.file });
  return (
    <div
      className={`${page.page} ${styles.page}`}
      data-state={state === null ? (opened === null ? 'empty' : 'faulty') : 'shown'}
    >
      {!stage && (
        <header className={page.head}>
          <h1 className={page.title}>{t('server.title')}</h1>
          {state === null ? (
            <p className={`${page.lead} ${styles.lead}`}>
              <TermText text={t('server.lead')} />
            </p>
          ) : (
            <ShownTools isSample={opened?.isSample === true} onFiles={onFiles} onClose={onClose} />
          )}
          <a className={page.back} href={serverLink('play')}>
            {t('server.toScenarios')}
          </a>
        </header>
      )}
      <p role="status" className="visually-hidden">
        {problems}
      </p>
      {opened?.isLost === true && (
        <TryAgain what={opened.result.ok ? '' : (opened.result.error[0]?.message ?? '')} onAgain={onAgain} />
      )}
      {state === null ? (
        <Begin
          {...{ onFiles, onText, onSample }}
          faults={opened !== null && !opened.isLost && <Faults opened={opened} title={problems} />}
        />
      ) : (
        <ServerFigure
          key={opened?.file}
          state={state}
          isSample={opened?.isSample === true}
          stage={stage}
          arrows={arrows}
        />
      )}
      {isOver && (
        <div className={filesStyles.drop}>
          <p className={filesStyles.dropText}>
            <b>{t('server.drop')}</b>
            <span>{t('server.drop.hint')}</span>
          </p>
        </div>
      )}
    </div>
  );
}

/** The sample leads to the reader's own server; a file to the next one. */
function ShownTools({
  isSample,
  onFiles,
  onClose,
}: Pick<ServerLookProps, 'onFiles' | 'onClose'> & { readonly isSample: boolean }) {
  const { t } = useMessages();
  if (isSample)
    return (
      <Button look="primary" onClick={onClose}>
        {t('server.own')}
      </Button>
    );
  return (
    <div className={page.row}>
      <OpenButton onFiles={onFiles} label={t('server.another')} />
      <Button icon="close" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </div>
  );
}

function OpenButton({
  onFiles,
  look = 'plain',
  label,
}: {
  readonly onFiles: (files: Iterable<File>) => void;
  readonly look?: 'plain' | 'primary';
  readonly label?: string;
}) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} icon="open" onClick={() => input.current?.click()}>
        {label ?? t('server.open')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that the same file can be opened again.
          event.target.value = '';
        }}
      />
    </>
  );
}
