/**
 * The editor next to the stage: its text runs on request, and the open scenario is kept until then. A text with faults
 * does not run: the last one that ran stays.
 */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { SpecEditor, type SpecEditorHandle } from '../../views/spec-editor/SpecEditor.tsx';
import { ProblemList } from '../shared/files/ProblemList.tsx';
import type { PlayState } from '../shared/play/play-state.ts';
import type { PlayStore } from '../shared/play/play-store.ts';
import styles from '../shared/play/playground.module.css';

interface SourcePanelProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly onClose: () => void;
}

export function SourcePanel({ store, state, onClose }: SourcePanelProps) {
  const { t } = useMessages();
  const [text, setText] = useState(state.text);
  /** The text that the problems belong to. */
  const [tried, setTried] = useState(state.text);
  const editor = useRef<SpecEditorHandle>(null);
  useEffect(() => {
    setText(state.text);
    setTried(state.text);
  }, [state.text]);
  const run = (written: string): void => {
    setTried(written);
    // A reader's own text is not named after the shipped scenario that it began as.
    const isOwn = state.file !== '' && state.source?.kind !== 'shipped';
    void store.runText(written, isOwn ? state.file : t('stage.newFile'));
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
          onChange={setText}
          onRun={run}
        />
      </div>
      <div className={styles.sourceTools}>
        <Button look="primary" icon="play" onClick={() => run(text)} keyHint={t('stage.run.key')}>
          {t('stage.run')}
        </Button>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
      {problems.length > 0 && state.compiled !== null && <p className={styles.kept}>{t('stage.kept')}</p>}
      <ProblemList
        text={tried}
        problems={problems}
        warnings={warnings ?? []}
        onGo={(line, column) => editor.current?.go({ line, column })}
      />
    </section>
  );
}
