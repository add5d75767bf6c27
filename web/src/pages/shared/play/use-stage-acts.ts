/** The actions on the views of a stage. They stay the same functions while the store is the same. */
import { useMemo } from 'react';
import type { TupleRef } from '../../../viewmodel/stage/selection.ts';
import type { PlayStore } from './play-store.ts';

export const useStageActs = (store: PlayStore) =>
  useMemo(
    () => ({
      onXid: (xid: number | null) => store.select({ xid }),
      onSession: (session: string | null) => (session === null ? store.letGo('session') : store.select({ session })),
      onTuple: (tuple: TupleRef | null) => (tuple === null ? store.letGo('tuple') : store.select({ tuple })),
      onLook: (session: string, tuple: TupleRef) => store.select({ session, tuple }),
      onPage: (table: string, block: number, tuple?: TupleRef) =>
        tuple === undefined ? store.showPage(table, block) : store.select({ tuple }),
      onMove: (session: number) => store.moveSession(session),
      onSeek: (tick: number, branch?: number) => store.seek(tick, branch),
      /** Choosing the chosen xid again clears the choice. */
      toggleXid: (xid: number) => store.toggle({ xid }),
      toggleSession: (session: string) => store.toggle({ session }),
    }),
    [store],
  );
