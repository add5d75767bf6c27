/** The page of a real server, drawn from the opened file: how to get a file, the faults of one, or its contents. */
import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { TryAgain } from '../../ui/TryAgain.tsx';
import { ProblemList } from '../shared/files/ProblemList.tsx';
import source from '../shared/files/source.module.css';
import { serverLink } from '../shared/handover.ts';
import { HowToGet } from './HowToGet.tsx';
import type { OpenedState } from './read-state.ts';
import { ServerFigure } from './ServerFigure.tsx';
import styles from './server.module.css';

interface ServerLookProps {
  readonly opened: OpenedState | null;
  readonly stage: boolean;
  /** A file is over the page. */
  readonly isOver: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
  readonly onText: (text: string) => void;
  readonly onSample: () => void;
  readonly onClose: () => void;
  /** Reads again after the reader could not be fetched. */
  readonly onAgain: () => void;
}

export function ServerLook({ opened, stage, isOver, onFiles, onText, onSample, onClose, onAgain }: ServerLookProps) {
  const { t } = useMessages();
  const field = useRef<HTMLTextAreaElement>(null);
  const state = opened?.result.ok === true ? opened.result.value : null;
  const problems =
    opened === null || opened.result.ok
      ? ''
      : t('server.problems', { n: opened.result.error.length, file: opened.file });
  const begin = (
    <>
      <div className={styles.begin}>
        <div className={styles.open}>
          <OpenButton onFiles={onFiles} look="primary" />
          <Button onClick={onSample}>{t('server.sample')}</Button>
          <span className={styles.private}>{t('server.private')}</span>
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
            <textarea ref={field} rows={3} spellCheck={false} autoComplete="off" className={styles.field} />
          </label>
          <Button type="submit">{t('server.paste.show')}</Button>
        </form>
      </div>
      <HowToGet />
    </>
  );
  return (
    <div className={styles.page} data-state={state === null ? (opened === null ? 'empty' : 'faulty') : 'shown'}>
      {!stage && (
        <header className={styles.head}>
          <h1 className={styles.title}>{t('server.title')}</h1>
          {state === null ? (
            <p className={styles.lead}>{t('server.lead')}</p>
          ) : (
            <div className={styles.tools}>
              <OpenButton onFiles={onFiles} label={t('server.another')} />
              <Button icon="close" onClick={onClose}>
                {t('ui.close')}
              </Button>
            </div>
          )}
          <a className={styles.back} href={serverLink('play')}>
            {t('server.toScenarios')}
          </a>
        </header>
      )}
      <div role="status">
        {opened !== null && !opened.result.ok && <p className="visually-hidden">{problems}</p>}
        {opened?.isSample === true && <p className={styles.sampleNote}>{t('server.sampleNote')}</p>}
      </div>
      {opened?.isLost === true ? (
        <TryAgain what={opened.result.ok ? '' : (opened.result.error[0]?.message ?? '')} onAgain={onAgain} />
      ) : (
        opened !== null &&
        !opened.result.ok && <ProblemList text={opened.text} title={problems} problems={opened.result.error} />
      )}
      {state === null ? begin : <ServerFigure key={opened?.file} state={state} stage={stage} />}
      {isOver && (
        <div className={source.drop}>
          <p className={source.dropText}>
            <b>{t('server.drop')}</b>
            <span>{t('server.drop.hint')}</span>
          </p>
        </div>
      )}
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
