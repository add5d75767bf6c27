/** The Playground: what is open, the stage, and the bar below it. It draws what the store says, and tells it what was done. */
import { useCallback, useState, useSyncExternalStore } from 'react';
import { scenarioIndex } from '../../engine/scenarios.ts';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ScenarioGallery } from '../../views/scenario-gallery/ScenarioGallery.tsx';
import { PlayBar } from './PlayBar.tsx';
import { PlayHead } from './PlayHead.tsx';
import { PlayStage } from './PlayStage.tsx';
import type { PlayStore } from './play-store.ts';
import styles from './playground.module.css';
import { SaveDialog } from './SaveDialog.tsx';
import { SourcePanel } from './SourcePanel.tsx';
import { DropTarget } from './source/OpenFile.tsx';
import { ProblemList } from './source/ProblemList.tsx';
import { useOpenSource } from './source/use-open-source.ts';
import { usePlayKeys } from './use-play-keys.ts';

interface PlaygroundProps {
  readonly store: PlayStore;
  readonly stage: boolean;
  readonly onStage: (stage: boolean) => void;
}

type Panel = 'none' | 'gallery' | 'save';

export function Playground({ store, stage, onStage }: PlaygroundProps) {
  const { t } = useMessages();
  const state = useSyncExternalStore(store.subscribe, store.get);
  const [panel, setPanel] = useState<Panel>('none');
  const [isEditing, setEditing] = useState(false);
  const opening = useOpenSource(
    useCallback(
      ({ file, text, result, note }) => void store.openCompiled({ compiled: result, text: text ?? '', file, note }),
      [store],
    ),
  );
  usePlayKeys(store, { stage, active: state.phase === 'ready' && panel === 'none' });
  const { phase, note, shown } = state;

  return (
    <div className={styles.page} data-phase={phase} data-editing={isEditing}>
      <PlayHead
        store={store}
        state={state}
        stage={stage}
        isEditing={isEditing}
        onGallery={() => setPanel('gallery')}
        onFiles={opening.open}
        onEdit={() => setEditing(!isEditing)}
        onSave={() => setPanel('save')}
      />
      <div role="status" className={styles.notes}>
        {note !== null && (
          <p className={styles.note}>
            <span>{note}</span>
            <Button look="quiet" onClick={() => store.closeNote()}>
              {t('ui.close')}
            </Button>
          </p>
        )}
        {shown?.stopped != null && <p className={styles.note}>{shown.stopped}</p>}
      </div>
      {phase === 'problems' && !isEditing && (
        <ProblemList text={state.text} file={state.file} problems={state.problems} onGo={() => setEditing(true)} />
      )}
      <div className={styles.body}>
        {isEditing && !stage && <SourcePanel store={store} state={state} onClose={() => setEditing(false)} />}
        <div className={styles.stageBox}>
          <PlayStage
            store={store}
            shown={shown}
            compiled={state.compiled}
            at={state.at}
            events={state.events}
            question={state.question}
            selection={state.selection}
            plan={state.plan}
          />
        </div>
      </div>
      <PlayBar store={store} state={state} stage={stage} onStage={onStage} />
      <ScenarioGallery
        open={panel === 'gallery'}
        scenarios={scenarioIndex()}
        current={state.source?.kind === 'shipped' ? state.source.id : null}
        onChoose={(id) => {
          setPanel('none');
          void store.openScenario(id);
        }}
        onClose={() => setPanel('none')}
      />
      <SaveDialog open={panel === 'save'} store={store} state={state} onClose={() => setPanel('none')} />
      <DropTarget shown={opening.state === 'dragging'} />
    </div>
  );
}
