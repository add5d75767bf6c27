/** The Playground with the real engine, the shipped scenarios and the parser behind it. */
import { useEffect, useRef, useState } from 'react';
import { compileText } from '../../engine/compile-client.ts';
import { isScenario, loadScenario } from '../../engine/scenarios.ts';
import type { PlayAddress } from '../../model/addresses.ts';
import { startStage } from '../../trace/stage-client.ts';
import { useMessages } from '../../ui/messages.tsx';
import type { PageProps } from '../../ui/page.ts';
import { Playground } from './Playground.tsx';
import { PlayStore } from './play-store.ts';

export default function PlayPage({ address, onAddress, stage, onStage }: PageProps<PlayAddress>) {
  const messages = useMessages();
  const tell = useRef(onAddress);
  useEffect(() => {
    tell.current = onAddress;
  });
  const [store, setStore] = useState<PlayStore | null>(null);
  useEffect(() => {
    const made = new PlayStore({
      client: startStage(),
      load: async (id) => (isScenario(id) ? await loadScenario(id) : null),
      compile: (source) => compileText(source, messages.lang),
      messages,
      later: (callback, ms) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      onAddress: (next) => tell.current(next),
    });
    setStore(made);
    return () => made.dispose();
  }, [messages]);
  useEffect(() => {
    void store?.adopt(address);
  }, [store, address]);
  return store === null ? null : <Playground store={store} stage={stage} onStage={onStage} />;
}
