/** Next to the Playground: a spec's text, its problems, and the way in for a file. */

import '../../../base/messages/en/source.ts';
import '../../../base/messages/en/stage.ts';
import '../../../base/messages/en/ui.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { compileText } from '../../../engine/spec/compile-client.ts';
import { Button } from '../../../ui/Button.tsx';
import filesStyles from '../../../ui/files.module.css';
import { useNewest } from '../../../ui/hooks.ts';
import { useMessages } from '../../../ui/messages.tsx';
import page from '../../../ui/page.module.css';
import { useTurns } from '../../../ui/use-store.ts';
import { SpecEditor, type SpecEditorHandle } from '../../../views/spec-editor/SpecEditor.tsx';
import { type OpenedSource, openSource, useFileDrop } from '../../shared/files/open-file.ts';
import { ProblemList } from '../../shared/files/ProblemList.tsx';
import { handOver, isServerFile } from '../../shared/handover.ts';
import type { PlayState } from '../../shared/play/play-state.ts';
import type { PlayStore } from '../../shared/play/play-store.ts';
import styles from '../../shared/play/playground.module.css';
import type { Drafts } from './drafts.ts';

interface SourcePanelProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly drafts: Drafts;
  readonly onClose: () => void;
}

/**
 * The editor next to the stage: its text runs on request, and the open scenario is kept until then. A text with faults
 * does not run: the last one that ran stays. Until a text runs it is a draft.
 */
export function SourcePanel({ store, state, drafts, onClose }: SourcePanelProps) {
  const { t } = useMessages();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.of(state.text));
  const text = draft ?? state.text;
  /** The text that the problems belong to. */
  const [tried, setTried] = useState(state.text);
  const editor = useRef<SpecEditorHandle>(null);
  useEffect(() => setTried(state.text), [state.text]);
  const run = async (written: string): Promise<void> => {
    setTried(written);
    // A reader's own text is not named after the shipped scenario that it began as.
    const isOwn = state.file !== '' && state.source?.kind !== 'shipped';
    await store.runText(written, isOwn ? state.file : t('stage.newFile'));
    if (store.get().text === written) drafts.ran(state.text, written);
  };
  const problems = tried === text ? state.problems : [];
  const warnings = text === state.text ? state.compiled?.spec.warnings : undefined;
  return (
    <section className={styles.source} aria-label={t('stage.source')}>
      <div className={styles.editor}>
        <SpecEditor
          ref={editor}
          text={text}
          problems={problems}
          warnings={warnings}
          label={t('stage.source')}
          onChange={(written) => drafts.write(state.text, written)}
          onRun={(written) => void run(written)}
        />
      </div>
      <div className={page.row}>
        <Button look="primary" icon="play" onClick={() => void run(text)} keyHint={t('stage.run.key')}>
          {t('stage.run')}
        </Button>
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {draft !== null && (
          <Button look="quiet" onClick={() => drafts.write(state.text, state.text)}>
            {t('stage.draft.drop')}
          </Button>
        )}
      </div>
      {state.compiled !== null && (problems.length > 0 || draft !== null) && (
        <p className={styles.kept}>{t(problems.length > 0 ? 'stage.kept' : 'stage.draft')}</p>
      )}
      <ProblemList
        text={tried}
        problems={problems}
        warnings={warnings ?? []}
        hasFailed={state.shown?.stopped?.kind === 'failed' && state.shown.state.tick === 0}
        onGo={(line, column) => editor.current?.go({ line, column })}
      />
    </section>
  );
}

/** The button that opens a file, and the overlay while one is dragged over the page. */
export function OpenFileButton({ onFiles }: { readonly onFiles: (files: Iterable<File>) => void }) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon="open" onClick={() => input.current?.click()}>
        {t('source.open.button')}
      </Button>
      {/* Any file may be chosen: phones do not know the ending .spec and would offer none. */}
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

/** Covers the whole window; the drop goes through to the page. */
export function DropTarget({ shown }: { readonly shown: boolean }) {
  const { t } = useMessages();
  if (!shown) return null;
  return (
    <div className={filesStyles.drop}>
      <p className={filesStyles.dropText}>
        <b>{t('source.open.drop')}</b>
        <span>{t('source.open.dropHint')}</span>
      </p>
    </div>
  );
}

/** Opening files: by a picker or by dropping one anywhere on the page. The newest wins. */

export interface OpenSource {
  /** A file is over the page, or is being read. */
  readonly state: 'idle' | 'dragging' | 'reading';
  /** Files from a picker. */
  open(files: Iterable<File>): void;
}

/**
 * A real server's report is not a spec: it goes to the page that shows such reports.
 * @param onOpened gets the result of opening a file; never for a file that a newer one has overtaken
 */
export function useOpenSource(onOpened: (opened: OpenedSource) => void): OpenSource {
  const messages = useMessages();
  const [isReading, setReading] = useState(false);
  const newest = useNewest({ onOpened, messages });
  const openings = useTurns();

  const open = useCallback(async (files: Iterable<File>) => {
    const isNewest = openings.begin();
    const all = [...files];
    const { lang } = newest.current.messages;
    setReading(true);
    const isServer = all[0] !== undefined && (await isServerFile(all[0]));
    const opened = isServer
      ? null
      : await openSource(all, (bytes) => compileText(bytes, lang), newest.current.messages);
    if (!isNewest()) return;
    setReading(false);
    if (isServer) handOver(all);
    else if (opened !== null) newest.current.onOpened(opened);
  }, []);
  const openThem = useCallback((files: Iterable<File>) => void open(files), [open]);
  const isOver = useFileDrop(openThem);

  return { state: isOver ? 'dragging' : isReading ? 'reading' : 'idle', open: openThem };
}
