/** The Playground with the real engine, the shipped scenarios and the parser behind it. */

import { Suspense, useEffect, useRef, useState } from 'react';
import { fetched } from '../../ui/fetched.tsx';
import { useMessages } from '../../ui/messages.tsx';
import page from '../../ui/page.module.css';
import type { PageProps } from '../../ui/page.tsx';
import type { PlayAddress } from '../../viewmodel/addresses.ts';
import styles from '../shared/play/play-figure.module.css';
import { PlayStore } from '../shared/play/play-store.ts';
import { browserWorld } from '../shared/play/play-world.ts';

/** The whole page, and a single figure of it: each loads without waiting for the other. */
const Playground = fetched(() => import('./Playground.tsx').then((own) => own.Playground));
const PlayFigure = fetched(() => import('./PlayFigure.tsx').then((own) => own.PlayFigure));

export default function PlayPage({ address, onAddress, stage, onStage, figure }: PageProps<PlayAddress>) {
  const messages = useMessages();
  const tell = useRef(onAddress);
  useEffect(() => {
    tell.current = onAddress;
  });
  const [store, setStore] = useState<PlayStore | null>(null);
  useEffect(() => {
    const made = new PlayStore({
      ...browserWorld(messages),
      onAddress: (next) => tell.current(next),
    });
    setStore(made);
    return () => made.dispose();
  }, [messages]);
  useEffect(() => {
    void store?.adopt(address);
  }, [store, address]);
  // The store is created, and the engine starts, while the rest is fetched.
  const loading = <p className={`${page.loading} ${styles.loading}`}>{messages.t('stage.figure.loading')}</p>;
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
