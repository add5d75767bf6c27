/** The standby's page with the real engine behind it. */
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.ts';
import type { StandbyAddress } from '../../viewmodel/addresses.ts';
import { browserWorld } from '../shared/play/play-world.ts';
import { Standby } from './Standby.tsx';
import { StandbyStore } from './standby-store.ts';

export default function StandbyPage({ address, onAddress, stage, onStage, figure }: PageProps<StandbyAddress>) {
  const messages = useMessages();
  const tell = useRef(onAddress);
  useEffect(() => {
    tell.current = onAddress;
  });
  const [store, setStore] = useState<StandbyStore | null>(null);
  useEffect(() => {
    const made = new StandbyStore({
      ...browserWorld(messages),
      onAddress: (next) => tell.current(next),
    });
    setStore(made);
    return () => made.dispose();
  }, [messages]);
  useEffect(() => {
    void store?.adopt(address);
  }, [store, address]);
  return store === null ? null : <Standby store={store} stage={stage} onStage={onStage} figure={figure} />;
}
