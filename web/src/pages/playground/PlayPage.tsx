/** The Playground with the real engine, the shipped scenarios and the parser behind it. */
import { useEffect, useRef, useState } from 'react';
import type { PlayAddress } from '../../model/addresses.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.ts';
import { PlayFigure } from './PlayFigure.tsx';
import { Playground } from './Playground.tsx';
import { PlayStore } from './play-store.ts';
import { browserWorld } from './play-world.ts';

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
  if (store === null) return null;
  if (figure !== undefined) return <PlayFigure store={store} figure={figure} stage={stage} />;
  return <Playground store={store} stage={stage} onStage={onStage} />;
}
