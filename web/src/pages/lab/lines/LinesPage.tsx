/** The cache-line page with the real engine: two scenes, each in a separate worker. */
import { useEffect, useRef, useState } from 'react';
import { startScene } from '../../../engine/replay/scene-client.ts';
import { useMessages } from '../../../ui/messages.tsx';
import type { PageProps } from '../../../ui/page.ts';
import type { LinesAddress } from '../../../viewmodel/addresses.ts';
import { Lines } from './Lines.tsx';
import { LinesStore } from './lines-store.ts';
import { shippedMachine } from './machines.ts';

export default function LinesPage({ address, onAddress, stage, onStage, figure }: PageProps<LinesAddress>) {
  const messages = useMessages();
  const tell = useRef(onAddress);
  useEffect(() => {
    tell.current = onAddress;
  });
  const [store, setStore] = useState<LinesStore | null>(null);
  useEffect(() => {
    const made = new LinesStore({
      start: startScene,
      machine: shippedMachine,
      messages,
      onAddress: (next) => tell.current(next),
    });
    setStore(made);
    return () => made.dispose();
  }, [messages]);
  useEffect(() => {
    void store?.adopt(address);
  }, [store, address]);
  return store === null ? null : <Lines store={store} stage={stage} onStage={onStage} figure={figure} />;
}
