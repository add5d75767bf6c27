/** The editor beside the stage: what is typed runs when it is asked to, and nothing that is open is lost before. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { SpecEditor, type SpecEditorHandle } from '../../views/spec-editor/SpecEditor.tsx';
import type { PlayState } from './play-state.ts';
import type { PlayStore } from './play-store.ts';
import styles from './playground.module.css';
import { ProblemList } from './source/ProblemList.tsx';

interface SourcePanelProps {
  readonly store: PlayStore;
  readonly state: PlayState;
  readonly onClose: () => void;
}

export function SourcePanel({ store, state, onClose }: SourcePanelProps) {
  const { t } = useMessages();
  const [text, setText] = useState(state.text);
  /** The text that the problems are of. */
  const [tried, setTried] = useState(state.text);
  const editor = useRef<SpecEditorHandle>(null);
  useEffect(() => {
    setText(state.text);
    setTried(state.text);
  }, [state.text]);
  const run = (): void => {
    setTried(text);
    void store.openText(text, state.file === '' ? t('stage.newFile') : state.file);
  };
  const problems = tried === text ? state.problems : [];
  return (
    <section className={styles.source} aria-label={t('stage.source')}>
      <SpecEditor
        ref={editor}
        text={text}
        problems={problems}
        warnings={text === state.text ? state.compiled?.spec.warnings : undefined}
        label={t('stage.source')}
        onChange={setText}
        onRun={run}
      />
      <div className={styles.sourceTools}>
        <Button look="primary" icon="play" onClick={run} keyHint={t('stage.run.key')}>
          {t('stage.run')}
        </Button>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </div>
      <ProblemList text={tried} problems={problems} onGo={(line, column) => editor.current?.go({ line, column })} />
    </section>
  );
}
