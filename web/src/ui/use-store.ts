/** Ties stores to components: each hook ends what it has made, and drops answers that come after that. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Messages } from '../base/messages/index.ts';
import { type Readable, Turns } from '../base/store.ts';
import { useNewest } from './hooks.ts';
import { useMessages } from './messages.tsx';
import type { PageProps } from './page.tsx';

/** The store's state. The component is drawn again after each change. */
export const useStore = <S>(store: Readable<S>): S => useSyncExternalStore(store.subscribe, store.get);

interface PageStore<Address> {
  /** Takes an address from outside: a link, the Back button. One that the store has written itself changes nothing. */
  applyAddress(address: Address): unknown;
  dispose(): void;
}

/**
 * A page's store, which reads the page's address and writes it. It is made after the first drawing (until then null), because it may
 * start workers; and made again in another language.
 * @param make the same function at each drawing
 */
export function usePageStore<Address, S extends PageStore<Address>>(
  make: (messages: Messages, onAddress: (next: Address) => void) => S,
  address: Address,
  onAddress: PageProps<Address>['onAddress'],
): S | null {
  const messages = useMessages();
  const tell = useNewest(onAddress);
  const [store, setStore] = useState<S | null>(null);
  useEffect(() => {
    const made = make(messages, (next) => tell.current(next));
    setStore(made);
    return () => made.dispose();
  }, [make, messages]);
  useEffect(() => {
    void store?.applyAddress(address);
  }, [store, address]);
  return store;
}

/**
 * Something that a component owns: made with it, ended with it.
 * @param make the same function at each drawing
 */
export function useOwned<Of, S extends { dispose(): void }>(make: (of: Of) => S, of: Of): S {
  const [held, setHeld] = useState(() => ({ own: make(of), isOver: false }));
  useEffect(() => {
    // A component that is mounted again, as in development, needs another one.
    if (held.isOver) {
      setHeld({ own: make(of), isOver: false });
      return undefined;
    }
    return () => {
      held.isOver = true;
      held.own.dispose();
    };
  }, [held, make, of]);
  return held.own;
}

/** Turns that end with the component. */
export function useTurns(): Turns {
  const [turns] = useState(() => new Turns());
  useEffect(() => () => turns.end(), [turns]);
  return turns;
}
