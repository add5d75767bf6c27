/** The Playground with the real engine, the shipped scenarios and the parser behind it. */

import '../../base/messages/en/stage-figure.ts';
import { Suspense } from 'react';
import type { Messages } from '../../base/messages/index.ts';
import { fetched } from '../../ui/fetched.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PageProps } from '../../ui/page.tsx';
import { usePageStore } from '../../ui/use-store.ts';
import type { PlayAddress } from '../../viewmodel/addresses.ts';
import { browserWorld } from '../shared/play/play-deps.ts';
import styles from '../shared/play/play-figure.module.css';
import type { PlayDeps } from '../shared/play/play-state.ts';
import { PlayStore } from '../shared/play/play-store.ts';
import { stageMotion } from '../shared/play/StageMotion.tsx';
import { fetchFigures, USUAL_FIGURES } from '../shared/play/views.tsx';
import { useDepthOf } from './depth-of.ts';

/** The whole page with all figures, and a single figure of it: each loads without waiting for the other. */
const Playground = fetched(async () => {
  const [{ Playground }] = await Promise.all([
    import('./Playground.tsx'),
    fetchFigures(USUAL_FIGURES),
    stageMotion.fetch().catch(() => undefined),
  ]);
  return Playground;
});
const PlayFigure = fetched(() => import('./PlayFigure.tsx').then((own) => own.PlayFigure));

const makeStore = (messages: Messages, onAddress: PlayDeps['onAddress']) =>
  new PlayStore({ ...browserWorld(messages), onAddress });

export default function PlayPage({ address, onAddress, stage, onStage, figure }: PageProps<PlayAddress>) {
  const { t } = useMessages();
  const deep = useDepthOf(address);
  const store = usePageStore(makeStore, figure === undefined ? deep : address, onAddress);
  // The store is created, and the engine starts, while the rest is fetched.
  const loading = <p className={`${page.loading} ${styles.loading}`}>{t('stage.figure.loading')}</p>;
  if (figure === undefined) void Playground.fetch().catch(() => undefined);
  if (store === null) return figure === undefined ? null : loading;
  return (
    <Suspense fallback={figure === undefined ? null : loading}>
      {figure === undefined ? (
        <Playground store={store} stage={stage} onStage={onStage} />
      ) : (
        <PlayFigure store={store} figure={figure} stage={stage} />
      )}
    </Suspense>
  );
}
