/** The Playground: what is open, the stage, and the bar below it. It draws what the store says, and tells it what was done. */
import { useSyncExternalStore } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { Lanes } from '../../views/lanes/Lanes.tsx';
import { XidAxisView } from '../../views/xid-axis/XidAxisView.tsx';
import type { PlayStore } from './play-store.ts';
import styles from './playground.module.css';

interface PlaygroundProps {
  readonly store: PlayStore;
  readonly stage: boolean;
  readonly onStage: (stage: boolean) => void;
}

export function Playground({ store }: PlaygroundProps) {
  const { t } = useMessages();
  const state = useSyncExternalStore(store.subscribe, store.get);
  const { shown, compiled, playback, selection, events } = state;
  if (shown === null || compiled === null) return <p className={styles.loading}>{t('shell.loading')}</p>;
  return (
    <div className={styles.page}>
      <Lanes
        input={{
          spec: compiled.spec,
          state: shown.state,
          events: events.filter(({ tick }) => tick <= shown.state.tick),
          playback,
          selection,
          stopped: shown.stopped !== null,
        }}
        onMove={(session) => store.moveSession(session)}
        onSeek={(tick, branch) => store.seek(tick, branch)}
        onXid={(xid) => store.toggle({ xid })}
        onSession={(session) => store.toggle({ session })}
      />
      <XidAxisView
        state={shown.state}
        selection={state.question}
        onXid={(xid) => store.select({ xid })}
        onSession={(session) => store.select({ session })}
      />
    </div>
  );
}
